//! `nvme smart-log`, `nvme id-ctrl` and `nvme ocp smart-add-log`, each with `-o json` (nvme-cli
//! 1.16 and later).

use super::json::{number, take, text};
use fourcorners_block::{Count, Smart};
use serde_json::Value;

/// NVMe base specification, SMART log: a data unit is a thousand blocks of 512 bytes.
pub const DATA_UNIT_BYTES: u64 = 512_000;
/// The log's temperature is in kelvins.
const FREEZING_K: i64 = 273;

/// The health log that every NVMe drive keeps.
pub fn read_log(log: &Value, smart: &mut Smart) {
    let units = |name: &str| {
        Some(Count {
            units: number(&log[name])?,
            unit_bytes: DATA_UNIT_BYTES,
            from: format!("nvme smart-log {name}"),
        })
    };
    take(&mut smart.host_written, units("data_units_written"));
    take(&mut smart.host_read, units("data_units_read"));
    let kelvins = log["temperature"].as_i64().filter(|kelvins| *kelvins > 0);
    take(
        &mut smart.temperature_c,
        kelvins.map(|kelvins| kelvins - FREEZING_K),
    );
    let used = number(&log["percent_used"]).or_else(|| number(&log["percentage_used"]));
    take(&mut smart.percentage_used, used);
    take(&mut smart.power_on_hours, number(&log["power_on_hours"]));
    take(&mut smart.media_errors, number(&log["media_errors"]));
    // An object of its bits where the tool was asked for more words.
    let warning = &log["critical_warning"];
    take(
        &mut smart.critical_warning,
        number(warning).or_else(|| number(&warning["value"])),
    );
    take(&mut smart.too_warm_min, number(&log["warning_temp_time"]));
    let slowed = ["thm_temp1_total_time", "thm_temp2_total_time"].map(|name| number(&log[name]));
    if slowed.iter().any(Option::is_some) {
        smart.throttled_s = Some(slowed.into_iter().flatten().sum());
    }
}

/// Who it is.
pub fn read_identity(identity: &Value, smart: &mut Smart) {
    for (name, field) in [
        ("mn", &mut smart.model),
        ("fr", &mut smart.firmware),
        ("sn", &mut smart.serial),
    ] {
        let said = text(&identity[name]);
        if !said.is_empty() {
            *field = said;
        }
    }
}

/// OCP Datacenter NVMe SSD specification, log C0h: physical media units written, in bytes. Its
/// names are spelt in more than one way.
pub fn read_ocp_log(log: &Value, smart: &mut Smart) {
    let names = [
        "Physical media units written",
        "physical_media_units_written",
    ];
    let written = names
        .iter()
        .map(|name| &log[*name])
        .find(|value| !value.is_null());
    let bytes =
        written.and_then(
            |written| match (number(&written["hi"]), number(&written["lo"])) {
                (Some(0), low) => low,
                (Some(_), _) => None, // More than 2^64 bytes: no drive.
                (None, _) => number(written),
            },
        );
    take(
        &mut smart.nand_written,
        bytes.map(|units| Count {
            units,
            unit_bytes: 1,
            from: "nvme ocp smart-add-log, physical media units written".into(),
        }),
    );
}
