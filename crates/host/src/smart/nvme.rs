//! `nvme smart-log`, `nvme id-ctrl` and `nvme ocp smart-add-log`, each with `-o json` (nvme-cli
//! 1.16 and later).

use crate::json::{first, number, take, text};
use crate::nvme::celsius;
use fourcorners_block::{Count, Smart};
use serde_json::Value;

/// NVMe base specification, SMART log: a data unit is a thousand blocks of 512 bytes.
pub const DATA_UNIT_BYTES: u64 = 512_000;

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
    take(&mut smart.temperature_c, celsius(&log["temperature"]));
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
    take(&mut smart.critical_min, number(&log["critical_comp_time"]));
    read_throttling(log, smart);
}

/// How often and for how long it throttled, where the log tells.
pub fn read_throttling(log: &Value, smart: &mut Smart) {
    take(&mut smart.throttled_s, of_both_levels(log, "total_time"));
    take(
        &mut smart.throttle_events,
        of_both_levels(log, "trans_count"),
    );
}

/// The sum of a counter of light and heavy throttling, as in `thm_temp1_total_time`.
fn of_both_levels(log: &Value, counter: &str) -> Option<u64> {
    let of = |level: u8| {
        let short = format!("thm_temp{level}_{counter}");
        first(log, &[&short, &format!("thermal_temp{level}_{counter}")])
    };
    match (of(1), of(2)) {
        (None, None) => None,
        (light, heavy) => light.unwrap_or(0).checked_add(heavy.unwrap_or(0)),
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

/// The log of the OCP Datacenter NVMe SSD specification.
pub const OCP_LOG: u64 = 0xc0;
/// What the log says of a drive without capacitors.
const NO_CAPACITORS: u64 = 0xffff;

/// Whether the drive's list of log pages leaves the OCP log out: then it need not be asked. The key
/// of each is as in `lid_0xc0 `.
pub fn lacks_ocp_log(list: &Value) -> bool {
    let logs = &list["supported_logs"];
    let of_array = logs.as_array().into_iter().flatten();
    let objects = of_array.chain(std::iter::once(logs));
    let names: Vec<&String> = objects
        .filter_map(Value::as_object)
        .flat_map(|object| object.keys())
        .collect();
    let is_ocp = |name: &&String| {
        let digits = name.trim().strip_prefix("lid_0x");
        digits.and_then(|digits| u64::from_str_radix(digits, 16).ok()) == Some(OCP_LOG)
    };
    !names.is_empty() && !names.iter().any(is_ocp)
}

/// What the OCP log says of NAND, throttling and capacitors. Its names are spelt in two ways.
pub fn read_ocp_log(log: &Value, smart: &mut Smart) {
    let media = |what: &str| {
        let names = [
            format!("Physical media units {what}"),
            format!("physical_media_units_{what}"),
        ];
        Some(Count {
            units: names.iter().find_map(|name| wide(log, name))?,
            unit_bytes: 1,
            from: format!("nvme ocp smart-add-log, physical media units {what}"),
        })
    };
    take(&mut smart.nand_written, media("written"));
    take(&mut smart.nand_read, media("read"));
    let one = |names: [&str; 2]| first(log, &names);
    smart.erases_min = one(["Min User data erase counts", "min_user_data_erase_counts"]);
    smart.erases_max = one(["Max User data erase counts", "max_user_data_erase_counts"]);
    smart.ocp_throttle_events = one([
        "Number of Thermal throttling events",
        "thermal_throttling_events",
    ]);
    smart.throttling_now = one(["Current throttling status", "current_throttling_status"]);
    let capacitors = one(["Capacitor health", "capacitor_health"]);
    smart.capacitor_percent = capacitors.filter(|percent| *percent < NO_CAPACITORS);
}

/// A count of 128 bits, in two halves or as one number. More than 2^64 bytes: no drive.
fn wide(log: &Value, name: &str) -> Option<u64> {
    let whole = &log[name];
    let halves = [
        (number(&whole["hi"]), number(&whole["lo"])),
        (
            number(&log[format!("{name}_hi")]),
            number(&log[format!("{name}_lo")]),
        ),
    ];
    match halves.into_iter().find(|(high, _)| high.is_some()) {
        Some((Some(0), low)) => low,
        Some(_) => None,
        None => number(whole),
    }
}
