//! The page's TypeScript: built, proven fresh, and looked at in a real browser.

use crate::run::{self, Failure};
use serde_json::Value;
use std::path::{Path, PathBuf};

fn npm(arguments: &[&str]) -> std::process::Command {
    let mut command = run::command("npm", arguments);
    command.current_dir(run::root().join("web"));
    command
}

/// Installs the locked packages, unless they are there since the lock file was written.
fn packages() -> Result<(), Failure> {
    let written = |path: &str| {
        let file = std::fs::metadata(run::root().join("web").join(path));
        file.and_then(|file| file.modified()).ok()
    };
    let there = written("node_modules/.package-lock.json");
    if there.is_some() && there >= written("package-lock.json") {
        return Ok(());
    }
    run::output(npm(&["ci", "--no-audit", "--no-fund"])).map(drop)
}

/// Builds web/dist. Nothing else does: whoever builds the program needs no Node and no network.
pub fn bundle() -> Result<(), Failure> {
    packages()?;
    run::show(npm(&["run", "--silent", "build"]))
}

/// Builds a copy of `web/` elsewhere, with the packages that are installed here.
pub fn build_copy(copy: &Path) -> Result<(), Failure> {
    packages()?;
    let packages = run::root().join("web/node_modules");
    let at = |error: std::io::Error| format!("{}: {error}", copy.display());
    std::os::unix::fs::symlink(packages, copy.join("node_modules")).map_err(at)?;
    let mut build = run::command("node", &["build.mjs"]);
    build.current_dir(copy);
    run::output(build).map(drop)
}

/// Declares in web/src what report, browse and sweep serialize; their tests check that it is fresh.
pub fn types() -> Result<(), Failure> {
    let words = ["test", "--quiet", "-p", "fourcorners-report", "-p"];
    let tests = ["--test", "it", "--test", "typescript", "_in_typescript_"];
    let others = ["fourcorners-browse", "-p", "fourcorners-sweep"];
    let words = [&words[..], &others, &tests].concat();
    let mut command = run::command(&run::cargo(), &words);
    command.env("FOURCORNERS_WRITE_TYPES", "1");
    run::output(command).map(drop)
}

/// Types are right, and the committed bundle is what the sources build.
pub fn is_fresh() -> Result<(), Failure> {
    packages()?;
    run::show(npm(&["run", "--silent", "check"]))?;
    let dist = run::root().join("web/dist");
    let before = contents(&dist)?;
    run::output(npm(&["run", "--silent", "build"]))?;
    if contents(&dist)? != before {
        return Err(
            "web/dist is not what web/src builds: run `cargo xtask bundle` and commit it".into(),
        );
    }
    Ok(())
}

/// Where the screenshots of a page are kept, for people: below target/xtask/pictures, under the
/// name of the page's folder.
fn pictures(page: &Path) -> PathBuf {
    let folder = page.parent().and_then(Path::file_name);
    let name = folder.map_or("page".into(), |name| name.to_string_lossy());
    run::target().join("xtask/pictures").join(&*name)
}

fn contents(folder: &Path) -> Result<Vec<(String, Vec<u8>)>, Failure> {
    let failure = |error: std::io::Error| format!("{}: {error}", folder.display());
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(failure)? {
        let path = entry.map_err(failure)?.path();
        files.push((
            path.display().to_string(),
            std::fs::read(&path).map_err(failure)?,
        ));
    }
    files.sort();
    Ok(files)
}

/// What a page may weigh, and how long it may take until it is drawn.
const MOST_BYTES: u64 = 1 << 20;
const MOST_DRAW_MS: u64 = 1500;

/// `page --json [PAGE]`: prints how heavy a page is, `{bytes, draw_ms, nodes, loads_ms}`; without
/// one, of a default review made for it. Fails if it is heavier than it may be.
pub fn page(options: &[&str]) -> Result<(), Failure> {
    match options {
        ["--json"] => measure(&default_review()?),
        ["--json", path] => measure(Path::new(path)),
        other => Err(format!(
            "page takes --json, and perhaps the path of a page: not '{}'",
            other.join(" ")
        )),
    }
}

/// The page of the review that `fourcorners review` makes.
fn default_review() -> Result<PathBuf, Failure> {
    let out = crate::run::scratch("page")?;
    let binary = run::binary()?.to_string_lossy().into_owned();
    let words = ["review", "--quiet", "--out", &out.to_string_lossy()];
    let printed = run::output(run::command(&binary, &words))?;
    let last = printed.trim_end().lines().last().unwrap_or("").trim();
    Ok(PathBuf::from(last))
}

fn measure(page: &Path) -> Result<(), Failure> {
    let page =
        std::fs::canonicalize(page).map_err(|error| format!("{}: {error}", page.display()))?;
    packages()?;
    let mut command = npm(&["run", "--silent", "budget"]);
    command.env("FOURCORNERS_PAGE", &page);
    let printed = run::output(command)?;
    print!("{printed}");
    let figures: Value = serde_json::from_str(&printed).map_err(|error| error.to_string())?;
    for (name, most) in [("bytes", MOST_BYTES), ("draw_ms", MOST_DRAW_MS)] {
        match figures[name].as_u64() {
            Some(figure) if figure <= most => {}
            figure => return Err(format!("{name} {figure:?}: {most} at most")),
        }
    }
    Ok(())
}

/// The default review's page is no larger than it may be.
pub fn is_light(page: &Path) -> Result<(), Failure> {
    match std::fs::metadata(page) {
        Ok(there) if there.len() <= MOST_BYTES => Ok(()),
        Ok(there) => Err(format!(
            "the page has {} bytes: {MOST_BYTES} at most",
            there.len()
        )),
        Err(error) => Err(format!("{}: {error}", page.display())),
    }
}

/// How much of a page is tried.
#[derive(Clone, Copy)]
pub enum Look {
    /// All of it.
    Everything,
    /// What it shows and says; files, addresses, keyboard, paper and hostile names are the same on
    /// every page.
    WhatItShows,
}

/// Opens a page in Chromium and reads its marks back against the runs' folders.
pub fn look(page: &Path, runs: &[PathBuf], look: Look) -> Result<(), Failure> {
    packages()?;
    let runs: Vec<String> = runs.iter().map(|run| run.display().to_string()).collect();
    let tests = match look {
        Look::Everything => "test",
        Look::WhatItShows => "test:shown",
    };
    let mut command = npm(&["run", "--silent", tests]);
    command
        .env("FOURCORNERS_PAGE", page)
        .env("FOURCORNERS_RUNS", runs.join(":"))
        .env("FOURCORNERS_PICTURES", pictures(page));
    run::show(command)
}

/// Every text of a page, once Chromium has drawn it.
pub fn texts(page: &Path) -> Result<String, Failure> {
    packages()?;
    let mut command = npm(&["run", "--silent", "texts"]);
    command.env("FOURCORNERS_PAGE", page);
    run::output(command)
}

/// Opens the pages about many runs in Chromium; keeps pictures of them.
pub fn look_at_many(binary: &Path, runs: &Path, pictures: &Path) -> Result<(), Failure> {
    packages()?;
    let mut command = npm(&["run", "--silent", "test:browse"]);
    command
        .env("FOURCORNERS_BINARY", binary)
        .env("FOURCORNERS_RUNS", runs)
        .env("FOURCORNERS_PICTURES", pictures);
    run::show(command)
}
