//! What came of a review: tables, expectations, why runs ended early, and how to resume them.

use crate::end::End;
use crate::files::{self, Files};
use crate::output;
use crate::refusal::Refusal;
use crate::shown::Shown;
use fourcorners_bench::record::{Entry, Status};
use fourcorners_lab::{self as lab, Message};
use fourcorners_report::Printed;
use fourcorners_report::wording::failure;

/// How an outcome is told on stdout.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Told {
    Json,
    /// Every table, finding and note.
    All,
    /// A screen of them, where there is a summary.
    Summary,
}

impl Told {
    pub fn all_or(json: bool) -> Self {
        if json { Self::Json } else { Self::All }
    }

    pub fn is_json(self) -> bool {
        self == Self::Json
    }
}

/// Prints what came of it, and how it ended.
pub fn tell(
    outcome: &lab::Outcome,
    files: &Files,
    printed: &dyn Printed,
    told: Told,
) -> Result<End, Refusal> {
    if told.is_json() {
        output::print_json(outcome)?;
    } else {
        print(outcome, files, printed, told)?;
    }
    files::say_if_large(outcome);
    say_ends(outcome);
    say_how_to_resume(outcome);
    if let Some(problem) = &outcome.page_problem {
        output::complain(&Message::new(problem));
    }
    let all_written = files.write(&|| outcome.junit(printed), &|| outcome.markdown(printed));
    let phase_failed = say_failures(outcome);
    let nothing_measured = say_if_nothing_was_measured(outcome);
    let ended = |status: lab::RunStatus| outcome.runs.iter().any(|run| run.status == status);
    let failed = ended(lab::RunStatus::Failed) || phase_failed;
    Ok(if ended(lab::RunStatus::Interrupted) {
        End::Interrupted
    } else if failed || outcome.page_problem.is_some() || !all_written {
        End::Failed
    } else if !outcome.all_met() {
        End::Unmet
    } else if nothing_measured {
        End::Failed
    } else {
        End::Done
    })
}

/// What was found, expectations, and where all is kept.
fn print(
    outcome: &lab::Outcome,
    files: &Files,
    printed: &dyn Printed,
    told: Told,
) -> Result<(), Refusal> {
    let runs = &outcome.read_back;
    let mut shown = Shown::Tables;
    if !runs.is_empty() && !files.take_stdout() {
        let text;
        (shown, text) = Shown::of(runs, printed, told == Told::Summary);
        output::print(text.trim_end())?;
    }
    expectations(outcome, files)?;
    match (shown, &outcome.page) {
        // A few lines, whose page names the runs' folders.
        (Shown::QuickLook, Some(_)) => {}
        (Shown::Summary, _) => {
            output::print("")?;
            if let Some(folder) = outcome.runs.iter().find_map(|run| run.folder.as_ref()) {
                let place = std::path::Path::new(folder).parent();
                let place = place.map_or_else(String::new, |place| place.display().to_string());
                files.tell(&format!(
                    "All tables: -v, or 'fourcorners show' for a run in {place}/"
                ))?;
            }
        }
        (Shown::QuickLook | Shown::Tables, _) => {
            for folder in outcome.runs.iter().filter_map(|run| run.folder.as_ref()) {
                files.tell(&format!("run: {folder}"))?;
            }
        }
    }
    if let Some(page) = &outcome.page {
        files.tell(page)?;
    }
    for image in &outcome.images {
        output::say(&format!("image to share: {image}"));
    }
    Ok(())
}

/// Why runs ended early.
fn say_ends(outcome: &lab::Outcome) {
    for run in &outcome.runs {
        if let Some(reason) = &run.reason {
            let error = format!("{}: {reason}", run.drive);
            output::complain(&Message::new(error).maybe(run.hint.clone()));
        }
    }
}

/// How to go on with all that is not finished: none is forgotten.
fn say_how_to_resume(outcome: &lab::Outcome) {
    let names = outcome.names();
    let left = outcome.runs.iter().zip(names);
    let left: Vec<_> = left.filter(|(run, _)| run.resume.is_some()).collect();
    // All runs of a review have the same command.
    let Some(command) = left.first().and_then(|(run, _)| run.resume.as_ref()) else {
        return never_begun(outcome);
    };
    if let ([(run, _)], [_]) = (left.as_slice(), outcome.runs.as_slice()) {
        return output::note(&format!("{}: resume with: {command}", run.drive));
    }
    let is_begun = |run: &lab::RunOutcome| run.folder.is_some();
    let named = |begun: bool| {
        let runs = left.iter().filter(|(run, _)| is_begun(run) == begun);
        let names: Vec<&str> = runs.map(|(_, name)| name.as_str()).collect();
        names.join(", ")
    };
    for (runs, how) in [(named(true), "unfinished"), (named(false), "not started")] {
        if !runs.is_empty() {
            output::note(&format!("{how}: {runs}"));
        }
    }
    output::note(&format!("resume the review with: {command}"));
}

/// Says why phases failed; whether one did.
fn say_failures(outcome: &lab::Outcome) -> bool {
    let mut one_did = false;
    for run in &outcome.runs {
        for entry in &run.results {
            if let Status::Failed { failure } = &entry.status {
                one_did = true;
                let (drive, test, phase) = (&run.drive, &entry.test, &entry.phase);
                let reason = failure::sentence(failure);
                let error = format!("{drive}: {test} {phase} failed: {reason}");
                output::complain(&Message::new(error));
            }
        }
    }
    one_did
}

/// Says of which finished runs nothing was measured; whether there is one. A drive too small for a
/// test is no failure of the program, but no script may take it for a pass.
fn say_if_nothing_was_measured(outcome: &lab::Outcome) -> bool {
    let is_left_out = |entry: &Entry| {
        let is_skipped = matches!(entry.status, Status::Skipped { .. });
        is_skipped && entry.measured.is_none()
    };
    let runs = outcome.runs.iter().zip(outcome.names());
    let empty = runs.filter(|(run, _)| {
        run.status == lab::RunStatus::Finished && run.results.iter().all(is_left_out)
    });
    let mut there_is_one = false;
    for (_, name) in empty {
        there_is_one = true;
        let error = Message::new(format!("{name}: nothing was measured"));
        let hint = "every test was skipped; the results list the reasons";
        output::complain(&error.hint(hint));
    }
    there_is_one
}

/// Drives that were not begun when the user stopped, where no run has a folder.
fn never_begun(outcome: &lab::Outcome) {
    let mut commands: Vec<(&str, Vec<String>)> = Vec::new();
    for (run, name) in outcome.runs.iter().zip(outcome.names()) {
        let Some(command) = run.begin.as_deref() else {
            continue;
        };
        match commands.iter_mut().find(|(known, _)| *known == command) {
            Some((_, names)) => names.push(name),
            None => commands.push((command, vec![name])),
        }
    }
    for (command, names) in commands {
        output::note(&format!(
            "not started: {}; start with: {command}",
            names.join(", ")
        ));
    }
}

/// Each expectation of each run, with what was measured.
fn expectations(outcome: &lab::Outcome, files: &Files) -> Result<(), Refusal> {
    let rows = outcome
        .runs
        .iter()
        .zip(outcome.names())
        .flat_map(|(run, name)| {
            let row = move |answer: &lab::Answer| {
                let verdict = if answer.met { "met" } else { "NOT MET" };
                let expected = answer.expectation.clone();
                vec![verdict.into(), expected, name.clone(), answer.measured()]
            };
            run.expectations.iter().map(row)
        });
    let rows: Vec<Vec<String>> = rows.collect();
    if !rows.is_empty() {
        files.tell(&output::table(&["", "expected", "of", "measured"], rows))?;
    }
    Ok(())
}
