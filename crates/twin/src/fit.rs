//! The fit: bursts first, which need no garbage collection and cost little; then all.

use crate::error::TwinError;
use crate::model::{Known, Values};
use crate::parameter::{Genes, PARAMETERS, unit};
use crate::search::{Member, Search};
use crate::stage::Stage;
use fourcorners_bench::record::Run;
use fourcorners_bench::{Library, Observer, Options, Suite};
use fourcorners_block::{Generator, Seed};
use fourcorners_lab::{self as lab, LabError};

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
    pub population: usize,
    /// Generations that look at bursts only.
    pub early: usize,
    /// Generations that look at all.
    pub late: usize,
    pub threads: usize,
    pub seed: Seed,
}

/// Drives with other garbage collection for each of the best in bursts.
const VARIANTS: usize = 4;
/// Draws until one of them works.
const ATTEMPTS: usize = 100;
/// Weight of endurance relative to bursts.
const ENDURANCE_WEIGHT: f64 = 2.0;

/// What a fit needs.
pub struct Fit<'a> {
    pub known: &'a Known,
    pub library: &'a Library,
    pub stages: &'a [Stage; 2],
    pub seed: Seed,
    pub effort: Effort,
    pub progress: &'a dyn Progress,
}

struct Stop<'a>(&'a dyn Progress);

impl Observer for Stop<'_> {
    fn stop_requested(&self) -> bool {
        self.0.stop_requested()
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
            early,
            late,
            threads,
            seed,
        } = self.effort;
        let generations = early + late;
        let bursts = Search {
            population,
            generations: early,
            threads,
            seed: seed.child("bursts"),
            cost: &|genes, _| self.error(genes, 0).map_or(f64::INFINITY, f64::sqrt),
            next: &|done, error| {
                self.progress.generation(done - 1, generations, error);
                !self.progress.stop_requested()
            },
        };
        let mut start = Vec::new();
        if !self.stages[0].shown.is_empty() {
            let found = bursts.run(Vec::new());
            let mut random = seed.child("gc").generator();
            for member in found.iter().take(population) {
                start
                    .extend((0..VARIANTS).filter_map(|_| self.variant(&member.genes, &mut random)));
            }
        }
        let all = Search {
            population,
            generations: late,
            threads,
            seed: seed.child("all"),
            cost: &|genes, bound| self.cost(genes, bound),
            next: &|done, error| {
                self.progress
                    .generation(early + done - 1, generations, error);
                !self.progress.stop_requested()
            },
        };
        let found = all.run(start);
        match found.is_empty() {
            _ if self.progress.stop_requested() => Err(TwinError::Stopped),
            true => Err(TwinError::NoneWorks),
            false => Ok(found),
        }
    }

    /// The same bursts with any garbage collection: what bursts do not show was inherited by
    /// chance, and is drawn again. `None`: no drive of many works.
    fn variant(&self, genes: &Genes, random: &mut Generator) -> Option<Genes> {
        let mut draw = || -> Genes {
            let each = PARAMETERS.iter().zip(genes);
            each.map(|(one, gene)| if one.of_gc { unit(random) } else { *gene })
                .collect()
        };
        let mut drawn = std::iter::repeat_with(&mut draw).take(ATTEMPTS);
        drawn.find(|genes| Values::of(genes).spec(self.known).is_ok())
    }

    /// Root mean square of all errors; endless where it is beyond `bound`.
    fn cost(&self, genes: &Genes, bound: f64) -> f64 {
        let bursts = match self.stages[0].shown.is_empty() {
            true => Some(0.0),
            false => self.error(genes, 0),
        };
        let total = 1.0 + ENDURANCE_WEIGHT;
        let Some(bursts) = bursts.filter(|error| (error / total).sqrt() < bound) else {
            return f64::INFINITY;
        };
        let endurance = self.error(genes, 1);
        endurance.map_or(f64::INFINITY, |error| {
            ((bursts + ENDURANCE_WEIGHT * error) / total).sqrt()
        })
    }

    /// Mean square error of a stage; `None`: such a drive cannot be, or cannot do it.
    fn error(&self, genes: &Genes, stage: usize) -> Option<f64> {
        let spec = Values::of(genes).spec(self.known).ok()?;
        let Stage { suite, options, .. } = &self.stages[stage];
        let mut observer = Stop(self.progress);
        let run = lab::simulate_alone(
            &spec,
            self.library,
            suite,
            options,
            self.seed,
            &mut observer,
        );
        self.stages[stage].error(&run.ok().flatten()?)
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
        let mut observer = Stop(self.progress);
        lab::simulate_alone(
            &spec,
            self.library,
            suite,
            options,
            self.seed,
            &mut observer,
        )
    }
}
