//! The host queue that every drive keeps: requests in order, admitted one by one.

use crate::{DriveError, Nanos, QueueDepth, Request, Stop};

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
    /// In order. Those before `begin` have been admitted: so what waits is one slice, and taking
    /// the first is a count.
    requests: Vec<Request>,
    begin: usize,
    in_flight: usize,
    depth: QueueDepth,
}

impl Default for HostQueue {
    fn default() -> Self {
        Self {
            requests: Vec::new(),
            begin: 0,
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
    /// The number of slots.
    pub fn depth(&self) -> QueueDepth {
        self.depth
    }
    /// Appends requests.
    pub fn push(&mut self, requests: &[Request]) {
        // Not for a few at the front of many: each is moved once at most, on average.
        if 2 * self.begin >= self.requests.len() {
            self.requests.drain(..self.begin);
            self.begin = 0;
        }
        self.requests.extend_from_slice(requests);
    }
    /// When the first waiting request can be admitted, if time stands at `now`.
    #[inline]
    pub fn admission(&self, now: Nanos) -> Admission {
        match self.first() {
            None => Admission::Empty,
            Some(_) if self.in_flight >= self.depth.get() => Admission::Full,
            Some(request) => Admission::At(now.max(request.due)),
        }
    }
    /// Takes the first waiting request and a slot for it.
    #[inline]
    pub fn admit(&mut self) -> Option<Request> {
        let request = *self.first()?;
        self.take_slot();
        Some(request)
    }
    /// The same for a request already seen through [`Self::first`]; there has to be one.
    #[inline]
    pub fn take_slot(&mut self) {
        debug_assert!(self.begin < self.requests.len());
        self.begin += 1;
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
        self.requests.get(self.begin)
    }
    /// The requests that stand so many places behind the first, to look ahead.
    #[inline]
    pub fn peek(&self, ahead: std::ops::Range<usize>) -> &[Request] {
        let end = ahead.end.min(self.waiting());
        &self.requests[self.begin..][ahead.start.min(end)..end]
    }
    /// Requests not admitted.
    #[inline]
    pub fn waiting(&self) -> usize {
        self.requests.len() - self.begin
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
    /// Drops everything, with what holds a slot; says how many did.
    pub fn drop_all(&mut self) -> usize {
        self.withdraw();
        std::mem::take(&mut self.in_flight)
    }
    /// Drops what is not admitted; says how many.
    pub fn withdraw(&mut self) -> usize {
        let count = self.waiting();
        self.requests.truncate(self.begin);
        count
    }
}
