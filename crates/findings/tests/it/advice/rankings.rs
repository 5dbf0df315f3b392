//! The figure of each ranking, and what else is worth knowing of the best.

use super::between::{advice, best, between, is_by, ranked};
use super::{Case, case, hold};
use crate::judges::seconds::{SECONDS, consistency, end};
use crate::judges::torture::{WRITE, passes, random_passes};
use crate::made::{CAPACITY, Made, run};
use fourcorners_bench::record::Run;
use fourcorners_block::DataClass;
use fourcorners_findings::advice::between::{CleanPass, More, Outcome};
use fourcorners_findings::advice::figures::NoFigure;
use fourcorners_findings::advice::uses::Ranking;
use fourcorners_findings::judges::seconds::NoEnd;

const RANDOM: &str = "random-write-4k-qd3";
const LARGE: &str = "sequential-write-128k";

/// 40 and 90 MB/s of a kind of data: 60 in the geometric mean.
fn writes(name: &str, variant: &str, data: &str, large: f64) -> Run {
    let run = run(name).speed((RANDOM, variant, "measure"), 40.0);
    let run = run.with(|it| it.data = data.into());
    let run = run.speed((LARGE, variant, "measure"), large);
    run.with(|it| it.data = data.into())
}

pub fn both_kinds_of_writes() -> Vec<Case> {
    let of = |variant, data| [90.0, 40.0].map(|large| writes("a", variant, data, large));
    let named = |[a, mut b]: [Run; 2]| {
        b.header.identity.name = "b".into();
        b.header.identity.model = "b".into();
        [a, b]
    };
    let inputs = |sequential| More::Inputs {
        random: 40.0,
        sequential,
    };
    let says = |ranking, evidence| {
        let (first, next) = (ranked(0, 60.0, inputs(90.0)), ranked(1, 40.0, inputs(40.0)));
        advice(
            between(ranking, best(vec![first], Some(next)), &[]),
            evidence,
        )
    };
    let corner = "corner-random-write-4k-qd3";
    vec![
        case(
            "random data",
            named(of("", "full-random")),
            says(Ranking::IncompressibleWrites, corner),
        ),
        case(
            "repeating data",
            named(of("data-repeating", "repeating")),
            says(Ranking::CompressibleWrites, corner),
        ),
    ]
}

pub fn tortured_writes() -> Vec<Case> {
    let drive = |name: &str, mb_per_s: f64| passes(run(name), [200.0, mb_per_s, 0.0]);
    let iops = (0..1200).map(|second| if second == 1100 { 39 } else { 100 });
    let stalling = drive("a", 100.0).seconds(("torture", "", "torture"), iops);
    let stalling = stalling.with(|it| it.bytes = CAPACITY);
    let more = |worst_iops| More::Tortured {
        clean: CleanPass {
            mb_per_s: Some(200.0),
            of_several: false,
            data: Some(DataClass::Repeating),
        },
        stall_mb_per_s: None,
        worst_iops,
    };
    let first = ranked(0, 100.0, more(Some(39)));
    let next = ranked(1, 90.0, more(None));
    let says = between(Ranking::TorturedWrites, best(vec![first], Some(next)), &[]);
    vec![
        case(
            "a drive that stalls",
            [stalling, drive("b", 90.0)],
            advice(says, WRITE),
        ),
        one_that_compresses(),
        one_that_was_spared(),
    ]
}

/// The story: an M500 won "without TRIM" because torture had gone over 7 % of it.
fn one_that_was_spared() -> Case {
    let tortured = |name: &str, mb_per_s: f64, share: f64| {
        let drive = passes(run(name), [200.0, mb_per_s, 0.0]);
        let drive = drive.seconds(("torture", "", "torture"), vec![100; 1200]);
        drive.with(|it| it.bytes = (CAPACITY as f64 * share) as u64)
    };
    let more = More::Tortured {
        clean: CleanPass {
            mb_per_s: Some(200.0),
            of_several: false,
            data: Some(DataClass::Repeating),
        },
        stall_mb_per_s: None,
        worst_iops: None,
    };
    // The third is behind although it was spared, and might be ahead of the first.
    let first = ranked(1, 100.0, more.clone());
    let next = ranked(3, 40.0, more);
    let why = NoFigure::TorturedLess {
        share: 0.1,
        other: 3,
        of_other: 0.5,
    };
    let outcome = best(vec![first], Some(next));
    let not_ranked = [(0, why.clone()), (2, why)];
    let says = between(Ranking::TorturedWrites, outcome, &not_ranked);
    case(
        "a drive that torture spared",
        [
            tortured("spared", 150.0, 0.1),
            tortured("hit", 100.0, 0.5),
            tortured("slow", 50.0, 0.1),
            tortured("last", 40.0, 0.5),
        ],
        advice(says, "hd-tach-write?drive=2"),
    )
}

/// A drive that compresses is ranked by random data, once it was written.
fn one_that_compresses() -> Case {
    let packs = passes(run("packs"), [189.0; 3]);
    let packs = packs.with(|it| it.write_amplification = Some(0.3));
    let packs = random_passes(packs, [140.0, 120.0, 140.0]);
    let plain = passes(run("plain"), [200.0, 100.0, 190.0]);
    let of = |mb_per_s: f64, of_several: bool, data: DataClass| More::Tortured {
        clean: CleanPass {
            mb_per_s: Some(mb_per_s),
            of_several,
            data: Some(data),
        },
        stall_mb_per_s: None,
        worst_iops: None,
    };
    let first = ranked(0, 120.0, of(140.0, true, DataClass::FullRandom));
    let next = ranked(1, 100.0, of(200.0, false, DataClass::Repeating));
    let says = between(Ranking::TorturedWrites, best(vec![first], Some(next)), &[]);
    let evidence = format!("{WRITE}&data=2");
    case(
        "a drive that compresses",
        [packs, plain],
        advice(says, &evidence),
    )
}

pub fn light_use() -> Vec<Case> {
    let old = |name: &str, iops: f64| {
        let at = ("storage-bench-2010-light", "", "measure");
        run(name)
            .replayed(at, "as-fast-as-possible", 50.0, 1.0)
            .with(|it| it.iops_mean = iops)
    };
    let new = |name: &str, rate: f64| {
        let at = ("storage-bench-2011-light", "", "measure");
        run(name).replayed(at, "dependencies", rate, 1.0)
    };
    let says = |ranking, evidence| {
        let next = ranked(1, 100.0, More::Nothing);
        let outcome = best(vec![ranked(0, 200.0, More::Nothing)], Some(next));
        advice(between(ranking, outcome, &[]), evidence)
    };
    let only = Outcome::OnlyOne {
        drive: 0,
        value: 200.0,
    };
    let cut = [(1, NoFigure::Cut { seconds: 60 })];
    let of_cut = between(Ranking::LightUse2011, only, &cut);
    let rate = "replay-storage-bench-2011-light-rate";
    vec![
        case(
            "IOPS of 2010",
            [old("a", 200.0), old("b", 100.0)],
            says(
                Ranking::LightUse2010,
                "replay-storage-bench-2010-light-iops",
            ),
        ),
        case(
            "the data rate of 2011",
            [new("a", 200.0), new("b", 100.0)],
            says(Ranking::LightUse2011, rate),
        ),
        case(
            "a recording that was cut",
            [new("a", 200.0), new("b", 200.0).cut_to(60)],
            advice(of_cut, rate),
        ),
    ]
}

pub fn long_writes() -> Vec<Case> {
    let drive = |name: &str, at: usize, worst: u64| {
        let mut iops = vec![1_000; 2_000];
        iops[at] = worst;
        run(name).seconds(("consistency", "", "measure"), iops)
    };
    // The worst second of the second drive comes before the end.
    let two = || [drive("a", 1_700, 400), drive("b", 10, 300)];
    let of = |usual, worst| More::End {
        end: end(600, usual, worst),
        from_s: 1_400,
    };
    let level = vec![
        ranked(0, 1_000.0, of(1_000, 400)),
        ranked(1, 1_000.0, of(1_000, 1_000)),
    ];
    let late = between(Ranking::MedianSecond, best(level, None), &[]);
    // 0.4 of the mean is no stall, and less is one.
    let stalls = || [drive("a", 1_700, 399), consistency("b", 2_000)];
    let mut faster = stalls();
    faster[0].samples.iter_mut().for_each(|one| one.ios *= 2);
    let next = |usual, worst| Some(ranked(0, usual as f64, of(usual, worst)));
    let first = || vec![ranked(1, 1_000.0, of(1_000, 1_000))];
    let last = |usual, worst| {
        let outcome = best(first(), next(usual, worst));
        between(Ranking::MedianSecond, outcome, &[])
    };
    // One slow second of 600 lies below the 1st percentile, six reach it.
    let six = || {
        let mut iops = vec![1_000; 2_000];
        iops[1_500..1_506].fill(300);
        let slow = run("b").seconds(("consistency", "", "measure"), iops);
        [drive("a", 1_700, 100), slow]
    };
    let slow = best(
        vec![ranked(0, 1_000.0, More::Nothing)],
        Some(ranked(1, 300.0, More::Nothing)),
    );
    let slow = between(Ranking::FirstPercentile, slow, &[]);
    let early = NoEnd::Early {
        seconds: 100,
        from: 1_400,
    };
    let only = Outcome::OnlyOne {
        drive: 0,
        value: 1_000.0,
    };
    let short = between(
        Ranking::FirstPercentile,
        only,
        &[(1, NoFigure::NoEnd(early))],
    );
    vec![
        case("ends that are level", two(), advice(late, SECONDS)),
        case(
            "stalls of a drive that is as fast",
            stalls(),
            advice(last(1_000, 399), "consistency-all?drive=2"),
        ),
        case(
            "stalls of a faster drive",
            faster,
            advice(last(2_000, 798), "consistency-all?drive=2"),
        ),
        case("the slowest seconds", six(), advice(slow, SECONDS)),
        case(
            "a run that ended early",
            [drive("a", 1_700, 400), consistency("b", 100)],
            advice(short, SECONDS),
        ),
    ]
}

#[test]
fn drives_are_ranked_by_the_figure_of_the_use() {
    let cases = [
        both_kinds_of_writes(),
        tortured_writes(),
        light_use(),
        long_writes(),
    ];
    for one in cases.into_iter().flatten() {
        let ranking = match &one.advice[0].says {
            fourcorners_findings::advice::Says::Between(says) => says.ranking,
            other => panic!("{other:?}"),
        };
        hold(vec![one], is_by(ranking));
    }
}
