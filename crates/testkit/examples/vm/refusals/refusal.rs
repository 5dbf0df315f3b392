//! Whether a run was refused, and for the right reason.

use crate::case::Kept;
use crate::case::{Failure, Findings};
use fourcorners_testkit::vm::{Guest, Reports};
use std::path::PathBuf;

/// A run that must be refused, and words of the reason.
pub type Row = (&'static str, &'static str);

/// Notes each image that changes between the script's pauses `from` and `until`; what they were.
pub fn all_unchanged<'a>(
    guest: &mut Guest,
    [from, until]: [&str; 2],
    images: impl Iterator<Item = &'a PathBuf>,
    findings: &mut Findings,
) -> Result<Vec<Kept>, Failure> {
    let kept: Vec<Kept> = guest.during(from, |_| images.map(|image| Kept::of(image)).collect())?;
    guest.during(until, |_| {
        for image in &kept {
            findings.note(image.is_unchanged());
        }
        Ok(())
    })?;
    Ok(kept)
}

/// Notes each run that was not refused for its reason.
pub fn all_refused(reports: &Reports, rows: &[Row], findings: &mut Findings) {
    for (name, reason) in rows {
        findings.note(is_refused_because(reports, name, |said| {
            said.contains(reason)
        }));
    }
}

/// Notes each run that did not overwrite its drive: a program that refuses everything is no proof.
pub fn all_allowed(reports: &Reports, names: &[&str], findings: &mut Findings) {
    for name in names {
        findings.note(reports.succeeded(name));
    }
}

/// An error unless the run `name` exited with 1 and said that its target is mounted there.
pub fn is_refused(reports: &Reports, name: &str, mount_point: &str) -> Result<(), Failure> {
    is_refused_because(reports, name, |said| names_mount(said, mount_point))
        .map_err(|error| format!("{error} (expected: mounted at {mount_point})"))
}

fn is_refused_because(
    reports: &Reports,
    name: &str,
    reason: impl Fn(&str) -> bool,
) -> Result<(), Failure> {
    let said = reports.text(&format!("{name}.said"));
    let exit = reports.get(&format!("{name}.exit"))?;
    // 2: the command line itself is wrong.
    if ["1", "2"].contains(&exit) && reason(&said) {
        return Ok(());
    }
    Err(format!(
        "{name}: not refused for the right reason: exit code {exit}, and it said: {}",
        if said.is_empty() { "nothing" } else { &said }
    ))
}

/// Whether it says `mounted at PATH`, and no longer path.
fn names_mount(said: &str, mount_point: &str) -> bool {
    let words = format!("mounted at {mount_point}");
    said.match_indices(&words).any(|(at, _)| {
        let next = said[at + words.len()..].chars().next();
        !next.is_some_and(|next| next.is_alphanumeric() || next == '/')
    })
}
