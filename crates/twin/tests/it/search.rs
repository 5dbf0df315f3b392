//! The search by itself, where the best place is known.

use fourcorners_block::Seed;
use fourcorners_twin::{Genes, PARAMETERS, Search};

/// Distance from a place; only there are all of its steps right.
fn cost(genes: &Genes) -> f64 {
    let wanted = |place: usize| (place as f64 + 0.5) / PARAMETERS.len() as f64;
    let square = |(place, gene): (usize, &f64)| (gene - wanted(place)).powi(2);
    let near: f64 = genes.iter().enumerate().map(square).sum();
    // A valley that no parameter can follow alone.
    near.sqrt() + (genes[0] - genes[1] - wanted(0) + wanted(1)).abs()
}

fn search(threads: usize) -> Vec<f64> {
    let search = Search {
        population: 60,
        rounds: 300,
        threads,
        seed: Seed(5),
        cost: &|genes, _| cost(genes),
        kept: None,
        next: Box::new(|_, _| true),
        ends: &|| false,
    };
    search
        .run(Vec::new())
        .iter()
        .map(|member| member.cost)
        .collect()
}

#[test]
fn search_finds_the_best_place_and_does_not_depend_on_threads() {
    let one = search(1);
    assert!(one[0] < 0.05, "{}", one[0]);
    assert!(one.is_sorted());
    assert_eq!(one, search(3));
}

#[test]
fn search_of_what_cannot_work_finds_nothing() {
    let search = Search {
        population: 4,
        rounds: 2,
        threads: 1,
        seed: Seed(5),
        cost: &|_, _| f64::INFINITY,
        kept: None,
        next: Box::new(|_, _| true),
        ends: &|| false,
    };
    assert!(search.run(Vec::new()).is_empty());
}
