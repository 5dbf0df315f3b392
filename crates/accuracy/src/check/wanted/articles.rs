//! Does an article's own run measure what was printed in it?

use super::{Catalogue, Place, RunKey, runs_of};
use crate::published::{Figure, published};
use fourcorners_bench::Article;
use fourcorners_lab::{drive_spec, library, port};
use fourcorners_sim::DriveSpec;
use std::collections::BTreeMap;

/// Runs behind printed figures that their article does not make, each with the reason.
const GAPS: [(&str, &str); 2] = [
    (
        "002: intel-x25-m-g1-80@8610 on sata-3gbps: recovery",
        "the article only mentions this firmware's earlier problem",
    ),
    (
        "004: intel-x25-m-g2-160 on sata-3gbps: random-read-4k-qd3 align-512B",
        "the article tests the same drive with firmware 02G2, as it was sold then",
    ),
];

/// The drive behind a port, or at its own link.
fn behind(drive: &str, name: Option<&str>) -> DriveSpec {
    let spec = drive_spec(drive).expect(drive);
    match name {
        Some(name) => spec.behind(&port(name).expect(name)),
        None => spec,
    }
}

/// The article's runs of a drive at a place: behind that port, or behind one that makes the drive's
/// link the same.
fn variants(article: &Article, place: &Place, test: &str, catalogue: &Catalogue) -> Vec<String> {
    let Some(drive) = article.drive(&place.drive) else {
        return Vec::new();
    };
    let wanted = behind(&drive.name, Some(&place.port));
    let own_link = drive.ports.is_empty().then_some(None);
    let ports = drive.ports.iter().map(|name| Some(name.as_str()));
    let ports = ports.chain(own_link);
    let same = ports.filter(|name| behind(&drive.name, *name) == wanted);
    let tests = same.flat_map(|name| article.suite_for(&drive.name, name).tests);
    let tests = tests.filter(|of_article| of_article.id == test);
    let definition = catalogue.definitions.test(test).expect(test);
    let variant = |of_article: fourcorners_bench::SuiteTest| {
        let mut variant = of_article.variant(definition);
        if catalogue.blind.contains(&drive.name) {
            variant.conditions.data = None;
        }
        variant.to_string()
    };
    tests.map(variant).collect()
}

fn is_made(article: &Article, key: &RunKey, catalogue: &Catalogue) -> bool {
    variants(article, &key.place, &key.test, catalogue).contains(&key.variant)
}

fn name(number: &str, key: &RunKey) -> String {
    let Place { drive, port } = &key.place;
    let run = format!("{number}: {drive} on {port}: {} {}", key.test, key.variant);
    run.trim_end().into()
}

#[test]
fn every_figure_of_an_article_is_run_by_it() {
    let library = library().expect("all files are right");
    let figures = published(&[], &[]).expect("all files are right").figures;
    let catalogue = Catalogue::new(library, figures.iter());
    let mut missing: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for article in library.articles.values() {
        let is_its = |figure: &&Figure| figure.source == article.number();
        for figure in figures.iter().filter(is_its) {
            let measures = std::iter::once(&figure.measure).chain(&figure.against);
            for (key, _) in measures.flat_map(|measure| runs_of(measure, &catalogue)) {
                if !is_made(article, &key, &catalogue) {
                    let of_run = missing.entry(name(article.number(), &key)).or_default();
                    of_run.push(&figure.id);
                }
            }
        }
    }
    let is_known = |run: &str| GAPS.iter().any(|(gap, _)| *gap == run);
    let new: Vec<String> = missing
        .iter()
        .filter(|(run, _)| !is_known(run))
        .map(|(run, figures)| format!("{run}  (of {})", figures.join(", ")))
        .collect();
    let closed: Vec<&str> = GAPS
        .iter()
        .map(|(gap, _)| *gap)
        .filter(|gap| !missing.contains_key(*gap))
        .collect();
    assert!(
        new.is_empty() && closed.is_empty(),
        "{} runs that no article makes; add them to articles/ or to GAPS:\n  {}\nin GAPS, but made \
         or not asked for:\n  {}",
        new.len(),
        new.join("\n  "),
        closed.join("\n  ")
    );
}
