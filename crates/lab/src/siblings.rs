//! The other runs of a review, in the folder where one of them is.

use crate::error::LabError;
use crate::go_on::refused;
use crate::message::Message;
use fourcorners_bench::record::{Request, Review, ReviewRun, RunHeader};
use fourcorners_bench::{KeptRun, review_of};
use std::path::{Path, PathBuf};

/// A run of a review that is resumed.
pub(crate) struct Part {
    /// What it is of.
    pub run: ReviewRun,
    /// Its folder, if it was begun.
    pub kept: Option<KeptRun>,
}

impl Part {
    /// A run whose review has no other.
    pub fn alone(kept: KeptRun, request: &Request) -> Self {
        let run = ReviewRun {
            drive: request.drive.clone(),
            port: request.port.clone(),
            set: request.set.clone(),
            repeat: kept.run().header.repeat,
            behaviour_sha256: request.behaviour_sha256.clone(),
            identity: None,
        };
        let kept = Some(kept);
        Self { run, kept }
    }
}

/// All runs of a review, in order. Those without a folder beside `kept`, which is one of them, were
/// never begun, or have been deleted.
///
/// # Errors
/// A run is in progress or cannot be read, or two folders are the same run.
pub(crate) fn parts(kept: KeptRun, review: &Review) -> Result<Vec<Part>, LabError> {
    let own = kept.run().path.clone();
    let header = kept.run().header.clone();
    let own_number = review.number - 1;
    let mut folders: Vec<Option<PathBuf>> = review.runs.iter().map(|_| None).collect();
    for folder in beside(&own)? {
        let is_of_it = |other: &Review| other.id == review.id && other.runs == review.runs;
        let Some(other) = review_of(&folder).filter(is_of_it) else {
            continue;
        };
        let number = other.number - 1;
        let known = match number == own_number {
            true => Some(&own),
            false => folders[number].as_ref(),
        };
        if known.is_some_and(|known| is_one_folder(known, &folder)) {
            continue;
        }
        if let Some(first) = known {
            let (first, second) = (first.display(), folder.display());
            let error = format!("{first} and {second} are the same run of this review");
            let hint = "move the copy to another folder";
            return Err(LabError::Refused(Message::new(error).hint(hint)));
        }
        folders[number] = Some(folder);
    }
    let mut kept = Some(kept);
    let mut parts = Vec::new();
    for (number, (run, folder)) in review.runs.iter().zip(folders).enumerate() {
        let kept = match folder {
            _ if number == own_number => kept.take(),
            Some(folder) => Some(KeptRun::open(&folder)?),
            None => None,
        };
        if let Some(kept) = &kept {
            let found = kept.run();
            if !is_that_run(&found.header, &header, run) {
                let why = "its run.json is of another run than its wall.jsonl";
                return Err(refused(&found.path, &[why.into()]));
            }
        }
        let run = run.clone();
        parts.push(Part { run, kept });
    }
    Ok(parts)
}

/// Whether both paths lead to one folder.
fn is_one_folder(one: &Path, other: &Path) -> bool {
    matches!((one.canonicalize(), other.canonicalize()), (Ok(one), Ok(other)) if one == other)
}

/// The folders beside a run's, sorted.
fn beside(run: &Path) -> Result<Vec<PathBuf>, LabError> {
    let parent = run.parent().filter(|path| !path.as_os_str().is_empty());
    let parent = parent.unwrap_or(Path::new("."));
    let listed = std::fs::read_dir(parent).map_err(|error| LabError::Read {
        path: parent.into(),
        error,
    })?;
    let folders = listed.flatten().map(|entry| entry.path());
    let mut folders: Vec<PathBuf> = folders.filter(|path| path.is_dir()).collect();
    folders.sort();
    Ok(folders)
}

/// Whether a folder's header is that of this run, of the same review as another's.
fn is_that_run(header: &RunHeader, other: &RunHeader, run: &ReviewRun) -> bool {
    let of = |header: &RunHeader| (header.suite.clone(), header.seed, header.version.clone());
    let Some(request) = &header.request else {
        return false;
    };
    let drive = (&request.drive, &request.port, &request.set);
    of(header) == of(other)
        && drive == (&run.drive, &run.port, &run.set)
        && header.repeat == run.repeat
}
