//! The log of drives for data centers, and logs as no drive should keep them.

use super::*;

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
