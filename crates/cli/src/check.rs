//! `check`: published beside simulated; `fit`: seeks the numbers that a drive file calls fitted.

use crate::end::End;
use crate::files::{self, Files};
use crate::interrupt::{self, KEPT};
use crate::options::{Check, Fit};
use crate::output;
use crate::progress::Terminal;
use crate::refusal::Refusal;
use fourcorners_accuracy::{self as accuracy, Cache, Checked, Class, Filter, FitOptions, Kind};
use fourcorners_lab as lab;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

pub fn check(options: &Check, json: bool) -> Result<End, Refusal> {
    let files = Files::new(None, options.markdown.clone());
    files.check(&[], &[], json)?;
    let mut own = BTreeMap::new();
    for path in &options.drive {
        let target = lab::resolve(&path.display().to_string(), false);
        match target? {
            lab::Target::Simulated { spec, .. } => own.insert(spec.name().to_string(), *spec),
            lab::Target::Real(_) => {
                return Err(format!("{}: not a drive file", path.display()).into());
            }
        };
    }
    let names: Vec<String> = own.keys().cloned().collect();
    let published = published(&options.published, &names)?;
    let cache = cache(options.cache.as_deref(), options.no_cache)?;
    interrupt::listen(KEPT)?;
    let watcher = Terminal::new(options.quiet);
    let filter = Filter(options.figures.clone());
    let checked = accuracy::check(
        &published,
        &own,
        &filter,
        &cache,
        threads(options.threads),
        &watcher,
    )?;
    // A document of some figures would replace one of all.
    let interrupted = interrupt::stop_requested();
    let rows = checked.rows.iter();
    match rows.filter(|row| row.holds.is_none()).count() {
        0 => {}
        left => output::say(&format!(
            "interrupted: {left} of {} figures were not run; no share counts them",
            checked.rows.len()
        )),
    }
    match &options.markdown {
        Some(path) if interrupted => {
            output::say(&format!("interrupted: {} was not written", path.display()));
        }
        Some(path) => files::put(path, &accuracy::markdown(&checked))?,
        None => {}
    }
    let end = match interrupted {
        true => End::Interrupted,
        false => End::Done,
    };
    match (files.take_stdout(), json) {
        (true, _) => {}
        (_, true) => output::print_json(&checked.rows).map(drop)?,
        _ => output::print(&text(&checked, options.missed)).map(drop)?,
    }
    Ok(end)
}

fn text(checked: &Checked, missed: bool) -> String {
    let rows = checked.rows.iter();
    let rows = rows.filter(|row| !missed || row.is_missed());
    let rows = rows.map(|row| {
        vec![
            row.id.clone(),
            row.published.clone(),
            row.reason.clone().unwrap_or_else(|| row.shown()),
            row.error
                .map_or(String::new(), |error| format!("{:+.0} %", error * 100.0)),
            match (row.class, row.kind) {
                (Class::Input, _) => "input".into(),
                (_, Kind::Fitted) => "fitted".into(),
                (_, Kind::Predicted) => "predicted".into(),
            },
            match row.holds {
                Some(true) => "holds",
                Some(false) => "MISSED",
                None => "not run",
            }
            .into(),
        ]
    });
    let mut text = output::table(
        &["figure", "published", "simulated", "error", "", ""],
        rows.collect(),
    );
    let families = checked.summary.families.iter().map(|family| {
        vec![
            family.root.clone(),
            format!(
                "{} fitted to {}",
                family.fitted_parameters, family.fitted_figures
            ),
            family.fitted.to_string(),
            family.predicted.to_string(),
        ]
    });
    text.push_str("\n\n");
    text.push_str(&output::table(
        &["family", "parameters", "fitted hold", "predicted hold"],
        families.collect(),
    ));
    text.push_str("\n\n");
    let shares = checked.summary.shares().map(|(name, share)| {
        let percent = (share.of > 0).then(|| format!("{:.0} %", share.percent()));
        vec![name.into(), share.to_string(), percent.unwrap_or_default()]
    });
    text.push_str(&output::table(&["figures", "hold", ""], shares.into()));
    if !checked.planned.is_empty() {
        let rows = checked.planned.iter().map(|planned| {
            let needs: Vec<String> = planned.missing.iter().map(accuracy::needs).collect();
            let figure = &planned.figure;
            vec![figure.id.clone(), figure.printed.clone(), needs.join(", ")]
        });
        text.push_str("\n\n");
        text.push_str(&output::table(
            &["not simulated yet", "published", "needs"],
            rows.collect(),
        ));
    }
    if !checked.facts.is_empty() {
        let agree = checked.facts.iter().filter(|fact| fact.agrees).count();
        text.push_str(&format!(
            "\n\nHardware and method, never scored: {agree} of {} agree with the files. Not tested \
             yet: {} figures.",
            checked.facts.len(),
            checked.waiting.len()
        ));
    }
    text
}

pub fn fit(options: &Fit) -> Result<End, Refusal> {
    let path = &options.drive;
    let text =
        lab::definition_text(path).map_err(|error| format!("{error}; give the drive's file"))?;
    let drive = lab::resolve(&path.display().to_string(), false)?;
    let published = published(&options.published, &[drive.name()])?;
    let cache = cache(options.cache.as_deref(), false)?;
    interrupt::listen(KEPT)?;
    let watcher = Terminal::new(options.quiet);
    let (fitted, reports) = accuracy::fit(
        &published,
        &drive.name(),
        path,
        &text,
        &FitOptions {
            only: &options.only,
            sweeps: options.sweeps.into(),
            threads: threads(options.threads),
            cache: &cache,
        },
        &watcher,
    )
    .map_err(|error| error.to_string())?;
    // What was tried so far is not the best that there is.
    if interrupt::stop_requested() {
        output::say(&format!("interrupted: {} is unchanged", path.display()));
        return Ok(End::Interrupted);
    }
    let rows = reports.iter().map(|report| {
        vec![
            report.key.clone(),
            report.before.to_string(),
            match report.at_end {
                true => format!("{}, an end of its range", report.after),
                false => report.after.to_string(),
            },
            format!("{:.1} %", report.error_before * 100.0),
            format!("{:.1} %", report.error_after * 100.0),
        ]
    });
    output::print(&output::table(
        &["parameter", "was", "fits", "error before", "after"],
        rows.collect(),
    ))?;
    if !options.write {
        return output::print(
            "\nNothing was written; add --write to write these numbers to the file.",
        );
    }
    std::fs::write(path, fitted).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(End::Done)
}

fn published(more: &[PathBuf], own: &[String]) -> Result<accuracy::Published, String> {
    let read = |path: &PathBuf| {
        lab::definition_text(path)
            .map(|text| (path.display().to_string(), text))
            .map_err(|error| error.to_string())
    };
    let more: Vec<(String, String)> = more.iter().map(read).collect::<Result<_, _>>()?;
    accuracy::published(&more, own).map_err(|error| error.to_string())
}

fn cache(folder: Option<&Path>, none: bool) -> Result<Cache, String> {
    let folder = match (folder, none) {
        (_, true) => None,
        (Some(folder), _) => Some(folder.to_path_buf()),
        (None, _) => Cache::default_folder(),
    };
    Cache::new(folder.as_deref()).map_err(|error| {
        let folder = folder.unwrap_or_default();
        format!(
            "{}: {error}; choose a folder with --cache, or disable the cache with --no-cache",
            folder.display()
        )
    })
}

fn threads(wanted: Option<u16>) -> usize {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    wanted.map_or(cores, usize::from)
}
