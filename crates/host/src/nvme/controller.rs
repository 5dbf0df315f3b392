//! `nvme id-ctrl -o json`: NVMe base specification, Identify Controller.

use crate::json::{first, number};
use fourcorners_block::{HostBuffer, NvmeController, PowerState, SanitizeWays};
use serde_json::Value;

/// MDTS counts in pages of the controller's smallest size, which is 4 KiB on every known drive.
const PAGE_BYTES: u64 = 4096;
/// HMPRE and HMMIN count in 4 KiB.
const HOST_BUFFER_UNIT_BYTES: u64 = 4096;
/// Temperatures are in kelvins.
const FREEZING_K: u64 = 273;
/// Warmer than any drive; what is beyond is another unit.
const HOTTEST_K: u64 = 1000;
/// Power states that a drive has at most.
const MOST_STATES: usize = 32;

/// What the controller says.
pub fn read(all: &Value) -> NvmeController {
    let bits = |name: &str| number(&all[name]).unwrap_or(0);
    let throttles = bits("hctma") & 1 == 1;
    let sanitize = bits("sanicap");
    let bound = |name: &str| celsius(&all[name]).filter(|_| throttles);
    NvmeController {
        version: number(&all["ver"]).and_then(version),
        namespaces: number(&all["nn"]),
        max_transfer_bytes: number(&all["mdts"]).and_then(max_transfer_bytes),
        volatile_write_cache: number(&all["vwc"]).map(|bits| bits & 1 == 1),
        sanitize: SanitizeWays {
            crypto_erase: sanitize & 1 != 0,
            block_erase: sanitize & 1 << 1 != 0,
            overwrite: sanitize & 1 << 2 != 0,
        },
        warning_c: celsius(&all["wctemp"]),
        critical_c: celsius(&all["cctemp"]),
        throttle_from_min_c: bound("mntmt"),
        throttle_from_max_c: bound("mxtmt"),
    }
}

/// Major version in the upper half, minor and tertiary below; 0 before version 1.2.
fn version(bits: u64) -> Option<String> {
    let (major, minor, tertiary) = (bits >> 16 & 0xffff, bits >> 8 & 0xff, bits & 0xff);
    match (major, tertiary) {
        (0, _) => None,
        (_, 0) => Some(format!("{major}.{minor}")),
        _ => Some(format!("{major}.{minor}.{tertiary}")),
    }
}

/// A power of two in pages; 0: no limit.
fn max_transfer_bytes(power: u64) -> Option<u64> {
    let power = u32::try_from(power).ok().filter(|power| *power > 0)?;
    1u64.checked_shl(power)?.checked_mul(PAGE_BYTES)
}

/// Of a temperature in kelvins; 0: not reported.
pub fn celsius(kelvins: &Value) -> Option<i64> {
    let kelvins = number(kelvins).filter(|kelvins| (1..HOTTEST_K).contains(kelvins))?;
    Some(kelvins as i64 - FREEZING_K as i64)
}

/// The memory that it wants of the host; `None`: none.
pub fn host_buffer(all: &Value) -> Option<HostBuffer> {
    let bytes = |name: &str| number(&all[name])?.checked_mul(HOST_BUFFER_UNIT_BYTES);
    let preferred_bytes = bytes("hmpre").filter(|bytes| *bytes > 0)?;
    Some(HostBuffer {
        preferred_bytes,
        min_bytes: bytes("hmmin").unwrap_or(0),
        granted_bytes: None,
    })
}

/// Whether it can change its power state by itself.
pub fn can_apst(all: &Value) -> bool {
    number(&all["apsta"]).is_some_and(|bits| bits & 1 == 1)
}

/// Its power states, by number.
pub fn power_states(all: &Value) -> Vec<PowerState> {
    let states = all["psds"].as_array().into_iter().flatten();
    states.take(MOST_STATES).map(power_state).collect()
}

/// nvme-cli up to 2.3 prints the flags as they are: bit 0, the scale of the maximum; bit 1, whether
/// the state is non-operational. Later versions print each bit under a name.
fn power_state(state: &Value) -> PowerState {
    let flags = number(&state["flags"]).unwrap_or(0);
    let fine = first(state, &["max_power_scale"]).unwrap_or(flags & 1) == 1;
    let sleeps = first(state, &["non-operational_state"]).unwrap_or(flags >> 1 & 1) == 1;
    // In hundredths of a watt, or in ten-thousandths; 0: not reported.
    let watts = |name: &str, fine: bool| {
        let unit_uw = if fine { 100 } else { 10_000 };
        number(&state[name])
            .filter(|units| *units > 0)?
            .checked_mul(unit_uw)
    };
    // 1: ten-thousandths, 2: hundredths, 0: not reported.
    let scaled = |name: &str, scale: Option<u64>| match scale {
        Some(1) => watts(name, true),
        Some(2) => watts(name, false),
        _ => None,
    };
    // Up to 1.16, the scale is in the upper bits, with the workload.
    let active_scale = number(&state["active_scale"])
        .or_else(|| number(&state["active_work_scale"]).map(|bits| bits >> 6));
    PowerState {
        operational: !sleeps,
        max_uw: watts("max_power", fine),
        idle_uw: scaled("idle_power", number(&state["idle_scale"])),
        active_uw: scaled("active_power", active_scale),
        entry_us: number(&state["entry_lat"]).unwrap_or(0),
        exit_us: number(&state["exit_lat"]).unwrap_or(0),
    }
}
