//! A real drive: the queue's line of slots, and the engine that carries it.

use crate::aio::Aio;
use crate::erase::Erase;
use crate::host::DeviceNumber;
use crate::line::{Broken, End, Line};
use crate::open::{DEFAULT_TIMEOUT_S, OpenRequest};
use crate::pattern::Buffers;
use crate::pulse::Pulse;
use crate::standstill::Standstill;
use crate::synchronous::Synchronous;
use crate::system;
use crate::target::Target;
use crate::uring::{RingUse, Uring};
use crate::verify::{Stamping, Verify};
use crate::way::{Way, Ways};
use fourcorners_block::{
    BadBlock, Completion, Drawn, Drive, DriveError, Identity, Nanos, NotDrawn, Purge, QueueDepth,
    Request, Stop,
};
use std::fs::File;
use std::io;
use std::mem;
use std::os::fd::AsRawFd;
use std::os::unix::fs::{FileTypeExt, MetadataExt};
use std::sync::Arc;
use std::thread::{self, ThreadId};
use std::time::Instant;

/// What was drawn between two instants, or why that is not known.
type Meter = dyn Fn(Instant, Instant) -> Result<Drawn, NotDrawn> + Send;
/// The highest temperature between two instants, in thousandths of a degree Celsius.
type Thermometer = dyn Fn(Instant, Instant) -> Option<i64> + Send;
/// Erases the drive that was this one, which is closed, and opens it again.
type Eraser = dyn Fn(&Identity) -> Result<File, String> + Send;

/// A block device or regular file of this host.
///
/// Time is the host's monotonic clock, 0 when the drive was opened. Where the trait leaves a
/// choice, or a real drive cannot do better:
/// * Latency is counted from just before the system call that hands the I/O over to when its
///   completion is seen, so it includes submission. Requests handed over together have one
///   time of admission; completions seen together one time of finishing.
/// * Zeroing is a call that blocks: it waits until nothing is in flight. So is TRIM, unless it is
///   queued ([`DiscardLimits::queued`](fourcorners_block::DiscardLimits)).
/// * A request longer than any before it (or a deeper queue) needs larger buffers, for which
///   what is in flight is waited for, once.
/// * `wait` may return some microseconds after `until`; with the synchronous engine, as late
///   as the I/O that was begun before it takes.
pub struct RealDrive {
    // The ring goes before the memory and the file that are registered with it.
    engine: Running,
    pub(crate) line: Line,
    notes: Vec<String>,
    /// See [`OpenRequest::batch`](crate::OpenRequest::batch).
    batch: u16,
    meter: Option<Box<Meter>>,
    thermometer: Option<Box<Thermometer>>,
    standstill: Standstill,
    erase_way: Erase,
    eraser: Option<Box<Eraser>>,
}

enum Running {
    /// Made by the first wait: a ring belongs to one thread.
    NotYet,
    Uring(Box<Uring>, ThreadId),
    Aio(Aio),
    Synchronous(Synchronous),
}

impl RealDrive {
    pub(crate) fn new(
        target: Target,
        identity: Identity,
        notes: Vec<String>,
        ways: Ways,
        request: &OpenRequest,
    ) -> io::Result<Self> {
        let buffers = Buffers::new(!identity.read_only, system::random_u64()?)?;
        let timeout = Nanos::secs(request.timeout_s.unwrap_or(DEFAULT_TIMEOUT_S));
        let capacity = identity.capacity;
        let mut line = Line::new(target, identity, buffers, ways, timeout);
        let stamping = match request.stamping {
            None if request.verify => Some(Stamping {
                key: system::random_u64()?,
                first: 0,
            }),
            given => given,
        };
        if let Some(stamping) = stamping {
            line.verify = Some(Box::new(Verify::new(capacity, stamping)?));
        }
        Ok(Self {
            engine: Running::NotYet,
            line,
            notes,
            batch: request.batch,
            meter: None,
            thermometer: None,
            standstill: Standstill::watch(),
            erase_way: Erase::default(),
            eraser: None,
        })
    }

    /// Power is told by this meter from now on: what was drawn between two instants, or why that
    /// is not known.
    pub fn measure_power(
        &mut self,
        meter: impl Fn(Instant, Instant) -> Result<Drawn, NotDrawn> + Send + 'static,
    ) {
        self.meter = Some(Box::new(meter));
    }

    /// Temperature is told by this thermometer from now on: the highest between two instants, in
    /// thousandths of a degree Celsius.
    pub fn measure_temperature(
        &mut self,
        thermometer: impl Fn(Instant, Instant) -> Option<i64> + Send + 'static,
    ) {
        self.thermometer = Some(Box::new(thermometer));
    }

    /// Where it is to be erased by a command of its own, this does it: the drive, which was this
    /// one, is closed meanwhile, and given back open. An error is a sentence, and the drive is
    /// lost.
    pub fn erase_by_command(
        &mut self,
        eraser: impl Fn(&Identity) -> Result<File, String> + Send + 'static,
    ) {
        self.eraser = Some(Box::new(eraser));
    }

    /// The number of the block device that is open; `None`: it is a file.
    pub fn device_number(&self) -> Option<DeviceNumber> {
        let there = self.line.target.file.metadata().ok()?;
        let is_device = there.file_type().is_block_device();
        is_device.then(|| system::device_number(there.rdev()))
    }

    /// What the user should know of how the drive is used, as sentences; more may come while
    /// it is.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// What blocking calls are at, for another thread to watch.
    pub fn pulse(&self) -> Arc<Pulse> {
        Arc::clone(&self.line.pulse)
    }

    pub(crate) fn erase_by(&mut self, way: Erase) {
        self.erase_way = way;
    }

    /// Erases the drive by its own command, for which it is closed. If that fails nothing more can
    /// be done to it.
    fn erase(&mut self) -> Result<Purge, DriveError> {
        if let Some(lost) = &self.line.lost {
            return Err(DriveError::Lost(lost.clone()));
        }
        if self.line.identity.read_only {
            return self.line.purge(); // It says so.
        }
        let Some(eraser) = &self.eraser else {
            return Err(DriveError::Unsupported(
                "it was opened without an erase command".into(),
            ));
        };
        self.engine = Running::NotYet;
        let erased = File::open("/dev/null")
            .map_err(|error| format!("/dev/null could not be opened: {error}"))
            .and_then(|nothing| {
                self.line.target.file = nothing; // Closes the drive.
                eraser(&self.line.identity)
            });
        match erased {
            Ok(file) => {
                self.line.target.file = file;
                let all = 0..self.line.identity.capacity.0;
                if let Some(verify) = &mut self.line.verify {
                    verify.forget(&all);
                }
                Ok(Purge::SecureErase)
            }
            Err(sentence) => {
                self.line.lost = Some(sentence.clone());
                Err(DriveError::Lost(sentence))
            }
        }
    }

    pub(crate) fn idle(&self) -> Result<(), DriveError> {
        match self.line.queue.waiting() + self.line.queue.in_flight() {
            0 => Ok(()),
            busy => Err(DriveError::Busy(busy)),
        }
    }

    /// Makes buffers and engine for what is wanted, in the thread that will use them. Nothing
    /// is in flight.
    fn rebuild(&mut self) -> io::Result<()> {
        self.engine = Running::NotYet;
        let slots = self.line.resize()?;
        let file = self.line.target.file.as_raw_fd();
        let way = self.line.way();
        match way {
            Way::Synchronous => {
                self.engine = Running::Synchronous(Synchronous::new(file, self.pulse()));
                return Ok(());
            }
            Way::Aio => {
                self.engine = Running::Aio(Aio::new(file, slots, self.pulse())?);
                return Ok(());
            }
            Way::IoUring | Way::Polled => {}
        }
        let used = RingUse {
            polled: way == Way::Polled,
            batch: self.batch,
        };
        let ring = Uring::new(file, self.line.buffers.pages(), slots, used)?;
        if !ring.registered() {
            self.note_unregistered();
        }
        self.engine = Running::Uring(Box::new(ring), thread::current().id());
        Ok(())
    }

    fn note_unregistered(&mut self) {
        let note = "the buffers could not be registered with io_uring (the limit on locked memory \
            is too low), which reduces speed; run as root or raise 'ulimit -l'";
        if !self.notes.iter().any(|said| said == note) {
            self.notes.push(note.into());
        }
    }

    /// Waits for what is in flight, whatever waits.
    fn drain(&mut self) -> Result<(), DriveError> {
        self.line.queue.withdraw();
        self.wait(Nanos::MAX, Stop::Drained, &mut Vec::new())
    }
}

impl Drop for RealDrive {
    fn drop(&mut self) {
        let in_flight = |drive: &Self| drive.line.queue.in_flight();
        let mut left = in_flight(self);
        while left > 0 {
            self.line.lost = None;
            let drained = !self.line.silent && self.drain().is_ok();
            if !drained && in_flight(self) == left {
                // They may come back yet, into the buffers: better lost than reused. Closing the
                // ring could wait for them.
                if let Ok(empty) = Buffers::new(false, 0) {
                    mem::forget(mem::replace(&mut self.line.buffers, empty));
                }
                mem::forget(mem::replace(&mut self.engine, Running::NotYet));
                return;
            }
            left = in_flight(self);
        }
    }
}

impl Drive for RealDrive {
    fn identity(&self) -> &Identity {
        &self.line.identity
    }
    fn now(&self) -> Nanos {
        self.line.now()
    }
    fn set_queue_depth(&mut self, depth: QueueDepth) {
        let depth = depth.min(self.line.identity.max_queue_depth);
        self.line.set_depth(depth);
    }
    fn submit(&mut self, requests: &[Request]) {
        self.line.submit(requests);
    }

    fn wait(
        &mut self,
        until: Nanos,
        stop: Stop,
        completions: &mut Vec<Completion>,
    ) -> Result<(), DriveError> {
        let before = completions.len();
        loop {
            if let Some(lost) = &self.line.lost {
                return Err(DriveError::Lost(lost.clone()));
            }
            let mut foreign = false;
            let result = match &mut self.engine {
                Running::Uring(_, thread) if *thread != thread::current().id() => {
                    foreign = true;
                    Ok(End::Outgrown)
                }
                Running::Uring(ring, _) => {
                    self.line.run(&mut **ring, until, stop, before, completions)
                }
                Running::Aio(context) => self.line.run(context, until, stop, before, completions),
                Running::Synchronous(calls) => {
                    self.line.run(calls, until, stop, before, completions)
                }
                Running::NotYet => Ok(End::Outgrown),
            };
            if foreign && self.line.queue.in_flight() > 0 {
                return Err(DriveError::Unsupported(
                    "a drive with I/Os in flight cannot be used from another thread; drain it \
                     first"
                        .into(),
                ));
            }
            match result {
                Ok(End::Stopped) => return Ok(()),
                Ok(End::Outgrown) => {
                    if let Err(error) = self.rebuild() {
                        let sentence = self.line.engine_failed(&error);
                        self.line.lost = Some(sentence);
                    }
                }
                Err(Broken::Lost(sentence)) => self.line.lost = Some(sentence),
                Err(Broken::Engine(error)) => {
                    self.line.lost = Some(self.line.engine_failed(&error))
                }
            }
        }
    }

    fn waiting(&self) -> usize {
        self.line.queue.waiting()
    }
    fn in_flight(&self) -> usize {
        self.line.queue.in_flight()
    }
    fn withdraw(&mut self) -> usize {
        self.line.queue.withdraw()
    }

    fn take_bad_block(&mut self) -> Option<BadBlock> {
        self.line.bad_block.take()
    }

    fn purge(&mut self) -> Result<Purge, DriveError> {
        self.idle()?;
        match self.erase_way {
            Erase::Leave => Ok(Purge::Declined),
            Erase::NvmeFormat | Erase::NvmeSanitize | Erase::AtaSecureErase => self.erase(),
            Erase::Nearest | Erase::Discard => self.line.purge(),
        }
    }

    fn is_empty(&self) -> bool {
        self.line.is_empty
    }

    fn drawn(&self, from: Nanos, until: Nanos) -> Option<Result<Drawn, NotDrawn>> {
        let (from, until) = (self.line.instant(from), self.line.instant(until));
        Some(self.meter.as_ref()?(from, until))
    }
    fn temperature_max_mc(&self, from: Nanos, until: Nanos) -> Option<i64> {
        let (from, until) = (self.line.instant(from), self.line.instant(until));
        self.thermometer.as_ref()?(from, until)
    }
    fn stood_still(&self, from: Nanos, until: Nanos) -> Nanos {
        let (from, until) = (self.line.instant(from), self.line.instant(until));
        Nanos(self.standstill.between(from, until).as_nanos() as u64)
    }
}
