//! `list`: what there is.

use crate::options::What;
use crate::{End, output};
use fourcorners_bench::record::Run;
use fourcorners_lab as lab;
use serde_json::{Value, json};
use std::path::Path;

pub fn list(what: What, out: &Path, json: bool) -> Result<End, String> {
    let (header, rows, values): (Vec<&str>, Vec<Vec<String>>, Vec<Value>) = match what {
        What::Drives => drives()?,
        What::Suites => {
            let library = lab::library().map_err(|error| error.to_string())?;
            let suites = library.suites.values();
            (
                vec!["suite", "tests", "what for"],
                suites.clone().map(|suite| vec![suite.name.clone(), suite.tests.len().to_string(), suite.title.clone()]).collect(),
                suites.map(|suite| json!({"name": suite.name, "title": suite.title, "why": suite.why, "comparable": suite.comparable})).collect(),
            )
        }
        What::Tests => {
            let library = lab::library().map_err(|error| error.to_string())?;
            let tests = library.tests.values();
            (
                vec!["test", "what"],
                tests.clone().map(|test| vec![test.id.clone(), test.title.clone()]).collect(),
                tests.map(|test| json!({"id": test.id, "title": test.title, "why": test.why, "source": test.source})).collect(),
            )
        }
        What::Runs => runs(out)?,
    };
    if json {
        output::print_json(&values)
    } else {
        output::print(&output::table(&header, rows))
    }
}

type Listing = (Vec<&'static str>, Vec<Vec<String>>, Vec<Value>);

fn drives() -> Result<Listing, String> {
    let (mut rows, mut values) = (Vec::new(), Vec::new());
    for name in lab::drive_names() {
        let spec = lab::drive_spec(&name).map_err(|error| error.to_string())?;
        let (capacity, nand) = (spec.capacity.bytes().0, spec.raw_nand().0);
        let gib = |bytes: u64| format!("{:.1}", bytes as f64 / f64::from(1 << 30));
        rows.push(vec![
            name.clone(),
            spec.model.clone(),
            gib(capacity),
            gib(nand),
            spec.nand.part.clone(),
        ]);
        values.push(json!({"name": name, "model": spec.model, "capacity_bytes": capacity, "raw_nand_bytes": nand, "nand_part": spec.nand.part}));
    }
    Ok((
        vec!["drive", "model", "usable GiB", "NAND GiB", "NAND part"],
        rows,
        values,
    ))
}

fn runs(folder: &Path) -> Result<Listing, String> {
    let (mut rows, mut values) = (Vec::new(), Vec::new());
    let entries = std::fs::read_dir(folder).map_err(|error| {
        format!(
            "{}: {error}. Name the folder of the runs with --out",
            folder.display()
        )
    })?;
    let mut paths: Vec<_> = entries
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.join("run.json").exists())
        .collect();
    paths.sort();
    for path in paths {
        match Run::open(&path) {
            Ok(run) => {
                let finished = run
                    .entries
                    .iter()
                    .filter(|entry| entry.measured.is_some())
                    .count();
                rows.push(vec![
                    path.display().to_string(),
                    run.header.identity.name.clone(),
                    run.header.suite.clone(),
                    finished.to_string(),
                ]);
                values.push(json!({"folder": path, "drive": run.header.identity.name, "suite": run.header.suite, "seed": run.header.seed, "phases_measured": finished}));
            }
            Err(error) => {
                rows.push(vec![
                    path.display().to_string(),
                    String::new(),
                    format!("cannot be read: {error}"),
                    String::new(),
                ]);
                values.push(json!({"folder": path, "error": error.to_string()}));
            }
        }
    }
    if rows.is_empty() {
        output::say(&format!("{}: there are no runs in it", folder.display()));
    }
    Ok((
        vec!["folder", "drive", "suite", "phases measured"],
        rows,
        values,
    ))
}
