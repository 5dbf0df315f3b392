//! The fit: bursts first, which need no garbage collection and cost little; then all.

use crate::error::TwinError;
use crate::model::{Known, Values};
use crate::parameter::{Genes, PARAMETERS, drawn, pacing};
use crate::search::{Member, Search};
use crate::stage::Stage;
use fourcorners_bench::record::Run;
use fourcorners_bench::{Library, Observer, Options, PhaseKey, Suite, uniform};
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
    /// Half of them look at bursts only; a quarter at all, for each pacing or, after a third of
    /// them, for the better ones; a quarter at all pacings together.
    pub rounds: usize,
    pub threads: usize,
    pub seed: Seed,
}

/// Drives with other garbage collection for each of the best in bursts.
const VARIANTS: usize = 2;
/// Draws until one of them works.
const ATTEMPTS: usize = 100;
/// How many pacings go on after a third of their rounds.
const BETTER_PACINGS: usize = 2;
/// A drive whose error so far lets expect this many times that of the one that it is to replace is
/// not simulated to the end.
const HOPELESS: f64 = 1.2;
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

/// Stops a simulation when the user wants it, or when the drive is hopeless.
struct Watch<'a> {
    progress: &'a dyn Progress,
    /// Whether a drive is hopeless, by its I/Os until the end of each second of a phase.
    is_hopeless: &'a dyn Fn(&PhaseKey, &[f64]) -> bool,
    ios: Vec<f64>,
    stops: bool,
}

impl<'a> Watch<'a> {
    fn new(progress: &'a dyn Progress, is_hopeless: &'a dyn Fn(&PhaseKey, &[f64]) -> bool) -> Self {
        Self {
            progress,
            is_hopeless,
            ios: Vec::new(),
            stops: false,
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
        let phase = progress.phase;
        self.stops |= phase.is_some_and(|phase| (self.is_hopeless)(phase, &self.ios));
    }

    fn stop_requested(&self) -> bool {
        self.stops || self.progress.stop_requested()
    }
}

/// Of a drive that is to be simulated in any case.
fn never(_: &PhaseKey, _: &[f64]) -> bool {
    false
}

/// Root mean square of the errors of bursts and endurance.
fn of_both(bursts: f64, endurance: f64) -> f64 {
    ((bursts + ENDURANCE_WEIGHT * endurance) / (1.0 + ENDURANCE_WEIGHT)).sqrt()
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
        let (first, more) = (each / 3, each - each / 3);
        let (place, pacings) = pacing();
        let before_all = early + pacings * first + BETTER_PACINGS * more;
        let all = before_all + last;
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
            self.error(genes, 0, &never)
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
        let half = population / 2;
        let mut by_pacing: Vec<Vec<Member>> = Vec::new();
        for pacing in 0..pacings {
            let gene = (pacing as f64 + 0.5) / pacings as f64;
            let start = bursts
                .iter()
                .flat_map(|genes| [genes; VARIANTS])
                .filter_map(|genes| self.variant(genes, (place, gene), &mut random))
                .collect();
            let (label, before) = (format!("pacing-{pacing}"), early + pacing * first);
            let search = search(&label, half, first, Some(place), before, &of_all);
            by_pacing.push(search.run(start));
        }
        let best = |members: &Vec<Member>| members.first().map_or(f64::INFINITY, |one| one.cost);
        by_pacing.sort_by(|a, b| best(a).total_cmp(&best(b)));
        let mut found = Vec::new();
        for (pacing, mut members) in by_pacing.into_iter().enumerate() {
            if pacing < BETTER_PACINGS {
                let start = members.drain(..members.len().min(half));
                let start = start.map(|member| member.genes).collect();
                let label = format!("better-pacing-{pacing}");
                let before = early + pacings * first + pacing * more;
                let search = search(&label, half, more, Some(place), before, &of_all);
                found.extend(search.run(start));
            }
            found.extend(members);
        }
        found.sort_by(|a, b| a.cost.total_cmp(&b.cost));
        let best = found.iter().take(population);
        let best = best.map(|member| member.genes.clone()).collect();
        found.extend(search("all", population, last, None, before_all, &of_all).run(best));
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
            false => self.error(genes, 0, &never),
        };
        let Some(bursts) = bursts.filter(|bursts| of_both(*bursts, 0.0) < bound) else {
            return f64::INFINITY;
        };
        let is_hopeless = |phase: &PhaseKey, ios: &[f64]| {
            let expected = self.stages[1].expected_error(phase, ios);
            of_both(bursts, expected) >= HOPELESS * bound
        };
        let endurance = self.error(genes, 1, &is_hopeless);
        endurance.map_or(f64::INFINITY, |endurance| of_both(bursts, endurance))
    }

    /// Mean square error of a stage; `None`: such a drive cannot be, or cannot do it, or is
    /// hopeless.
    fn error(
        &self,
        genes: &Genes,
        stage: usize,
        is_hopeless: &dyn Fn(&PhaseKey, &[f64]) -> bool,
    ) -> Option<f64> {
        let spec = Values::of(genes).spec(self.known).ok()?;
        let stage = &self.stages[stage];
        let mut watch = Watch::new(self.progress, is_hopeless);
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
        let mut watch = Watch::new(self.progress, &never);
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
