//! The host queue that every drive keeps: requests in order, admitted one by one.

use crate::{DriveError, Nanos, QueueDepth, Request, Stop};
use std::collections::VecDeque;

/// When the next request can be admitted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Admission {
    /// Nothing waits.
    Empty,
    /// Every slot is taken.
    Full,
    /// At this instant (not before now).
    At(Nanos),
}

impl Admission {
    /// Whether it can be admitted now.
    #[inline]
    pub fn is_now(self, now: Nanos) -> bool {
        matches!(self, Self::At(at) if at <= now)
    }
}

/// Requests that wait for a slot, and the count of those that hold one.
#[derive(Clone, Debug)]
pub struct HostQueue {
    waiting: VecDeque<Request>,
    in_flight: usize,
    depth: QueueDepth,
}

impl Default for HostQueue {
    fn default() -> Self {
        Self {
            waiting: VecDeque::new(),
            in_flight: 0,
            depth: QueueDepth::ONE,
        }
    }
}

impl HostQueue {
    /// Changes the number of slots.
    pub fn set_depth(&mut self, depth: QueueDepth) {
        self.depth = depth;
    }
    /// Appends requests.
    pub fn push(&mut self, requests: &[Request]) {
        self.waiting.extend(requests);
    }
    /// When the first waiting request can be admitted, if time stands at `now`.
    #[inline]
    pub fn admission(&self, now: Nanos) -> Admission {
        match self.waiting.front() {
            None => Admission::Empty,
            Some(_) if self.in_flight >= self.depth.get() => Admission::Full,
            Some(request) => Admission::At(now.max(request.due)),
        }
    }
    /// Takes the first waiting request and a slot for it.
    #[inline]
    pub fn admit(&mut self) -> Option<Request> {
        let request = self.waiting.pop_front()?;
        self.in_flight += 1;
        Some(request)
    }
    /// The same where the request has been looked at in its place.
    #[inline]
    pub fn take_slot(&mut self) {
        self.waiting.pop_front();
        self.in_flight += 1;
    }
    /// Gives a slot back.
    #[inline]
    pub fn finish(&mut self) {
        self.in_flight -= 1;
    }
    /// The first that waits.
    #[inline]
    pub fn first(&self) -> Option<&Request> {
        self.waiting.front()
    }
    /// The requests that stand so many places behind the first, to look ahead.
    #[inline]
    pub fn peek(&self, ahead: std::ops::Range<usize>) -> impl Iterator<Item = &Request> {
        let end = ahead.end.min(self.waiting.len());
        self.waiting.range(ahead.start.min(end)..end)
    }
    /// Requests not admitted.
    #[inline]
    pub fn waiting(&self) -> usize {
        self.waiting.len()
    }
    /// Requests that hold a slot.
    #[inline]
    pub fn in_flight(&self) -> usize {
        self.in_flight
    }
    /// Whether a wait stops at this instant, everything that could be delivered and admitted by
    /// now having been; `delivered`: whether the wait has delivered any completion.
    #[inline]
    pub fn stops(&self, stop: Stop, delivered: bool) -> bool {
        match stop {
            Stop::Never => false,
            Stop::Waiting(count) => self.waiting() <= count,
            Stop::Completion => delivered,
            Stop::Drained => self.waiting() + self.in_flight == 0,
        }
    }
    /// # Errors
    /// [`DriveError::Busy`] if anything is queued or in flight.
    pub fn idle(&self) -> Result<(), DriveError> {
        match self.waiting() + self.in_flight {
            0 => Ok(()),
            busy => Err(DriveError::Busy(busy)),
        }
    }
    /// Drops what is not admitted; says how many.
    pub fn withdraw(&mut self) -> usize {
        let count = self.waiting.len();
        self.waiting.clear();
        count
    }
}
