//! Titles of charts, and what bars and runs are called in them.

use super::label;
use super::numbers::{article, count};
use fourcorners_findings::charts::{Acted, Beside, Kind, Quantity, Shown, Title, Work};
use fourcorners_findings::consistency::{Consistency, Way, Wear};
use fourcorners_findings::figures::Figures;
use fourcorners_findings::label::Label;
use fourcorners_findings::latency::{LatencyChart, Writes};
use fourcorners_findings::names::PassOp;
use fourcorners_findings::pages::TestName;
use fourcorners_findings::steady::Steady;

/// A chart's title.
pub fn title(title: &Title) -> String {
    match title {
        Title::Test { test, common } => with(&test.title, common),
        Title::Contrast { test, common, by } => {
            let by = match by {
                Kind::Data => "by data",
                Kind::Alignment => "by alignment",
                Kind::Used => "fresh and used",
                Kind::Length => "longer runs",
            };
            format!("{}, {by}", with(&test.title, common))
        }
        Title::Ports { test } => format!("{}, by port", test.title),
        Title::Rest => "Sequential write over the whole drive, 64 KiB, QD1, mean".into(),
        Title::Recovery => "Sequential write passes after torture, 64 KiB, QD1, mean".into(),
        Title::Phases { test } => format!("{}, mean", test.title),
        Title::FillLevel { work } => format!("{}, mean", self::work(work)),
        Title::Responses(acted) => responses(acted),
        Title::Replay(replayed, quantity) => {
            let what = match quantity {
                Quantity::Iops => "average",
                Quantity::Rate => "average data rate",
                Quantity::Busy => "busy time",
                Quantity::Service => "average service time",
            };
            format!("{}, {what}", replayed.title)
        }
        Title::Vantage(shown) => vantage(shown),
    }
}

/// `4 KiB random read, QD32`.
pub fn work(work: &Work) -> String {
    let pattern = if work.random { "random" } else { "sequential" };
    let op = match work.op {
        PassOp::Read => "read",
        PassOp::Write => "write",
    };
    let kib = work.block.0 / 1024;
    format!("{kib} KiB {pattern} {op}, QD{}", work.queue_depth)
}

fn with(title: &str, common: &Label) -> String {
    match common.is_empty() {
        true => title.into(),
        false => format!("{title}, {}", label::text(common)),
    }
}

/// `random write, 4 KiB, QD3`: what a test does, within a sentence.
pub fn test(name: &TestName) -> String {
    let mut letters = name.title.chars();
    let first = letters.next().into_iter().flat_map(char::to_lowercase);
    first.chain(letters).collect()
}

fn responses(acted: &Acted) -> String {
    match acted {
        Acted::All { title } => title.clone(),
        Acted::Scenario { title, beside } => match beside {
            Beside::Trace(load) => format!("{title}, under load ({load})"),
            Beside::Nothing => format!("{title}, alone"),
            Beside::NeverAnything => title.clone(),
        },
    }
}

fn vantage(shown: &Shown) -> String {
    match shown {
        Shown::All => "Vantage-style, all suites".into(),
        Shown::Suite { title } => format!("Vantage-style, {title} suite"),
        Shown::Trace { suite, title } => format!("Vantage-style, {suite} suite: {title}"),
    }
}

/// Title of a chart of latencies.
pub fn latencies(chart: &LatencyChart) -> String {
    let title = match chart.of {
        Writes::Random { new: true } => "4 KiB random writes, QD3, fresh drive",
        Writes::Random { new: false } => "4 KiB random writes, QD3",
        Writes::Tortured => "4 KiB random writes, QD3, tortured drive, all LBAs",
    };
    with(title, &chart.common)
}

/// What a consistency run is called.
pub fn consistency(run: &Consistency) -> String {
    let span = match run.span_bytes as f64 / 1e9 {
        gb if gb < 10.0 => format!("{gb:.2} GB"),
        gb => format!("{gb:.0} GB"),
    };
    match &run.way {
        Way::SpareArea(area) => {
            let article = article(&span);
            format!("{} ({article} {span} drive)", label::spare_area(*area))
        }
        Way::Conditions(conditions) => format!("{} ({span})", label::text(conditions)),
        Way::Own {
            spare_per_mille: Some(spare),
        } => format!(
            "Default ({span} tested, {:.1} % spare)",
            f64::from(*spare) / 10.0
        ),
        Way::Own {
            spare_per_mille: None,
        } => format!("Default ({span} tested)"),
    }
}

/// `3.21 (0.064 % of 5,000)`: P/E cycles used, and their share of the rated ones.
pub fn pe_cycles(wear: &Wear) -> String {
    let used = format!("{:.2}", wear.cycles);
    match wear.rated_cycles.zip(wear.share()) {
        Some((rated, share)) => {
            let rated = count(f64::from(rated));
            format!("{used} ({:.3} % of {rated})", share * 100.0)
        }
        None => used,
    }
}

/// What the rounds of a phase are called.
pub fn steady(steady: &Steady, figures: &Figures) -> String {
    let run = steady.run.and_then(|run| figures.consistency.get(run));
    match run {
        Some(run) => format!("{}, {}", steady.test, consistency(run)),
        None if steady.variant.is_empty() => steady.test.clone(),
        None => format!("{} {}", steady.test, steady.variant),
    }
}
