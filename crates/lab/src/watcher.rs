//! Who watches a review.

use crate::error::LabError;
use crate::message::Message;
use fourcorners_bench::Observer;

/// Who watches a review: one observer a run, and sentences for the user.
pub trait Watcher: Sync {
    /// What will be run, where that is known beforehand: drives and repetitions, as observers will
    /// be asked for.
    fn planned(&self, _runs: &[(String, u32)]) {}
    /// The observer of one run of one drive.
    fn observer(&self, drive: &str, repeat: u32) -> Box<dyn Observer + '_>;
    /// Something the user should read before it happens.
    fn say(&self, sentence: &str);
    /// An error in the words in which the user asked.
    fn message(&self, error: &LabError) -> Message {
        error.message()
    }
    /// Whether the user wants to stop.
    fn stop_requested(&self) -> bool;
}
