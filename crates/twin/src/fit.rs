//! The fit: bursts first, which need no garbage collection and cost little; then all.

use crate::costs::Costs;
use crate::error::TwinError;
use crate::model::{Known, Values};
use crate::parameter::{Genes, PARAMETERS, drawn, pacing};
use crate::search::{Member, Search};
use crate::stage::Stage;
use crate::watch::{Progress, Watch, never};
use fourcorners_bench::record::Run;
use fourcorners_bench::{Library, Options, PhaseKey, Suite, uniform};
use fourcorners_block::{Generator, Seed};
use fourcorners_lab::{self as lab, LabError};
use fourcorners_sim::DriveSpec;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::OnceLock;

/// How long it searches.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Drives of a round.
    pub population: usize,
    /// Half of them compare bursts only. A quarter compares everything, for each pacing; after a
    /// third of these, only the two better pacings go on. A quarter compares all pacings together.
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
    /// What an earlier search of the same run simulated.
    pub costs: &'a Costs,
    pub progress: &'a dyn Progress,
    /// Why the host could not simulate, once it could not.
    pub failure: OnceLock<LabError>,
}

/// Root mean square of the errors of bursts and endurance.
fn of_both(bursts: f64, endurance: f64) -> f64 {
    ((bursts + ENDURANCE_WEIGHT * endurance) / (1.0 + ENDURANCE_WEIGHT)).sqrt()
}

/// Rounds of the parts of a search.
struct Rounds {
    bursts: usize,
    /// Of each pacing.
    pacing: usize,
    /// Of each of the better pacings, after those.
    better: usize,
    /// Of all pacings together.
    all: usize,
}

impl Rounds {
    /// `has_bursts`: whether there are any to compare.
    fn of(effort: Effort, has_bursts: bool) -> Self {
        let quarter = effort.rounds / 4;
        Self {
            bursts: if has_bursts { effort.rounds / 2 } else { 0 },
            pacing: quarter / 3,
            better: quarter - quarter / 3,
            all: quarter,
        }
    }

    fn sum(&self, pacings: usize) -> usize {
        self.bursts + pacings * self.pacing + BETTER_PACINGS * self.better + self.all
    }
}

/// A part of a search.
struct Part<'a> {
    /// Of its random numbers.
    label: &'a str,
    /// Rounds before it.
    before: usize,
    rounds: usize,
    population: usize,
    /// Gene that no member changes, by its place.
    kept: Option<usize>,
    cost: &'a (dyn Fn(&Genes, f64) -> f64 + Sync),
}

/// Of the first `count`.
fn genes(members: &[Member], count: usize) -> Vec<Genes> {
    let first = members.iter().take(count);
    first.map(|member| member.genes.clone()).collect()
}

fn sort(members: &mut [Member]) {
    members.sort_by(|a, b| a.cost.total_cmp(&b.cost));
}

impl Fit<'_> {
    /// Places that were looked at, the best first.
    ///
    /// # Errors
    /// It was stopped, no place works, or the host failed.
    pub fn run(&mut self) -> Result<Vec<Member>, TwinError> {
        let mut random = self.effort.seed.child("gc").generator();
        let bursts = self.bursts(&mut random);
        let mut found = self.pacings(&bursts, &mut random);
        found.extend(self.all(&found));
        sort(&mut found);
        if let Some(failure) = self.failure.take() {
            return Err(failure.into());
        }
        if self.progress.stop_requested() {
            return Err(TwinError::Stopped);
        }
        let best = found.first().ok_or(TwinError::NoneWorks)?;
        let of = self.rounds().sum(pacing().1);
        self.progress.generation(of, of, Some(best.cost));
        Ok(found)
    }

    fn rounds(&self) -> Rounds {
        Rounds::of(self.effort, !self.stages[0].shown.is_empty())
    }

    /// Whether nothing more is to be simulated.
    fn ends(&self) -> bool {
        self.progress.stop_requested() || self.failure.get().is_some()
    }

    /// Drives as fast as this one before garbage collection; any where the run does not show that.
    fn bursts(&self, random: &mut Generator) -> Vec<Genes> {
        let population = self.effort.population;
        if self.stages[0].shown.is_empty() {
            return (0..population).map(|_| drawn(random)).collect();
        }
        let part = Part {
            label: "bursts",
            before: 0,
            rounds: self.rounds().bursts,
            population,
            kept: None,
            cost: &|genes, _| {
                let error = self.error(genes, 0, &never);
                error.map_or(f64::INFINITY, f64::sqrt)
            },
        };
        genes(&self.search(&part, Vec::new()), population)
    }

    /// Those drives with each pacing. One that is worse at first would die out among the others
    /// before its parameters are right.
    fn pacings(&self, bursts: &[Genes], random: &mut Generator) -> Vec<Member> {
        let Rounds {
            bursts: before,
            pacing: first,
            better: more,
            ..
        } = self.rounds();
        let (place, pacings) = pacing();
        let half = self.effort.population / 2;
        let search = |label: &str, before, rounds, start| {
            let part = Part {
                label,
                before,
                rounds,
                population: half,
                kept: Some(place),
                cost: &|genes, bound| self.cost(genes, bound),
            };
            self.search(&part, start)
        };
        let mut by_pacing: Vec<Vec<Member>> = Vec::new();
        for pacing in 0..pacings {
            let gene = (pacing as f64 + 0.5) / pacings as f64;
            let variants = bursts.iter().flat_map(|genes| [genes; VARIANTS]);
            let start = variants.filter_map(|genes| self.variant(genes, (place, gene), random));
            let (label, before) = (format!("pacing-{pacing}"), before + pacing * first);
            by_pacing.push(search(&label, before, first, start.collect()));
        }
        let best = |members: &Vec<Member>| members.first().map_or(f64::INFINITY, |one| one.cost);
        by_pacing.sort_by(|a, b| best(a).total_cmp(&best(b)));
        let mut found = Vec::new();
        for (rank, mut members) in by_pacing.into_iter().enumerate() {
            if rank < BETTER_PACINGS {
                let label = format!("better-pacing-{rank}");
                let before = before + pacings * first + rank * more;
                let start = members.drain(..members.len().min(half));
                let start = start.map(|member| member.genes).collect();
                found.extend(search(&label, before, more, start));
            }
            found.extend(members);
        }
        sort(&mut found);
        found
    }

    /// The best of all pacings, against each other.
    fn all(&self, found: &[Member]) -> Vec<Member> {
        let population = self.effort.population;
        let rounds = self.rounds();
        let part = Part {
            label: "all",
            before: rounds.sum(pacing().1) - rounds.all,
            rounds: rounds.all,
            population,
            kept: None,
            cost: &|genes, bound| self.cost(genes, bound),
        };
        self.search(&part, genes(found, population))
    }

    fn search(&self, part: &Part<'_>, start: Vec<Genes>) -> Vec<Member> {
        let Effort { threads, seed, .. } = self.effort;
        let of = self.rounds().sum(pacing().1);
        let key = self.key(part.label);
        let cost = |genes: &Genes, bound: f64| {
            let mut key = key.clone();
            genes.iter().for_each(|gene| gene.to_bits().hash(&mut key));
            bound.to_bits().hash(&mut key);
            let key = key.finish();
            if let Some(known) = self.costs.known(key) {
                return known;
            }
            let cost = (part.cost)(genes, bound);
            // A simulation that was stopped has none.
            if !self.ends() {
                self.costs.keep(key, cost);
            }
            cost
        };
        let search = Search {
            population: part.population,
            rounds: part.rounds,
            threads,
            seed: seed.child(part.label),
            kept: part.kept,
            cost: &cost,
            next: Box::new(|round, error| {
                self.progress
                    .generation(part.before + round - 1, of, Some(error));
                !self.ends()
            }),
            ends: &|| self.ends(),
        };
        // The first population takes as long as a round or more.
        self.progress.generation(part.before, of, None);
        search.run(start)
    }

    /// All that the cost of a place depends on, but for itself.
    fn key(&self, label: &str) -> DefaultHasher {
        let mut key = DefaultHasher::new();
        env!("CARGO_PKG_VERSION").hash(&mut key);
        format!("{label} {:?} {:?} {}", self.known, self.stages, self.seed.0).hash(&mut key);
        key
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
        match self.simulate(&spec, &stage.suite, &stage.options, &mut watch) {
            Ok(run) => stage.error(&run?),
            Err(error @ LabError::Temporary { .. }) => {
                // The first one is told.
                let _ = self.failure.set(error);
                None
            }
            Err(_) => None,
        }
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
