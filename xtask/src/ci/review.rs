//! Reviews of simulated drives, and their pages in a browser.

use super::real_drive;
use crate::browser::{self, Look};
use crate::run::{Failure, command, output, scratch};
use crate::tests_build;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// The default review with phases of at most ten seconds.
pub fn short_default_review() -> Result<(), Failure> {
    default_review(&tests_build::fourcorners()?, &["--duration", "10s"])
}

/// The review that people get without options: five drives, and every part of its page. `shortened`
/// changes only how long each phase is.
pub fn default_review(binary: &Path, shortened: &[&str]) -> Result<(), Failure> {
    let out = scratch("review")?;
    let binary = binary.to_string_lossy().into_owned();
    let start = Instant::now();
    let folder = out.to_string_lossy();
    let words = [&["review", "--quiet", "--out", &folder], shortened].concat();
    let printed = output(command(&binary, &words))?;
    println!("   the review took {:.0} s", start.elapsed().as_secs_f64());
    let (runs, page) = runs_and_page(&out)?;
    let last = printed.trim_end().lines().last().unwrap_or("").trim();
    if std::fs::canonicalize(last).ok().as_deref() != Some(page.as_path()) {
        return Err(format!(
            "the last line printed is '{last}', not the page's path {}",
            page.display()
        ));
    }
    if runs.len() != 5 {
        return Err(format!(
            "{} runs instead of 5 in {}",
            runs.len(),
            out.display()
        ));
    }
    browser::is_light(&page)?;
    browser::look(&page, &runs, Look::Everything)
}

/// Two drives, each run twice, looked at through `browse` and `site`.
pub fn many_runs() -> Result<(), Failure> {
    let out = scratch("browse")?;
    let folder = out.to_string_lossy().into_owned();
    let binary = tests_build::fourcorners()?;
    let words = [
        "review",
        "crucial-m4-64",
        "crucial-c300-64",
        "--duration",
        "3s",
        "--repeat",
        "2",
        "--quiet",
        "--out",
        &folder,
    ];
    output(command(&binary.to_string_lossy(), &words))?;
    browser::look_at_many(&binary, &out, &scratch("browse-pictures")?)
}

/// The suite with most kinds of charts, shortened.
const REVIEWS: [&str; 4] = ["--suite", "anandtech-2011", "--duration", "2s"];

/// It on a real drive.
pub fn suite_on_a_real_drive() -> Result<(), Failure> {
    real_drive::review("reviews-real", &REVIEWS)
}

/// It twice on each of two simulated drives, small ones: most of the time goes into filling them.
/// One compresses what it writes, the other does not.
pub fn suite_of_the_reviews() -> Result<(), Failure> {
    let out = scratch("reviews-simulated")?;
    let folder = out.to_string_lossy().into_owned();
    let binary = tests_build::fourcorners()?.to_string_lossy().into_owned();
    let drives = ["crucial-m4-64", "ocz-vertex-2-100"];
    let words = [
        &["review"],
        drives.as_slice(),
        &REVIEWS,
        &["--repeat", "2", "--quiet", "--out", &folder],
    ]
    .concat();
    output(command(&binary, &words))?;
    let (runs, page) = runs_and_page(&out)?;
    browser::look(&page, &runs, Look::WhatItShows)
}

/// The folders of the runs in an output folder, and the page.
pub fn runs_and_page(out: &Path) -> Result<(Vec<PathBuf>, PathBuf), Failure> {
    let entries = std::fs::read_dir(out).map_err(|error| format!("{}: {error}", out.display()))?;
    let (mut runs, mut page) = (Vec::new(), None);
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.join("run.json").exists() {
            runs.push(path);
        } else if path
            .extension()
            .is_some_and(|extension| extension == "html")
        {
            page = Some(path);
        }
    }
    runs.sort();
    let page = page.ok_or_else(|| format!("{}: no page was written", out.display()))?;
    Ok((runs, page))
}
