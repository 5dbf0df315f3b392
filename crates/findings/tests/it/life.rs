//! How much a drive endures, and when that is not known.

use crate::made::{CAPACITY, run};
use fourcorners_bench::health::{Health, HealthChange};
use fourcorners_bench::record::*;
use fourcorners_block::{Count, Smart};
use fourcorners_findings::life::{LifeFrom, life};
use serde_json::json;

const TB: u64 = 1_000_000_000_000;

/// A phase that wrote so much at a write amplification.
fn written(bytes: u64, write_amplification: f64) -> Entry {
    let measured = json!({
        "op": "write", "pattern": "random", "block_bytes": 4096, "queue_depth": 32,
        "span_bytes": CAPACITY, "data": "full-random", "duration_s": 60.0, "ios": 1000,
        "bytes": bytes, "iops_mean": 1000.0, "throughput_mib_per_s": 95.0,
        "throughput_mb_per_s": 100.0, "latency_mean_us": 10.0, "latency_p50_us": 9.0,
        "latency_p99_us": 20.0, "latency_p999_us": 30.0, "latency_max_us": 40.0,
        "latency_max_at_s": 1.0, "write_amplification": write_amplification
    });
    Entry {
        schema_version: SCHEMA_VERSION,
        test: "a-test".into(),
        variant: String::new(),
        phase: "measure".into(),
        state: "filled".into(),
        status: Status::Finished,
        measured: Some(serde_json::from_value(measured).expect("figures")),
    }
}

fn simulated(entries: Vec<Entry>) -> Run {
    let mut run = run("a");
    run.header.endurance = Some(Endurance {
        erase_blocks: 1000,
        rated_cycles: Some(3000),
    });
    run.entries = entries;
    run
}

#[test]
fn simulated_drive_endures_its_cycles_by_the_write_amplification() {
    let entries = vec![written(CAPACITY, 1.0), written(CAPACITY, 3.0)];
    let life = life(&simulated(entries)).expect("a life");
    let nand_bytes = 274_877_906_944_u64;
    assert_eq!(life.endures_bytes, nand_bytes * 3000 / 2);
    let LifeFrom::Cycles {
        write_amplification,
        cycles,
        ..
    } = life.from
    else {
        panic!("{life:?}");
    };
    assert_eq!((write_amplification, cycles), (2.0, 3000));
}

#[test]
fn drive_that_was_hardly_written_shows_no_life() {
    assert_eq!(life(&simulated(vec![written(CAPACITY / 2, 1.0)])), None);
    let mut unknown = simulated(vec![written(CAPACITY, 1.0)]);
    unknown.header.endurance = None;
    assert_eq!(life(&unknown), None);
}

/// A real drive that has used up so much before and after, in per cent, and wrote `written`.
fn real(used: [u64; 2], written: u64, write_amplification: Option<f64>) -> Run {
    let smart = |percent, bytes| Smart {
        percentage_used: Some(percent),
        host_written: Some(Count {
            units: bytes,
            unit_bytes: 1,
            from: "test".into(),
        }),
        ..Smart::default()
    };
    let mut health = Health::before(Some(smart(used[0], 0)), None, Vec::new());
    health.after = Some(smart(used[1], written));
    health.change = Some(HealthChange {
        host_written_bytes: Some(written),
        write_amplification,
        ..HealthChange::default()
    });
    let mut run = run("a");
    run.health = Some(health);
    run
}

#[test]
fn real_drive_endures_what_the_growth_of_its_percentage_says() {
    let found = life(&real([10, 14], 12 * TB, Some(3.0))).expect("a life");
    assert_eq!(found.endures_bytes, 300 * TB);
    assert_eq!(life(&real([10, 11], 12 * TB, None)), None, "too coarse");
}

#[test]
fn rating_is_a_lower_limit_and_an_estimate_is_none() {
    let mut run = real([10, 10], 12 * TB, Some(3.0));
    assert_eq!(life(&run), None, "no rating is known");
    run.header.rated = Some(Rated {
        bytes: 600 * TB,
        from: RatedFrom::User,
    });
    assert_eq!(life(&run).expect("a life").endures_bytes, 200 * TB);
    run.header.rated = Some(Rated {
        bytes: 600 * TB,
        from: RatedFrom::Smart {
            percentage_used: 10,
        },
    });
    assert_eq!(life(&run), None);
}

#[test]
fn rating_is_estimated_from_smart_after_the_first_per_cent() {
    let smart = |percent| Smart {
        percentage_used: Some(percent),
        host_written: Some(Count {
            units: 18,
            unit_bytes: TB,
            from: "test".into(),
        }),
        ..Smart::default()
    };
    assert_eq!(Rated::by_smart(&smart(0)), None);
    let rated = Rated::by_smart(&smart(3)).expect("an estimate");
    assert_eq!(rated.bytes, 600 * TB);
    assert_eq!(Rated::by_smart(&Smart::default()), None);
}
