//! Recorded tools: what they print was written by hand after their documented formats.

mod ocp;

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
