//! Record of the commits that passed `cargo xtask test nightly`, and what has changed since.

use crate::job::Outcome;
use crate::run::{self, Failure, command, output};
use std::fs;

const RECORD: &str = "records/nightly.tsv";

/// Whether any of these files or folders differs from the last commit that passed. Without such a
/// commit in this clone all differ.
pub fn have_changed(paths: &[&str]) -> bool {
    let Some(commit) = last_passed() else {
        return true;
    };
    let words = [&["diff", "--quiet", &commit, "--"], paths].concat();
    let is_same = output(command("git", &words)).is_ok();
    !is_same
}

/// The commit of the record's last line.
fn last_passed() -> Option<String> {
    let text = fs::read_to_string(run::root().join(RECORD)).ok()?;
    let line = text.lines().rfind(|line| !line.starts_with('#'))?;
    line.split('\t').nth(1).map(Into::into)
}

/// Appends a line for the commit that is checked out. A tree with changes is no commit, and is not
/// recorded.
pub fn record(outcomes: &[Outcome], seconds: f64) -> Result<(), Failure> {
    if !output(command("git", &["status", "--porcelain"]))?.is_empty() {
        println!("not recorded in {RECORD}: the tree has changes that are not committed");
        return Ok(());
    }
    let date = output(command("date", &["--utc", "+%Y-%m-%d"]))?;
    let commit = output(command("git", &["rev-parse", "--short=12", "HEAD"]))?;
    let cpu_s: f64 = outcomes.iter().map(|outcome| outcome.cpu_s).sum();
    let line = format!(
        "{}\t{}\t{seconds:.0}\t{cpu_s:.0}\n",
        date.trim(),
        commit.trim()
    );
    let path = run::root().join(RECORD);
    let text = fs::read_to_string(&path).map_err(|error| format!("{RECORD}: {error}"))?;
    fs::write(&path, text + &line).map_err(|error| format!("{RECORD}: {error}"))?;
    println!("recorded in {RECORD}: commit it");
    Ok(())
}
