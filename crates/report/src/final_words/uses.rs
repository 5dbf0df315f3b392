//! The uses for which a drive is recommended, each with its figure and rule.

use super::figures::{self, Figure};
use crate::data::PageData;
use crate::judgements::passes::{RANDOM_DATA, can_be_judged, write_pass};
use crate::judgements::seconds::{end_of_run, how_even};
use crate::judgements::{Rule, of_drive, tortured_writes};
use crate::names::PassState;
use crate::select::DriveRuns;
use crate::words::{count, money};

/// A kind of use.
pub struct Use {
    pub whom: &'static str,
    pub more_is_better: bool,
    pub rule: Rule,
    /// What drives are ranked by.
    pub figure: fn(usize, &DriveRuns<'_>, &PageData) -> Figure,
    /// Why there may be none.
    pub absent: &'static str,
    /// It with its unit.
    pub words: fn(f64) -> String,
    /// What else is worth knowing of a drive: empty, or begins with a comma.
    pub more: fn(usize, &DriveRuns<'_>, &PageData) -> String,
    /// The chart that shows it.
    pub chart: fn(usize, &DriveRuns<'_>, &PageData) -> String,
}

const NOT_MEASURED: &str = "not measured";

fn mb_per_s(value: f64) -> String {
    format!("{value:.0} MB/s")
}

fn nothing(_: usize, _: &DriveRuns<'_>, _: &PageData) -> String {
    String::new()
}

/// `, 464 when clean, of repeating data`.
fn of_clean(drive: usize, group: &DriveRuns<'_>, data: &PageData) -> String {
    let clean = write_pass(drive, group, data, PassState::Clean).map(|clean| {
        let of_data = clean.of_data();
        format!(", {:.0} when clean{of_data}", clean.mean.value)
    });
    let of_data = || {
        let others = [PassState::Tortured, PassState::Trimmed].into_iter();
        let mut passes = others.filter_map(|state| write_pass(drive, group, data, state));
        passes.next().map(|pass| pass.of_data())
    };
    clean.or_else(of_data).unwrap_or_default()
}

/// `, from second 1400 on, with stalls down to 28`.
fn of_end(drive: usize, _: &DriveRuns<'_>, data: &PageData) -> String {
    match end_of_run(data, drive) {
        Some(Ok((mean, min))) => {
            let how = how_even(mean.value, min);
            format!(", from second {} on, {how}", data.late_from_s)
        }
        _ => String::new(),
    }
}

/// `, 240 when clean, of repeating data; 2.1 in its slowest second; random writes stall (down to 28 IOPS)`.
fn of_tortured(drive: usize, group: &DriveRuns<'_>, data: &PageData) -> String {
    let stall = write_pass(drive, group, data, PassState::Tortured).and_then(|pass| pass.stall());
    let of_seconds = stall.map_or(String::new(), |slowest| {
        format!("; {slowest} in its slowest second")
    });
    let of_writes = tortured_writes::stalls(drive, data).map_or(String::new(), |worst| {
        format!(
            "; random writes stall (down to {} IOPS)",
            count(worst as f64)
        )
    });
    of_clean(drive, group, data) + &of_seconds + &of_writes
}

fn bars(data: &PageData, test: &str) -> String {
    let chart = data
        .charts
        .iter()
        .find(|chart| chart.bars.iter().any(|bar| bar.test == test));
    chart.map_or("corners".into(), |chart| chart.id.clone())
}

/// In the order in which they are read.
pub const USES: [Use; 10] = [
    Use {
        whom: "With TRIM (a system of today)",
        more_is_better: true,
        rule: Rule {
            name: "with TRIM",
            says: "the highest mean of the HD Tach write pass after torture and TRIM of everything. A drive is not ranked by passes of less than 10 s, by passes that disagree, or by passes of repeating data that the page shows it to compress; what is less than 5 % behind, or is not told apart by repeated runs, is level",
        },
        figure: figures::left_with_trim,
        absent: NOT_MEASURED,
        words: mb_per_s,
        more: of_clean,
        chart: |drive, _, _| of_drive("hd-tach-write", drive),
    },
    Use {
        whom: "Without TRIM (RAID, old systems)",
        more_is_better: true,
        rule: Rule {
            name: "without TRIM",
            says: "the highest mean of the HD Tach write pass of the tortured drive, not the highest peak; stalls of that pass and of random writes are told, and rank nothing. A drive is not ranked by passes of less than 10 s, by passes that disagree, or by passes of repeating data that the page shows it to compress; what is less than 5 % behind, or is not told apart by repeated runs, is level",
        },
        figure: figures::left_without_trim,
        absent: NOT_MEASURED,
        words: mb_per_s,
        more: of_tortured,
        chart: |drive, _, _| of_drive("hd-tach-write", drive),
    },
    Use {
        whom: "Data that cannot be compressed (films, pictures, encrypted data)",
        more_is_better: true,
        rule: Rule {
            name: "random data",
            says: "the highest geometric mean of 4 KiB random writes (QD3) and 128 KiB sequential writes of random data to a new drive; what is less than 5 % behind, or is not told apart by repeated runs, is level",
        },
        figure: figures::incompressible,
        absent: NOT_MEASURED,
        words: mb_per_s,
        more: |_, group, _| figures::inputs_of(group, RANDOM_DATA),
        chart: |drive, group, data| figures::chart_of(group, RANDOM_DATA, drive, data),
    },
    Use {
        whom: "Data that compresses well (databases, text, program files)",
        more_is_better: true,
        rule: Rule {
            name: "repeating data",
            says: "the same of repeating data, which compresses further than any user's: the upper end of what a drive that compresses can reach; what is less than 5 % behind, or is not told apart by repeated runs, is level",
        },
        figure: figures::compressible,
        absent: NOT_MEASURED,
        words: mb_per_s,
        more: |_, group, _| figures::inputs_of(group, figures::REPEATING_DATA),
        chart: |drive, group, data| figures::chart_of(group, figures::REPEATING_DATA, drive, data),
    },
    Use {
        whom: "Light writing (a desk, an office)",
        more_is_better: true,
        rule: Rule {
            name: "light use",
            says: "the highest IOPS in the trace of light use of 2010, all of it; what is less than 5 % behind, or is not told apart by repeated runs, is level",
        },
        figure: figures::light_use,
        absent: NOT_MEASURED,
        words: |value| format!("{} IOPS of light use", count(value)),
        more: nothing,
        chart: |_, _, data| bars(data, "storage-bench-2010-light"),
    },
    Use {
        whom: "Light writing (a desk, an office)",
        more_is_better: true,
        rule: Rule {
            name: "light use 2011",
            says: "the highest data rate in the trace of light use of 2011, all of it; what is less than 5 % behind, or is not told apart by repeated runs, is level",
        },
        figure: figures::light_use_2011,
        absent: NOT_MEASURED,
        words: |value| format!("{value:.0} MB/s of light use"),
        more: nothing,
        chart: |_, _, data| bars(data, "storage-bench-2011-light"),
    },
    Use {
        whom: "Mostly reading (starting programs, opening files)",
        more_is_better: true,
        rule: Rule {
            name: "reading",
            says: "the highest rate of 4 KiB random reads, three at a time; what is less than 5 % behind, or is not told apart by repeated runs, is level",
        },
        figure: figures::random_reads,
        absent: NOT_MEASURED,
        words: mb_per_s,
        more: nothing,
        chart: |_, _, data| bars(data, "random-read-4k-qd3"),
    },
    Use {
        whom: "Heavy writing (a server, a database)",
        more_is_better: true,
        rule: Rule {
            name: "heavy writing",
            says: "the highest mean of the end of a run of random writes over all LBAs, from second 1400 on or in SNIA's steady state; what is less than 5 % behind, or is not told apart by repeated runs, is level",
        },
        figure: figures::random_writes_late,
        absent: NOT_MEASURED,
        words: |value| format!("{} IOPS", count(value)),
        more: of_end,
        chart: |drive, _, data| data.evidence_of_seconds(drive, ""),
    },
    Use {
        whom: "Where no second may be slow",
        more_is_better: true,
        rule: Rule {
            name: "worst second",
            says: "the most random writes in the worst second of that run, from its first on, whatever a single write waits; of repeated runs the one that is shown. Drives whose end is not judged are not ranked; what is less than 5 % behind is level",
        },
        figure: figures::worst_second,
        absent: NOT_MEASURED,
        words: |value| format!("{} IOPS in its worst second", count(value)),
        more: nothing,
        chart: |drive, _, data| data.evidence_of_seconds(drive, ""),
    },
    Use {
        whom: "By price",
        more_is_better: false,
        rule: Rule {
            name: "price",
            says: "the lowest price of a usable GiB, in US dollars as printed when the drive was new; what is less than 5 % dearer is level",
        },
        figure: figures::price_in_dollars,
        absent: "no price in US dollars is known",
        words: |value| format!("{} USD a usable GiB", money(value)),
        more: |drive, group, data| {
            let enough = can_be_judged(drive, group, data).ok();
            let left = enough.and_then(|()| write_pass(drive, group, data, PassState::Tortured));
            left.map_or(String::new(), |left| {
                let other = left.shrunk(drive, data);
                format!(
                    ", writes {:.0} MB/s when tortured{}{}",
                    left.mean.value,
                    left.of_data(),
                    other.map_or(String::new(), |other| format!("; {other}"))
                )
            })
        },
        chart: |_, _, _| "price".into(),
    },
];
