//! The page's TypeScript: built, proven fresh, and looked at in a real browser.

use crate::run::{self, Failure};
use std::path::Path;

fn npm(arguments: &[&str]) -> std::process::Command {
    let mut command = run::command("npm", arguments);
    command.current_dir(run::root().join("web"));
    command
}

/// Installs the locked packages.
fn packages() -> Result<(), Failure> {
    run::output(npm(&["ci", "--no-audit", "--no-fund"])).map(drop)
}

/// Builds web/dist.
pub fn build() -> Result<(), Failure> {
    packages()?;
    run::show(npm(&["run", "--silent", "build"]))
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
            "web/dist is not what web/src builds: run `cargo xtask page` and commit it".into(),
        );
    }
    Ok(())
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

/// Opens a page in Chromium and reads its marks back against the runs' folders.
pub fn look(page: &Path, runs: &[std::path::PathBuf]) -> Result<(), Failure> {
    let runs: Vec<String> = runs.iter().map(|run| run.display().to_string()).collect();
    let mut command = npm(&["test", "--silent"]);
    command
        .env("FOURCORNERS_PAGE", page)
        .env("FOURCORNERS_RUNS", runs.join(":"));
    run::show(command)
}

/// Opens the pages about many runs in Chromium; keeps pictures of them.
pub fn look_at_many(binary: &Path, runs: &Path, pictures: &Path) -> Result<(), Failure> {
    let mut command = npm(&["run", "--silent", "test:browse"]);
    command
        .env("FOURCORNERS_BINARY", binary)
        .env("FOURCORNERS_RUNS", runs)
        .env("FOURCORNERS_PICTURES", pictures);
    run::show(command)
}
