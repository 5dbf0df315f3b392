//! How far random writes fall while a drive is tortured.

use crate::case::{Case, case, hold, kept, told, unjudged};
use crate::made::{CAPACITY, Made, run};
use fourcorners_bench::record::Run;
use fourcorners_findings::judges::Says;
use fourcorners_findings::judges::seconds::Even;
use fourcorners_findings::judges::tortured_writes::{Fall, TorturedWrites};
use fourcorners_findings::spread::Difference;

const IOPS: &str = "torture-iops?drive=1";

/// A torture that wrote the drive over: so many seconds at 10000 IOPS, then so many at 5000.
fn tortured(fast_s: usize, slow_s: usize) -> Run {
    let iops = [vec![10_000; fast_s], vec![5_000; slow_s]].concat();
    let run = run("a").seconds(("torture", "", "torture"), iops);
    run.with(|it| it.bytes = CAPACITY)
}

pub fn cases() -> Vec<Case> {
    let says = |says| Says::TorturedWrites(says);
    let fall = Fall {
        change: Difference::Lower,
        first: 10_000.0,
        last: 5_000.0,
        worst: 5_000,
        longest_us: 40.0,
        probe_us: None,
    };
    let fell = |fall: &Fall| TorturedWrites::Of(fall.clone());
    let probed = Fall {
        probe_us: Some(70.0),
        ..fall.clone()
    };
    let level = Fall {
        change: Difference::None,
        first: 5_000.0,
        ..fall.clone()
    };
    let probe = tortured(10, 590).phase(("torture", "", "probe"));
    let mut lost = tortured(10, 590);
    lost.samples.remove(598);
    let mut last_lost = tortured(10, 591);
    last_lost.samples.remove(600);
    let mut lost_between = tortured(10, 590);
    lost_between.samples.remove(200);
    let consistency = (0..2000).map(|_| 9_000);
    let compared = tortured(10, 590).seconds(("consistency", "", "measure"), consistency);
    let partly = tortured(10, 590).with(|it| it.bytes = CAPACITY - 1);
    vec![
        case(
            "ten minutes have a beginning and an end",
            [tortured(10, 590)],
            [told(IOPS, says(fell(&fall)))],
        ),
        case(
            "a second less has none",
            [tortured(10, 589)],
            [unjudged(
                IOPS,
                says(TorturedWrites::TooShort { seconds: 599 }),
            )],
        ),
        case(
            "writes that stay as fast",
            [tortured(0, 600)],
            [told(IOPS, says(fell(&level)))],
        ),
        case(
            "the probe's longest write",
            [probe.with(|it| it.latency_max_us = 70.0)],
            [told(IOPS, says(fell(&probed)))],
        ),
        case(
            "a lost second of the end may be the worst",
            [lost],
            [unjudged(IOPS, says(TorturedWrites::Lost))],
        ),
        case(
            "the lost last one too",
            [last_lost],
            [unjudged(IOPS, says(TorturedWrites::Lost))],
        ),
        case(
            "one between does not count",
            [lost_between],
            [told(IOPS, says(fell(&fall)))],
        ),
        case(
            "a consistency run says more of the end",
            [compared],
            [kept(IOPS, says(fell(&fall)))],
        ),
        case("ten minutes that do not write the drive over", [partly], []),
    ]
}

#[test]
fn torture_itself_is_judged_by_its_beginning_and_end() {
    hold(cases(), |says| matches!(says, Says::TorturedWrites(_)));
}

#[test]
fn stall_is_below_40_percent_of_the_mean_and_steady_from_80_on() {
    let of = |worst| Even::of(100.0, worst);
    assert_eq!([of(80), of(79)], [Even::Consistent, Even::Uneven]);
    assert_eq!([of(40), of(39)], [Even::Uneven, Even::Stalls]);
    assert_eq!(Even::of(0.0, 0), Even::Stalls);
}
