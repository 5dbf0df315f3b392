//! Which review a folder's run belongs to.

use super::FILE_LIMIT;
use super::names::{RUN_JSON, WALL};
use crate::plain_file;
use crate::record::{Event, Review, Wall};
use std::io::{BufRead as _, BufReader, Read as _};
use std::path::Path;

/// The longest first line that is read, in bytes. A run of a review takes some 600.
const LINE_LIMIT: u64 = 1 << 22;

/// The review of several runs that a folder's run belongs to: the first line of its `wall.jsonl`.
/// `None`: its drive was reviewed alone, or this is no run's folder.
pub fn review_of(folder: &Path) -> Option<Review> {
    // `run.json` comes last: without it, the run was killed before it started.
    if !folder.join(RUN_JSON).exists() {
        return None;
    }
    let (file, _) = plain_file::open(&folder.join(WALL), FILE_LIMIT).ok()?;
    let mut line = Vec::new();
    let mut file = BufReader::new(file.take(LINE_LIMIT));
    file.read_until(b'\n', &mut line).ok()?;
    match serde_json::from_slice::<Wall>(&line).ok()?.event {
        Event::Review { review } => Some(*review).filter(Review::is_sound),
        _ => None,
    }
}
