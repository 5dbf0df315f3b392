//! What every simulated drive has in common: the clock, the host queue, and I/Os that finish at a
//! known time. What happens in between is the device's.
//!
//! Five things happen at an instant, in this order: I/Os that finish are delivered and free their
//! slots; the device resumes what it has begun; the host queue admits; the host may refill
//! it; the device begins what it was to begin by itself.

use crate::state::{self, Header};
use fourcorners_block::{
    Admission, Blocks, Completion, Counters, Drive, DriveError, HostQueue, Identity, Lba, Nanos,
    Op, Outcome, Purge, QueueDepth, Request, Snapshot, StateError, Stop, Volatile,
};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// An instant that does not come.
pub const NEVER: u64 = u64::MAX;

/// What serves I/Os.
pub trait Device: Send + 'static {
    /// A copy of its state: plain data, with the same future.
    type Saved: Send + Sync + Serialize + DeserializeOwned + 'static;

    /// The first request of the queue is admitted next.
    fn arrives(&mut self, _queue: &HostQueue) {}
    /// Takes an admitted request that is within the drive's capacity; it, or what follows, puts
    /// its end among those that finish. Says whether it has begun.
    fn admit(&mut self, now: u64, admitted: Admitted<'_>, finishing: &mut Finishing) -> Admit;
    /// Whether anything may go on now, before more is admitted.
    #[inline]
    fn can_go_on(&self, _now: u64) -> bool {
        false
    }
    /// Goes on with what can go on now, before anything is admitted; says whether it took a step
    /// that others may follow. Called only where [`Self::can_go_on`] says so.
    fn go_on(&mut self, _now: u64, _finishing: &mut Finishing) -> Result<bool, DriveError> {
        Ok(false)
    }
    /// When it will do something by itself, or [`NEVER`].
    fn next(&mut self, now: u64) -> u64;
    /// Begins the next thing, the time for which has come. All I/Os that could be delivered and
    /// admitted by now have been.
    fn act(&mut self, now: u64, finishing: &mut Finishing);
    /// The last I/O in flight has been delivered.
    fn drained(&mut self, _now: u64) {}
    /// Why an I/O waits for what will never happen, if one does.
    fn stuck(&self) -> Option<DriveError> {
        None
    }
    /// When its write buffer is empty. No I/O is in flight.
    fn write_buffer_empty_at(&self, now: u64) -> u64 {
        now
    }
    /// Becomes as new as it can; says how, and when it is done. No I/O is in flight.
    fn purge(&mut self, now: u64) -> (Purge, u64) {
        (Purge::Nothing, now)
    }
    /// Begins an account of writes that a power cut would lose; returns the blocks of a unit that
    /// it counts by, or `None`, where there are none.
    fn watch_volatile(&mut self) -> Option<u64> {
        None
    }
    /// Adds such writes to those of their units, by number. Only since it is asked to watch.
    fn volatile(&self, _now: u64, _writes: &mut BTreeMap<u64, u32>) {}
    /// Loses what is in its memory, and all I/Os that have no end yet. Those that have one are
    /// taken from it.
    fn lose_power(&mut self, _now: u64) -> Result<(), DriveError> {
        Err(DriveError::Unsupported(
            "this kind of drive cannot be switched off".into(),
        ))
    }
    /// Ages every erase block by that many cycles.
    fn wear(&mut self, _cycles: u32) -> Result<(), DriveError> {
        Err(DriveError::Unsupported(
            "this kind of drive does not wear out".into(),
        ))
    }
    /// A copy of the state.
    fn save(&self) -> Self::Saved;
    /// Returns to one.
    fn restore(&mut self, saved: &Self::Saved);
    /// Whether a state that was read is one of this drive, as far as its size goes.
    fn fits(&self, saved: &Self::Saved) -> bool;
    /// All that decides what it does and is no state, as a text.
    fn behavior(&self) -> String;
    /// Its account of its work, if it keeps one. I/Os were in flight for `busy_ns`.
    fn counters(&self, _now: u64, _busy_ns: u64) -> Option<Counters> {
        None
    }
}

/// What has become of a request that was admitted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Admit {
    /// It has begun: others may be able to go on.
    Begun,
    /// It waits, and has changed nothing.
    Waits,
}

/// A request that holds a slot, where it lies: a copy on every way it takes would be stored in
/// pieces, and read before it is there.
#[derive(Clone, Copy, Debug)]
pub struct Admitted<'a> {
    /// Which it was of all that were admitted.
    pub number: u64,
    /// When it was.
    pub at: u64,
    /// What is to be done.
    pub request: &'a Request,
}

/// The same, to keep.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Io {
    pub number: u64,
    pub at: u64,
    pub request: Request,
}

impl Io {
    /// A copy.
    #[inline]
    pub fn of(admitted: Admitted<'_>) -> Self {
        Self {
            number: admitted.number,
            at: admitted.at,
            request: *admitted.request,
        }
    }
    /// The request.
    #[inline]
    pub fn admitted(&self) -> Admitted<'_> {
        Admitted {
            number: self.number,
            at: self.at,
            request: &self.request,
        }
    }
}

/// I/Os whose end is known, in order of it; ties in order of admission.
#[derive(Clone, Debug, Default)]
pub struct Finishing {
    /// Those before `begin` have been delivered.
    ios: Vec<(u64, Completion)>,
    begin: usize,
}

/// How many delivered I/Os are kept before they are forgotten together.
const DELIVERED_AT_MOST: usize = 64;

impl Finishing {
    /// Puts one in its place.
    #[inline]
    pub fn at(&mut self, end: u64, outcome: Outcome, admitted: Admitted<'_>) {
        let Admitted {
            number,
            at,
            request,
        } = admitted;
        if self.begin >= DELIVERED_AT_MOST {
            self.forget_delivered();
        }
        // Built in place: copying a freshly stored struct stalls on store forwarding.
        let completion = || Completion {
            tag: request.tag,
            bytes: request.blocks.bytes(),
            due: request.due,
            admitted: Nanos(at),
            finished: Nanos(end),
            outcome,
        };
        // Mostly it is the last.
        match self.ios.last() {
            Some((other, last)) if (last.finished.0, *other) > (end, number) => {
                self.insert(number, &completion());
            }
            _ => self.ios.push((number, completion())),
        }
    }
    #[inline(never)]
    fn insert(&mut self, number: u64, completion: &Completion) {
        let key = (completion.finished.0, number);
        let later = self.ios[self.begin..].iter().rev();
        let later = later.take_while(|(other, next)| (next.finished.0, *other) > key);
        let place = self.ios.len() - later.count();
        self.ios.insert(place, (number, *completion));
    }
    #[cold]
    fn forget_delivered(&mut self) {
        // Not for a few at the front of many: each is moved once at most, on average.
        if 2 * self.begin >= self.ios.len() {
            self.ios.drain(..self.begin);
            self.begin = 0;
        }
    }
    /// When the next one ends, or [`NEVER`].
    #[inline]
    pub fn first(&self) -> u64 {
        match self.ios.get(self.begin) {
            Some((_, completion)) => completion.finished.0,
            None => NEVER,
        }
    }
}

/// A drive around a device.
pub struct Station<D> {
    identity: Identity,
    now: u64,
    queue: HostQueue,
    finishing: Finishing,
    admitted: u64,
    /// Time during which any I/O was in flight.
    busy_ns: u64,
    /// Blocks of a unit that volatile writes are counted by, if they are watched. No state.
    watched: Option<u64>,
    device: D,
}

/// A snapshot: no I/O is queued or in flight.
#[derive(Serialize, Deserialize)]
struct Saved<S> {
    now: u64,
    depth: QueueDepth,
    admitted: u64,
    busy_ns: u64,
    device: S,
}

impl<D: Device> Station<D> {
    /// The drive at time 0.
    pub fn around(identity: Identity, device: D) -> Self {
        Self {
            identity,
            now: 0,
            queue: HostQueue::default(),
            finishing: Finishing::default(),
            admitted: 0,
            busy_ns: 0,
            watched: None,
            device,
        }
    }
    fn save(&self) -> Option<Saved<D::Saved>> {
        self.queue.idle().ok()?;
        Some(Saved {
            now: self.now,
            depth: self.queue.depth(),
            admitted: self.admitted,
            busy_ns: self.busy_ns,
            device: self.device.save(),
        })
    }
    fn return_to(&mut self, saved: &Saved<D::Saved>) {
        self.now = saved.now;
        self.queue.set_depth(saved.depth);
        self.admitted = saved.admitted;
        self.busy_ns = saved.busy_ns;
        self.device.restore(&saved.device);
    }
    fn header(&self) -> Header {
        let (name, capacity) = (&self.identity.name, self.identity.capacity.0);
        Header::new(name, format!("{capacity} {}", self.device.behavior()))
    }

    /// The device.
    #[cfg(test)]
    pub fn device(&mut self) -> &mut D {
        &mut self.device
    }

    #[inline]
    fn admit(&mut self) -> Admit {
        let Some(request) = self.queue.first() else {
            return Admit::Begun;
        };
        let admitted = Admitted {
            number: self.admitted,
            at: self.now,
            request,
        };
        self.admitted += 1;
        self.device.arrives(&self.queue);
        let admit = match request.fault(self.identity.capacity, 1) {
            Some(outcome) => {
                self.finishing.at(self.now, outcome, admitted);
                Admit::Begun
            }
            None => self.device.admit(self.now, admitted, &mut self.finishing),
        };
        self.queue.take_slot();
        admit
    }

    #[inline]
    fn deliver(&mut self, completions: &mut Vec<Completion>) {
        while let Some((_, next)) = self.finishing.ios.get(self.finishing.begin)
            && next.finished.0 <= self.now
        {
            // Copied where it lies: by way of an Option it is stored in pieces that the processor
            // cannot forward to the loads that follow.
            completions.push(*next);
            self.finishing.begin += 1;
            self.queue.finish();
            if self.queue.in_flight() == 0 {
                self.device.drained(self.now);
            }
        }
    }

    #[inline]
    fn advance(&mut self, to: u64) {
        if self.queue.in_flight() > 0 {
            self.busy_ns += to - self.now;
        }
        self.now = to;
    }
}

impl<D: Device> Drive for Station<D> {
    fn identity(&self) -> &Identity {
        &self.identity
    }
    fn now(&self) -> Nanos {
        Nanos(self.now)
    }
    fn set_queue_depth(&mut self, depth: QueueDepth) {
        self.queue
            .set_depth(depth.min(self.identity.max_queue_depth));
    }
    fn submit(&mut self, requests: &[Request]) {
        self.queue.push(requests);
    }

    fn wait(
        &mut self,
        until: Nanos,
        stop: Stop,
        completions: &mut Vec<Completion>,
    ) -> Result<(), DriveError> {
        let before = completions.len();
        'instant: loop {
            let now = self.now;
            self.deliver(completions);
            if self.device.can_go_on(now) && self.device.go_on(now, &mut self.finishing)? {
                continue;
            }
            let mut admission = self.queue.admission(Nanos(now));
            while admission.is_now(Nanos(now)) {
                // What has begun may have ended, or let others go on.
                if self.admit() == Admit::Begun
                    && (self.finishing.first() <= now || self.device.can_go_on(now))
                {
                    continue 'instant;
                }
                admission = self.queue.admission(Nanos(now));
            }
            // An end may have been decided for this very instant.
            let finish = self.finishing.first();
            if finish <= now {
                continue;
            }
            // Before the device begins something: a host that refills its queue at this instant is
            // to find it as it was.
            if self.queue.stops(stop, completions.len() > before) {
                return Ok(());
            }
            let acts = self.device.next(now);
            if acts <= now {
                self.device.act(now, &mut self.finishing);
                continue;
            }
            let mut next = acts.min(finish);
            if next == NEVER
                && let Some(error) = self.device.stuck()
            {
                return Err(error);
            }
            if let Admission::At(at) = admission {
                next = next.min(at.0);
            }
            if next <= until.0 && next != NEVER {
                self.advance(next);
            } else {
                if until != Nanos::MAX {
                    self.advance(now.max(until.0));
                }
                return Ok(());
            }
        }
    }

    fn earliest_completion(&mut self) -> Option<Nanos> {
        let known = self.finishing.ios.len() - self.finishing.begin;
        let mut earliest = self.finishing.first();
        // What an I/O waits for without a known end is decided by the device's next step.
        if known < self.queue.in_flight() {
            earliest = earliest.min(self.device.next(self.now));
        }
        if let Admission::At(at) = self.queue.admission(Nanos(self.now)) {
            earliest = earliest.min(at.0);
        }
        Some(Nanos(earliest))
    }
    fn waiting(&self) -> usize {
        self.queue.waiting()
    }
    fn in_flight(&self) -> usize {
        self.queue.in_flight()
    }
    fn withdraw(&mut self) -> usize {
        self.queue.withdraw()
    }
    fn write_buffer_empty_at(&self) -> Nanos {
        Nanos(self.device.write_buffer_empty_at(self.now))
    }
    fn purge(&mut self) -> Result<Purge, DriveError> {
        self.queue.idle()?;
        let (purge, end) = self.device.purge(self.now);
        self.now = end;
        Ok(purge)
    }
    fn snapshot(&self) -> Option<Snapshot> {
        Some(Snapshot(Box::new(self.save()?)))
    }
    fn restore(&mut self, snapshot: &Snapshot) -> Result<(), DriveError> {
        self.queue.idle()?;
        let saved = snapshot.0.downcast_ref::<Saved<D::Saved>>();
        let saved = saved.ok_or_else(|| {
            DriveError::Unsupported("the snapshot belongs to another kind of drive".into())
        })?;
        self.return_to(saved);
        Ok(())
    }
    fn state(&self) -> Option<Vec<u8>> {
        state::to_bytes(&self.header(), &self.save()?)
    }
    fn set_state(&mut self, state: &[u8]) -> Result<(), DriveError> {
        self.queue.idle()?;
        let saved: Saved<D::Saved> = state::from_bytes(state, &self.header())?;
        if !self.device.fits(&saved.device) {
            return Err(StateError::Incomplete.into());
        }
        self.return_to(&saved);
        Ok(())
    }
    fn watch_volatile(&mut self) -> Option<Blocks> {
        self.watched = self.device.watch_volatile();
        self.watched.map(Blocks)
    }
    fn volatile(&self, into: &mut Vec<Volatile>) {
        let Some(unit) = self.watched else {
            return;
        };
        let mut writes = BTreeMap::new();
        self.device.volatile(self.now, &mut writes);
        for request in self.queue.peek(0..self.queue.waiting()) {
            let is_write = matches!(request.op, Op::Write { .. } | Op::WriteZeroes);
            if is_write && request.fault(self.identity.capacity, 1).is_none() {
                let end = request.lba.0 + request.blocks.0;
                for number in request.lba.0 / unit..end.div_ceil(unit) {
                    *writes.entry(number).or_default() += 1;
                }
            }
        }
        into.extend(writes.into_iter().map(|(number, writes)| Volatile {
            lba: Lba(number * unit),
            writes,
        }));
    }
    fn lose_power(&mut self, lost: &mut Vec<Volatile>) -> Result<(), DriveError> {
        let mut volatile = Vec::new();
        self.volatile(&mut volatile);
        self.device.lose_power(self.now)?;
        lost.append(&mut volatile);
        self.finishing = Finishing::default();
        if self.queue.drop_all() > 0 {
            self.device.drained(self.now);
        }
        Ok(())
    }
    fn wear(&mut self, cycles: u32) -> Result<(), DriveError> {
        self.queue.idle()?;
        self.device.wear(cycles)
    }
    fn counters(&self) -> Option<Counters> {
        self.device.counters(self.now, self.busy_ns)
    }
}
