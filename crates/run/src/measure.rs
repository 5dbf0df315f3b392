//! Measurements of a phase: totals, seconds, latencies, positions.

mod latencies;
mod second;
mod totals;
mod waits;
mod zone;

use crate::mix::Kind;
use crate::op_tally::OpTally;
use crate::workload::Workload;
use fourcorners_bench::histogram::serialized;
use fourcorners_bench::record::{HistogramLine, Measured, Mixed, Sample, Seconds};
use fourcorners_bench::{Direction, FolderError, Latency, PhaseKey, Sink, Work};
use fourcorners_block::{Completion, Counters, Nanos};
use hdrhistogram::Histogram;
use latencies::Latencies;
use second::{Second, Told};
use totals::{Longest, Totals};
use waits::Waits;
use zone::Zones;

const SECOND_NS: u64 = 1_000_000_000;

pub struct Measurement<'a> {
    key: &'a PhaseKey,
    work: &'a Work,
    start: u64,
    latencies: Latencies,
    second: Second,
    /// Of the seconds that are closed.
    totals: Totals,
    waits: Waits,
    /// When the first I/O finished.
    first_finish: Option<Nanos>,
    last_finish: u64,
    ios_min: Option<u64>,
    ios_max: Option<u64>,
    /// I/Os of each whole second; none of a phase that rests.
    seconds: Vec<u64>,
    counters: Option<Counters>,
    /// Highest temperature at the end of a second.
    temperature_max_mc: Option<i64>,
    counters_at_start: Option<Counters>,
    zones: Zones,
    /// Reads and writes of mixed work.
    by_op: Option<[OpTally; Kind::COUNT]>,
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
            latencies: Latencies::new(),
            second: Second::default(),
            totals: Totals::default(),
            waits: Waits::default(),
            first_finish: None,
            last_finish: start.0,
            ios_min: None,
            ios_max: None,
            seconds: Vec::new(),
            counters,
            temperature_max_mc: None,
            counters_at_start: counters,
            zones: Zones::default(),
            by_op: (work.op == Direction::Mixed).then(|| std::array::from_fn(|_| OpTally::new())),
        }
    }

    /// Takes completions, in order of finishing, of the second that is open.
    pub fn take(
        &mut self,
        completions: &[Completion],
        workload: &Workload,
        folder: &mut dyn Sink,
    ) -> Result<(), FolderError> {
        let is_paced = self.work.rate_iops.is_some();
        // At a fixed rate, an I/O that waits for a slot is late: that time is part of its latency.
        let latency = |io: &Completion| match is_paced {
            true => io.finished.saturating_sub(io.due),
            false => io.latency(),
        };
        self.take_served(completions, |io| (latency(io), workload.moved(io)));
        if let Some(by_op) = &mut self.by_op {
            for io in completions {
                if let Some(kind) = workload.kind(io.tag) {
                    by_op[kind as usize].take(latency(io), io.bytes.0);
                }
            }
        }
        if self.key.positions {
            for completion in completions {
                let offset = workload.place_of(completion.tag) * self.work.block.0;
                let zone = self
                    .zones
                    .take(self.key, self.work.span.0, offset, completion);
                if let Some(position) = zone {
                    folder.position(&position)?;
                }
            }
        }
        Ok(())
    }

    /// The same of I/Os whose latency and bytes are what `service` says.
    pub fn take_served(
        &mut self,
        completions: &[Completion],
        service: impl Fn(&Completion) -> (Nanos, u64),
    ) {
        let Some(first) = completions.first() else {
            return;
        };
        let first_finish = *self.first_finish.get_or_insert(first.finished);
        // Summed up apart, they stay in registers.
        let mut totals = Totals::default();
        for completion in completions {
            let (latency, bytes) = service(completion);
            self.latencies.take(latency.0);
            // A drive is given the first of them all at once, as never again.
            let counts = completion.admitted >= first_finish;
            totals.take(completion.finished, latency.0, bytes, counts);
            self.waits.take(completion);
        }
        self.second.totals.add(&totals);
        self.have_finished(completions);
    }

    fn have_finished(&mut self, completions: &[Completion]) {
        if let Some(last) = completions.last() {
            self.last_finish = last.finished.0.max(self.last_finish);
        }
    }

    /// The drive's clock has reached second `end`: writes every second before it, also those
    /// without a completion. `counters`: the drive's account at that instant; `sensor_mc`: the
    /// highest temperature in the second before it, by a sensor. Returns the latency of the last of
    /// them.
    pub fn close_seconds(
        &mut self,
        end: u32,
        counters: Option<Counters>,
        sensor_mc: Option<i64>,
        folder: &mut dyn Sink,
    ) -> Result<Option<Latency>, FolderError> {
        let mut latency = None;
        while self.second.number < end {
            // The account is of the last boundary; a second before it has none of its own.
            let nand = match (&counters, &self.counters) {
                (Some(now), Some(before)) if self.second.number + 1 == end => {
                    Some(second::nand(now, before))
                }
                _ => None,
            };
            if nand.is_some() {
                self.counters = counters;
            }
            let simulated = nand.and_then(|_| counters?.temperature_mc());
            let is_last = self.second.number + 1 == end;
            let temperature_mc = simulated.or(sensor_mc.filter(|_| is_last));
            self.temperature_max_mc = self.temperature_max_mc.max(temperature_mc);
            let ios = self.second.totals.ios;
            self.ios_min = Some(self.ios_min.map_or(ios, |least| least.min(ios)));
            self.ios_max = Some(self.ios_max.map_or(ios, |most| most.max(ios)));
            if self.work.op != Direction::Idle {
                self.seconds.push(ios);
            }
            let sample = self.close_second(Told {
                nand,
                temperature_mc,
            });
            latency = (sample.ios > 0).then_some(Latency {
                mean: Nanos(sample.latency_mean_ns),
                max: Nanos(sample.latency_max_ns),
            });
            folder.sample(&sample)?;
        }
        Ok(latency)
    }

    fn close_second(&mut self, told: Told) -> Sample {
        let (sample, totals) = self.second.close(self.key, &mut self.latencies, told);
        self.totals.add(&totals);
        sample
    }

    /// Ends the measurement. `end`: the instant at which a timed phase was over, or any was
    /// stopped; anything else is over with its last completion. `None` if no I/O finished.
    pub fn end(
        mut self,
        end: Option<Nanos>,
        counters: Option<Counters>,
        folder: &mut dyn Sink,
    ) -> Result<Option<Measured>, FolderError> {
        let end = end.map_or(self.last_finish, |end| end.0);
        let lasted = end.saturating_sub(self.start);
        self.close_seconds((lasted / SECOND_NS) as u32, counters, None, folder)?;
        if self.second.totals.ios > 0 {
            // What is left of a second is no whole one: kept, but not the best or the worst.
            let sample = self.close_second(Told::default());
            folder.sample(&sample)?;
        }
        if let Some(position) = self.zones.end(self.key, self.last_finish) {
            folder.position(&position)?;
        }
        if self.totals.ios == 0 && self.work.op != Direction::Idle {
            return Ok(None);
        }
        let histogram = self.latencies.histogram();
        folder.histogram(&HistogramLine {
            test: self.key.test.clone(),
            variant: self.key.variant.clone(),
            phase: self.key.phase.clone(),
            hdr_v2_base64: serialized(&histogram),
        })?;
        let seconds = Seconds::of(std::mem::take(&mut self.seconds));
        let measured = self.measured(lasted, counters, &histogram);
        Ok(Some(Measured {
            seconds,
            ..measured
        }))
    }

    fn measured(
        &self,
        lasted: u64,
        counters: Option<Counters>,
        histogram: &Histogram<u64>,
    ) -> Measured {
        let totals = &self.totals;
        let seconds = lasted.max(1) as f64 / SECOND_NS as f64;
        let us = |ns: u64| ns as f64 / 1000.0;
        // Nothing but what the phase began with: then that.
        let longest = match totals.longest {
            Longest { latency: 0, .. } => Longest {
                latency: totals.latency_max,
                at: Nanos(self.last_finish),
            },
            longest => longest,
        };
        let most = longest.latency;
        let quantile = |quantile: f64| us(histogram.value_at_quantile(quantile).min(most));
        let work = counters
            .zip(self.counters_at_start)
            .map(|(now, start)| now.since(&start));
        let at_ns = longest.at.0.saturating_sub(self.start);
        let writes = !matches!(self.work.op, Direction::Read | Direction::Idle);
        let (pattern, block_bytes) = match self.work.op {
            Direction::Replay => ("trace".into(), totals.bytes / totals.ios.max(1)),
            _ => {
                let pattern = format!("{:?}", self.work.pattern).to_lowercase();
                (pattern, self.work.block.0)
            }
        };
        Measured {
            op: format!("{:?}", self.work.op).to_lowercase(),
            pattern,
            block_bytes,
            queue_depth: self.work.queue_depth.get() as u32,
            rate_iops: self.work.rate_iops,
            span_bytes: self.work.span.0,
            data: if writes {
                self.work.data.to_string()
            } else {
                String::new()
            },
            spare_per_mille: self.key.spare_per_mille,
            duration_s: seconds,
            ios: totals.ios,
            bytes: totals.bytes,
            iops_mean: totals.ios as f64 / seconds,
            iops_min: self.ios_min,
            iops_max: self.ios_max,
            seconds: None,
            throughput_mib_per_s: totals.bytes as f64 / seconds / f64::from(1 << 20),
            throughput_mb_per_s: totals.bytes as f64 / seconds / 1e6,
            latency_mean_us: totals.latency_sum as f64 / totals.ios.max(1) as f64 / 1000.0,
            latency_p50_us: quantile(0.5),
            latency_p99_us: quantile(0.99),
            latency_p999_us: quantile(0.999),
            latency_max_us: us(most),
            latency_max_at_s: at_ns as f64 / SECOND_NS as f64,
            wait_mean_us: self.waits.mean_us(),
            wait_max_us: self.waits.max_us(),
            write_amplification: work
                .and_then(|work| work.write_amplification_milli())
                .map(|milli| milli as f64 / 1000.0),
            block_erases: work.map(|work| work.block_erases),
            stalls: work.map(|work| work.stalls),
            power_mean_w: work
                .filter(|work| work.energy_uj > 0)
                .map(|work| work.energy_uj as f64 / 1e6 / seconds),
            mixed: self.by_op.as_ref().map(|[reads, writes, trims]| Mixed {
                read_percent: self.work.read_percent,
                trim_percent: (self.work.trim_percent > 0).then_some(self.work.trim_percent),
                reads: reads.figures(),
                writes: writes.figures(),
                trims: trims.figures(),
            }),
            steady_state: None, // known to who closes the rounds
            recovery: None,     // to who counts the passes
            replay: None,       // to who feeds it
            rounds: None,       // to who carries them out
            power_max_w: None,
            power_readings: None,
            power_unknown: None,
            temperature_max_c: self.temperature_max_mc.map(|mc| mc as f64 / 1000.0),
            stood_still_s: None,
            remarks: Vec::new(), // of what the meters tell
            stopped_at_max_writes: false,
        }
    }
}
