//! Record of the commits that passed each step of nightly, and what has changed since.

use crate::job::Outcome;
use crate::run::{self, Failure, command, output};
use std::fmt::Write as _;
use std::fs;

const RECORD: &str = "records/nightly.tsv";

/// Whether any of these files or folders differs from the last commit that passed this step.
/// Without such a commit in this clone all differ.
pub fn has_changed(step: &str, own: &[&str]) -> bool {
    let text = fs::read_to_string(run::root().join(RECORD)).unwrap_or_default();
    let Some(commit) = last_passed(&text, step) else {
        return true;
    };
    let words = [&["diff", "--quiet", commit, "--"], own].concat();
    let is_same = output(command("git", &words)).is_ok();
    !own.is_empty() && !is_same
}

/// The commit in the step's last line.
fn last_passed<'a>(record: &'a str, step: &str) -> Option<&'a str> {
    record.lines().rev().find_map(|line| {
        let fields: Vec<&str> = line.split('\t').collect();
        match fields.as_slice() {
            [_, commit, name, ..] if *name == step => Some(*commit),
            _ => None,
        }
    })
}

/// Appends a line for each of these steps that passed. A tree with changes is no commit, and is not
/// recorded.
pub fn record(outcomes: &[Outcome]) -> Result<(), Failure> {
    if !output(command("git", &["status", "--porcelain"]))?.is_empty() {
        println!("not recorded in {RECORD}: the tree has changes that are not committed");
        return Ok(());
    }
    let date = output(command("date", &["--utc", "+%Y-%m-%d"]))?;
    let commit = output(command("git", &["rev-parse", "HEAD"]))?;
    let path = run::root().join(RECORD);
    let mut text = fs::read_to_string(&path).map_err(|error| format!("{RECORD}: {error}"))?;
    let (date, commit) = (date.trim(), commit.trim());
    for outcome in outcomes.iter().filter(|outcome| outcome.passed) {
        let (name, seconds, cpu_s) = (&outcome.name, outcome.seconds, outcome.cpu_s);
        let _ = writeln!(text, "{date}\t{commit}\t{name}\t{seconds:.0}\t{cpu_s:.0}");
    }
    fs::write(&path, text).map_err(|error| format!("{RECORD}: {error}"))?;
    println!("recorded in {RECORD}: commit it");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::last_passed;

    #[test]
    fn last_line_of_a_step_names_its_commit() {
        let record = "# date\tcommit\tstep\tseconds\tCPU s\n\
            2026-11-29\taaa\tpackage\t9\t9\n2026-11-30\tbbb\tpseudo\t9\t9\n\
            2026-12-01\tccc\tpackage\t9\t9\n";
        assert_eq!(last_passed(record, "package"), Some("ccc"));
        assert_eq!(last_passed(record, "pseudo"), Some("bbb"));
        assert_eq!(last_passed(record, "release"), None);
    }
}
