//! The line of slots: admission from the host queue, transfers, completions, and the clock.
//! The loop is compiled once for each engine, and allocates nothing per I/O.

mod transfers;

use crate::engine::Engine;
use crate::health::{self, Health, Verdict};
use crate::pattern::Buffers;
use crate::presence;
use crate::pulse::Pulse;
use crate::silence::Silence;
use crate::target::{RangeError, Target};
use crate::verify::Verify;
use crate::way::{Way, Ways};
use fourcorners_block::{
    Admission, BLOCK_BYTES, BadBlock, Completion, HostQueue, Identity, Nanos, Op, Outcome,
    QueueDepth, Request, Stop,
};
use std::io;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

/// Longer requests are carried out as several transfers, one after the other, in one slot.
pub const LONGEST_TRANSFER: usize = 4 << 20;
/// All slots' transfer memory together is about this at most, which shortens the longest
/// transfer of deep queues.
const MEMORY_BYTES: usize = 512 << 20;

pub struct Line {
    pub target: Target,
    pub identity: Identity,
    pub queue: HostQueue,
    pub buffers: Buffers,
    /// Why nothing more can be expected of the drive.
    pub lost: Option<String>,
    /// Of the first I/O since it was taken that failed or came back wrong.
    pub bad_block: Option<BadBlock>,
    /// What is in flight may never come back.
    pub silent: bool,
    /// Checks what is read; absent unless asked for.
    pub verify: Option<Box<Verify>>,
    /// What blocking calls are at.
    pub pulse: Arc<Pulse>,
    /// Of a file: nothing was written or trimmed since it was made or emptied.
    pub is_empty: bool,
    origin: Instant,
    slots: Vec<Slot>,
    free: Vec<u16>,
    /// Prepared and not yet handed over: their admission is stamped just before that.
    fresh: Vec<u16>,
    wanted_slots: usize,
    wanted_bytes: usize,
    longest_transfer: usize,
    depth: QueueDepth,
    /// Which engine is wanted, and which one there is.
    ways: Ways,
    present: Option<Way>,
    /// The buffers or the engine are not what is wanted.
    outgrown: bool,
    health: Health,
    silence: Silence,
}

#[derive(Clone, Copy)]
struct Slot {
    request: Request,
    admitted: Nanos,
    /// Bytes of the request whose transfers are finished.
    done: u64,
    /// Where in the pages the present transfer began.
    memory: usize,
    /// Its bytes, and how many of them have been moved.
    part: usize,
    moved: usize,
}

/// Why the loop was left.
pub enum End {
    /// As `until` or `stop` said.
    Stopped,
    /// Nothing is in flight, and the buffers are too small for what waits.
    Outgrown,
}

/// Why the loop cannot go on.
pub enum Broken {
    /// The drive is gone: a sentence.
    Lost(String),
    /// The engine itself failed.
    Engine(io::Error),
}

/// What the first waiting request waits for.
enum Next {
    Nothing,
    Completion,
    Due(Nanos),
    Buffers,
}

impl Line {
    /// With nothing submitted, at queue depth 1, and the clock at 0. An I/O that takes longer
    /// than `timeout` ends everything.
    pub fn new(
        target: Target,
        identity: Identity,
        buffers: Buffers,
        ways: Ways,
        timeout: Nanos,
    ) -> Self {
        Self {
            target,
            identity,
            queue: HostQueue::default(),
            buffers,
            lost: None,
            bad_block: None,
            silent: false,
            verify: None,
            pulse: Arc::default(),
            is_empty: false,
            origin: Instant::now(),
            slots: Vec::new(),
            free: Vec::new(),
            fresh: Vec::new(),
            wanted_slots: 1,
            wanted_bytes: 4096,
            longest_transfer: LONGEST_TRANSFER,
            depth: QueueDepth::ONE,
            ways,
            present: None,
            outgrown: true,
            health: Health::default(),
            silence: Silence::new(timeout),
        }
    }

    /// The host's monotonic time since the drive was opened; 2^64 ns are 584 years.
    #[inline]
    pub fn now(&self) -> Nanos {
        Nanos(self.origin.elapsed().as_nanos() as u64)
    }

    /// The host's clock at an instant of the drive's.
    pub fn instant(&self, at: Nanos) -> Instant {
        self.origin + Duration::from_nanos(at.0)
    }

    /// Slots from the next admission on.
    pub fn set_depth(&mut self, depth: QueueDepth) {
        self.wanted_slots = self.wanted_slots.max(depth.get());
        self.depth = depth;
        self.queue.set_depth(depth);
        self.compare();
    }

    /// Changes which engine carries which depth, from the next admission on.
    pub fn set_ways(&mut self, ways: Ways) {
        self.ways = ways;
        self.compare();
    }

    /// Carries out longer requests than this as several transfers. Nothing was submitted yet.
    pub fn limit_transfers(&mut self, bytes: usize) {
        self.longest_transfer = self.longest_transfer.min(bytes);
    }

    /// The engine that is wanted at the present depth.
    pub fn way(&self) -> Way {
        self.ways.at(self.depth)
    }

    fn compare(&mut self) {
        self.outgrown = self.wanted_slots > self.buffers.slots()
            || self.slot_bytes() != self.buffers.slot_bytes()
            || self.present != Some(self.way());
    }

    /// Appends to the queue, and notes how long transfers become.
    pub fn submit(&mut self, requests: &[Request]) {
        self.is_empty = self.is_empty && !requests.iter().any(changes);
        let carry = requests
            .iter()
            .filter(|request| matches!(request.op, Op::Read | Op::Write { .. }));
        let longest = carry.map(|request| request.blocks.0).max().unwrap_or(0);
        let longest = longest.min(self.longest_transfer as u64 / BLOCK_BYTES) * BLOCK_BYTES;
        self.wanted_bytes = self
            .wanted_bytes
            .max((longest as usize).next_multiple_of(4096));
        self.compare();
        self.queue.push(requests);
    }

    fn slot_bytes(&self) -> usize {
        let share = MEMORY_BYTES / 2 / self.wanted_slots / 4096 * 4096;
        self.wanted_bytes.min(share)
    }

    /// Makes room for what is wanted; returns the number of slots. Nothing is in flight.
    pub fn resize(&mut self) -> io::Result<u16> {
        // Queue depths are below 2^16.
        let slots = self.wanted_slots as u16;
        self.buffers.resize(self.wanted_slots, self.slot_bytes())?;
        let empty = Slot {
            request: Request::flush(0),
            admitted: Nanos(0),
            done: 0,
            memory: 0,
            part: 0,
            moved: 0,
        };
        self.slots.clear();
        self.slots.resize(self.wanted_slots, empty);
        self.free.clear();
        self.free.extend((0..slots).rev());
        self.fresh.clear();
        self.fresh.reserve(self.wanted_slots);
        self.present = Some(self.way());
        self.compare();
        Ok(slots)
    }

    /// The loop behind [`Drive::wait`](fourcorners_block::Drive::wait); `before` completions
    /// were there when it was called.
    pub fn run<E: Engine>(
        &mut self,
        engine: &mut E,
        until: Nanos,
        stop: Stop,
        before: usize,
        completions: &mut Vec<Completion>,
    ) -> Result<End, Broken> {
        loop {
            let now = self.reap(engine, completions)?;
            if now >= self.silence.next() {
                self.look_for_the_silent(now)?;
            }
            let next = self.admit(engine, now, completions)?;
            let stopped = self.queue.stops(stop, completions.len() > before);
            let in_flight = self.queue.in_flight();
            if stopped || now >= until {
                self.hand_over(engine, None)?;
                return Ok(End::Stopped);
            }
            let wake = match next {
                Next::Buffers if in_flight == 0 => return Ok(End::Outgrown),
                Next::Due(due) => until.min(due),
                Next::Nothing | Next::Completion | Next::Buffers => until,
            };
            if in_flight > 0 {
                let patience = wake.min(self.silence.next()).saturating_sub(now);
                self.hand_over(engine, Some(patience))?;
            } else if wake == Nanos::MAX {
                return Ok(End::Stopped);
            } else {
                pause(wake.saturating_sub(self.now()));
            }
        }
    }

    /// Ends everything if an I/O was too old, and still is a turn later.
    #[cold]
    fn look_for_the_silent(&mut self, now: Nanos) -> Result<(), Broken> {
        let Some((slot, admitted)) = self.silence.look(now, self.oldest()) else {
            return Ok(());
        };
        self.silent = true;
        let request = &self.slots[usize::from(slot)].request;
        let waited_s = now.saturating_sub(admitted).0 / 1_000_000_000;
        let sentence = health::silent(&self.identity.name, request, waited_s);
        Err(Broken::Lost(sentence))
    }

    /// The slot that was admitted first of those in flight, and when.
    fn oldest(&self) -> Option<(u16, Nanos)> {
        if self.queue.in_flight() == 0 {
            return None;
        }
        let mut busy = vec![true; self.slots.len()];
        for free in &self.free {
            busy[usize::from(*free)] = false;
        }
        (0..self.slots.len() as u16)
            .filter(|slot| busy[usize::from(*slot)])
            .map(|slot| (slot, self.slots[usize::from(slot)].admitted))
            .min_by_key(|(_, admitted)| *admitted)
    }

    /// Stamps what was prepared as admitted now, and gives it to the kernel.
    #[inline]
    fn hand_over<E: Engine>(
        &mut self,
        engine: &mut E,
        patience: Option<Nanos>,
    ) -> Result<(), Broken> {
        if self.fresh.is_empty() {
            if patience.is_none() && self.queue.in_flight() == 0 {
                return Ok(());
            }
        } else {
            let now = self.now();
            for slot in self.fresh.drain(..) {
                self.slots[usize::from(slot)].admitted = now;
            }
        }
        engine.turn(patience).map_err(Broken::Engine)
    }

    /// Delivers what has finished; returns the time at which it was seen.
    #[inline]
    fn reap<E: Engine>(
        &mut self,
        engine: &mut E,
        completions: &mut Vec<Completion>,
    ) -> Result<Nanos, Broken> {
        let now = self.now();
        while let Some((index, result)) = engine.finished() {
            let logical = self.identity.logical_block.0;
            let slot = &mut self.slots[usize::from(index)];
            let total = slot.request.blocks.bytes().0;
            let outcome = if result < 0 && slot.request.op == Op::Discard {
                RangeError::of(-result).outcome()
            } else if result < 0 {
                Outcome::Failed(-result)
            } else if matches!(slot.request.op, Op::Flush | Op::Discard) {
                Outcome::Done
            } else {
                // A short transfer goes on where it ended. One that moves nothing, or ends
                // within a block, cannot.
                let moved = result as usize;
                slot.moved += moved;
                if moved == 0 || !(slot.moved as u64).is_multiple_of(logical) {
                    Outcome::Failed(libc::EIO)
                } else if slot.moved < slot.part {
                    self.prepare_rest(engine, index)?;
                    continue;
                } else if let Some(verify) = &mut self.verify
                    && slot.request.op == Op::Read
                    && let Some(bad) = verify.check(
                        index,
                        slot.request.lba.0 + slot.done / BLOCK_BYTES,
                        self.buffers.part(slot.memory, slot.part),
                    )
                {
                    self.bad_block.get_or_insert(bad);
                    Outcome::WrongData
                } else {
                    slot.done += slot.part as u64;
                    if slot.done < total {
                        self.prepare_part(engine, index)?;
                        continue;
                    }
                    Outcome::Done
                }
            };
            let Slot {
                request, admitted, ..
            } = *slot;
            self.free.push(index);
            self.queue.finish();
            if let Some(verify) = &mut self.verify {
                verify.finished(index, outcome == Outcome::Done);
            }
            completions.push(completion(&request, admitted, now, outcome));
            self.judge(outcome, &request)?;
        }
        Ok(now)
    }

    /// Admits whatever is due and has a slot.
    #[inline]
    fn admit<E: Engine>(
        &mut self,
        engine: &mut E,
        mut now: Nanos,
        completions: &mut Vec<Completion>,
    ) -> Result<Next, Broken> {
        let sector = self.identity.logical_block.0 / BLOCK_BYTES;
        loop {
            match self.queue.admission(now) {
                Admission::Empty => return Ok(Next::Nothing),
                Admission::Full => return Ok(Next::Completion),
                Admission::At(due) if due > now => return Ok(Next::Due(due)),
                Admission::At(_) => {}
            }
            if self.outgrown {
                return Ok(Next::Buffers);
            }
            let Some(request) = self.queue.first().copied() else {
                return Ok(Next::Nothing);
            };
            let fault = request
                .fault(self.identity.capacity, sector)
                .or_else(|| self.refusal(&request));
            let by_call = self.is_call(&request);
            if by_call && fault.is_none() && self.queue.in_flight() > 0 {
                return Ok(Next::Completion);
            }
            // A slot is free whenever the queue has one: there are as many.
            if fault.is_none()
                && !by_call
                && let Some(index) = self.free.pop()
            {
                self.queue.admit();
                self.slots[usize::from(index)] = Slot {
                    request,
                    admitted: now,
                    done: 0,
                    memory: 0,
                    part: 0,
                    moved: 0,
                };
                self.fresh.push(index);
                if let Some(verify) = &mut self.verify {
                    verify.admitted(index, &request);
                }
                self.prepare_part(engine, index)?;
                continue;
            }
            self.queue.admit();
            let admitted = self.now();
            let outcome = fault.unwrap_or_else(|| self.call(&request));
            now = self.now();
            self.queue.finish();
            completions.push(completion(&request, admitted, now, outcome));
            self.judge(outcome, &request)?;
        }
    }

    /// Goes on only while the drive is there.
    #[inline]
    pub fn judge(&mut self, outcome: Outcome, request: &Request) -> Result<(), Broken> {
        let timeout = Duration::from_nanos(self.silence.timeout().0);
        let ask = || presence::ask(&self.target.file, &self.identity, request, timeout);
        match self
            .health
            .after(outcome, request, &self.identity.name, ask)
        {
            Verdict::Fine => Ok(()),
            Verdict::Bad(block) => {
                self.bad_block.get_or_insert(block);
                Ok(())
            }
            Verdict::Gone(sentence) => Err(Broken::Lost(sentence)),
        }
    }

    /// The sentence for an engine that broke.
    pub fn engine_failed(&self, error: &io::Error) -> String {
        let remedy = if error.raw_os_error() == Some(libc::ENOMEM) {
            "raise the limit on locked memory ('ulimit -l'), run as root, or use a smaller queue \
             depth"
        } else {
            "check the kernel log (dmesg), or try the synchronous engine"
        };
        let (name, engine) = (&self.identity.name, &self.identity.engine);
        format!("{name}: the {engine} engine failed: {error}; {remedy}")
    }
}

/// Whether a request changes what the drive holds.
pub fn changes(request: &Request) -> bool {
    !matches!(request.op, Op::Read | Op::Flush)
}

/// Lets most of that time pass: the scheduler wakes sleepers late by its timer slack (50 us),
/// so the rest is spun away, in turns of the loop, and requests are admitted when due.
fn pause(time: Nanos) {
    match Duration::from_nanos(time.0).checked_sub(Duration::from_micros(100)) {
        Some(time) => thread::sleep(time),
        None => std::hint::spin_loop(),
    }
}

#[inline]
fn completion(request: &Request, admitted: Nanos, finished: Nanos, outcome: Outcome) -> Completion {
    Completion {
        tag: request.tag,
        bytes: request.blocks.bytes(),
        due: request.due,
        admitted,
        finished,
        outcome,
    }
}
