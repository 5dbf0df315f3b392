//! What the page draws, made from runs. `cargo xtask types` makes web/src/generated.ts of these
//! types, doc comments included.

use crate::article::{ArticleData, article_of};
use crate::charts::Chart;
use crate::consistency::Consistency;
use crate::fills::FillChart;
use crate::final_words::{FinalWord, final_words, picks};
use crate::findings::{Headline, Judgement, headlines, judgements};
use crate::highlights::{Highlight, highlights};
use crate::known::{Known, known};
use crate::latency::LatencyChart;
use crate::marks::DriveMark;
use crate::printed::Printed;
use crate::remarks::PhaseRemark;
use crate::rounds::{RoundsTest, STEADY_LIMITS, SteadyLimits};
use crate::statements::DriveStatement;
use crate::steady_state::Steady;
use crate::warnings::{Warning, warnings};
use crate::wording::page::Title;
use crate::wording::{bench, drive, failure, health, listed, missing, not_run, numbers, page};
use fourcorners_bench::ChartKind;
use fourcorners_bench::record::{Entry, Fact, Run, Status};
use fourcorners_findings::cache_table::CacheTable;
use fourcorners_findings::curves::Curve;
use fourcorners_findings::judges::passes::{self, MissingPass};
use fourcorners_findings::names::MissingStatus;
use fourcorners_findings::overview::Overview;
use fourcorners_findings::pages::Pages;
use fourcorners_findings::prices::PriceRow;
use fourcorners_findings::review::Review;
use fourcorners_findings::select::{DriveRuns, by_drive, folder_name, is_the_same_drive};
use fourcorners_findings::sweeps::SweepChart;
use fourcorners_findings::torture::Torture;
use fourcorners_findings::why::Why;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

/// Everything on the page.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct PageData {
    /// Headline of the page.
    pub title: String,
    /// The article that it reproduces; null: none.
    pub article: Option<ArticleData>,
    /// What spoils figures.
    pub warnings: Vec<Warning>,
    /// Remarks on the figures of single phases.
    pub remarks: Vec<PhaseRemark>,
    /// Everything else names a drive by its index here.
    pub drives: Vec<DriveData>,
    /// The drive that the page is about, the one real drive among several, which is marked at
    /// first; null: none more than the others.
    pub reviewed: Option<usize>,
    /// A row per drive.
    pub overview: Vec<Overview>,
    /// The opening sentences, one per drive; none where nothing is judged.
    pub headlines: Vec<Headline>,
    /// What stands out among all drives; with the headlines at most seven.
    pub highlights: Vec<Highlight>,
    /// Findings, drive by drive.
    pub judgements: Vec<Judgement>,
    /// Bar charts, in the order of the page.
    pub charts: Vec<Chart>,
    /// What the interval of a bar is, in words, by its number of runs; a single run has none.
    pub intervals: BTreeMap<usize, String>,
    /// Latencies of writes.
    pub latencies: Vec<LatencyChart>,
    /// Positions in GB from the start of a drive, which curves share.
    pub places: Vec<Vec<f64>>,
    /// Passes over whole drives.
    pub curves: Vec<Curve>,
    /// Speed by how much was written.
    pub fills: Vec<FillChart>,
    /// Write caches of all drives; null: no fills.
    pub caches: Option<CacheTable>,
    /// Figures over queue depth, share of reads, range or rate.
    pub sweeps: Vec<SweepChart>,
    /// Cheapest usable GiB of a currency first.
    pub prices: Vec<PriceRow>,
    /// One per drive that was tortured.
    pub torture: Vec<Torture>,
    /// Consistency runs, of each drive the test's own variant first.
    pub consistency: Vec<Consistency>,
    /// NAND activity during consistency runs, of simulated drives.
    pub why: Vec<Why>,
    /// Steady state of random writes.
    pub steady: Vec<Steady>,
    /// SNIA's tests in their order, of each the drives.
    pub rounds: Vec<RoundsTest>,
    pub steady_limits: SteadyLimits,
    /// Published figures, of each drive the lowest first.
    pub marks: Vec<DriveMark>,
    /// Known drives, beside a page's one real drive.
    pub known: Vec<Known>,
    /// Published statements that these runs put to the test, in the order of `published/`.
    pub statements: Vec<DriveStatement>,
    /// Recommendations.
    pub final_words: Vec<FinalWord>,
    /// Indexes of the recommendations that matter most, which open the page; at most three.
    pub picks: Vec<usize>,
    /// Second from which consistency runs are compared: 1400, less for short runs.
    pub late_from_s: u32,
    /// Length of the longest finished consistency run, in seconds.
    pub duration_s: u32,
    /// Passes that some drives lack, for the page's own text.
    #[serde(skip)]
    pub(crate) missing_passes: Vec<MissingPass>,
    /// How tests are shown, which the page does not need to know.
    #[serde(skip)]
    pub(crate) pages: Pages,
}

/// A drive and what was done to it.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct DriveData {
    /// Name on the command line.
    pub name: String,
    /// Model for people, with what tells it from others of its model.
    pub model: String,
    /// Whether it is a model in software.
    pub simulated: bool,
    /// Capacity in 10^9 bytes; 0: not known.
    pub capacity_gb: f64,
    /// Seconds to which the user cut every timed phase and every rest; null: none.
    pub cut_to_s: Option<u64>,
    /// What the drive is.
    pub facts: Vec<Fact>,
    /// What it was tested with, and what meters and its own health log say.
    pub bench: Vec<Fact>,
    /// Command line that repeats the runs.
    pub command: String,
    /// Root of all randomness, in decimal digits: JavaScript's numbers are whole up to 2^53 only.
    pub seed: String,
    pub version: String,
    /// Names of the runs' folders.
    pub runs: Vec<String>,
    /// Paths of the same, which the page does not show.
    #[serde(skip)]
    pub folders: Vec<PathBuf>,
    /// What was not measured.
    pub missing: Vec<Missing>,
}

/// A phase or test that was not measured.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Missing {
    pub test: String,
    pub what: String,
    pub status: MissingStatus,
    pub reason: String,
}

impl PageData {
    /// Of one or more runs. Runs of one drive, suite and seed are repetitions: medians are shown.
    /// `printed` knows what was printed about their drives.
    pub fn new(runs: &[Run], printed: &dyn Printed) -> Self {
        let mut data = Self::for_texts(runs, printed);
        if let [only] = by_drive(runs).as_slice()
            && let Some(run) = only.first()
            && !run.header.identity.is_simulated()
        {
            data.known = known(printed.known(run), &data.pages);
        }
        data
    }

    /// The same without known drives, which only the page shows: they take longer than all else.
    pub(crate) fn for_texts(runs: &[Run], printed: &dyn Printed) -> Self {
        let groups = by_drive(runs);
        let article = article_of(runs);
        let review = Review::of(&groups);
        let figures = &review.figures;
        let names: Vec<String> = groups.iter().map(drive::name_of).collect();
        let words = final_words(&review, &names);
        let judgements = judgements(&review);
        let charts = figures.charts.iter();
        let charts: Vec<Chart> = charts.map(|one| Chart::of(one, &figures.pages)).collect();
        let steady = figures.steady.iter();
        let drives = groups.iter();
        let drives = drives.filter_map(|group| drive_data(group, &figures.pages, printed));
        let headlines = match figures.pages.are_judged(&groups) {
            true => headlines(groups.len(), &review, &judgements),
            false => Vec::new(),
        };
        let mut data = Self {
            title: match article {
                Some(article) => article.title.clone(),
                None => page::title(&title(&groups)),
            },
            article: article.map(ArticleData::of),
            warnings: warnings(&review, &names),
            remarks: review.remarks.iter().map(PhaseRemark::of).collect(),
            drives: drives.collect(),
            reviewed: reviewed(&groups),
            highlights: highlights(&review, &names, headlines.len()),
            headlines,
            judgements,
            intervals: intervals(&charts),
            charts,
            latencies: figures.latencies.iter().map(LatencyChart::of).collect(),
            consistency: figures.consistency.iter().map(Consistency::of).collect(),
            steady: steady.map(|one| Steady::of(one, figures)).collect(),
            rounds: RoundsTest::all(figures, &groups),
            steady_limits: STEADY_LIMITS,
            fills: FillChart::all(&figures.fills, &figures.pages),
            marks: Vec::new(),
            statements: Vec::new(),
            known: Vec::new(),
            picks: picks(&words),
            final_words: words,
            missing_passes: passes::missing(figures),
            late_from_s: figures.late_from_s,
            duration_s: figures.duration_s,
            overview: review.overview,
            caches: review.caches,
            places: review.figures.places,
            curves: review.figures.curves,
            sweeps: review.figures.sweeps,
            prices: review.figures.prices,
            torture: review.figures.torture,
            why: review.figures.why,
            pages: review.figures.pages,
        };
        for (drive, group) in groups.iter().enumerate() {
            let marks = group.first().map(|run| printed.marks(run));
            let marks = marks.into_iter().flatten();
            let mut placed: Vec<DriveMark> = marks
                .filter(|mark| data.has_a_place_for(drive, mark))
                .map(|mark| DriveMark { drive, mark })
                .collect();
            placed.sort_by(|a, b| a.mark.low.total_cmp(&b.mark.low));
            data.marks.append(&mut placed);
        }
        data.statements = DriveStatement::all(&data, runs, printed);
        let models: Vec<String> = data.drives.iter().map(|one| one.model.clone()).collect();
        for word in &mut data.final_words {
            word.note_fitted(&data.statements, &data.pages, &models);
        }
        data
    }

    /// How many of its drives are models.
    pub(crate) fn simulated(&self) -> usize {
        self.drives.iter().filter(|drive| drive.simulated).count()
    }

    /// What was found of the drive of a run, a sentence each with its rule, and what spoils it or
    /// the run's folder.
    pub fn findings_of(&self, run: &Run) -> Vec<String> {
        let is_it = |drive: &DriveData| drive.folders.contains(&run.path);
        let Some(drive) = self.drives.iter().position(is_it) else {
            return Vec::new();
        };
        let own = self.judgements.iter().filter(|one| one.drive == drive);
        let found = own.map(|one| listed::with_rule(&one.text, one.rule.says));
        let folder = run.path.display().to_string();
        let warnings = self.warnings.iter();
        let warnings = warnings.filter(|one| one.is_of(drive, &folder));
        found
            .chain(warnings.map(|one| listed::note(&one.to_string())))
            .collect()
    }
}

/// Of each number of runs that a bar has.
fn intervals(charts: &[Chart]) -> BTreeMap<usize, String> {
    let bars = charts.iter().flat_map(|chart| &chart.bars);
    let runs = bars.flat_map(|bar| bar.ends.iter().map(|end| end.runs).chain([bar.runs]));
    runs.filter_map(|runs| Some((runs, numbers::kind_of_interval(runs)?)))
        .collect()
}

/// A drive that was tested behind two ports, or by two suites, is one.
fn title(groups: &[DriveRuns<'_>]) -> Title {
    let mut drives: Vec<Vec<&DriveRuns<'_>>> = Vec::new();
    for group in groups {
        let Some(run) = group.first() else { continue };
        let same = |other: &&mut Vec<&DriveRuns<'_>>| {
            let first = other.first().and_then(|group| group.first());
            first.is_some_and(|first| is_the_same_drive(&first.header, &run.header))
        };
        match drives.iter_mut().find(same) {
            Some(drive) => drive.push(group),
            None => drives.push(vec![group]),
        }
    }
    let ports = |drive: &Vec<&DriveRuns<'_>>| {
        let ports: BTreeSet<Option<&str>> = drive.iter().map(|group| group.port()).collect();
        ports.len()
    };
    let behind = drives.first().map_or(0, ports);
    let all = behind > 1 && drives.iter().all(|drive| ports(drive) == behind);
    match (drives.as_slice(), groups) {
        (_, [one]) => Title::Drive(one.name()),
        ([ways], _) if all => Title::Ports(ways[0].name(), behind),
        ([ways], _) => Title::Ways(ways[0].name(), ways.len()),
        (many, _) if all => Title::DrivesAndPorts(many.len(), behind),
        (many, _) => Title::Drives(many.len()),
    }
}

/// The one real drive among several drives: the simulated ones are there to be compared with.
fn reviewed(groups: &[DriveRuns<'_>]) -> Option<usize> {
    let is_real = |group: &DriveRuns<'_>| {
        let run = group.first();
        run.is_some_and(|run| !run.header.identity.is_simulated())
    };
    let mut real = (0..groups.len()).filter(|drive| is_real(&groups[*drive]));
    let one = real.next().filter(|_| groups.len() > 1)?;
    real.next().is_none().then_some(one)
}

/// What was planned and has no result: the run ended before it.
fn not_reached(run: &Run) -> impl Iterator<Item = Missing> {
    run.not_reached().map(|phase| Missing {
        // The ids of test, variant and phase.
        test: phase.split(' ').next().unwrap_or(phase).into(),
        what: phase.into(),
        status: MissingStatus::NotBegun,
        reason: missing::NOT_BEGUN.into(),
    })
}

/// The length that was asked for, of a finished replay that was cut by it before it had the figures
/// that it was to show.
fn cut_to_s(run: &Run, entry: &Entry, pages: &Pages) -> Option<u64> {
    let asked_s = run.header.request.as_ref()?.tests.duration_s?;
    let measured = entry.measured.as_ref()?;
    let replay = measured.replay.as_ref()?;
    let page = pages.get(&entry.test);
    let waited_for = page.is_some_and(|page| page.chart == ChartKind::Responses);
    let lost =
        waited_for && replay.response_geomean_s.is_none() && entry.status == Status::Finished;
    lost.then_some(asked_s)
}

fn drive_data(group: &DriveRuns<'_>, pages: &Pages, printed: &dyn Printed) -> Option<DriveData> {
    let first = group.first()?;
    let header = &first.header;
    let checked = printed.checks(first).map(|figures| Fact {
        name: "accuracy".into(),
        value: drive::checked(figures),
        source: "fourcorners check".into(),
    });
    let never = group.runs.iter().flat_map(|run| not_reached(run));
    let missing = group
        .runs
        .iter()
        .flat_map(|run| run.entries.iter().map(move |entry| (run, entry)))
        .filter_map(|(run, entry)| {
            let (status, reason) = match &entry.status {
                Status::Finished => (
                    MissingStatus::Cut,
                    missing::cut(cut_to_s(run, entry, pages)?),
                ),
                Status::Skipped { because } => (MissingStatus::Skipped, not_run::sentence(because)),
                Status::Interrupted => (MissingStatus::Interrupted, missing::INTERRUPTED.into()),
                Status::Failed { failure } => (MissingStatus::Failed, failure::sentence(failure)),
            };
            Some(Missing {
                test: entry.test.clone(),
                what: entry.title(),
                status,
                reason,
            })
        });
    Some(DriveData {
        name: header.identity.name.clone(),
        model: drive::name_of(group),
        simulated: header.identity.is_simulated(),
        capacity_gb: header.capacity().map_or(0.0, |bytes| bytes.0 as f64 / 1e9),
        cut_to_s: header
            .request
            .as_ref()
            .and_then(|asked| asked.tests.duration_s),
        facts: checked.into_iter().chain(header.facts.clone()).collect(),
        bench: bench::rows(&header.bench)
            .into_iter()
            .chain(group.first().map(health::facts).unwrap_or_default())
            .collect(),
        // That of the last repetition repeats all of them.
        command: group
            .runs
            .iter()
            .max_by_key(|run| run.header.repeat)
            .map_or(String::new(), |run| run.header.command.clone()),
        seed: header.seed.to_string(),
        version: header.version.clone(),
        runs: group.runs.iter().map(|run| folder_name(run)).collect(),
        folders: group.runs.iter().map(|run| run.path.clone()).collect(),
        missing: missing.chain(never).collect(),
    })
}
