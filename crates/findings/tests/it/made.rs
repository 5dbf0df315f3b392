//! Runs that were never run: a drive, and what was measured of it, phase by phase.

use fourcorners_bench::record::*;
use fourcorners_bench::{PhaseDef, shipped};
use serde_json::json;

/// Bytes of every drive here.
pub const CAPACITY: u64 = 256_000_000_000;

/// A test, its variant and its phase.
pub type At<'a> = (&'a str, &'a str, &'a str);

/// A simulated drive that takes TRIM, of which nothing was measured.
pub fn run(name: &str) -> Run {
    let identity = json!({
        "kind": "simulated", "name": name, "model": name, "serial": "", "firmware": "",
        "capacity": CAPACITY / 512, "logical_block": 512, "physical_block": 4096,
        "rotational": false, "discard": { "granularity": 4096, "max": CAPACITY },
        "raw_nand": 274_877_906_944_u64, "max_queue_depth": 32, "scheduler": null,
        "engine": "simulated", "read_only": false
    });
    let identity = serde_json::from_value(identity).expect("an identity");
    Run {
        path: format!("runs/{name}").into(),
        header: RunHeader::new("four-corners", identity),
        entries: Vec::new(),
        samples: Vec::new(),
        positions: Vec::new(),
        histograms: Vec::new(),
        health: None,
        interrupted: Vec::new(),
        damage: Vec::new(),
    }
}

/// A minute of what the phase of a test of the program does, at 100 MB/s.
fn measured((test, _, phase): At<'_>) -> Measured {
    let tests = &shipped().expect("tests").tests;
    let is_it = |one: &&PhaseDef| one.name == phase;
    let its = tests
        .get(test)
        .and_then(|test| test.phases.iter().find(is_it));
    let work = its.and_then(|phase| phase.work.as_ref());
    let (op, pattern) = work.map_or(("Write".into(), "Random".into()), |work| {
        (format!("{:?}", work.op), format!("{:?}", work.pattern))
    });
    let data = work.and_then(|work| work.data);
    let data = data.map_or("full-random".into(), |data| data.to_string());
    let measured = json!({
        "op": op.to_lowercase(), "pattern": pattern.to_lowercase(), "block_bytes": 4096,
        "queue_depth": 32, "span_bytes": CAPACITY, "data": data, "duration_s": 60.0, "ios": 1000,
        "bytes": 4_096_000, "iops_mean": 1000.0, "throughput_mib_per_s": 95.0,
        "throughput_mb_per_s": 100.0, "latency_mean_us": 10.0, "latency_p50_us": 9.0,
        "latency_p99_us": 20.0, "latency_p999_us": 30.0, "latency_max_us": 40.0,
        "latency_max_at_s": 1.0
    });
    serde_json::from_value(measured).expect("figures")
}

/// What is measured of a drive is added to its run.
pub trait Made: Sized {
    /// A finished phase.
    fn phase(self, at: At<'_>) -> Self;
    /// The same of what is known of the phase that was added last.
    fn with(self, change: impl FnOnce(&mut Measured)) -> Self;
    /// The state that phase began from.
    fn from(self, state: &str) -> Self;
    /// That phase did not come to its end.
    fn failed(self) -> Self;
    /// A finished phase with these I/Os in its seconds, of 4 KiB each.
    fn seconds(self, at: At<'_>, ios: impl IntoIterator<Item = u64>) -> Self;
    /// Seconds to which the user cut every phase.
    fn cut_to(self, seconds: u64) -> Self;

    /// A finished phase at so many MB/s.
    fn speed(self, at: At<'_>, mb_per_s: f64) -> Self {
        self.phase(at).with(|it| it.throughput_mb_per_s = mb_per_s)
    }

    /// A finished replay, of which half the time was busy.
    fn replayed(self, at: At<'_>, pace: &str, rate: f64, service_us: f64) -> Self {
        let replay = json!({
            "trace": "a trace", "pace": pace, "idle_cut_s": 0.0, "records": 1000, "busy_s": 30.0,
            "data_rate_mb_per_s": rate, "service_mean_us": service_us, "queue_depth_mean": 1.0,
            "trims": 0, "flushes": 0, "skipped": 0, "widened": 0, "wrapped": 0, "late": 0,
            "slowest": []
        });
        let replay = serde_json::from_value(replay).expect("a replay");
        self.phase(at).with(|it| {
            it.op = "replay".into();
            it.pattern = "trace".into();
            it.replay = Some(replay);
        })
    }
}

impl Made for Run {
    fn phase(mut self, at: At<'_>) -> Self {
        let (test, variant, phase) = at;
        self.entries.push(Entry {
            schema_version: SCHEMA_VERSION,
            test: test.into(),
            variant: variant.into(),
            phase: phase.into(),
            state: "new".into(),
            status: Status::Finished,
            measured: Some(measured(at)),
        });
        self
    }

    fn with(mut self, change: impl FnOnce(&mut Measured)) -> Self {
        let last = self.entries.last_mut();
        change(
            last.and_then(|entry| entry.measured.as_mut())
                .expect("a phase"),
        );
        self
    }

    fn from(mut self, state: &str) -> Self {
        self.entries.last_mut().expect("a phase").state = state.into();
        self
    }

    fn failed(mut self) -> Self {
        let failure = Failure::NothingFinished;
        self.entries.last_mut().expect("a phase").status = Status::Failed { failure };
        self
    }

    fn seconds(mut self, at: At<'_>, ios: impl IntoIterator<Item = u64>) -> Self {
        let before = self.samples.len();
        let (test, variant, phase) = at;
        self.samples
            .extend((0..).zip(ios).map(|(second, ios)| Sample {
                test: test.into(),
                variant: variant.into(),
                phase: phase.into(),
                second,
                ios,
                bytes: ios * 4096,
                latency_mean_ns: 0,
                latency_p99_ns: 0,
                latency_max_ns: 0,
                nand: None,
                temperature_mc: None,
            }));
        let own = &self.samples[before..];
        let (all, duration_s) = (own.iter().map(|one| one.ios).sum::<u64>(), own.len() as f64);
        self.phase(at).with(|it| {
            it.duration_s = duration_s;
            it.ios = all;
            it.bytes = all * 4096;
            it.iops_mean = all as f64 / duration_s;
        })
    }

    fn cut_to(mut self, seconds: u64) -> Self {
        let asked = json!({ "drive": "a", "tests": { "duration_s": seconds } });
        self.header.request = Some(serde_json::from_value(asked).expect("a request"));
        self
    }
}

/// A drive that was measured once for each of these.
pub fn repeated<T>(each: impl IntoIterator<Item = T>, of: impl Fn(Run, T) -> Run) -> Vec<Run> {
    let runs = (1..).zip(each).map(|(repeat, one)| {
        let mut run = of(run("a"), one);
        run.header.repeat = repeat;
        run
    });
    runs.collect()
}
