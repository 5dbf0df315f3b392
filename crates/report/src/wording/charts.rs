//! Titles of charts, and what bars and runs are called in them.

use super::label;
use super::numbers::article;
use fourcorners_findings::charts::Title;
use fourcorners_findings::charts::contrasts::Kind;
use fourcorners_findings::charts::replays::{Quantity, Replay};
use fourcorners_findings::charts::responses::{Acted, Beside};
use fourcorners_findings::charts::vantage::{POINTS, Shown};
use fourcorners_findings::consistency::{Consistency, Way};
use fourcorners_findings::label::Label;
use fourcorners_findings::latency::{LatencyChart, Writes};
use fourcorners_findings::review::Review;
use fourcorners_findings::steady::Steady;

/// Titles of the tests of which a bar is drawn.
const TESTS: [(&str, &str); 12] = [
    ("random-read-4k-qd3", "Random read, 4 KiB, QD3"),
    ("random-write-4k-qd3", "Random write, 4 KiB, QD3"),
    ("random-write-4k-qd32", "Random write, 4 KiB, QD32"),
    ("sequential-read-128k", "Sequential read, 128 KiB, QD1"),
    ("sequential-write-128k", "Sequential write, 128 KiB, QD1"),
    ("sequential-read-2m", "Sequential read, 2 MiB, QD1"),
    ("sequential-write-2m", "Sequential write, 2 MiB, QD1"),
    ("random-read-4k-qd1", "Random read, 4 KiB, QD1"),
    ("random-write-4k-qd1", "Random write, 4 KiB, QD1"),
    ("random-read-4k-qd32", "Random read, 4 KiB, QD32"),
    (
        "sequential-read-128k-qd32",
        "Sequential read, 128 KiB, QD32",
    ),
    (
        "sequential-write-128k-qd32",
        "Sequential write, 128 KiB, QD32",
    ),
];

/// Titles of the tests that replay the traces that are shipped.
const REPLAYS: [(&str, &str); 6] = [
    ("storage-bench-2010-light", "Storage Bench 2010, light"),
    ("storage-bench-2010-heavy", "Storage Bench 2010, heavy"),
    ("storage-bench-2010-gaming", "Storage Bench 2010, gaming"),
    ("storage-bench-2011-heavy", "Storage Bench 2011, heavy"),
    ("storage-bench-2011-light", "Storage Bench 2011, light"),
    ("destroyer", "The Destroyer"),
];

/// Titles of the scenarios that are shipped.
const SCENARIOS: [(&str, &str); 5] = [
    ("sysmark-e-learning", "E-Learning"),
    ("sysmark-office-productivity", "Office Productivity"),
    ("sysmark-video-creation", "Video Creation"),
    ("sysmark-3d-modeling", "3D Modeling"),
    ("launch-applications", "Starting programs"),
];

/// The Vantage-style suites.
const VANTAGE: [(&str, &str); 7] = [
    ("vantage-memories", "memories"),
    ("vantage-tv", "TV and movies"),
    ("vantage-gaming", "gaming"),
    ("vantage-music", "music"),
    ("vantage-communications", "communications"),
    ("vantage-productivity", "productivity"),
    ("vantage-hdd", "HDD"),
];

/// Their traces, by suite and phase.
const VANTAGE_TRACES: [(&str, &str, &str); 18] = [
    ("vantage-memories", "import", "importing pictures"),
    ("vantage-memories", "edit", "editing pictures"),
    ("vantage-tv", "transcode", "transcoding"),
    ("vantage-tv", "media-center", "television"),
    ("vantage-gaming", "textures", "textures"),
    ("vantage-gaming", "level", "loading a level"),
    (
        "vantage-music",
        "measure",
        "browsing, transcoding and adding music",
    ),
    ("vantage-communications", "mail", "encryption and mail"),
    (
        "vantage-communications",
        "web",
        "browsing, decryption and a virus scan",
    ),
    ("vantage-productivity", "measure", "four tasks at once"),
    ("vantage-hdd", "defender", "virus scan"),
    ("vantage-hdd", "gaming", "a game streams its world"),
    ("vantage-hdd", "pictures", "importing pictures"),
    ("vantage-hdd", "startup", "starting Windows"),
    ("vantage-hdd", "movie-maker", "editing a film"),
    ("vantage-hdd", "media-center", "television"),
    ("vantage-hdd", "music", "adding music"),
    ("vantage-hdd", "applications", "loading applications"),
];

fn titled<'a>(titles: &[(&str, &'a str)], id: &'a str) -> &'a str {
    let title = titles.iter().find(|(of, _)| *of == id);
    title.map_or(id, |(_, title)| title)
}

/// A chart's title.
pub fn title(title: &Title) -> String {
    match title {
        Title::Test { test, common } => with(titled(&TESTS, test), common),
        Title::Contrast { test, common, by } => {
            let by = match by {
                Kind::Data => "by data",
                Kind::Alignment => "by alignment",
                Kind::Used => "new and used",
                Kind::Length => "for longer",
            };
            format!("{}, {by}", with(titled(&TESTS, test), common))
        }
        Title::Ports { test } => format!("{}, by port", titled(&TESTS, test)),
        Title::Rest => "Sequential write of the whole drive, 64 KiB, QD1, mean".into(),
        Title::Power => "Power, mean".into(),
        Title::Responses(acted) => responses(acted),
        Title::Replay(replayed, quantity) => {
            let what = match quantity {
                Quantity::Iops => "average",
                Quantity::Rate => "average data rate",
                Quantity::Busy => "time in which it was busy",
                Quantity::Service => "average service time",
            };
            format!("{}, {what}", replay(replayed))
        }
        Title::Vantage(shown) => vantage(shown),
    }
}

fn with(title: &str, common: &Label) -> String {
    match common.is_empty() {
        true => title.into(),
        false => format!("{title}, {}", label::text(common)),
    }
}

/// `random write, 4 KiB, QD3`: what a test does, within a sentence.
pub fn test(id: &str) -> String {
    let title = TESTS.iter().find(|(of, _)| *of == id);
    let title = title.map_or(String::new(), |(_, title)| title.to_lowercase());
    title
        .replace("kib", "KiB")
        .replace("mib", "MiB")
        .replace("qd", "QD")
}

/// A trace that was replayed.
pub fn replay(replay: &Replay) -> String {
    let title = REPLAYS.iter().find(|(test, _)| *test == replay.test);
    title.map_or_else(|| replay.trace.clone(), |(_, title)| (*title).into())
}

fn responses(acted: &Acted) -> String {
    match acted {
        Acted::All { test } if test == "sysmark" => "SYSmark-style, all four scenarios".into(),
        Acted::All { test } => test.clone(),
        Acted::Scenario { scenario, beside } => {
            let title = titled(&SCENARIOS, scenario);
            match beside {
                Beside::Trace(load) => format!("{title}, while {load} keeps the drive busy"),
                Beside::Nothing => format!("{title}, with nothing beside"),
                Beside::NeverAnything => title.into(),
            }
        }
    }
}

fn vantage(shown: &Shown) -> String {
    let points =
        |of: &str| format!("Vantage-style, {of}: geometric mean of MB/s × {POINTS}, our constant");
    match shown {
        Shown::All => points("all suites"),
        Shown::Suite { test } => points(&format!("{} suite", titled(&VANTAGE, test))),
        Shown::Trace { test, phase } => {
            let mut traces = VANTAGE_TRACES.iter();
            let trace = traces.find(|(suite, of, _)| suite == test && of == phase);
            let trace = trace.map_or(*phase, |(.., trace)| trace);
            format!("Vantage-style, {} suite: {trace}", titled(&VANTAGE, test))
        }
    }
}

/// Title of a chart of latencies.
pub fn latencies(chart: &LatencyChart) -> String {
    let title = match chart.of {
        Writes::Random { new: true } => "4 KiB random writes, QD3, new drive",
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
        Way::SpareArea(percent) => {
            let article = article(&span);
            format!("{percent} % spare area ({article} {span} drive)")
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

/// What the rounds of a phase are called.
pub fn steady(steady: &Steady, review: &Review) -> String {
    let run = steady.run.and_then(|run| review.consistency.get(run));
    match run {
        Some(run) => format!("{}, {}", steady.test, consistency(run)),
        None if steady.variant.is_empty() => steady.test.clone(),
        None => format!("{} {}", steady.test, steady.variant),
    }
}
