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
        Event::Review { review } => {
            format!("run {} of {} of a review", review.number, review.runs.len())
        }
        Event::Started => "started".into(),
        Event::TakenUp { done, all } => {
            format!("resuming: {done} of {all} phases are finished")
        }
        Event::DriveRenamed { path } => format!("the drive is now {}", path.display()),
        Event::BenchChanged { changes } => {
            let changes: Vec<String> = changes.iter().map(change).collect();
            format!("the test setup has changed: {}", changes.join("; "))
        }
        Event::PutAside { folder } => format!("unfinished phases moved to {}", folder.display()),
        Event::Resumed => "resumed".into(),
        Event::Purging => "erasing".into(),
        Event::FreeingBlocks => "the file system is freeing blocks".into(),
        Event::Purged { by } => purged(*by).into(),
        Event::Preparing { state } => format!("preparing {state}"),
        Event::Measuring { test, phase } => phase_of(test, phase),
        Event::Again { test, phase } => format!(
            "{} runs again, to restore the drive state that it leaves",
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
                None => format!("{of}: no steady state in {rounds} rounds"),
            }
        }
        Event::Trimming => "trimming".into(),
        Event::Interrupted => "interrupted".into(),
        Event::DriveLost => "the drive disappeared".into(),
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
        Purged::Discarded => "erased by TRIM",
        Purged::BlocksFreed => "erased: the file system freed all blocks",
        Purged::AlreadyEmpty => "not erased: the file is empty",
        Purged::Nothing => "not erased: the drive supports neither secure erase nor TRIM",
        Purged::Declined => "not erased (--erase none)",
    }
}

fn change(change: &BenchChange) -> String {
    let (was, is) = (bench::row(&change.was), bench::row(&change.is));
    format!("{} was {}, is {}", was.name, was.value, is.value)
}
