//! The fit: bursts first, which need no garbage collection and cost little; then all.

use crate::error::TwinError;
use crate::model::{Known, Values};
use crate::parameter::{Genes, PARAMETERS, drawn, pacing};
use crate::search::{Member, Search};
use crate::stage::Stage;
use fourcorners_bench::record::Run;
use fourcorners_bench::{Library, Observer, Options, Suite, uniform};
use fourcorners_block::{Generator, Seed};
use fourcorners_lab::{self as lab, LabError};
use fourcorners_sim::DriveSpec;

/// Who watches a fit, and may stop it.
pub trait Progress: Sync {
    /// Generations that are over, of how many, and the error of the best twin.
    fn generation(&self, done: usize, of: usize, error: f64);
    /// True as soon as the user wants it to end.
    fn stop_requested(&self) -> bool;
}

/// How long it searches.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Drives of a round.
    pub population: usize,
    /// Half of them look at bursts only; a quarter at all, for each pacing; a quarter at all
    /// pacings together.
    pub rounds: usize,
    pub threads: usize,
    pub seed: Seed,
}

/// Drives with other garbage collection for each of the best in bursts.
const VARIANTS: usize = 2;
/// Draws until one of them works.
const ATTEMPTS: usize = 100;
/// A drive that completes this many times the I/Os is not simulated to the end: those that are far
/// too fast take longest.
const TOO_FAST: f64 = 3.0;
/// A drive whose I/Os until the moments passed so far are off by this many times the error of the
/// one that it is to replace is not simulated to the end: with these errors alone it would exceed
/// that error if the other moments were alike.
const HOPELESS: f64 = 3.0;
/// Weight of endurance relative to bursts.
const ENDURANCE_WEIGHT: f64 = 2.0;

/// What a fit needs.
pub struct Fit<'a> {
    pub known: &'a Known,
    pub definitions: &'a Library,
    pub stages: &'a [Stage; 2],
    pub seed: Seed,
    pub effort: Effort,
    pub progress: &'a dyn Progress,
}

/// Stops a simulation when the user wants it, or when the drive is beyond comparison.
struct Watch<'a> {
    progress: &'a dyn Progress,
    /// What the drive did in the same phases.
    stage: Option<&'a Stage>,
    /// Error of the drive that this one is to replace.
    bound: f64,
    /// I/Os of the phase that is measured, until the end of each second.
    ios: Vec<f64>,
    is_beyond: bool,
}

impl<'a> Watch<'a> {
    fn new(progress: &'a dyn Progress, stage: Option<&'a Stage>, bound: f64) -> Self {
        Self {
            progress,
            stage,
            bound,
            ios: Vec::new(),
            is_beyond: false,
        }
    }
}

impl Observer for Watch<'_> {
    fn progress(&mut self, progress: &fourcorners_bench::Progress<'_>) {
        if progress.second.is_none_or(|second| second == 0) {
            self.ios.clear();
        }
        let ios = self.ios.last().unwrap_or(&0.0) + progress.iops;
        self.ios.push(ios);
        let shown = progress
            .phase
            .and_then(|phase| self.stage?.endurance(phase));
        self.is_beyond |= shown.is_some_and(|shown| {
            let all = shown.until.last().copied().unwrap_or(f64::INFINITY);
            ios > TOO_FAST * all || shown.error_until(&self.ios) > HOPELESS * self.bound
        });
    }

    fn stop_requested(&self) -> bool {
        self.is_beyond || self.progress.stop_requested()
    }
}

impl Fit<'_> {
    /// Places that were looked at, the best first.
    ///
    /// # Errors
    /// It was stopped, or no place works.
    pub fn run(&self) -> Result<Vec<Member>, TwinError> {
        let Effort {
            population,
            rounds,
            seed,
            ..
        } = self.effort;
        let (early, each, last) = (rounds / 2, rounds / 4, rounds / 4);
        let (place, pacings) = pacing();
        let all = early + pacings * each + last;
        let search = |label: &str, population, rounds, kept, before, cost| Search {
            population,
            rounds,
            threads: self.effort.threads,
            seed: seed.child(label),
            kept,
            cost,
            next: Box::new(move |done, error| {
                self.progress.generation(before + done - 1, all, error);
                !self.progress.stop_requested()
            }),
        };
        let of_bursts = |genes: &Genes, _: f64| {
            self.error(genes, 0, f64::INFINITY)
                .map_or(f64::INFINITY, f64::sqrt)
        };
        let of_all = |genes: &Genes, bound: f64| self.cost(genes, bound);
        let mut random = seed.child("gc").generator();
        let bursts: Vec<Genes> = match self.stages[0].shown.is_empty() {
            true => (0..population).map(|_| drawn(&mut random)).collect(),
            false => {
                let found =
                    search("bursts", population, early, None, 0, &of_bursts).run(Vec::new());
                found
                    .into_iter()
                    .map(|member| member.genes)
                    .take(population)
                    .collect()
            }
        };
        // A pacing that is worse at first would die out before its parameters are right.
        let mut found = Vec::new();
        for pacing in 0..pacings {
            let gene = (pacing as f64 + 0.5) / pacings as f64;
            let start = bursts
                .iter()
                .flat_map(|genes| [genes; VARIANTS])
                .filter_map(|genes| self.variant(genes, (place, gene), &mut random))
                .collect();
            let (label, before) = (format!("pacing-{pacing}"), early + pacing * each);
            let search = search(&label, population / 2, each, Some(place), before, &of_all);
            found.extend(search.run(start));
        }
        found.sort_by(|a, b| a.cost.total_cmp(&b.cost));
        let best = found
            .iter()
            .take(population)
            .map(|member| member.genes.clone());
        let best = best.collect();
        let before = early + pacings * each;
        found.extend(search("all", population, last, None, before, &of_all).run(best));
        found.sort_by(|a, b| a.cost.total_cmp(&b.cost));
        match found.is_empty() {
            _ if self.progress.stop_requested() => Err(TwinError::Stopped),
            true => Err(TwinError::NoneWorks),
            false => Ok(found),
        }
    }

    /// The same bursts with any garbage collection: what bursts do not show was inherited by
    /// chance, and is drawn again. `None`: no drive of many works.
    fn variant(
        &self,
        genes: &Genes,
        (place, pacing): (usize, f64),
        random: &mut Generator,
    ) -> Option<Genes> {
        let mut draw = || -> Genes {
            let each = PARAMETERS.iter().zip(genes);
            let each = each.map(|(one, gene)| if one.of_gc { uniform(random) } else { *gene });
            let mut genes: Genes = each.collect();
            genes[place] = pacing;
            genes
        };
        let mut drawn = std::iter::repeat_with(&mut draw).take(ATTEMPTS);
        drawn.find(|genes| Values::of(genes).spec(self.known).is_ok())
    }

    /// Root mean square of all errors; endless where it is beyond `bound`.
    fn cost(&self, genes: &Genes, bound: f64) -> f64 {
        let bursts = match self.stages[0].shown.is_empty() {
            true => Some(0.0),
            false => self.error(genes, 0, bound),
        };
        let total = 1.0 + ENDURANCE_WEIGHT;
        let Some(bursts) = bursts.filter(|error| (error / total).sqrt() < bound) else {
            return f64::INFINITY;
        };
        let endurance = self.error(genes, 1, bound);
        endurance.map_or(f64::INFINITY, |error| {
            ((bursts + ENDURANCE_WEIGHT * error) / total).sqrt()
        })
    }

    /// Mean square error of a stage; `None`: such a drive cannot be, or cannot do it, or is beyond
    /// `bound`.
    fn error(&self, genes: &Genes, stage: usize, bound: f64) -> Option<f64> {
        let spec = Values::of(genes).spec(self.known).ok()?;
        let stage = &self.stages[stage];
        let mut watch = Watch::new(self.progress, Some(stage), bound);
        let run = self.simulate(&spec, &stage.suite, &stage.options, &mut watch);
        stage.error(&run.ok().flatten()?)
    }

    /// All tests of the run on one drive; `None`: it was stopped.
    ///
    /// # Errors
    /// The drive cannot do them.
    pub fn whole(
        &self,
        values: &Values,
        suite: &Suite,
        options: &Options,
    ) -> Result<Option<Run>, LabError> {
        let spec = values.spec(self.known).map_err(LabError::from)?;
        let mut watch = Watch::new(self.progress, None, f64::INFINITY);
        self.simulate(&spec, suite, options, &mut watch)
    }

    fn simulate(
        &self,
        spec: &DriveSpec,
        suite: &Suite,
        options: &Options,
        watch: &mut Watch<'_>,
    ) -> Result<Option<Run>, LabError> {
        lab::simulate_alone(spec, self.definitions, suite, options, self.seed, watch)
    }
}
