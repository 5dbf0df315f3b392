//! Do a phase and its parts count the same I/Os?

use super::*;
use fourcorners_bench::record::MeasuredOp;
use fourcorners_bench::{Buffer, Pattern, Until};
use fourcorners_block::{Bytes, Outcome, Seed};
use proptest::prelude::*;

const IO: Bytes = Bytes(4096);

/// Reads, writes and TRIMs.
fn work() -> Work {
    Work {
        op: Direction::Mixed,
        read_percent: 40,
        trim_percent: 20,
        pattern: Pattern::Random,
        block: IO,
        align: IO,
        span: Bytes::mib(1),
        until: Until::Duration,
        ..Work::idle(4)
    }
}

fn key() -> PhaseKey {
    PhaseKey {
        test: "t".into(),
        variant: String::new(),
        phase: "measure".into(),
        state: String::new(),
        positions: false,
        spare_per_mille: None,
    }
}

/// I/Os in the order of finishing: when each was admitted, and how long it took.
fn completions(ios: &[(u64, u64)]) -> Vec<Completion> {
    let completion = |((admitted, took), tag): (&(u64, u64), u64)| Completion {
        tag,
        bytes: IO,
        due: Nanos(0),
        admitted: Nanos(*admitted),
        finished: Nanos(admitted + took),
        outcome: Outcome::Done,
    };
    let mut all: Vec<Completion> = ios.iter().zip(0..).map(completion).collect();
    all.sort_by_key(|io| io.finished);
    all
}

/// What is measured of them in four seconds.
fn measured(completions: &[Completion], work: &Work, workload: &Workload) -> Measured {
    let (key, buffer) = (key(), Buffer::default());
    let mut sink = &buffer;
    let mut measurement = Measurement::new(&key, work, Nanos(0), None);
    let mut left = completions;
    for second in 1..=4 {
        let end = Nanos::secs(second.into());
        let (before, later) = left.split_at(left.partition_point(|io| io.finished < end));
        let taken = measurement.take(before, workload, &mut sink);
        taken
            .and_then(|()| measurement.close_seconds(second, None, None, &mut sink))
            .expect("memory takes all");
        left = later;
    }
    let measured = measurement.end(Some(Nanos::secs(4)), None, &mut sink);
    measured.expect("memory takes all").expect("I/Os")
}

proptest! {
    /// The story: a drive stalled for 48 ms on the I/Os with which a phase filled its queue. Its
    /// reads and its writes showed that; the whole left those I/Os out and showed 1.5 ms.
    #[test]
    fn whole_is_what_its_parts_are_together(
        mut ios in prop::collection::vec((0_u64..3_000_000_000, 1_u64..200_000_000), 1..200),
        filling in 0_usize..64,
    ) {
        for (admitted, _) in ios.iter_mut().take(filling) {
            *admitted = 0;
        }
        let work = work();
        let workload = Workload::new(&work, Seed(1), Nanos(0));
        let measured = measured(&completions(&ios), &work, &workload);
        let longest = ios.iter().map(|(_, took)| *took).max().unwrap_or(0) as f64 / 1000.0;
        prop_assert_eq!(measured.latency_max_us, longest);
        prop_assert!(measured.latency_p999_us <= longest);

        let mixed = measured.mixed.as_ref().expect("a mix");
        let parts = [&mixed.reads, &mixed.writes, &mixed.trims].into_iter().flatten();
        let parts: Vec<&MeasuredOp> = parts.collect();
        prop_assert_eq!(parts.iter().map(|part| part.ios).sum::<u64>(), measured.ios);
        prop_assert_eq!(measured.ios, ios.len() as u64);
        let trims = mixed.trims.as_ref().map_or(0, |trims| trims.bytes);
        let bytes: u64 = parts.iter().map(|part| part.bytes).sum();
        prop_assert_eq!(bytes - trims, measured.bytes);
        let of_parts = parts.iter().map(|part| part.latency_max_us).fold(0.0, f64::max);
        prop_assert_eq!(of_parts, longest);
        let sum: f64 = parts.iter().map(|part| part.latency_mean_us * part.ios as f64).sum();
        let mean = sum / measured.ios as f64;
        prop_assert!((mean / measured.latency_mean_us - 1.0).abs() < 1e-9);
    }
}
