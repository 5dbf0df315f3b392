//! Which of several drives: how a ranking is decided, and who has no place in it.

use super::{Case, case, hold};
use crate::judges::torture::{WRITE, passes};
use crate::made::{Made, repeated, run};
use fourcorners_bench::record::{Price, Run};
use fourcorners_block::DataClass;
use fourcorners_findings::advice::between::{Between, CleanPass, More, NotRanked, Outcome, Ranked};
use fourcorners_findings::advice::figures::NoFigure;
use fourcorners_findings::advice::uses::{Ranking, USES};
use fourcorners_findings::advice::{Advice, Says};
use fourcorners_findings::judges::passes::{Shrunk, Unfit};

pub const READ: &str = "random-read-4k-qd3";
pub const CORNER: &str = "corner-random-read-4k-qd3";

/// The recommendation by a ranking.
pub fn between(ranking: Ranking, outcome: Outcome, not_ranked: &[(usize, NoFigure)]) -> Between {
    let not_ranked = not_ranked.iter();
    let not_ranked = not_ranked.map(|(drive, why)| NotRanked {
        drive: *drive,
        why: why.clone(),
    });
    Between {
        ranking,
        outcome,
        not_ranked: not_ranked.collect(),
    }
}

pub fn advice(says: Between, evidence: &str) -> [Advice; 1] {
    let judged = USES.iter().find(|one| one.ranking == Some(says.ranking));
    let drives = match &says.outcome {
        Outcome::Best { winners, .. } => winners.iter().map(|one| one.drive).collect(),
        Outcome::NoneRanked | Outcome::OnlyOne { .. } => Vec::new(),
    };
    [Advice {
        of: judged.map(|one| one.of),
        drives,
        says: Says::Between(says),
        evidence: evidence.into(),
    }]
}

pub fn best(winners: Vec<Ranked>, next: Option<Ranked>) -> Outcome {
    Outcome::Best { winners, next }
}

pub fn ranked(drive: usize, value: f64, more: More) -> Ranked {
    Ranked { drive, value, more }
}

pub fn is_by(ranking: Ranking) -> impl Fn(&Advice) -> bool {
    move |one| matches!(&one.says, Says::Between(says) if says.ranking == ranking)
}

fn read(name: &str, mb_per_s: f64) -> Run {
    run(name).speed((READ, "", "measure"), mb_per_s)
}

/// By random reads.
pub fn decisions() -> Vec<Case> {
    let two = |a, b| [read("a", a), read("b", b)];
    let says = |outcome, not_ranked: &[(usize, NoFigure)]| {
        advice(between(Ranking::RandomReads, outcome, not_ranked), CORNER)
    };
    let plain = |drive, value| ranked(drive, value, More::Nothing);
    let only = Outcome::OnlyOne {
        drive: 0,
        value: 100.0,
    };
    let short = |name: &str, seconds| read(name, 100.0).with(|it| it.duration_s = seconds);
    let too_short = NoFigure::TooShort { seconds: 59.0 };
    let unmeasured = [(1, NoFigure::NotMeasured)];
    let mut noisy = repeated([70.0, 80.0, 95.0], |run, speed| {
        run.speed((READ, "", "measure"), speed)
    });
    noisy.push(read("b", 90.0));
    let three = [read("a", 90.0), read("b", 100.0), read("c", 80.0)];
    vec![
        case("nobody was measured", [run("a"), run("b")], []),
        case("a drive alone", [read("a", 100.0)], []),
        case(
            "5 % behind is behind",
            two(100.0, 95.0),
            says(best(vec![plain(0, 100.0)], Some(plain(1, 95.0))), &[]),
        ),
        case(
            "less is a tie",
            two(95.1, 100.0),
            says(best(vec![plain(1, 100.0), plain(0, 95.1)], None), &[]),
        ),
        case(
            "so is what repeated runs do not tell apart",
            noisy,
            says(best(vec![plain(1, 90.0), plain(0, 80.0)], None), &[]),
        ),
        case(
            "the runner-up of three",
            three,
            says(best(vec![plain(1, 100.0)], Some(plain(0, 90.0))), &[]),
        ),
        case(
            "one was measured",
            [read("a", 100.0), run("b")],
            says(only.clone(), &unmeasured),
        ),
        case(
            "one failed",
            [read("a", 100.0), read("b", 100.0).failed()],
            says(only.clone(), &unmeasured),
        ),
        case(
            "one was measured for less than a minute",
            [read("a", 100.0), short("b", 59.0)],
            says(only, &[(1, too_short.clone())]),
        ),
        case(
            "a minute is enough",
            [short("a", 60.0), short("b", 60.0)],
            says(best(vec![plain(0, 100.0), plain(1, 100.0)], None), &[]),
        ),
        case(
            "all were",
            [short("a", 59.0), short("b", 59.0)],
            says(
                Outcome::NoneRanked,
                &[(0, too_short.clone()), (1, too_short)],
            ),
        ),
    ]
}

/// By the pass after TRIM.
pub fn trimmed_writes() -> Vec<Case> {
    let more = |mb_per_s: Option<f64>| {
        More::Clean(CleanPass {
            mb_per_s,
            of_several: false,
            data: Some(DataClass::Repeating),
        })
    };
    let one = |name: &str| passes(run(name), [200.0, 100.0, 190.0]);
    let without = |name: &str| {
        let mut run = passes(run(name), [200.0, 100.0, 0.0]);
        run.header.identity.discard = None;
        run
    };
    let short = one("b").with(|it| it.duration_s = 9.0);
    let shrunk = one("b").with(|it| it.write_amplification = Some(0.5));
    let unfit = Unfit::ShortPass {
        seconds: 9.0,
        disturbed: Vec::new(),
    };
    let compressed = NoFigure::Shrunk {
        mb_per_s: 190.0,
        data: DataClass::Repeating,
        shrunk: Shrunk::ByNand {
            bytes_per_byte: 0.5,
        },
    };
    let says = |outcome, not_ranked: &[(usize, NoFigure)]| {
        advice(between(Ranking::TrimmedWrites, outcome, not_ranked), WRITE)
    };
    let only = || Outcome::OnlyOne {
        drive: 0,
        value: 190.0,
    };
    let first = ranked(0, 190.0, more(Some(200.0)));
    let second = ranked(1, 120.0, more(None));
    vec![
        case(
            "the faster one, with its clean pass",
            [one("a"), passes(run("b"), [0.0, 100.0, 120.0])],
            says(best(vec![first], Some(second)), &[]),
        ),
        case(
            "no TRIM",
            [one("a"), without("b")],
            says(only(), &[(1, NoFigure::TakesNoTrim)]),
        ),
        case(
            "a short pass",
            [one("a"), short],
            says(only(), &[(1, NoFigure::Unfit(unfit))]),
        ),
        case(
            "shrunk data",
            [one("a"), shrunk],
            says(only(), &[(1, compressed)]),
        ),
    ]
}

/// By dollars for a usable GiB: the lowest.
pub fn prices() -> Vec<Case> {
    let priced = |mut run: Run, currency: &str, price: f64| {
        run.header.prices = vec![Price {
            currency: currency.into(),
            price: 100.0,
            price_per_nand_gb: None,
            price_per_usable_gib: price,
        }];
        run
    };
    let tortured = |name: &str| passes(run(name), [0.0, 100.0, 0.0]);
    let more = More::WhenTortured {
        mb_per_s: 100.0,
        data: DataClass::Repeating,
        of_several: false,
        shrunk: None,
    };
    let says = |outcome, not_ranked: &[(usize, NoFigure)]| {
        advice(between(Ranking::PricePerGib, outcome, not_ranked), "price")
    };
    let cheap = || ranked(1, 1.0, more.clone());
    let dear = || ranked(0, 1.5, More::Nothing);
    let both = || {
        [
            priced(run("a"), "USD", 1.5),
            priced(tortured("b"), "USD", 1.0),
        ]
    };
    let mut of_two_years = both();
    for (run, year) in of_two_years.iter_mut().zip([2013, 2010]) {
        run.header.year = Some(year);
    }
    let euros = priced(run("b"), "EUR", 1.0);
    let only = Outcome::OnlyOne {
        drive: 0,
        value: 2.0,
    };
    vec![
        case(
            "the cheaper one, and what is left of it",
            both(),
            says(best(vec![cheap()], Some(dear())), &[]),
        ),
        case("of two years", of_two_years, []),
        case(
            "no price in dollars",
            [priced(run("a"), "USD", 2.0), euros],
            says(only, &[(1, NoFigure::NoPrice)]),
        ),
    ]
}

#[test]
fn best_is_who_is_not_level_with_others() {
    hold(decisions(), is_by(Ranking::RandomReads));
}

#[test]
fn drive_is_not_ranked_by_a_pass_that_says_nothing() {
    hold(trimmed_writes(), is_by(Ranking::TrimmedWrites));
}

#[test]
fn lowest_price_is_the_best() {
    hold(prices(), is_by(Ranking::PricePerGib));
}
