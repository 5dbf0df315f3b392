//! Vantage-style suites: MB/s of each trace, the points of each suite, and of all of them.

use crate::charts::{Bar, Chart, bar, compared, geometric_mean, mb_per_s, ranked};
use crate::names::{Section, Unit};
use crate::select::DriveRuns;
use crate::spread::Spread;
use crate::words;

/// Points are the geometric mean of MB/s times this. PCMark Vantage's own constants were not found. This one is ours, the same
/// for all suites: with it the simulated WD VelociRaptor 300, the fast hard disk of 2009, has about 1,000 points in the HDD suite.
const POINTS: f64 = 75.0;

/// Id of the chart of the HDD suite's points.
pub(crate) const HDD_POINTS: &str = "vantage-hdd-points";

/// A test, and the traces that are its phases.
struct Suite {
    test: &'static str,
    title: &'static str,
    traces: &'static [(&'static str, &'static str)],
}

const SUITES: [Suite; 7] = [
    Suite {
        test: "vantage-memories",
        title: "memories",
        traces: &[
            ("import", "importing pictures"),
            ("edit", "editing pictures"),
        ],
    },
    Suite {
        test: "vantage-tv",
        title: "TV and movies",
        traces: &[("transcode", "transcoding"), ("media-center", "television")],
    },
    Suite {
        test: "vantage-gaming",
        title: "gaming",
        traces: &[("textures", "textures"), ("level", "loading a level")],
    },
    Suite {
        test: "vantage-music",
        title: "music",
        traces: &[("measure", "browsing, transcoding and adding music")],
    },
    Suite {
        test: "vantage-communications",
        title: "communications",
        traces: &[
            ("mail", "encryption and mail"),
            ("web", "browsing, decryption and a virus scan"),
        ],
    },
    Suite {
        test: "vantage-productivity",
        title: "productivity",
        traces: &[("measure", "four tasks at once")],
    },
    Suite {
        test: "vantage-hdd",
        title: "HDD",
        traces: &[
            ("defender", "virus scan"),
            ("gaming", "a game streams its world"),
            ("pictures", "importing pictures"),
            ("startup", "starting Windows"),
            ("movie-maker", "editing a film"),
            ("media-center", "television"),
            ("music", "adding music"),
            ("applications", "loading applications"),
        ],
    },
];

impl Suite {
    /// The geometric mean of its traces' MB/s in one run; `None` unless all of them were finished.
    fn mean(&self, run: &DriveRuns<'_>, variant: &str) -> Option<f64> {
        let of = |(phase, _): &(&str, &str)| {
            run.entry(self.test, variant, phase)
                .map(|(_, measured)| mb_per_s(measured))
        };
        geometric_mean(self.traces.iter().map(of))
    }
}

/// Whether a test is one of these suites.
pub(crate) fn is_suite(test: &str) -> bool {
    SUITES.iter().any(|suite| suite.test == test)
}

/// All charts: all suites together, each suite, and each trace.
pub(crate) fn vantage(groups: &[DriveRuns<'_>]) -> Vec<Chart> {
    let [.., disk] = &SUITES;
    let overall = |run: &DriveRuns<'_>, variant: &str| {
        geometric_mean(SUITES.iter().map(|suite| suite.mean(run, variant)))
    };
    let mut charts = vec![points(groups, disk, "vantage", "all suites", &overall)];
    for suite in &SUITES {
        let title = format!("{} suite", suite.title);
        let mean = |run: &DriveRuns<'_>, variant: &str| suite.mean(run, variant);
        charts.push(points(groups, suite, suite.test, &title, &mean));
        for (phase, what) in suite.traces {
            let of = |drive, group: &DriveRuns<'_>| {
                let variants = group.variants(suite.test, phase);
                let bars = variants.iter().filter_map(|variant| {
                    bar(drive, group, (suite.test, variant, phase), mb_per_s)
                });
                from_new_first(bars.collect())
            };
            charts.push(Chart {
                id: format!("{}-{phase}", suite.test),
                section: Section::Vantage,
                title: format!("Vantage-style, {} suite: {what}", suite.title),
                unit: Unit::MbPerS,
                bars: ranked(groups, true, of),
            });
        }
    }
    charts.retain(|chart| !chart.bars.is_empty());
    charts
}

/// Points of a test's variants: its means times the constant. Of repetitions the median counts.
fn points(
    groups: &[DriveRuns<'_>],
    suite: &Suite,
    id: &str,
    title: &str,
    mean: &dyn Fn(&DriveRuns<'_>, &str) -> Option<f64>,
) -> Chart {
    let (first, _) = suite.traces[0];
    let of = |drive, group: &DriveRuns<'_>| {
        let mut bars = Vec::new();
        for variant in group.variants(suite.test, first) {
            let runs = group.runs.iter().map(|run| DriveRuns::single(run));
            let points = runs.filter_map(|run| Some(mean(&run, &variant)? * POINTS));
            let points: Vec<f64> = points.collect();
            let runs = points.len();
            let Some(points) = Spread::of(points) else {
                continue;
            };
            let Some((_, measured)) = group.entry(suite.test, &variant, first) else {
                continue;
            };
            bars.push(Bar {
                drive,
                label: words::variant(&variant, measured),
                test: suite.test.into(),
                phase: String::new(),
                variant,
                value: points.value,
                iops: 0.0,
                low: points.low,
                high: points.high,
                runs,
                duration_s: measured.duration_s,
                note: String::new(),
                ends: Vec::new(),
            });
        }
        from_new_first(bars)
    };
    Chart {
        id: format!("{id}-points"),
        section: Section::Vantage,
        title: format!("Vantage-style, {title}: geometric mean of MB/s × {POINTS}, our constant"),
        unit: Unit::Points,
        bars: ranked(groups, true, of),
    }
}

/// A drive's bars: what is not from new compared with what is.
fn from_new_first(mut bars: Vec<Bar>) -> Vec<Bar> {
    if let [own, _, ..] = bars.as_mut_slice()
        && own.label.is_empty()
    {
        own.label = "new".into();
    }
    compared(bars)
}
