//! `browse` and `site`: many runs, as pages.

use crate::article;
use crate::end::End;
use crate::interrupt;
use crate::options::{Browse, Site};
use crate::output;
use crate::progress::Terminal;
use crate::refusal::Refusal;
use fourcorners_accuracy::PrintedFigures;
use fourcorners_bench::Options;
use fourcorners_browse as pages;
use fourcorners_lab::{self as lab, Message};
use fourcorners_report::NothingPrinted;
use std::path::{Path, PathBuf};

pub fn browse(options: &Browse, json: bool) -> Result<End, Refusal> {
    let collection = collection(&options.folders)?;
    let listen = pages::Options {
        bind: options.bind,
        port: options.port,
        token: options.token.clone(),
    };
    let listing = collection.index.list();
    if listing.runs.is_empty() && listing.broken.is_empty() {
        output::note(&format!(
            "no runs in {} yet; new runs there will be shown",
            collection.index.roots()
        ));
    }
    let server = pages::Server::bind(&listen, collection)?;
    let url = server.url();
    if json {
        output::print_json(&pages::Listening { url })?;
    } else {
        output::print(&url)?;
    }
    if !options.bind.is_loopback() {
        output::note(&format!(
            "other hosts can connect to {}; traffic is not encrypted",
            server.address()
        ));
    }
    output::say("Ctrl-C stops the server");
    server.run()?;
    Ok(End::Done)
}

pub fn site(options: Site, json: bool) -> Result<End, Refusal> {
    if !options.folders.is_empty() {
        return write(&options.folders, &options.out, json);
    }
    // Before minutes of simulating, not after.
    pages::may_write(&options.out)?;
    let (runs, _deleted_at_the_end) = match &options.keep {
        Some(folder) => (folder.clone(), None),
        None => {
            let folder = tempfile::tempdir()
                .map_err(|error| format!("cannot create a folder for the runs: {error}"))?;
            (folder.path().to_path_buf(), Some(folder))
        }
    };
    match simulate(&options, &runs)? {
        End::Done => write(&[runs], &options.out, json),
        // What is there is shown; the exit code says that something is missing.
        End::Failed => write(&[runs], &options.out, json).map(|_| End::Failed),
        other => Ok(other),
    }
}

/// Of `site --suite`: all but the shortened one, whose tests the others have at full length.
const ALL: &str = "all";
const SHORTENED: &str = "quick";

/// The suites asked for, each once.
fn suites(asked: &[String]) -> Result<Vec<String>, String> {
    let known = lab::library().map_err(|error| error.to_string())?;
    let mut suites: Vec<String> = Vec::new();
    for name in asked {
        let names: Vec<&String> = match name.as_str() {
            ALL => {
                let every = known.suites.keys();
                every.filter(|name| *name != SHORTENED).collect()
            }
            _ => vec![name],
        };
        for name in names {
            if !suites.contains(name) {
                suites.push(name.clone());
            }
        }
    }
    Ok(suites)
}

/// Puts drives of the catalogue through the suites, one after the other.
fn simulate(options: &Site, runs: &Path) -> Result<End, Refusal> {
    let names = if options.drives.is_empty() {
        lab::drive_names()
    } else {
        options.drives.clone()
    };
    let catalogue = lab::drive_names();
    if let Some(name) = names.iter().find(|name| !catalogue.contains(name)) {
        let near = fourcorners_bench::nearest(name, catalogue.iter().map(String::as_str));
        let hint = match near.as_slice() {
            [] => "`fourcorners list drives` lists them".to_string(),
            near => format!("the nearest names are {}", near.join(", ")),
        };
        let error = format!("--drives: '{name}' is not a drive of the catalog");
        return Err(Refusal::usage(error).hint(hint));
    }
    let targets = names.iter().map(|name| lab::resolve(name, false));
    let targets: Vec<lab::Target> = targets.collect::<Result<_, _>>()?;
    // Before minutes of simulating, not after: is each of them a suite?
    let suites = suites(&options.suite)?;
    let known = lab::library()?;
    let mut work = Vec::new();
    for suite in &suites {
        article::refuse_as("suite", suite)?;
        known.suite(suite)?;
        let plugged = lab::plugged(&targets, &[], suite, None, lab::Chosen::ByUser)?;
        work.push((suite, plugged));
    }
    interrupt::listen("no site will be written")?;
    let mut end = End::Done;
    for (suite, targets) in work {
        match through(&targets, suite, options, runs)? {
            End::Done => {}
            End::Failed => end = End::Failed,
            other => return Ok(other),
        }
    }
    Ok(end)
}

/// Puts simulated drives through one suite.
fn through(
    targets: &[lab::Target],
    suite: &str,
    options: &Site,
    runs: &Path,
) -> Result<End, Refusal> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let review = lab::ReviewOptions {
        tests: Options {
            duration_s: options.duration,
            ..Options::default()
        },
        threads: options.threads.map_or(cores, usize::from),
        ..lab::ReviewOptions::of_simulated(suite, runs)
    };
    let terminal = Terminal::new(options.quiet);
    let outcome = lab::review(targets, &review, &terminal, &NothingPrinted)?;
    let mut end = End::Done;
    for run in &outcome.runs {
        if let Some(reason) = &run.reason {
            let error = format!("{}: {reason}", run.drive);
            output::complain(&Message::new(error).maybe(run.hint.clone()));
        }
        match run.status {
            lab::RunStatus::Interrupted => return Ok(End::Interrupted),
            lab::RunStatus::Failed => end = End::Failed,
            lab::RunStatus::Finished => {}
        }
    }
    Ok(end)
}

fn write(folders: &[PathBuf], out: &Path, json: bool) -> Result<End, Refusal> {
    let collection = collection(folders)?;
    let site = pages::write_site(&collection, out)?;
    for broken in collection.index.list().broken {
        output::note(&format!("{}: {}", broken.folder, broken.reason));
    }
    if json {
        return output::print_json(&site);
    }
    output::print(&format!(
        "{} run{}, {:.1} MB. Put the folder on any web host; to view it locally: python3 -m \
         http.server --directory {}",
        site.runs,
        if site.runs == 1 { "" } else { "s" },
        site.bytes as f64 / 1e6,
        out.display()
    ))?;
    output::print(&site.index.display().to_string())
}

fn collection(folders: &[PathBuf]) -> Result<pages::Collection, Refusal> {
    let index = pages::Index::new(folders)?;
    let printed = PrintedFigures::read(&[]).map_err(|error| error.to_string())?;
    let library = lab::library().map_err(|error| error.to_string())?;
    let titles = library.tests.values();
    Ok(pages::Collection {
        index,
        printed: Box::new(printed),
        titles: titles
            .map(|test| (test.id.clone(), test.title.clone()))
            .collect(),
    })
}
