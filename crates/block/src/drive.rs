//! The one interface between what is measured and what measures (decision 0002).

use crate::{
    BadBlock, Blocks, Completion, Counters, Drawn, Identity, Lba, Nanos, NotDrawn, QueueDepth,
    Request,
};
use std::any::Any;

/// When [`Drive::wait`] may return before its time is up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// Never: run to the end of the wait.
    Never,
    /// At the instant at which no more than this many requests wait for a slot. A closed loop
    /// refills then, before a slot could stand empty.
    Waiting(usize),
    /// At the instant of the first completion.
    Completion,
    /// At the instant at which nothing is queued or in flight any more.
    Drained,
}

/// What [`Drive::purge`] did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purge {
    /// Every cell erased: the state of delivery.
    SecureErase,
    /// Every block given back by TRIM: the best that this drive offers through this host.
    /// Whether the drive erased anything is its own secret.
    Discarded,
    /// Neither was possible: the old content stays, to be overwritten.
    Nothing,
    /// The user wants nothing to be erased: the old content stays, to be overwritten.
    Declined,
}

/// A failure of the drive as a whole; failures of single I/Os are [`Outcome`](crate::Outcome)s.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DriveError {
    /// The drive or its device is gone or answers no more.
    #[error("{0}")]
    Lost(String),
    /// The call needs an empty queue.
    #[error("the drive has {0} I/Os queued or in flight; wait for them first")]
    Busy(usize),
    /// This kind of drive cannot do that.
    #[error("{0}")]
    Unsupported(String),
    /// The bytes are not a state that this drive can return to.
    #[error(transparent)]
    State(#[from] StateError),
}

/// Why a drive refuses bytes as its state.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StateError {
    /// Bytes of something else.
    #[error("this is not the state of a simulated drive")]
    NotAState,
    /// Of another version of this program: that one.
    #[error("the state was saved by version {0} of Four Corners, and this is another")]
    OtherVersion(String),
    /// Of a drive of that name with another specification.
    #[error("the state belongs to another drive ({0}), or its drive file has changed since")]
    OtherDrive(String),
    /// Truncated, or changed.
    #[error("the state is incomplete or damaged")]
    Incomplete,
}

/// Writes that are on no stable medium.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Volatile {
    /// First block of a unit of [`Drive::watch_volatile`].
    pub lba: Lba,
    /// So many of the writes that touched this unit: the last ones.
    pub writes: u32,
}

/// The whole state of a drive at one instant, opaque to all but the kind of drive that made it.
pub struct Snapshot(pub Box<dyn Any + Send + Sync>);

/// A drive, simulated or real.
///
/// The drive owns the clock. Requests wait in a host queue; the drive admits them in order,
/// each at the first instant at which it is due, a slot is free, and its predecessor has been
/// admitted; never more than the queue depth are in flight. How requests are split into
/// [`submit`](Drive::submit) calls changes nothing, as long as the queue does not run dry.
pub trait Drive {
    /// Who it is.
    fn identity(&self) -> &Identity;

    /// The instant to which the drive has advanced.
    fn now(&self) -> Nanos;

    /// Slots for requests in flight, from the next admission on. Depth 1 at first.
    fn set_queue_depth(&mut self, depth: QueueDepth);

    /// Appends requests to the host queue. Does not advance time. An impossible request is
    /// admitted like any other and completes at once with the outcome that says why.
    fn submit(&mut self, requests: &[Request]);

    /// Advances time, at most to `until`, and appends to `completions` every I/O finished by
    /// the instant at which it stops, in order of finishing (ties: in order of admission).
    /// With nothing to do and [`Stop::Never`] this is idling: the drive may clean up.
    fn wait(
        &mut self,
        until: Nanos,
        stop: Stop,
        completions: &mut Vec<Completion>,
    ) -> Result<(), DriveError>;

    /// No I/O finishes before this instant, unless more is submitted; [`Nanos::MAX`] with nothing
    /// queued or in flight. Who serves requests as they come waits until then and asks again.
    /// `None` where only waiting shows it.
    fn earliest_completion(&mut self) -> Option<Nanos> {
        None
    }

    /// Requests submitted and not yet admitted.
    fn waiting(&self) -> usize;

    /// Requests admitted and not yet delivered.
    fn in_flight(&self) -> usize;

    /// Takes back every request that is not admitted yet; says how many.
    fn withdraw(&mut self) -> usize;

    /// When the write buffer will be empty if nothing more is submitted: now where there is none, or
    /// nobody knows. Needs an empty queue. Data that the drive keeps there until it needs the room
    /// does not count.
    fn write_buffer_empty_at(&self) -> Nanos {
        self.now()
    }

    /// Brings the drive as near to new as it can be brought from here. Needs an empty queue.
    fn purge(&mut self) -> Result<Purge, DriveError>;

    /// The whole state, clock included; `None` where it cannot be had. Needs an empty queue.
    fn snapshot(&self) -> Option<Snapshot> {
        None
    }

    /// Returns to a state, clock included. The drive and the one it was taken from have
    /// identical futures. Needs an empty queue.
    fn restore(&mut self, _snapshot: &Snapshot) -> Result<(), DriveError> {
        Err(DriveError::Unsupported(
            "this kind of drive does not support snapshots".into(),
        ))
    }

    /// The whole state as bytes, clock included; `None` where it cannot be had. Needs an empty
    /// queue.
    fn state(&self) -> Option<Vec<u8>> {
        None
    }

    /// Returns to a [`Self::state`] of a drive with the same specification, saved by the same
    /// version of this program. Needs an empty queue. After an error the drive is as it was. The
    /// bytes are only checked for being complete and of such a drive: keep a checksum with them.
    fn set_state(&mut self, _state: &[u8]) -> Result<(), DriveError> {
        Err(DriveError::Unsupported(
            "the state of this kind of drive cannot be saved".into(),
        ))
    }

    /// From now on keeps account of writes that a power cut would lose. Needs an empty queue.
    ///
    /// Returns the length of the units that they are counted by; `None`: no power cut loses an
    /// acknowledged write of this drive, or nobody knows.
    ///
    /// The account is no part of a state. A drive that returns to a snapshot or a state, where open
    /// groups may hold writes that are not on its medium yet, begins it anew and goes on watching.
    fn watch_volatile(&mut self) -> Option<Blocks> {
        None
    }

    /// Appends every unit of which a power cut at this instant would lose writes, in order of
    /// address. Writes that wait, that are held, or that are in flight are among them. Only since
    /// [`Self::watch_volatile`].
    fn volatile(&self, _into: &mut Vec<Volatile>) {}

    /// Loses power at this instant, and has it again: appends [`Self::volatile`], drops all that
    /// is queued or in flight, and forgets what was in its memory. Stable media keep the version
    /// of a unit before the lost writes.
    ///
    /// # Errors
    /// This kind of drive cannot be switched off.
    fn lose_power(&mut self, _lost: &mut Vec<Volatile>) -> Result<(), DriveError> {
        Err(DriveError::Unsupported(
            "this kind of drive cannot be switched off".into(),
        ))
    }

    /// Ages every erase block by that many program/erase cycles. Needs an empty queue.
    ///
    /// # Errors
    /// This kind of drive does not wear out, or its endurance is not known.
    fn wear(&mut self, _cycles: u32) -> Result<(), DriveError> {
        Err(DriveError::Unsupported(
            "this kind of drive does not wear out".into(),
        ))
    }

    /// Which block made the first I/O since the last call fail or come back
    /// [wrong](crate::Outcome::WrongData), where the drive knows.
    fn take_bad_block(&mut self) -> Option<BadBlock> {
        None
    }

    /// The drive's own account of its work; simulated drives only.
    fn counters(&self) -> Option<Counters> {
        None
    }

    /// What the drive drew between two instants of its clock, both past, by a meter outside of
    /// it; `None` where there is no meter. An error: the meter does not know.
    fn drawn(&self, _from: Nanos, _until: Nanos) -> Option<Result<Drawn, NotDrawn>> {
        None
    }

    /// Highest temperature between two instants of its clock, in thousandths of a degree
    /// Celsius; `None` where nobody knows.
    fn temperature_max_mc(&self, _from: Nanos, _until: Nanos) -> Option<i64> {
        None
    }

    /// For how long between two instants of its clock the program itself stood still, stopped by a
    /// signal or with its host: what was waited for then tells nothing of the drive. Simulated time
    /// does not go on without the program.
    fn stood_still(&self, _from: Nanos, _until: Nanos) -> Nanos {
        Nanos(0)
    }
}
