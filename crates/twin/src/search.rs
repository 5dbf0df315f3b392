//! Differential evolution: the members of a population move by the differences between others,
//! toward the better ones (current-to-pbest/1: Zhang and Sanderson, IEEE TEC 2009). It needs no
//! derivatives, and is indifferent to parameters that depend on each other.

use crate::parameter::{Genes, drawn};
use fourcorners_bench::uniform;
use fourcorners_block::{Generator, Seed};
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A place and its cost.
#[derive(Clone, Debug)]
pub struct Member {
    pub genes: Genes,
    pub cost: f64,
}

/// How a search goes.
pub struct Search<'a> {
    pub population: usize,
    pub rounds: usize,
    pub threads: usize,
    pub seed: Seed,
    /// Gene that no member changes, by its place.
    pub kept: Option<usize>,
    /// The cost of a place; at least `bound` if it is more than that.
    pub cost: &'a (dyn Fn(&Genes, f64) -> f64 + Sync),
    /// Before each round, with its number from 1 and the best cost so far: whether to go on.
    pub next: Box<dyn Fn(usize, f64) -> bool + 'a>,
    /// Whether nothing more is to be looked at.
    pub ends: &'a (dyn Fn() -> bool + Sync),
}

/// Attempts at a first population.
const ATTEMPTS: usize = 200;
/// Share of the population that the others move toward.
const BEST_SHARE: f64 = 0.15;

impl Search<'_> {
    /// All places with a finite cost that were looked at and replaced another, and the last
    /// population; the best first.
    pub fn run(&self, start: Vec<Genes>) -> Vec<Member> {
        let mut random = self.seed.generator();
        let mut population = self.first(start, &mut random);
        let mut seen = population.clone();
        for round in 1..=self.rounds {
            population.sort_by(|a, b| a.cost.total_cmp(&b.cost));
            let Some(best) = population.first() else {
                break;
            };
            if !(self.next)(round, best.cost) {
                break;
            }
            let trials: Vec<Genes> = (0..population.len())
                .map(|of| {
                    let mut genes = moved(&population, of, &mut random);
                    if let Some(kept) = self.kept {
                        genes[kept] = population[of].genes[kept];
                    }
                    genes
                })
                .collect();
            let bounds: Vec<f64> = population.iter().map(|member| member.cost).collect();
            let costs = self.costs(&trials, &bounds);
            for ((member, genes), cost) in population.iter_mut().zip(trials).zip(costs) {
                if cost < member.cost {
                    *member = Member { genes, cost };
                    seen.push(member.clone());
                }
            }
        }
        seen.sort_by(|a, b| a.cost.total_cmp(&b.cost));
        seen
    }

    /// `start`, and drawn ones that work.
    fn first(&self, start: Vec<Genes>, random: &mut Generator) -> Vec<Member> {
        let mut population = Vec::new();
        let mut next = start;
        for _ in 0..ATTEMPTS {
            if (self.ends)() {
                break;
            }
            // Those that are kept in their place have all been given.
            while self.kept.is_none() && next.len() < self.population {
                next.push(drawn(random));
            }
            for places in next.chunks(self.population.max(1)) {
                let bounds = vec![self.last_cost(&population); places.len()];
                let members = places.iter().zip(self.costs(places, &bounds));
                let works = members.filter(|(_, cost)| cost.is_finite());
                population.extend(works.map(|(genes, cost)| Member {
                    genes: genes.clone(),
                    cost,
                }));
                population.sort_by(|a, b| a.cost.total_cmp(&b.cost));
                population.truncate(self.population);
            }
            next.clear();
            if population.len() >= self.population || self.kept.is_some() {
                break;
            }
        }
        population
    }

    /// What another place must not exceed to be among the best.
    fn last_cost(&self, population: &[Member]) -> f64 {
        let last = self
            .population
            .checked_sub(1)
            .and_then(|last| population.get(last));
        last.map_or(f64::INFINITY, |member| member.cost)
    }

    fn costs(&self, places: &[Genes], bounds: &[f64]) -> Vec<f64> {
        let next = AtomicUsize::new(0);
        let costs = Mutex::new(vec![f64::INFINITY; places.len()]);
        std::thread::scope(|scope| {
            for _ in 0..self.threads.max(1) {
                scope.spawn(|| {
                    loop {
                        let at = next.fetch_add(1, Ordering::Relaxed);
                        let Some(genes) = places.get(at).filter(|_| !(self.ends)()) else {
                            return;
                        };
                        let cost = (self.cost)(genes, bounds[at]);
                        costs.lock().unwrap_or_else(PoisonError::into_inner)[at] = cost;
                    }
                });
            }
        });
        costs.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Where a member goes. `population`: the best first.
fn moved(population: &[Member], of: usize, random: &mut Generator) -> Genes {
    let count = population.len() as u64;
    let best = ((population.len() as f64 * BEST_SHARE).ceil() as u64).max(1);
    let any = |random: &mut Generator| &population[random.below(count) as usize].genes;
    let toward = &population[random.below(best) as usize].genes;
    let (one, other) = (any(random).clone(), any(random).clone());
    let own = &population[of].genes;
    let factor = 0.3 + 0.6 * uniform(random);
    let crossing = 0.3 + 0.6 * uniform(random);
    let certain = random.below(own.len() as u64) as usize;
    let gene = |place: usize, random: &mut Generator| {
        if place != certain && uniform(random) > crossing {
            return own[place];
        }
        let to = own[place]
            + factor * (toward[place] - own[place])
            + factor * (one[place] - other[place]);
        // Reflected at the ends, so that they are no likelier than others.
        let to = if to < 0.0 { -to } else { to };
        let to = if to >= 1.0 { 2.0 - to } else { to };
        to.clamp(0.0, 1.0 - f64::EPSILON)
    };
    (0..own.len()).map(|place| gene(place, random)).collect()
}
