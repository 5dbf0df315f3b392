//! One test under two conditions: data, alignment, use, length.

use crate::case::{Case, case, hold, kept, review, told, unjudged};
use crate::made::{Made, repeated, run};
use fourcorners_bench::record::Run;
use fourcorners_bench::{Better, PageDef, Unit, shipped};
use fourcorners_block::{Bytes, DataClass};
use fourcorners_findings::judges::Says;
use fourcorners_findings::judges::contrast::{Contrast, Side, TooShort};
use fourcorners_findings::label::{Label, Length, Part};
use fourcorners_findings::pages::TestName;
use fourcorners_findings::spread::Spread;

const RANDOM: &str = "random-write-4k-qd3";
const LARGE: &str = "sequential-write-128k";
const READ: &str = "random-read-4k-qd3";

fn side(part: Part, figure: Spread) -> Side {
    Side {
        label: Label::one(part),
        figure,
    }
}

/// Of 4 KiB random writes, base and other, in MB/s.
fn contrast([base, other]: [(Part, f64); 2]) -> Contrast {
    let [base, other] = [base, other].map(|(part, figure)| side(part, Spread::single(figure)));
    Contrast {
        test: TestName {
            id: RANDOM.into(),
            title: "Random write, 4 KiB, QD3".into(),
        },
        unit: Unit::MbPerS,
        reads: false,
        base,
        other,
        among: 1,
    }
}

/// Random writes as a variant, after those of the test's own way at 200 MB/s.
fn beside(own: Run, variant: &str, mb_per_s: f64) -> Run {
    let own = own.speed((RANDOM, "", "measure"), 200.0);
    own.speed((RANDOM, variant, "measure"), mb_per_s)
}

pub fn repeating(run: Run, mb_per_s: f64) -> Run {
    let run = beside(run, "data-repeating", mb_per_s);
    run.with(|it| it.data = "repeating".into())
}

const BEST: Part = Part::Data(DataClass::FullRandom);
const WORST: Part = Part::Data(DataClass::Repeating);

pub fn of_data() -> Vec<Case> {
    let chart = "written-data-random-write-4k-qd3";
    let of = |mb_per_s| [repeating(run("a"), mb_per_s)];
    let says = |low| Says::Data(Ok(contrast([(BEST, 200.0), (WORST, low)])));
    let lasting = |seconds: f64| [repeating(run("a"), 100.0).with(|it| it.duration_s = seconds)];
    let two = repeating(run("a"), 100.0).speed((LARGE, "", "measure"), 300.0);
    let two = two.speed((LARGE, "data-repeating", "measure"), 290.0);
    let among = Contrast {
        among: 2,
        ..contrast([(BEST, 200.0), (WORST, 100.0)])
    };
    let repeats = repeated(
        [[150.0, 100.0], [200.0, 130.0], [220.0, 160.0]],
        |run, [a, b]| {
            let run = run.speed((RANDOM, "", "measure"), a);
            let run = run.speed((RANDOM, "data-repeating", "measure"), b);
            run.with(|it| it.data = "repeating".into())
        },
    );
    let noise = Contrast {
        base: side(BEST, Spread::new(200.0, 150.0, 220.0)),
        other: side(WORST, Spread::new(130.0, 100.0, 160.0)),
        ..contrast([(BEST, 200.0), (WORST, 100.0)])
    };
    vec![
        case(
            "one kind of data",
            [run("a").speed((RANDOM, "", "measure"), 200.0)],
            [],
        ),
        case(
            "a tenth slower with one",
            of(180.0),
            [told(chart, says(180.0))],
        ),
        case("less than a tenth", of(181.0), [kept(chart, says(181.0))]),
        case(
            "a tie",
            of(200.0),
            [kept(
                chart,
                Says::Data(Ok(contrast([(WORST, 200.0), (BEST, 200.0)]))),
            )],
        ),
        case(
            "a variant that failed",
            [repeating(run("a"), 100.0).failed()],
            [],
        ),
        case(
            "a minute of each",
            lasting(60.0),
            [told(chart, says(100.0))],
        ),
        case(
            "less than a minute",
            lasting(59.0),
            [unjudged(chart, Says::Data(Err(TooShort { seconds: 59.0 })))],
        ),
        case(
            "the worst of two tests",
            [two],
            [told(chart, Says::Data(Ok(among)))],
        ),
        case("noise", repeats, [kept(chart, Says::Data(Ok(noise)))]),
    ]
}

pub fn of_alignment() -> Vec<Case> {
    let of = |mb_per_s| [beside(run("a"), "align-512B", mb_per_s)];
    let says = |mb_per_s| {
        let other = (Part::Align(Bytes(512)), mb_per_s);
        let says = Says::Alignment(Ok(contrast([(Part::Aligned, 200.0), other])));
        kept("alignment-random-write-4k-qd3", says)
    };
    let reads = run("a").speed((READ, "", "measure"), 50.0);
    let reads = reads.speed((READ, "align-512B", "measure"), 40.0);
    let of_reads = Contrast {
        test: TestName {
            id: READ.into(),
            title: "Random read, 4 KiB, QD3".into(),
        },
        reads: true,
        ..contrast([(Part::Aligned, 50.0), (Part::Align(Bytes(512)), 40.0)])
    };
    vec![
        case("slower where it is not aligned", of(100.0), [says(100.0)]),
        case("faster", of(300.0), [says(300.0)]),
        case(
            "reads",
            [reads],
            [kept(
                "alignment-random-read-4k-qd3",
                Says::Alignment(Ok(of_reads)),
            )],
        ),
    ]
}

pub fn of_use() -> Vec<Case> {
    let state = |name: &str| Part::State(name.into());
    let says = |mb_per_s| {
        let sides = [(state("new"), 200.0), (state("used"), mb_per_s)];
        told("used-random-write-4k-qd3", Says::Used(Ok(contrast(sides))))
    };
    let used = |mb_per_s| beside(run("a"), "from-used", mb_per_s).from("used");
    let large = Contrast {
        test: TestName {
            id: LARGE.into(),
            title: "Sequential write, 128 KiB, QD1".into(),
        },
        ..contrast([(state("new"), 300.0), (state("used"), 30.0)])
    };
    let both = used(100.0).speed((LARGE, "", "measure"), 300.0);
    let both = both.speed((LARGE, "from-used", "measure"), 30.0);
    let disk = |mb_per_s| {
        let mut disk = used(mb_per_s);
        disk.header.identity.rotational = Some(true);
        disk
    };
    vec![
        case("a used drive that is slower", [used(100.0)], [says(100.0)]),
        case("one that is not", [used(199.0)], [says(199.0)]),
        case("a hard disk that is not", [disk(199.0)], {
            let says = says(199.0);
            [kept(&says.evidence.clone(), says.says)]
        }),
        case("a hard disk that is", [disk(100.0)], [says(100.0)]),
        case("random writes and all others apart", [both], {
            let large = Says::Used(Ok(large));
            [says(100.0), told("used-sequential-write-128k", large)]
        }),
    ]
}

pub fn of_length() -> Vec<Case> {
    let long = |seconds: f64, mb_per_s| {
        let run = beside(run("a"), "long", mb_per_s);
        [run.with(|it| it.duration_s = seconds)]
    };
    let length = |seconds| Part::Length(Length::of(seconds));
    let says = |mb_per_s| {
        let sides = [(length(60.0), 200.0), (length(3_600.0), mb_per_s)];
        let says = Says::Length(Ok(contrast(sides)));
        [kept("length-random-write-4k-qd3", says)]
    };
    vec![
        case("an hour that is slower", long(3_600.0, 100.0), says(100.0)),
        case("one that is faster", long(3_600.0, 300.0), says(300.0)),
        case("an hour that was cut to a minute", long(60.0, 100.0), []),
    ]
}

#[test]
fn test_under_two_conditions_is_judged_by_the_worst_pair() {
    hold(of_data(), |says| matches!(says, Says::Data(_)));
    hold(of_alignment(), |says| matches!(says, Says::Alignment(_)));
    hold(of_use(), |says| matches!(says, Says::Used(_)));
    hold(of_length(), |says| matches!(says, Says::Length(_)));
}

/// A run of a test of its own page, with random and with repeating data.
fn own_test(unit: Unit, better: Better) -> Run {
    let mut run = ["", "data-repeating"]
        .into_iter()
        .fold(run("a"), |run, variant| {
            let run = run.speed(("own", variant, "measure"), 100.0);
            run.with(|it| it.iops_mean = if variant.is_empty() { 500.0 } else { 250.0 })
        });
    let shipped = shipped().expect("tests").tests[RANDOM].page.clone();
    let page = PageDef {
        title: "Own".into(),
        unit: Some(unit),
        better: Some(better),
        ..shipped.expect("a page")
    };
    run.header.pages.insert("own".into(), page);
    run
}

#[test]
fn figures_are_judged_in_the_unit_of_their_test() {
    let findings = review(&[own_test(Unit::Iops, Better::Higher)]).findings;
    let says: Vec<&Says> = findings.iter().map(|one| &one.says).collect();
    let [Says::Data(Ok(found))] = says.as_slice() else {
        panic!("{says:?}");
    };
    assert_eq!(found.unit, Unit::Iops);
    assert_eq!(
        [found.base.figure.value, found.other.figure.value],
        [500.0, 250.0]
    );
}

/// Such a page is refused in a test's file; a run's folder is anybody's.
#[test]
fn figure_of_which_the_lower_is_better_is_not_judged() {
    for (unit, better) in [
        (Unit::MbPerS, Better::Lower),
        (Unit::Microseconds, Better::Lower),
        (Unit::Watts, Better::Higher),
    ] {
        let review = review(&[own_test(unit, better)]);
        assert_eq!(review.findings, []);
        assert_eq!(
            review.figures.charts.len(),
            1,
            "its own bar, and nothing beside it"
        );
    }
}
