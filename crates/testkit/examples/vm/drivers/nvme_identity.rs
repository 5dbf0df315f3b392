//! What NVMe drives say of themselves: two namespaces, block formats, the health log.

use super::identity::expect_run;
use crate::case::{Case, Failure, Findings, Setting};
use fourcorners_testkit::vm::{Drive, Reports};
use serde_json::{Value, json};

pub const CASE: Case = Case {
    name: "nvme-identity",
    proves: "Namespaces, block formats, power states and SMART data of NVMe drives are read",
    run,
};

const DISK_BYTES: u64 = 64 << 20;

fn run(setting: &Setting) -> Result<(), Failure> {
    let disk = |name: &str| setting.disk(name, DISK_BYTES);
    let drives = [
        Drive::nvme(&disk("first.img")?, "FC0").with_namespace(&disk("second.img")?),
        Drive::nvme(&disk("other.img")?, "FC1").with_blocks(4096),
    ];
    let guest = setting.boot(include_str!("nvme_identity.sh"), &drives)?;
    let reports = guest.finish()?;
    let mut findings = Findings::default();
    for (name, block) in [("first", 512), ("formatted", 4096), ("other", 4096)] {
        findings.note(expect_run(
            &reports,
            name,
            &json!({ "logical_block": block }),
        ));
        findings.note(told(&reports, name, block));
    }
    findings.note(reports.expect("format.exit", "0"));
    let doctor = parsed(&reports, "doctor.said")?;
    let all = doctor["devices"][0]["findings"].as_array();
    let format = all.and_then(|all| all.iter().find(|one| one["about"] == "block-format"));
    findings.check(
        format.is_some_and(|one| one["found"] == "512 bytes"),
        || format!("doctor: nothing of the block format: {doctor}"),
    );
    for (name, word) in [
        ("sanitize", "supports neither block erase"),
        ("sanitize-two", "supports neither block erase"),
    ] {
        findings.note(reports.expect(&format!("{name}.exit"), "1"));
        let said = reports.text(&format!("{name}.said"));
        findings.check(said.contains(word), || format!("{name}: {said}"));
    }
    findings.into_result()
}

/// An error unless the run's folder says what the drive is, with blocks of this size in use.
fn told(reports: &Reports, name: &str, block: u64) -> Result<(), Failure> {
    let header = parsed(reports, &format!("{name}.run"))?;
    let fact = |fact: &str| {
        let all = header["bench"].as_array().into_iter().flatten();
        let found = all.into_iter().find(|one| one["fact"] == fact);
        found.ok_or_else(|| format!("{name}: no {fact} in {}", header["bench"]))
    };
    let formats = &fact("lba-formats")?["formats"];
    let mut in_use = formats.as_array().into_iter().flatten();
    let in_use = in_use.find(|format| format["in_use"] == true);
    if in_use.is_none_or(|format| format["bytes"] != block) {
        return Err(format!("{name}: {block} bytes are not in use: {formats}"));
    }
    let controller = &fact("nvme-controller")?["controller"];
    if controller["version"] != "1.4" || controller["warning_c"] != 70 {
        return Err(format!("{name}: the controller is {controller}"));
    }
    let state = &fact("power-states")?["states"][0];
    if state["max_uw"] != 25_000_000 {
        return Err(format!("{name}: power state 0 is {state}"));
    }
    let health = parsed(reports, &format!("{name}.health"))?;
    if health["after"]["temperature_c"] != 50 || health["change"]["too_warm_min"] != 0 {
        return Err(format!("{name}: its health is {health}"));
    }
    // QEMU's drive has no OCP log, and that is nothing to tell.
    reports.expect(&format!("{name}.ocp"), "0")?;
    let notes = health["notes"].to_string();
    match notes.contains("ocp") {
        true => Err(format!("{name}: {notes}")),
        false => Ok(()),
    }
}

fn parsed(reports: &Reports, key: &str) -> Result<Value, Failure> {
    let text = reports.text(key);
    serde_json::from_str(&text).map_err(|error| format!("{key}: {error}: {text}"))
}
