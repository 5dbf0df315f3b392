//! What `list` and `show` print with `--json`; the schema is made from these types.

mod articles;
mod traces;

use crate::prices::prices;
pub use articles::{
    ArticleBenchLine, ArticleChartLine, ArticleDriveLine, ArticleLine, ArticleShown, ConclusionLine,
};
use fourcorners_bench::health::Health;
use fourcorners_bench::record::{Entry, Fact, Price, Run, RunHeader, Status};
use fourcorners_bench::{Library, Suite, SuiteTest, TestDef};
use fourcorners_sim::DriveSpec;
use fourcorners_sim::spec::About;
use schemars::JsonSchema;
use serde::Serialize;
use std::path::PathBuf;
pub use traces::{SyntheticShown, TestShown, TraceLine, TraceShown, TraceWritten};

/// A simulated drive in a list.
#[derive(Debug, Serialize, JsonSchema)]
pub struct DriveLine {
    /// Name, as in `crucial-m4-256`.
    pub name: String,
    /// Model for people.
    pub model: String,
    /// Usable bytes.
    pub capacity_bytes: u64,
    /// Bytes of NAND, spare and parity included; SSDs only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub raw_nand_bytes: Option<u64>,
    /// What the data lies on: the NAND part (the name of its file), `platters`, `RAM`.
    pub medium: String,
    /// What it cost in US dollars, where that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub price_usd: Option<f64>,
    /// Published figures that check it: scored, and none that something was fitted to.
    pub published_figures: usize,
}

/// A simulated drive with all that is known of it.
#[derive(Debug, Serialize, JsonSchema)]
pub struct DriveShown {
    /// What a list says of it.
    #[serde(flatten)]
    pub line: DriveLine,
    /// Firmware.
    pub firmware: String,
    /// What is only told of it.
    pub about: AboutShown,
    /// What it cost, in each currency that is known.
    pub prices: Vec<Price>,
    /// Every number of its file, with where it is from.
    pub facts: Vec<Fact>,
}

/// Facts that no simulation reads; absent: not known.
#[derive(Debug, Serialize, JsonSchema)]
pub struct AboutShown {
    /// Maker and part of the controller.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub controller: Option<String>,
    /// DRAM on board, MiB; 0: none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dram_mib: Option<u32>,
    /// Year in which it could be bought first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub year: Option<u32>,
    /// Process of the NAND, nm.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nand_process_nm: Option<u32>,
    /// Host writes for which the maker rates it, TB (10^12 bytes).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rated_tbw: Option<u32>,
    /// Interface of the NAND.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nand_interface: Option<String>,
}

/// A suite in a list.
#[derive(Debug, Serialize, JsonSchema)]
pub struct SuiteLine {
    pub name: String,
    /// Title for people.
    pub title: String,
    pub why: String,
    /// Whether its results may be set beside other runs of it.
    pub comparable: bool,
}

/// A suite with its tests.
#[derive(Debug, Serialize, JsonSchema)]
pub struct SuiteShown {
    /// What a list says of it.
    #[serde(flatten)]
    pub line: SuiteLine,
    /// The ports behind each of which a simulated drive is tested; empty: its own link.
    pub ports: Vec<String>,
    /// The article, by number, whose drives and ports it has where no drive is named; absent: it is
    /// from none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub article: Option<String>,
    /// Its tests, in order.
    pub tests: Vec<SuiteTestLine>,
}

/// A test of a suite, with what the suite changes in it.
#[derive(Debug, Serialize, JsonSchema)]
pub struct SuiteTestLine {
    pub id: String,
    /// Share of the raw NAND left spare, in per cent; absent or null: the drive's own.
    pub spare_percent: Option<u32>,
    /// Length of its timed phases in seconds; absent or null: the test's own.
    pub duration_s: Option<u64>,
    /// What differs from the test's own way, as in a run's folder; empty: nothing.
    pub variant: String,
    /// Which document the step is from, by number, and what it says.
    pub source: String,
}

/// A test.
#[derive(Debug, Serialize, JsonSchema)]
pub struct TestLine {
    /// Name on the command line.
    pub id: String,
    /// Title for people.
    pub title: String,
    /// What it shows.
    pub why: String,
    /// Where the method is from.
    pub source: String,
    /// Names of what is measured, in order.
    pub phases: Vec<String>,
}

/// A run's folder in a list.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub struct RunLine {
    /// Folder.
    pub folder: PathBuf,
    /// Drive; this and the following are absent if the folder cannot be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub drive: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub suite: Option<String>,
    /// Root seed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// Phases that finished and have figures.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phases_measured: Option<usize>,
    /// How its phases ended.
    #[serde(flatten)]
    pub phases: Option<PhaseCounts>,
    /// Why it cannot be read, a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

/// How many phases of a run ended how.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PhaseCounts {
    /// All that were planned; 0 where `run.json` does not say.
    pub phases_planned: usize,
    /// Ran to their end.
    pub phases_finished: usize,
    /// Failed.
    pub phases_failed: usize,
    /// Could not be run on this drive.
    pub phases_skipped: usize,
    /// Stopped by the user.
    pub phases_interrupted: usize,
}

impl PhaseCounts {
    /// Of a run.
    pub fn of(run: &Run) -> Self {
        let mut counts = Self {
            phases_planned: run.header.phases.len(),
            ..Self::default()
        };
        for entry in &run.entries {
            *match entry.status {
                Status::Finished => &mut counts.phases_finished,
                Status::Failed { .. } => &mut counts.phases_failed,
                Status::Skipped { .. } => &mut counts.phases_skipped,
                Status::Interrupted => &mut counts.phases_interrupted,
            } += 1;
        }
        counts
    }
}

impl std::fmt::Display for PhaseCounts {
    /// `3 of 5 finished, 1 failed`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.phases_planned {
            0 => write!(f, "{} finished", self.phases_finished)?,
            all => write!(f, "{} of {all} finished", self.phases_finished)?,
        }
        for (count, how) in [
            (self.phases_failed, "failed"),
            (self.phases_skipped, "skipped"),
            (self.phases_interrupted, "interrupted"),
        ] {
            if count > 0 {
                write!(f, ", {count} {how}")?;
            }
        }
        Ok(())
    }
}

/// A run.
#[derive(Debug, Serialize, JsonSchema)]
pub struct RunShown {
    /// `run.json` as it stands; docs/formats.md names its fields.
    #[schemars(with = "serde_json::Value")]
    pub header: RunHeader,
    /// The lines of `results.jsonl`.
    pub results: Vec<Entry>,
    /// `health.json` as it stands; absent where the drive said nothing of its health.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<serde_json::Value>")]
    pub health: Option<Health>,
}

impl DriveLine {
    /// Of a drive, and how many published figures check it.
    pub fn new(spec: &DriveSpec, published_figures: usize) -> Self {
        Self {
            name: spec.name().into(),
            model: spec.model().into(),
            capacity_bytes: spec.capacity().bytes().0,
            raw_nand_bytes: spec.raw_nand().map(|bytes| bytes.0),
            medium: spec.medium().into(),
            price_usd: spec.about().usd_cents.map(|cents| cents as f64 / 100.0),
            published_figures,
        }
    }
}

impl From<&About> for AboutShown {
    fn from(about: &About) -> Self {
        Self {
            controller: about.controller.clone(),
            dram_mib: about.dram_mib,
            year: about.year,
            nand_process_nm: about.nand_process_nm,
            rated_tbw: about.rated_tbw,
            nand_interface: about.nand_interface.clone(),
        }
    }
}

impl DriveShown {
    /// Of a drive, and how many published figures check it.
    pub fn new(spec: &DriveSpec, published_figures: usize) -> Self {
        let facts = spec.facts().iter().map(|fact| Fact {
            name: fact.name.clone(),
            value: fact.value.clone(),
            source: fact.source.clone(),
        });
        Self {
            line: DriveLine::new(spec, published_figures),
            firmware: spec.firmware().into(),
            about: spec.about().into(),
            prices: prices(spec),
            facts: facts.collect(),
        }
    }
}

impl From<&Suite> for SuiteLine {
    fn from(suite: &Suite) -> Self {
        Self {
            name: suite.name.clone(),
            title: suite.title.clone(),
            why: suite.why.clone(),
            comparable: suite.comparable,
        }
    }
}

impl SuiteShown {
    /// With the tests of the library that it names.
    pub fn new(suite: &Suite, library: &Library) -> Self {
        let article = library.article_of(&suite.name);
        let tests = suite.tests.iter();
        Self {
            line: suite.into(),
            ports: suite.ports.clone(),
            article: article.map(|article| article.number().into()),
            tests: tests.map(|it| SuiteTestLine::new(it, library)).collect(),
        }
    }
}

impl SuiteTestLine {
    /// What differs from the test's own way, for people: `align-512B, 60 s`; empty: nothing.
    pub fn how(&self) -> String {
        let length = self.duration_s.map(|seconds| format!("{seconds} s"));
        let variant = Some(self.variant.clone()).filter(|variant| !variant.is_empty());
        let how: Vec<String> = variant.into_iter().chain(length).collect();
        how.join(", ")
    }

    /// As a test of the library.
    fn new(test: &SuiteTest, library: &Library) -> Self {
        Self {
            id: test.id.clone(),
            spare_percent: test.spare_percent,
            duration_s: test.duration_s.map(u64::from),
            variant: match library.tests.get(&test.id) {
                Some(definition) => test.variant(definition).to_string(),
                None => String::new(),
            },
            source: test.source.clone(),
        }
    }
}

impl From<&TestDef> for TestLine {
    fn from(test: &TestDef) -> Self {
        Self {
            id: test.id.clone(),
            title: test.title.clone(),
            why: test.why.clone(),
            source: test.source.clone(),
            phases: test.phases.iter().map(|phase| phase.name.clone()).collect(),
        }
    }
}
