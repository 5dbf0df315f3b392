//! `health.json`: what a real drive said of its health and wear before and after a run, and what
//! changed meanwhile.

use crate::record::SCHEMA_VERSION;
use fourcorners_block::{Count, Smart};
use serde::{Deserialize, Serialize};

/// A ratio of two counts is told only where each moved by at least so many of its units: each
/// is then known to 5 %.
const FEWEST_UNITS: u64 = 20;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Health {
    /// Version of the format: 1.
    pub schema_version: u32,
    /// SMART data before the run; fields below.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<Smart>,
    /// The same after it; absent if the run was killed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<Smart>,
    /// Host writes from boot to the start of the run in bytes, by the kernel's count.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kernel_written_before: Option<u64>,
    /// The same to the end of the run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kernel_written_after: Option<u64>,
    /// Changes during the run; fields below.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub change: Option<HealthChange>,
    /// Notes, one sentence each.
    pub notes: Vec<String>,
}

/// What changed from before a run to after it. Absent: not told.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct HealthChange {
    /// Host writes, counted by the kernel.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kernel_written_bytes: Option<u64>,
    /// Host writes, counted by the drive.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub host_written_bytes: Option<u64>,
    /// NAND writes, counted by the drive.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nand_written_bytes: Option<u64>,
    /// NAND writes per host writes, both counted by the drive.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub write_amplification: Option<f64>,
    /// Rise of the temperature in degrees Celsius.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub temperature_rise_c: Option<i64>,
    /// Seconds of thermal throttling.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub throttled_s: Option<u64>,
    /// Times that thermal throttling began.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub throttle_events: Option<u64>,
    /// Minutes above the warning temperature.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub too_warm_min: Option<u64>,
    /// Minutes above the critical temperature.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub critical_min: Option<u64>,
    /// Media errors.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub media_errors: Option<u64>,
}

impl Health {
    /// Its name in a run's folder.
    pub const FILE: &str = "health.json";

    /// As a run begins.
    pub fn before(smart: Option<Smart>, kernel_written: Option<u64>, notes: Vec<String>) -> Self {
        Self {
            schema_version: SCHEMA_VERSION,
            before: smart,
            after: None,
            kernel_written_before: kernel_written,
            kernel_written_after: None,
            change: None,
            notes,
        }
    }

    /// As the run has ended: what the drive says now, and what that changed.
    pub fn ended(&mut self, smart: Option<Smart>, kernel_written: Option<u64>, notes: Vec<String>) {
        for note in notes {
            if !self.notes.contains(&note) {
                self.notes.push(note);
            }
        }
        self.kernel_written_after = kernel_written;
        self.after = smart;
        let kernel_written_bytes = increase(self.kernel_written_before, kernel_written);
        let mut change = HealthChange {
            kernel_written_bytes,
            ..HealthChange::default()
        };
        if let (Some(before), Some(after)) = (&self.before, &self.after) {
            if before.serial == after.serial {
                self.notes.extend(change.compare(before, after));
            } else {
                self.notes.push(format!(
                    "the drive reported serial number '{}' before the run and '{}' after it, so \
                     SMART changes are not shown",
                    before.serial, after.serial
                ));
            }
        }
        self.change = (change != HealthChange::default()).then_some(change);
    }
}

impl HealthChange {
    /// Returns what there is to say of it.
    fn compare(&mut self, before: &Smart, after: &Smart) -> Option<String> {
        let host = units(&before.host_written, &after.host_written);
        let nand = units(&before.nand_written, &after.nand_written);
        let bytes =
            |moved: Option<(u64, u64)>| moved.map(|(units, size)| units.saturating_mul(size));
        self.host_written_bytes = bytes(host);
        self.nand_written_bytes = bytes(nand);
        self.temperature_rise_c = before
            .temperature_c
            .zip(after.temperature_c)
            .map(|(before, after)| after.saturating_sub(before));
        self.throttled_s = increase(before.throttled_s, after.throttled_s);
        // A drive may count in one of its logs what it leaves out of the other.
        self.throttle_events = [
            increase(before.throttle_events, after.throttle_events),
            increase(before.ocp_throttle_events, after.ocp_throttle_events),
        ]
        .into_iter()
        .flatten()
        .max();
        self.too_warm_min = increase(before.too_warm_min, after.too_warm_min);
        self.critical_min = increase(before.critical_min, after.critical_min);
        self.media_errors = increase(before.media_errors, after.media_errors);
        let pages = (
            increase(before.host_pages, after.host_pages),
            increase(before.own_pages, after.own_pages),
        );
        let (written, of_host, least) = match (nand, host, pages) {
            (Some((nand, nand_size)), Some((host, host_size)), _) => (
                nand as f64 * nand_size as f64,
                host as f64 * host_size as f64,
                nand.min(host),
            ),
            (None, _, (Some(host), Some(own))) => (host as f64 + own as f64, host as f64, host),
            _ => return None,
        };
        if least >= FEWEST_UNITS {
            self.write_amplification = Some(written / of_host);
            return None;
        }
        Some(
            "the drive's own write amplification is not reported: its counters advanced by fewer \
             than 20 units"
                .into(),
        )
    }
}

/// By how much a count grew; not told where it fell.
fn increase(before: Option<u64>, after: Option<u64>) -> Option<u64> {
    after?.checked_sub(before?)
}

/// By how many units, and of how many bytes each.
fn units(before: &Option<Count>, after: &Option<Count>) -> Option<(u64, u64)> {
    let (before, after) = (before.as_ref()?, after.as_ref()?);
    let same = before.unit_bytes == after.unit_bytes && before.from == after.from;
    let moved = after.units.checked_sub(before.units).filter(|_| same)?;
    Some((moved, after.unit_bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    const GIB: u64 = 1 << 30;

    fn count(units: u64, unit_bytes: u64) -> Option<Count> {
        Some(Count {
            units,
            unit_bytes,
            from: "test".into(),
        })
    }

    fn changed(before: Smart, after: Smart) -> Health {
        let mut health = Health::before(Some(before), Some(512), Vec::new());
        health.ended(Some(after), Some(512 + 1000), Vec::new());
        health
    }

    #[test]
    fn is_the_difference_what_the_run_did() {
        let before = Smart {
            host_written: count(1000, GIB),
            nand_written: count(1500, GIB),
            temperature_c: Some(35),
            throttled_s: Some(10),
            too_warm_min: Some(1),
            media_errors: Some(2),
            ..Smart::default()
        };
        let after = Smart {
            host_written: count(1100, GIB),
            nand_written: count(1800, GIB),
            temperature_c: Some(61),
            throttled_s: Some(25),
            too_warm_min: Some(1),
            media_errors: Some(2),
            ..Smart::default()
        };
        let health = changed(before, after);
        let change = health.change.expect("a change");
        assert_eq!(change.kernel_written_bytes, Some(1000));
        assert_eq!(change.host_written_bytes, Some(100 * GIB));
        assert_eq!(change.nand_written_bytes, Some(300 * GIB));
        assert_eq!(change.write_amplification, Some(3.0));
        assert_eq!(change.temperature_rise_c, Some(26));
        assert_eq!(
            (change.throttled_s, change.too_warm_min),
            (Some(15), Some(0))
        );
        assert_eq!(change.media_errors, Some(0));
        assert_eq!(health.notes, Vec::<String>::new());
    }

    #[test]
    fn throttling_counted_by_either_log_is_found() {
        let counts = |nvme, ocp, critical_min| Smart {
            throttle_events: Some(nvme),
            ocp_throttle_events: ocp,
            critical_min: Some(critical_min),
            ..Smart::default()
        };
        let change = |before, after| changed(before, after).change.expect("a change");
        let of_ocp = change(counts(3, Some(10), 0), counts(3, Some(14), 2));
        assert_eq!(
            (of_ocp.throttle_events, of_ocp.critical_min),
            (Some(4), Some(2))
        );
        let of_nvme = change(counts(3, None, 0), counts(5, Some(7), 0));
        assert_eq!(of_nvme.throttle_events, Some(2));
    }

    #[test]
    fn is_write_amplification_told_of_pages_where_bytes_are_not_counted() {
        let pages = |host, own| Smart {
            host_written: count(host * 32, 512),
            host_pages: Some(host),
            own_pages: Some(own),
            ..Smart::default()
        };
        let health = changed(pages(1000, 500), pages(2000, 1000));
        let change = health.change.expect("a change");
        assert_eq!(change.write_amplification, Some(1.5));
        assert_eq!(change.nand_written_bytes, None);
    }

    #[test]
    fn is_a_coarse_counter_told_to_be_too_coarse() {
        let counts = |host, nand| Smart {
            host_written: count(host, 512),
            nand_written: count(nand, GIB),
            ..Smart::default()
        };
        let health = changed(counts(0, 0), counts(30_000_000, 19));
        let change = health.change.expect("a change");
        assert_eq!(change.write_amplification, None);
        assert!(
            health.notes[0].contains("fewer than 20"),
            "{:?}",
            health.notes
        );
    }

    #[test]
    fn is_a_counter_that_fell_not_told() {
        let counts = |units, serial: &str| Smart {
            serial: serial.into(),
            host_written: count(units, 512),
            throttled_s: Some(units),
            ..Smart::default()
        };
        let fell = changed(counts(100, "a"), counts(5, "a"))
            .change
            .expect("the kernel's count");
        assert_eq!((fell.host_written_bytes, fell.throttled_s), (None, None));
        let other = changed(counts(100, "a"), counts(200, "b"));
        assert_eq!(
            other.change.expect("the kernel's count").host_written_bytes,
            None
        );
        assert!(
            other.notes[0].contains("serial number 'a' before the run"),
            "{:?}",
            other.notes
        );
    }

    #[test]
    fn values_beyond_all_bounds_are_compared_without_harm() {
        let odd = |temperature_c, pages| Smart {
            temperature_c: Some(temperature_c),
            host_pages: Some(pages),
            own_pages: Some(pages),
            nand_written: None,
            ..Smart::default()
        };
        let health = changed(odd(i64::MIN, 0), odd(i64::MAX, u64::MAX));
        let change = health.change.expect("a change");
        assert_eq!(change.temperature_rise_c, Some(i64::MAX));
        assert_eq!(change.write_amplification, Some(2.0));
    }

    #[test]
    fn is_nothing_told_of_a_drive_that_says_nothing() {
        let mut health = Health::before(None, None, vec!["loop0 has no SMART data".into()]);
        health.ended(None, None, vec!["loop0 has no SMART data".into()]);
        assert_eq!(health.change, None);
        assert_eq!(health.notes.len(), 1, "said once");
    }
}
