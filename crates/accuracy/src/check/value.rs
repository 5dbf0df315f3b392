//! A printed figure's counterpart, taken of what was measured.

use super::fill;
use super::record::PhaseRecord;
use crate::published::{Quantity, Unit};
use fourcorners_bench::record::Recovery;

/// Where the steady part of a consistency test begins (document 003's second plot), in seconds.
const STEADY_FROM_S: usize = 1400;
const MIB: f64 = (1 << 20) as f64;

/// The value in a unit; where two units are possible, both.
pub fn values(phase: &PhaseRecord, quantity: Quantity, unit: Unit) -> Result<Vec<f64>, String> {
    let measured = phase.measured.as_ref().ok_or("nothing was measured")?;
    let bytes_per_s = |value: f64| match unit {
        Unit::MibPerS => vec![value / MIB],
        Unit::MbOrMibPerS => vec![value / 1e6, value / MIB],
        _ => vec![value / 1e6],
    };
    let time = |us: f64| {
        vec![match unit {
            Unit::S => us / 1e6,
            Unit::Ms => us / 1e3,
            _ => us,
        }]
    };
    let steady = || {
        let seconds = phase.seconds.get(STEADY_FROM_S..).unwrap_or_default();
        if seconds.is_empty() {
            return Err(format!("it ended before {STEADY_FROM_S} s"));
        }
        Ok(seconds
            .iter()
            .map(|second| second.0 as f64)
            .collect::<Vec<f64>>())
    };
    Ok(match quantity {
        Quantity::Throughput | Quantity::GeometricMean => {
            bytes_per_s(measured.throughput_mb_per_s * 1e6)
        }
        Quantity::Iops => vec![measured.iops_mean],
        Quantity::LatencyMean => time(measured.latency_mean_us),
        Quantity::LatencyP50 => time(measured.latency_p50_us),
        Quantity::LatencyP99 => time(measured.latency_p99_us),
        Quantity::LatencyP99999 => {
            let tail = phase.latency_p99999_us;
            time(tail.ok_or("it has fewer than 100,000 I/Os")?)
        }
        Quantity::LatencyMax => time(measured.latency_max_us),
        Quantity::WorstSecond if unit == Unit::Iops => {
            let least = phase.seconds.iter().map(|second| second.0).min();
            vec![least.ok_or("it lasted less than a second")? as f64]
        }
        Quantity::WorstSecond => {
            let least = phase.seconds.iter().map(|second| second.1).min();
            bytes_per_s(least.ok_or("it lasted less than a second")? as f64)
        }
        Quantity::SteadyFloor => vec![steady()?.into_iter().fold(f64::INFINITY, f64::min)],
        Quantity::SteadyMean => vec![mean(&steady()?)],
        Quantity::SteadySpread => {
            let seconds = steady()?;
            let mean = mean(&seconds);
            let squares = seconds.iter().map(|second| (second - mean).powi(2));
            vec![(squares.sum::<f64>() / seconds.len() as f64).sqrt() / mean.max(1.0)]
        }
        Quantity::Rise => {
            let quarter = phase.zones.len() / 4;
            let speed = |zones: &[(u64, u64)]| {
                let (bytes, ns) = zones
                    .iter()
                    .fold((0, 0), |sum, zone| (sum.0 + zone.0, sum.1 + zone.1));
                bytes as f64 / (ns.max(1)) as f64
            };
            if quarter == 0 {
                return Err("speed by position was not recorded".into());
            }
            let (first, last) = (
                &phase.zones[..quarter],
                &phase.zones[phase.zones.len() - quarter..],
            );
            vec![speed(last) / speed(first)]
        }
        Quantity::CacheEnd
        | Quantity::CacheSpeed
        | Quantity::AfterCacheSpeed
        | Quantity::AfterCacheMean
        | Quantity::CacheReturn
        | Quantity::CacheTotal
        | Quantity::SecondDrop
        | Quantity::LastSpeed => {
            let bytes: Vec<u64> = phase.seconds.iter().map(|second| second.1).collect();
            let value = fill::value(&bytes, quantity)?;
            match unit {
                Unit::Gb => vec![value / 1e9],
                _ => bytes_per_s(value),
            }
        }
        Quantity::RecoveredShare => {
            let recovery = measured.recovery.as_ref();
            let share = recovery.and_then(Recovery::share);
            vec![share.ok_or("it has no passes to recover by")?]
        }
        Quantity::PowerMean => {
            vec![
                measured
                    .power_mean_w
                    .ok_or("the drive's power is not known")?,
            ]
        }
        Quantity::WriteAmplification => vec![
            measured
                .write_amplification
                .ok_or("nothing was programmed")?,
        ],
    })
}

/// Of each unit's values of several phases or tests; each in all units that are possible.
pub fn geometric_mean(parts: &[Vec<f64>]) -> Result<Vec<f64>, String> {
    let units = parts.first().ok_or("it was not run")?.len();
    let of = |unit: usize| {
        let logarithms: f64 = parts.iter().map(|part| part[unit].ln()).sum();
        (logarithms / parts.len() as f64).exp()
    };
    Ok((0..units).map(of).collect())
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}
