//! What happens in a run.

use super::bench;
use fourcorners_bench::record::{BenchChange, Event, Purged};

/// An event in a few words, or a sentence.
pub fn sentence(event: &Event) -> String {
    match event {
        Event::Host { machine } => {
            let rows = bench::rows(machine).into_iter();
            let facts: Vec<String> = rows
                .map(|row| format!("{} {}", row.name, row.value))
                .collect();
            format!("host: {}", facts.join(", "))
        }
        Event::Started => "started".into(),
        Event::TakenUp { done, all } => {
            format!("taken up again: {done} of {all} phases have their result")
        }
        Event::BenchChanged { changes } => {
            let changes: Vec<String> = changes.iter().map(change).collect();
            format!("the bench is not what it was: {}", changes.join("; "))
        }
        Event::PutAside { folder } => format!("what was only begun is in {}", folder.display()),
        Event::Resumed => "resumed".into(),
        Event::Purging => "erasing".into(),
        Event::Purged { by } => purged(*by).into(),
        Event::Preparing { state } => format!("preparing {state}"),
        Event::Measuring { test, phase } => phase_of(test, phase),
        Event::Again { test, phase } => format!(
            "{} again, for the state that it leaves",
            phase_of(test, phase)
        ),
        Event::Rounds {
            of,
            rounds,
            reached_at_round,
        } => {
            let of = sentence(of);
            match reached_at_round {
                Some(round) => format!("{of}: steady state at round {round}"),
                None => format!("{of}: steady state not in {rounds} rounds"),
            }
        }
        Event::Trimming => "trimming".into(),
        Event::Interrupted => "interrupted".into(),
        Event::DriveLost => "the drive is lost".into(),
        Event::Finished => "finished".into(),
        Event::Earlier { event } => event.clone(),
    }
}

/// A test's only phase has no name.
fn phase_of(test: &str, phase: &str) -> String {
    match phase {
        "measure" => test.into(),
        _ => format!("{test}: {phase}"),
    }
}

fn purged(by: Purged) -> &'static str {
    match by {
        Purged::SecureErase => "erased",
        Purged::Discarded => "every block was given back by TRIM",
        Purged::Nothing => "the drive offers neither secure erase nor TRIM: its old content stays",
        Purged::Declined => "nothing is to be erased: the drive's old content stays",
    }
}

fn change(change: &BenchChange) -> String {
    let (was, is) = (bench::row(&change.was), bench::row(&change.is));
    format!("{} was {}, and is {}", was.name, was.value, is.value)
}
