//! What a figure can be at all. Files come from anywhere: a speed of 1e308 MB/s is a number in
//! JSON, and none of a drive, and one of them would set the scale of a chart for all drives beside
//! it.

use crate::record::{
    Damage, Entry, Failure, Figure, FigureOf, Harm, Position, Price, Quantity, Sample,
};
use fourcorners_block::Blocks;
use std::ops::RangeInclusive;

/// Capacities beyond it are none of a drive: 1 EiB.
const MOST_CAPACITY: Blocks = Blocks(1 << 51);
/// Years in which a drive could be bought first.
pub const YEARS: RangeInclusive<u32> = 1950..=2100;
/// Figures of one file that are told one by one.
const TOLD: usize = 5;

/// The most that a figure can be, a thousand times and more above any drive, or host, that there
/// is.
fn most(quantity: Quantity) -> f64 {
    use Quantity as Q;
    match quantity {
        Q::Speed | Q::SpeedMib | Q::DataRate => 1e9,
        Q::Rate | Q::WorstSecond | Q::BestSecond | Q::WriteAmplification | Q::Price => 1e12,
        // Thirty years.
        Q::MeanLatency
        | Q::MedianLatency
        | Q::LatencyP99
        | Q::LatencyP999
        | Q::LongestLatency
        | Q::ServiceTime => 1e15,
        Q::Duration | Q::BusyTime | Q::ResponseTime => 1e9,
        // Four months.
        Q::Place => 1e7,
        Q::Power | Q::HighestPower => 1e6,
    }
}

/// Makes a capacity that no drive has 0, which is not known, and tells of it; the file that says
/// so.
pub fn keep_possible_capacity(file: &str, capacity: &mut Blocks, damage: &mut Vec<Damage>) {
    if *capacity > MOST_CAPACITY {
        let sectors = capacity.0;
        damage.push(Damage {
            file: file.into(),
            what: Harm::Capacity { sectors },
        });
        *capacity = Blocks(0);
    }
}

/// Something with figures of which each can be looked at.
pub trait Plausible {
    /// Of what they are.
    fn of(&self) -> FigureOf;
    /// The figures.
    fn figures(&self) -> Vec<(Quantity, f64)>;
}

impl Plausible for Entry {
    fn of(&self) -> FigureOf {
        FigureOf::Phase(self.title())
    }

    fn figures(&self) -> Vec<(Quantity, f64)> {
        use Quantity as Q;
        let Some(measured) = &self.measured else {
            return Vec::new();
        };
        let mut all = vec![
            (Q::Speed, measured.throughput_mb_per_s),
            (Q::SpeedMib, measured.throughput_mib_per_s),
            (Q::Rate, measured.iops_mean),
            (Q::Duration, measured.duration_s),
            (Q::MeanLatency, measured.latency_mean_us),
            (Q::MedianLatency, measured.latency_p50_us),
            (Q::LatencyP99, measured.latency_p99_us),
            (Q::LatencyP999, measured.latency_p999_us),
            (Q::LongestLatency, measured.latency_max_us),
        ];
        let counted = |ios: Option<u64>| ios.map(|ios| ios as f64);
        let known = [
            (Q::WorstSecond, counted(measured.iops_min)),
            (Q::BestSecond, counted(measured.iops_max)),
            (Q::WriteAmplification, measured.write_amplification),
            (Q::Power, measured.power_mean_w),
            (Q::HighestPower, measured.power_max_w),
        ];
        let known = known.into_iter();
        all.extend(known.filter_map(|(quantity, value)| Some((quantity, value?))));
        if let Some(recovery) = &measured.recovery {
            let speeds = recovery.passes_mb_per_s.iter().copied();
            let speeds = speeds.chain([recovery.clean_mb_per_s]);
            all.extend(speeds.map(|speed| (Q::Speed, speed)));
        }
        if let Some(replay) = &measured.replay {
            all.extend([
                (Q::DataRate, replay.data_rate_mb_per_s),
                (Q::BusyTime, replay.busy_s),
                (Q::ServiceTime, replay.service_mean_us),
            ]);
            all.extend(
                replay
                    .response_geomean_s
                    .map(|time| (Q::ResponseTime, time)),
            );
        }
        all
    }
}

impl Plausible for Sample {
    fn of(&self) -> FigureOf {
        FigureOf::Second {
            phase: self.title(),
            second: self.second,
        }
    }

    fn figures(&self) -> Vec<(Quantity, f64)> {
        vec![
            (Quantity::Place, f64::from(self.second)),
            (Quantity::Rate, self.ios as f64),
            (Quantity::Speed, self.bytes as f64 / 1e6),
        ]
    }
}

impl Plausible for Position {
    fn of(&self) -> FigureOf {
        FigureOf::Zone {
            test: self.test.clone(),
            phase: self.phase.clone(),
            offset_bytes: self.offset_bytes,
        }
    }

    fn figures(&self) -> Vec<(Quantity, f64)> {
        let speed = self.bytes as f64 * 1e3 / self.duration_ns.max(1) as f64;
        vec![(Quantity::Speed, speed)]
    }
}

impl Plausible for Price {
    fn of(&self) -> FigureOf {
        let currency = self.currency.clone();
        FigureOf::Price { currency }
    }

    fn figures(&self) -> Vec<(Quantity, f64)> {
        let nand = self.price_per_nand_gb.unwrap_or(0.0);
        let all = [self.price, nand, self.price_per_usable_gib];
        all.map(|price| (Quantity::Price, price)).into()
    }
}

/// The failure of a phase with a figure that no drive can have.
pub fn failure(entry: &Entry) -> Option<Failure> {
    let (quantity, value) = impossible(entry)?;
    // JSON has no number for what is no number.
    let value = if value.is_finite() { value } else { f64::MAX };
    Some(Failure::Impossible { quantity, value })
}

/// The first figure that no drive can have, if there is one.
fn impossible(item: &impl Plausible) -> Option<(Quantity, f64)> {
    let mut figures = item.figures().into_iter();
    figures.find(|(quantity, value)| !(0.0..=most(*quantity)).contains(value))
}

/// Leaves out what holds an impossible figure, and tells of it.
pub fn keep_possible<T: Plausible>(file: &str, items: &mut Vec<T>, damage: &mut Vec<Damage>) {
    let mut wrong = 0;
    let of_file = |what| Damage {
        file: file.into(),
        what,
    };
    items.retain(|item| {
        let impossible = impossible(item);
        if let Some((quantity, value)) = impossible {
            wrong += 1;
            if wrong <= TOLD {
                damage.push(of_file(Harm::Impossible(Figure {
                    of: item.of(),
                    quantity,
                    value,
                })));
            }
        }
        impossible.is_none()
    });
    if wrong > TOLD {
        damage.push(of_file(Harm::MoreImpossible(wrong - TOLD)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Measured;
    use serde_json::{Value, json};

    fn entry(measured: Value) -> Entry {
        let measured: Measured = serde_json::from_value(measured).expect("figures");
        let entry = json!({
            "schema_version": 2, "test": "t", "variant": "", "phase": "p", "state": "",
            "status": "finished", "measured": measured
        });
        serde_json::from_value(entry).expect("an entry")
    }

    /// The story: a phase with a data rate of 6.6e11 MB/s was left out when its folder was read, and
    /// the run ended with exit code 0.
    #[test]
    fn phase_with_an_impossible_figure_fails_and_names_it() {
        let mut measured = json!({
            "op": "read", "pattern": "trace", "block_bytes": 4096, "queue_depth": 16,
            "span_bytes": 1 << 30, "data": "", "duration_s": 4.0, "ios": 1000,
            "bytes": 4_096_000, "iops_mean": 250.0, "throughput_mib_per_s": 0.9,
            "throughput_mb_per_s": 1.0, "latency_mean_us": 10.0, "latency_p50_us": 9.0,
            "latency_p99_us": 20.0, "latency_p999_us": 30.0, "latency_max_us": 40.0,
            "latency_max_at_s": 1.0,
            "replay": {
                "trace": "t", "pace": "as-fast-as-possible", "idle_cut_s": 0.0, "records": 1000,
                "busy_s": 4.0, "data_rate_mb_per_s": 1.0, "service_mean_us": 10.0,
                "queue_depth_mean": 16.0, "trims": 0, "flushes": 0, "skipped": 0, "widened": 0,
                "wrapped": 0, "late": 0, "slowest": []
            }
        });
        assert_eq!(failure(&entry(measured.clone())), None);
        measured["replay"]["data_rate_mb_per_s"] = json!(6.6e11);
        let of_rate = Failure::Impossible {
            quantity: Quantity::DataRate,
            value: 6.6e11,
        };
        assert_eq!(failure(&entry(measured.clone())), Some(of_rate));
        let mut infinite = entry(measured);
        if let Some(measured) = &mut infinite.measured {
            measured.throughput_mb_per_s = f64::INFINITY;
        }
        let of_speed = Failure::Impossible {
            quantity: Quantity::Speed,
            value: f64::MAX,
        };
        assert_eq!(failure(&infinite), Some(of_speed));
    }
}
