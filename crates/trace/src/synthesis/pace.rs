//! When I/Os are issued, and how long the drive of the recording took.

use fourcorners_block::{Generator, Nanos};

/// The times between bursts.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Pace {
    /// Of the whole recording.
    pub duration: Nanos,
    /// The host's computing before each burst, in the mean.
    pub computing: Nanos,
    /// A person's pauses, in the mean.
    pub pause: Nanos,
}

/// The drive that the recording is taken to be made on: it works on all I/Os of a burst at once,
/// each for `io`; their bytes then follow each other over its link.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Recorder {
    pub io: Nanos,
    pub mb_per_s: u64,
}

impl Recorder {
    /// So many bytes on the link, in ns.
    pub fn transfer_ns(&self, bytes: u64) -> u64 {
        bytes * 1000 / self.mb_per_s
    }
}

/// Think times, one after the other.
#[derive(Clone, Debug)]
pub(super) struct Thinking {
    pace: Pace,
    next_pause: u64,
}

impl Thinking {
    pub fn new(pace: &Pace, random: &mut Generator) -> Self {
        Self {
            pace: pace.clone(),
            next_pause: around(pace.pause, random),
        }
    }

    /// From the end of a burst at `now` until the next one, in ns, when `done` of `all` I/Os have
    /// been issued: some computing; and a pause, once the recording is ahead of its time by one.
    pub fn next(&mut self, now: u64, done: u64, all: u64, random: &mut Generator) -> u64 {
        let due = u128::from(self.pace.duration.0) * u128::from(done) / u128::from(all);
        let computing = around(self.pace.computing, random);
        if u128::from(now + computing + self.next_pause) > due {
            return computing;
        }
        let pause = std::mem::replace(&mut self.next_pause, around(self.pace.pause, random));
        computing + pause
    }
}

/// Anything from 0 to twice as long.
fn around(mean: Nanos, random: &mut Generator) -> u64 {
    random.below(2 * mean.0 + 1)
}
