//! `smartctl --json -a` (smartmontools 7.0 and later).

use super::attributes;
use crate::json::{number, take, text};
use fourcorners_block::{Count, Smart};
use serde_json::Value;

/// Bits 0 to 2 of the exit status: the drive was not asked. Those above tell of its health.
const NOT_ASKED: u64 = 0b111;

/// What smartctl itself complains about. Its exit status alone says little: bits of it are set for
/// every drive that once logged an error.
pub fn complaints(all: &Value) -> Vec<String> {
    let status = number(&all["smartctl"]["exit_status"]).unwrap_or(0);
    let messages = all["smartctl"]["messages"].as_array();
    let messages = messages.into_iter().flatten();
    let errors =
        messages.filter(|message| message["severity"] == "error" || status & NOT_ASKED != 0);
    let mut said: Vec<String> = errors
        .map(|message| format!("smartctl: {}", text(&message["string"])))
        .collect();
    if said.is_empty() && status & 0b11 != 0 {
        said.push(format!(
            "smartctl could not query the drive (exit status {status}); run as root"
        ));
    }
    said
}

/// Reads what there is.
pub fn read(all: &Value, smart: &mut Smart) {
    smart.model = text(&all["model_name"]);
    smart.firmware = text(&all["firmware_version"]);
    smart.serial = text(&all["serial_number"]);
    take(&mut smart.passed, all["smart_status"]["passed"].as_bool());
    take(
        &mut smart.power_on_hours,
        number(&all["power_on_time"]["hours"]),
    );
    take(
        &mut smart.temperature_c,
        all["temperature"]["current"].as_i64(),
    );
    take(
        &mut smart.temperature_max_c,
        all["temperature"]["lifetime_max"].as_i64(),
    );
    take(
        &mut smart.percentage_used,
        number(&all["endurance_used"]["current_percent"]),
    );
    let rows = all["ata_smart_attributes"]["table"].as_array();
    for row in rows.into_iter().flatten() {
        if let (Some(id), Some(raw)) = (number(&row["id"]), number(&row["raw"]["value"])) {
            attributes::read(id, &text(&row["name"]), raw, smart);
        }
    }
    let log = &all["nvme_smart_health_information_log"];
    if log.is_object() {
        let units = |name: &str| {
            Some(Count {
                units: number(&log[name])?,
                unit_bytes: super::nvme::DATA_UNIT_BYTES,
                from: format!("smartctl {name}"),
            })
        };
        take(&mut smart.host_written, units("data_units_written"));
        take(&mut smart.host_read, units("data_units_read"));
        take(&mut smart.percentage_used, number(&log["percentage_used"]));
        take(&mut smart.power_on_hours, number(&log["power_on_hours"]));
        take(&mut smart.media_errors, number(&log["media_errors"]));
        take(
            &mut smart.critical_warning,
            number(&log["critical_warning"]),
        );
        take(&mut smart.too_warm_min, number(&log["warning_temp_time"]));
        take(&mut smart.critical_min, number(&log["critical_comp_time"]));
        super::nvme::read_throttling(log, smart);
        take(&mut smart.temperature_c, log["temperature"].as_i64());
    }
}
