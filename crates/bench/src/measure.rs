//! What is kept of the completions of a phase: totals, every second, all latencies, positions.

use crate::folder::{FolderError, FolderWriter};
use crate::plan::{PhaseKey, Work};
use crate::record::{HistogramLine, Measured, NandSample, Position, Sample};
use crate::workload::Workload;
use base64::Engine as _;
use fourcorners_block::{Completion, Counters, DataClass, Nanos};
use hdrhistogram::Histogram;
use hdrhistogram::serialization::{Serializer as _, V2Serializer};

const SECOND_NS: u64 = 1_000_000_000;
/// Latencies above an hour are counted as an hour.
const LONGEST_NS: u64 = 3600 * SECOND_NS;
/// Points of a curve by position.
const ZONES: u64 = 256;

/// See the module.
pub struct Measurement<'a> {
    key: &'a PhaseKey,
    work: &'a Work,
    start: u64,
    all: Histogram<u64>,
    second: Second,
    ios: u64,
    bytes: u64,
    latency_sum: u128,
    latency_max: u64,
    latency_max_at: u64,
    last_finish: u64,
    ios_min: Option<u64>,
    ios_max: Option<u64>,
    counters: Option<Counters>,
    counters_at_start: Option<Counters>,
    zone: Option<Zone>,
}

struct Second {
    number: u32,
    ios: u64,
    bytes: u64,
    latency_sum: u128,
    latency_max: u64,
    histogram: Histogram<u64>,
}

struct Zone {
    number: u64,
    offset: u64,
    bytes: u64,
    began: u64,
}

fn histogram(digits: u8) -> Histogram<u64> {
    // Bounds and digits are within what the library allows.
    Histogram::new_with_bounds(1, LONGEST_NS, digits)
        .unwrap_or_else(|_| unreachable!("constant bounds are valid"))
}

impl<'a> Measurement<'a> {
    /// Begins at an instant of the drive's clock.
    pub fn new(
        key: &'a PhaseKey,
        work: &'a Work,
        start: Nanos,
        counters: Option<Counters>,
    ) -> Self {
        Self {
            key,
            work,
            start: start.0,
            all: histogram(3),
            second: Second {
                number: 0,
                ios: 0,
                bytes: 0,
                latency_sum: 0,
                latency_max: 0,
                histogram: histogram(2),
            },
            ios: 0,
            bytes: 0,
            latency_sum: 0,
            latency_max: 0,
            latency_max_at: 0,
            last_finish: start.0,
            ios_min: None,
            ios_max: None,
            counters,
            counters_at_start: counters,
            zone: None,
        }
    }

    /// Takes completions in order of finishing.
    pub fn take(
        &mut self,
        completions: &[Completion],
        workload: &Workload,
        folder: &mut FolderWriter,
    ) -> Result<(), FolderError> {
        for completion in completions {
            let at = completion.finished.0.saturating_sub(self.start);
            let second = (at / SECOND_NS) as u32;
            if second > self.second.number {
                self.close_seconds(second, None, folder)?;
            }
            let latency = completion.latency().0;
            let bytes = completion.bytes.0;
            self.all.saturating_record(latency);
            self.second.histogram.saturating_record(latency);
            self.second.ios += 1;
            self.second.bytes += bytes;
            self.second.latency_sum += u128::from(latency);
            self.second.latency_max = self.second.latency_max.max(latency);
            self.ios += 1;
            self.bytes += bytes;
            self.latency_sum += u128::from(latency);
            if latency > self.latency_max {
                self.latency_max = latency;
                self.latency_max_at = at;
            }
            self.last_finish = completion.finished.0;
            if self.key.positions {
                self.place(completion, workload, folder)?;
            }
        }
        Ok(())
    }

    /// The drive's clock has reached second `end`: writes every second before it, also those
    /// without a completion. `counters`: the drive's account at that instant.
    pub fn close_seconds(
        &mut self,
        end: u32,
        counters: Option<Counters>,
        folder: &mut FolderWriter,
    ) -> Result<(), FolderError> {
        while self.second.number < end {
            // The account is of the instant of the last boundary; a second that is closed for
            // a later completion has none of its own.
            let nand = match (counters, self.counters) {
                (Some(now), Some(before)) if self.second.number + 1 == end => {
                    self.counters = counters;
                    Some(nand(&now.since(&before)))
                }
                _ => None,
            };
            self.ios_min = Some(
                self.ios_min
                    .map_or(self.second.ios, |least| least.min(self.second.ios)),
            );
            self.ios_max = Some(
                self.ios_max
                    .map_or(self.second.ios, |most| most.max(self.second.ios)),
            );
            self.write_second(nand, folder)?;
        }
        Ok(())
    }

    fn write_second(
        &mut self,
        nand: Option<NandSample>,
        folder: &mut FolderWriter,
    ) -> Result<(), FolderError> {
        let second = &mut self.second;
        let mean = second
            .latency_sum
            .checked_div(u128::from(second.ios))
            .unwrap_or(0);
        let p99 = if second.ios == 0 {
            0
        } else {
            second
                .histogram
                .value_at_quantile(0.99)
                .min(second.latency_max)
        };
        folder.sample(&Sample {
            test: self.key.test.clone(),
            variant: self.key.variant.clone(),
            phase: self.key.phase.clone(),
            second: second.number,
            ios: second.ios,
            bytes: second.bytes,
            latency_mean_ns: mean as u64,
            latency_p99_ns: p99,
            latency_max_ns: second.latency_max,
            nand,
        })?;
        second.number += 1;
        second.ios = 0;
        second.bytes = 0;
        second.latency_sum = 0;
        second.latency_max = 0;
        second.histogram.reset();
        Ok(())
    }

    /// Adds a sequential I/O to its zone; a zone lasts from the end of the one before.
    fn place(
        &mut self,
        completion: &Completion,
        workload: &Workload,
        folder: &mut FolderWriter,
    ) -> Result<(), FolderError> {
        let block = self.work.block.0;
        let offset = workload.place_of(completion.tag) * block;
        let number =
            (u128::from(offset) * u128::from(ZONES) / u128::from(self.work.span.0.max(1))) as u64;
        if self.zone.as_ref().is_none_or(|zone| zone.number != number) {
            // At QD1 an I/O is admitted when the one before it finishes.
            let began = completion.admitted.0;
            self.end_zone(began, folder)?;
            self.zone = Some(Zone {
                number,
                offset,
                bytes: 0,
                began,
            });
        }
        if let Some(zone) = &mut self.zone {
            zone.bytes += completion.bytes.0;
        }
        Ok(())
    }

    fn end_zone(&mut self, ended: u64, folder: &mut FolderWriter) -> Result<(), FolderError> {
        let Some(zone) = self.zone.take() else {
            return Ok(());
        };
        folder.position(&Position {
            test: self.key.test.clone(),
            variant: self.key.variant.clone(),
            phase: self.key.phase.clone(),
            offset_bytes: zone.offset,
            bytes: zone.bytes,
            duration_ns: ended.saturating_sub(zone.began),
        })
    }

    /// Ends the measurement. `deadline`: the instant at which a timed phase ended; a pass ends
    /// with its last completion.
    pub fn end(
        mut self,
        deadline: Option<Nanos>,
        counters: Option<Counters>,
        folder: &mut FolderWriter,
    ) -> Result<Option<Measured>, FolderError> {
        let end = deadline.map_or(self.last_finish, |deadline| deadline.0);
        let whole_seconds = ((end - self.start) / SECOND_NS) as u32;
        self.close_seconds(whole_seconds, counters, folder)?;
        if self.second.ios > 0 {
            // What is left of a second is no whole one: kept, but not the best or the worst.
            self.write_second(None, folder)?;
        }
        self.end_zone(self.last_finish, folder)?;
        if self.ios == 0 {
            return Ok(None);
        }
        folder.histogram(&HistogramLine {
            test: self.key.test.clone(),
            variant: self.key.variant.clone(),
            phase: self.key.phase.clone(),
            hdr_v2_base64: self.serialized(),
        })?;
        let seconds = (end - self.start) as f64 / SECOND_NS as f64;
        let us = |ns: u64| ns as f64 / 1000.0;
        let quantile =
            |quantile: f64| us(self.all.value_at_quantile(quantile).min(self.latency_max));
        let work = counters
            .zip(self.counters_at_start)
            .map(|(now, start)| now.since(&start));
        Ok(Some(Measured {
            op: format!("{:?}", self.work.op).to_lowercase(),
            pattern: format!("{:?}", self.work.pattern).to_lowercase(),
            block_bytes: self.work.block.0,
            queue_depth: self.work.queue_depth.get() as u32,
            span_bytes: self.work.span.0,
            data: match (self.work.op, self.work.data) {
                (crate::definition::Direction::Read, _) => String::new(),
                (_, data) => data_name(data),
            },
            spare_per_mille: self.key.spare_per_mille,
            duration_s: seconds,
            ios: self.ios,
            bytes: self.bytes,
            iops_mean: self.ios as f64 / seconds,
            iops_min: self.ios_min,
            iops_max: self.ios_max,
            throughput_mib_per_s: self.bytes as f64 / seconds / f64::from(1 << 20),
            throughput_mb_per_s: self.bytes as f64 / seconds / 1e6,
            latency_mean_us: self.latency_sum as f64 / self.ios as f64 / 1000.0,
            latency_p50_us: quantile(0.5),
            latency_p99_us: quantile(0.99),
            latency_p999_us: quantile(0.999),
            latency_max_us: us(self.latency_max),
            latency_max_at_s: self.latency_max_at as f64 / SECOND_NS as f64,
            write_amplification: work
                .and_then(|work| work.write_amplification_milli())
                .map(|milli| milli as f64 / 1000.0),
            stalls: work.map(|work| work.stalls),
        }))
    }

    fn serialized(&self) -> String {
        let mut bytes = Vec::new();
        match V2Serializer::new().serialize(&self.all, &mut bytes) {
            Ok(_) => base64::engine::general_purpose::STANDARD.encode(bytes),
            Err(_) => String::new(), // writing to memory does not fail
        }
    }
}

fn nand(work: &Counters) -> NandSample {
    NandSample {
        host_units: work.nand_host_units,
        moved_units: work.nand_moved_units,
        erases: work.block_erases,
        free_superblocks: work.free_superblocks,
    }
}

/// `full-random`, `repeating`, `ratio-460`.
pub fn data_name(data: DataClass) -> String {
    match data {
        DataClass::Zero => "zero".into(),
        DataClass::Repeating => "repeating".into(),
        DataClass::OneBuffer => "one-buffer".into(),
        DataClass::FullRandom => "full-random".into(),
        DataClass::Ratio(per_mille) => format!("ratio-{per_mille}"),
    }
}
