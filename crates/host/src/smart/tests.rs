//! Recorded tools: what they print was written by hand after their documented formats.

use super::*;
use crate::test_tools::{put, recorded};
use fourcorners_block::Count;

fn disk(name: &str) -> Node {
    Node {
        name: name.into(),
        number: (8, 0),
        dir: "/nowhere".into(),
    }
}

fn printing(text: &str) -> String {
    format!("cat <<'END'\n{text}\nEND")
}

fn nvme_printing(log: &str, identity: &str, ocp: &str) -> String {
    let (log, identity, ocp) = (printing(log), printing(identity), ocp);
    format!("case $1 in smart-log) {log}\n;; id-ctrl) {identity}\n;; ocp) {ocp}\n;; esac")
}

fn asked(name: &str, scripts: &[(&str, &str)]) -> Checkup {
    let folder = recorded(scripts);
    of_disk(&Tools::in_folder(folder.path()), &disk(name))
}

const ATA: &str = include_str!("recorded/ata.json");
const NVME_SMARTCTL: &str = include_str!("recorded/nvme-smartctl.json");
const NVME_LOG: &str = include_str!("recorded/nvme-smart-log.json");
const OCP: &str = include_str!("recorded/ocp-smart-add-log.json");
const IDENTITY: &str =
    r#"{"vid":1, "sn":"S0000000000001 ", "mn":"Example NVMe 1TB   ", "fr":"2B0QEXM7"}"#;

fn count(units: u64, unit_bytes: u64, from: &str) -> Option<Count> {
    Some(Count {
        units,
        unit_bytes,
        from: from.into(),
    })
}

#[test]
fn is_an_ata_ssd_understood() {
    let checkup = asked("sdb", &[("smartctl", &printing(ATA))]);
    assert_eq!(checkup.notes, Vec::<String>::new());
    let smart = checkup.smart.expect("values");
    assert_eq!(
        (
            smart.model.as_str(),
            smart.firmware.as_str(),
            smart.serial.as_str()
        ),
        ("INTEL SSDSC2BA200G3", "5DV10270", "BTTV000000000200GN")
    );
    let mib_32 = 32 << 20;
    let written = count(1_000_000, mib_32, "attribute 241 Host_Writes_32MiB");
    assert_eq!(smart.host_written, written);
    let nand = count(1_500_000, mib_32, "attribute 243 NAND_Writes_32MiB");
    assert_eq!(smart.nand_written, nand);
    assert_eq!(
        smart.host_read.map(|read| read.bytes()),
        Some(500_000 << 25)
    );
    assert_eq!(
        (smart.power_on_hours, smart.media_errors),
        (Some(21_034), Some(2))
    );
    assert_eq!(
        (smart.temperature_c, smart.temperature_max_c),
        (Some(24), Some(58))
    );
    assert_eq!(smart.passed, Some(true));
    assert_eq!(smart.throttled_s, None, "ATA does not tell");
    let whole: Value = serde_json::from_str(ATA).expect("JSON");
    assert_eq!(checkup.whole["smartctl --json -a"], whole, "kept whole");
}

#[test]
fn does_a_drive_that_once_logged_an_error_still_tell() {
    // Exit status 64: errors in the drive's log.
    let crucial = printing(include_str!("recorded/crucial.json")) + "\nexit 64";
    let checkup = asked("sdb", &[("smartctl", &crucial)]);
    assert_eq!(checkup.notes, Vec::<String>::new());
    let smart = checkup.smart.expect("values");
    let pages = (smart.host_pages, smart.own_pages);
    assert_eq!(pages, (Some(1_250_000_000), Some(2_500_000_000)));
    let written = smart.host_written.map(|written| written.bytes());
    assert_eq!(written, Some(40_000_000_000 * 512));
}

#[test]
fn is_an_nvme_drive_understood_by_either_tool() {
    let nvme = nvme_printing(NVME_LOG, IDENTITY, "echo 'not supported' >&2; exit 1");
    let smartctl = printing(NVME_SMARTCTL);
    let only = |tools: &[(&str, &str)]| asked("nvme0n1", tools);
    let both = only(&[("smartctl", &smartctl), ("nvme", &nvme)]);
    assert_eq!(
        both.notes,
        Vec::<String>::new(),
        "a log that few drives keep is no matter"
    );
    for checkup in [
        both,
        only(&[("smartctl", &smartctl)]),
        only(&[("nvme", &nvme)]),
    ] {
        let has_nvme = checkup.whole.contains_key("nvme smart-log -o json");
        let smart = checkup.smart.expect("values");
        assert_eq!(smart.serial, "S0000000000001");
        assert_eq!(smart.model, "Example NVMe 1TB");
        assert_eq!(
            smart.host_written.map(|count| count.bytes()),
            Some(20_000_000 * 512_000)
        );
        assert_eq!(
            (smart.temperature_c, smart.percentage_used),
            (Some(41), Some(3))
        );
        assert_eq!(
            (smart.critical_warning, smart.media_errors),
            (Some(0), Some(0))
        );
        assert_eq!(
            (smart.power_on_hours, smart.too_warm_min),
            (Some(2500), Some(4))
        );
        assert_eq!(smart.throttled_s, has_nvme.then_some(42));
        assert_eq!(smart.throttle_events, has_nvme.then_some(3));
        assert_eq!(smart.nand_written, None);
    }
}

#[test]
fn is_what_an_ocp_drive_wrote_to_its_nand_understood() {
    for ocp in [
        r#"{"Physical media units written":{"hi":0,"lo":30720000000000}}"#,
        r#"{"Physical media units written_hi":0.0,"Physical media units written_lo":30720000000000.0}"#,
        r#"{"physical_media_units_written":30720000000000}"#,
    ] {
        let nvme = nvme_printing(NVME_LOG, IDENTITY, &format!("echo '{ocp}'"));
        let smart = asked("nvme0n1", &[("nvme", &nvme)]).smart.expect("values");
        assert_eq!(
            smart.nand_written.map(|count| count.bytes()),
            Some(30_720_000_000_000)
        );
    }
}

#[test]
fn whole_ocp_log_is_understood() {
    let nvme = nvme_printing(NVME_LOG, IDENTITY, &printing(OCP));
    let checkup = asked("nvme0n1", &[("nvme", &nvme)]);
    let smart = checkup.smart.expect("values");
    let bytes = |count: Option<Count>| count.map(|count| count.bytes());
    assert_eq!(bytes(smart.nand_written), Some(39_074_645_999_616));
    assert_eq!(bytes(smart.nand_read), Some(36_265_469_677_568));
    assert_eq!((smart.erases_min, smart.erases_max), (Some(16), Some(45)));
    assert_eq!(
        (smart.ocp_throttle_events, smart.throttling_now),
        (Some(0), Some(0))
    );
    assert_eq!(smart.capacitor_percent, Some(100));
    assert_eq!(smart.throttle_events, Some(3), "of the other log");
    let kept = &checkup.whole["nvme ocp smart-add-log -o json"];
    assert_eq!(kept["Refresh counts"], 520_628, "kept whole");
    // Without capacitors.
    let without = OCP.replace("\"Capacitor health\": 100", "\"Capacitor health\": 65535");
    let nvme = nvme_printing(NVME_LOG, IDENTITY, &printing(&without));
    let smart = asked("nvme0n1", &[("nvme", &nvme)]).smart.expect("values");
    assert_eq!(smart.capacitor_percent, None);
}

#[test]
fn drive_that_lists_its_logs_is_asked_for_those_alone() {
    let asked_for = |lpa: u32, list: &str| {
        let identity = format!(r#"{{"mn":"Example","lpa":{lpa}}}"#);
        let nvme = format!(
            "case $1 in id-ctrl) echo '{identity}';; supported-log-pages) echo '{list}';;\n\
             smart-log) echo '{{}}';; ocp) touch \"$0.ocp\"; echo 'no such log' >&2; exit 1;; esac"
        );
        let folder = recorded(&[("nvme", &nvme)]);
        let checkup = of_disk(&Tools::in_folder(folder.path()), &disk("nvme0n1"));
        let of_ocp = |name: &str| name.contains("ocp");
        assert!(!checkup.whole.keys().any(|name| of_ocp(name)), "silent");
        assert!(!checkup.notes.iter().any(|note| of_ocp(note)), "silent");
        folder.path().join("nvme.ocp").exists()
    };
    let with = r#"{"supported_logs":[{"lid_0x2 ":1},{"lid_0xc0 ":1}]}"#;
    let without = r#"{"supported_logs":[{"lid_0x2 ":1}]}"#;
    assert!(asked_for(0x3f, with));
    assert!(!asked_for(0x3f, without));
    assert!(asked_for(0x3f, "{}"), "a list that cannot be read");
    assert!(asked_for(0x0f, without), "a drive without a list");
}

#[test]
fn are_a_tools_own_messages_passed_on() {
    let refused = r#"{"smartctl":{"version":[7,3],"messages":[{"string":"Smartctl open device: /dev/sdb failed: Permission denied","severity":"error"}],"exit_status":2}}"#;
    let checkup = asked("sdb", &[("smartctl", &(printing(refused) + "\nexit 2"))]);
    assert_eq!(checkup.smart, None);
    assert!(
        checkup.notes[0].contains("Permission denied"),
        "{:?}",
        checkup.notes
    );
    let silent = r#"{"smartctl":{"exit_status":2}}"#;
    let checkup = asked("sdb", &[("smartctl", &printing(silent))]);
    assert!(
        checkup.notes[0].contains("run as root"),
        "{:?}",
        checkup.notes
    );
}

#[test]
fn is_rubbish_kept_and_noted() {
    for rubbish in [
        "echo '{\"broken\": '",
        "echo hello; exit 9",
        "true",
        "echo '[1]'",
    ] {
        let checkup = asked("sdb", &[("smartctl", rubbish)]);
        assert_eq!(checkup.smart, None);
        assert!(
            checkup.notes[0].contains("did not print JSON"),
            "{:?}",
            checkup.notes
        );
        assert!(checkup.whole["smartctl --json -a"]["problem"].is_string());
    }
    // Of the right form, and without sense.
    let odd = r#"{"model_name":7,"temperature":{"current":"hot"},"ata_smart_attributes":{"table":[{"id":241,"name":"Total_LBAs_Written","raw":{"value":-3}},5]}}"#;
    assert_eq!(asked("sdb", &[("smartctl", &printing(odd))]).smart, None);
}

#[test]
fn is_a_missing_tool_one_plain_note() {
    let checkup = asked("sdb", &[]);
    assert_eq!(checkup.notes.len(), 1);
    assert!(
        checkup.notes[0].contains("smartmontools"),
        "{:?}",
        checkup.notes
    );
    let checkup = asked("nvme0n1", &[("smartctl", &printing(NVME_SMARTCTL))]);
    assert!(checkup.smart.is_some());
    assert_eq!(checkup.notes.len(), 1, "{:?}", checkup.notes);
    assert!(checkup.notes[0].contains("nvme-cli"), "{:?}", checkup.notes);
}

#[test]
fn is_a_tool_that_hangs_given_up_and_noted() {
    let checkup = asked("sdb", &[("smartctl", "sleep 1000")]);
    assert_eq!(checkup.smart, None);
    assert!(
        checkup.notes[0].contains("did not answer within 10 s"),
        "{:?}",
        checkup.notes
    );
}

#[test]
fn is_no_tool_run_on_what_keeps_no_account() {
    let folder = recorded(&[
        ("smartctl", "touch \"$0.was-run\""),
        ("nvme", "touch \"$0.was-run\""),
    ]);
    let tools = Tools::in_folder(folder.path());
    for name in ["loop0", "zram3", "dm-1", "vda"] {
        let checkup = of_disk(&tools, &disk(name));
        assert!(checkup.whole.is_empty() && checkup.smart.is_none() && !checkup.keeps_smart);
        assert_eq!(checkup.notes, [format!("{name} has no SMART data")]);
    }
    let file = folder.path().join("file");
    put(&folder, "file", "");
    let of_file = checkup(&Host::default(), &tools, &file);
    assert_eq!(of_file.notes, ["a file has no SMART data"]);
    let run = std::fs::read_dir(folder.path())
        .expect("the folder")
        .flatten();
    let run: Vec<_> = run
        .filter(|entry| entry.file_name().to_string_lossy().ends_with("was-run"))
        .collect();
    assert!(run.is_empty(), "{run:?}");
}

#[test]
fn is_what_the_host_wrote_the_kernels_count() {
    let folder = tempfile::tempdir().expect("a folder");
    let stat = "   1000        0    80000      500     2000        0   160000     9000        \
        0      800     9500\n";
    std::fs::write(folder.path().join("stat"), stat).expect("counts");
    let node = Node {
        dir: folder.path().into(),
        ..disk("sdb")
    };
    assert_eq!(written_bytes(&node), Some(160_000 * 512));
    assert_eq!(written_bytes(&disk("sdb")), None);
}

/// Any value in any place of the logs.
#[test]
fn hostile_logs_are_read_without_harm() {
    let values = [
        json!(u64::MAX),
        json!(-1),
        json!(1e300),
        json!("0xffffffffffffffff"),
        json!(null),
        json!([7]),
        json!({"hi": 1, "lo": "x", "value": true}),
    ];
    let logs = [NVME_LOG, OCP, NVME_SMARTCTL]
        .map(|text| -> Value { serde_json::from_str(text).expect("JSON") });
    let mut random = fourcorners_block::Seed(25).generator();
    let mut any = |most: usize| random.below(most as u64) as usize;
    for _ in 0..3000 {
        let [log, ocp, smartctl] = logs.clone().map(|mut log| {
            for value in log.as_object_mut().expect("an object").values_mut() {
                if any(3) == 0 {
                    *value = values[any(values.len())].clone();
                }
            }
            log
        });
        let mut smart = Smart::default();
        smartctl::read(&smartctl, &mut smart);
        nvme::read_log(&log, &mut smart);
        nvme::read_ocp_log(&ocp, &mut smart);
        nvme::lacks_ocp_log(&ocp);
        let written = smart.nand_written.map(|count| count.bytes());
        assert!(written.is_none_or(|bytes| bytes > 0));
    }
}
