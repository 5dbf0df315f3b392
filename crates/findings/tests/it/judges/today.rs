//! TRIM under load, wake-up, background work and data per watt.

use crate::case::{Case, case, hold, kept};
use crate::made::{Made, repeated, run};
use fourcorners_bench::record::{MeasuredOp, Mixed, Run};
use fourcorners_findings::judges::Says;
use fourcorners_findings::judges::background::Background;
use fourcorners_findings::judges::efficiency::Efficiency;
use fourcorners_findings::judges::trim_under_load::{Slowed, TrimUnderLoad};
use fourcorners_findings::judges::wake_up::{Reads, WakeUp};
use fourcorners_findings::label::{Label, Part};
use fourcorners_findings::spread::Spread;
use serde_json::json;

fn op(mean_us: f64) -> Option<MeasuredOp> {
    let op = json!({
        "ios": 1000, "bytes": 4_096_000, "latency_mean_us": mean_us, "latency_p50_us": mean_us,
        "latency_p99_us": mean_us, "latency_p999_us": mean_us, "latency_p9999_us": mean_us,
        "latency_max_us": mean_us
    });
    Some(serde_json::from_value(op).expect("an operation"))
}

/// Mean latencies of reads and writes, without TRIM commands and with 20 % of them.
fn trimmed(run: Run, means: [[f64; 2]; 2]) -> Run {
    let phases = [("trim-0", None), ("trim-20", Some(20))].into_iter();
    let phases = phases.zip(means);
    phases.fold(run, |run, ((phase, trim_percent), [reads, writes])| {
        run.phase(("trim-under-load", "", phase)).with(|it| {
            it.op = "mixed".into();
            it.mixed = Some(Mixed {
                read_percent: 70,
                trim_percent,
                reads: op(reads),
                writes: op(writes),
                trims: None,
            });
        })
    })
}

/// Mean latencies of reads that come every second, every 500 ms and every ms.
fn woken(run: Run, means: [f64; 3]) -> Run {
    let phases = [("every-1s", 1), ("every-500ms", 2), ("every-1ms", 1000)];
    let phases = phases.into_iter().zip(means);
    phases.fold(run, |run, ((phase, rate), mean_us)| {
        run.phase(("rare-reads", "", phase)).with(|it| {
            it.rate_iops = Some(rate);
            it.iops_mean = rate as f64;
            it.ios = (rate as f64 * it.duration_s) as u64;
            it.latency_mean_us = mean_us;
        })
    })
}

/// IOPS at queue depths 1 and 2.
fn swept(run: Run, op: &str, iops: [f64; 2]) -> Run {
    let phases = [("qd1", 1), ("qd2", 2)].into_iter().zip(iops);
    phases.fold(run, |run, ((phase, depth), iops)| {
        run.phase(("queue-depth-sweep-read", "", phase)).with(|it| {
            it.op = op.into();
            it.queue_depth = depth;
            it.iops_mean = iops;
        })
    })
}

/// MB/s of random and sequential reads, at one watt.
fn powered(run: Run, speeds: [f64; 2]) -> Run {
    let phases = ["random-read", "sequential-read"].into_iter().zip(speeds);
    phases.fold(run, |run, (phase, mb_per_s)| {
        run.speed(("efficiency", "", phase), mb_per_s)
            .with(|it| it.power_mean_w = Some(1.0))
    })
}

pub fn cases() -> Vec<Case> {
    let one = Spread::single;
    let slowed = |alone, with_trim| {
        Some(Slowed {
            alone: one(alone),
            with_trim: one(with_trim),
        })
    };
    let trims = |reads, writes| {
        let says = TrimUnderLoad {
            percent: 20,
            reads,
            writes,
        };
        [kept("sweep-1", Says::TrimUnderLoad(says))]
    };
    let reads = |every_us, mean_us| Reads {
        every_us,
        mean_us: one(mean_us),
    };
    let wakes = |every_us| {
        let says = WakeUp {
            awake: reads(1000, 60.0),
            asleep: reads(every_us, 9000.0),
        };
        [kept("sweep-1", Says::WakeUp(says))]
    };
    let noisy = [
        [[80.0, 10.0], [90.0, 10.0]],
        [[80.0, 10.0], [160.0, 10.0]],
        [[170.0, 10.0], [170.0, 10.0]],
    ];
    let behind = Efficiency {
        work: Label(vec![Part::Phase("128 KiB sequential read".into())]),
        own: one(500.0),
        best: one(1000.0),
    };
    vec![
        case(
            "TRIM slows both down",
            [trimmed(run("a"), [[80.0, 10.0], [160.0, 120.0]])],
            trims(slowed(80.0, 160.0), slowed(10.0, 120.0)),
        ),
        case(
            "TRIM slows writes down, and reads by less than a tenth",
            [trimmed(run("a"), [[80.0, 10.0], [85.0, 20.0]])],
            trims(None, slowed(10.0, 20.0)),
        ),
        case(
            "what repeated runs do not tell apart is no finding",
            repeated(noisy, trimmed),
            [],
        ),
        case(
            "drive sleeps after a second",
            [woken(run("a"), [9000.0, 60.0, 60.0])],
            wakes(1_000_000),
        ),
        case(
            "drive sleeps after half a second",
            [woken(run("a"), [9000.0, 9000.0, 60.0])],
            wakes(500_000),
        ),
        case(
            "drive that never sleeps has no finding",
            [woken(run("a"), [60.0, 60.0, 60.0])],
            [],
        ),
        case(
            "drive that is busy when reads begin is slower at QD1 than at QD2",
            [swept(run("a"), "read", [1000.0, 8000.0])],
            [kept(
                "sweep-1",
                Says::Background(Background {
                    one_us: 1000.0,
                    two_us: 250.0,
                }),
            )],
        ),
        case(
            "drive that is as fast at QD1 does nothing on its own",
            [swept(run("a"), "read", [4000.0, 8000.0])],
            [],
        ),
        case(
            "host that sleeps between reads is no work of the drive",
            [swept(run("a"), "read", [22_000.0, 94_000.0])],
            [],
        ),
        case(
            "writes say nothing of it",
            [swept(run("a"), "write", [1000.0, 8000.0])],
            [],
        ),
        case(
            "drive is named where it is furthest behind",
            [
                powered(run("a"), [180.0, 500.0]),
                powered(run("b"), [200.0, 1000.0]),
            ],
            [kept("phases-efficiency", Says::Efficiency(behind))],
        ),
        case(
            "most efficient drive has no finding",
            [
                powered(run("a"), [200.0, 1000.0]),
                powered(run("b"), [180.0, 500.0]),
            ],
            [],
        ),
    ]
}

#[test]
fn differences_of_trim_sleep_background_and_watts_are_findings() {
    hold(cases(), |says| {
        matches!(
            says,
            Says::TrimUnderLoad(_) | Says::WakeUp(_) | Says::Background(_) | Says::Efficiency(_)
        )
    });
}
