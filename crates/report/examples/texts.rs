//! What runs say: findings as JSON, and every text made of them, for `cargo xtask pseudo`.
//!
//! `texts FOLDER... ` prints one JSON document.

use fourcorners_bench::record::Run;
use fourcorners_findings::Review;
use fourcorners_findings::select::by_drive;
use fourcorners_report::{JunitSuite, NothingPrinted, PageData, html, junit, markdown, tables};
use serde_json::json;
use std::path::Path;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folders = std::env::args().skip(1);
    let runs: Vec<Run> = folders
        .map(|folder| Run::open(Path::new(&folder)))
        .collect::<Result<_, _>>()?;
    let page = PageData::new(&runs, &NothingPrinted);
    let findings: Vec<Vec<String>> = runs.iter().map(|run| page.findings_of(run)).collect();
    let suites = runs
        .iter()
        .zip(&findings)
        .map(|(run, findings)| JunitSuite {
            name: &run.header.identity.name,
            entries: &run.entries,
            findings,
            ..JunitSuite::default()
        });
    let document = json!({
        "findings": Review::of(&by_drive(&runs)),
        "terminal": tables(&runs, &NothingPrinted, Some(100)),
        "markdown": markdown(&runs, &NothingPrinted),
        "junit": junit(&suites.collect::<Vec<_>>())?,
        "page": page,
        "html": html(&page)?,
    });
    println!("{document}");
    Ok(())
}
