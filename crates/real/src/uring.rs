//! io_uring: the pages and the file registered, transfers handed over in small batches, and
//! every completion taken as soon as it is there. With few in flight it looks for one for 50 us
//! before it sleeps. A polled ring asks the drive instead, for as long as it takes.

use crate::engine::{Engine, Span, Transfer};
use crate::memory::Pages;
use crate::ring::{ring, survived};
use crate::system;
use crate::watch::Watch;
use fourcorners_block::Nanos;
use io_uring::types::{Fixed, FsyncFlags, SubmitArgs, Timespec};
use io_uring::{IoUring, Probe, opcode, squeue};
use std::io;
use std::os::fd::RawFd;

/// With more in flight the drive has enough to do while this thread wakes, and needs the core
/// more than the engine does: at queue depth 32 on two cores, looking cost a loop device 10 %.
const WATCHED: usize = 16;
/// Transfers handed over by one call. The kernel holds a batch back until it is complete (its
/// plug), so a drive with little to do would wait for the preparation of the last.
const BATCH: usize = 16;
const BATCH_OF_IDLE: usize = 4;
/// With fewer in flight than these a drive counts as having little to do.
const BUSY: usize = 8;
/// `BLOCK_URING_CMD_DISCARD` (linux/blkdev.h): `_IO(0x12, 0)`.
const DISCARD: u32 = 0x1200;
/// `IORING_ENTER_GETEVENTS`: the call also collects what has finished.
const COLLECT: u32 = 1;

pub struct Uring {
    ring: IoUring,
    file: RawFd,
    /// Whether the pages could be registered: pinned once instead of for every transfer.
    registered: bool,
    /// Completions come only of asking.
    polled: bool,
    /// So many are handed over by one call, and so many waited for.
    batch: Batch,
    in_flight: usize,
    watch: Watch,
    /// Flushes that were calls, and their results: polled rings take none.
    called: Vec<(u16, i32)>,
}

/// Transfers handed over, and completions waited for, at a time.
#[derive(Clone, Copy)]
struct Batch {
    submitted: usize,
    awaited: usize,
}

/// How a ring is used.
#[derive(Clone, Copy, Default)]
pub struct RingUse {
    /// With `IORING_SETUP_IOPOLL`.
    pub polled: bool,
    /// Hand over and wait for so many at a time. 0: as latencies are true, each completion
    /// taken as soon as it is there.
    pub batch: u16,
}

/// Whether this kernel lets this process use io_uring at all.
///
/// # Errors
/// The kernel's answer.
pub fn probe() -> io::Result<()> {
    ring(4, false).map(drop)
}

/// As io_uring has it: the length lies where other operations have `addr3`.
///
/// One of the kernel's threads submits it (`ASYNC`), and does not wait for it. Submitted by this
/// thread it must not block: on Linux 6.18 zram then answered EOPNOTSUPP, and a loop device whose
/// queue was full EINVAL.
fn discard(offset: u64, bytes: u64) -> squeue::Entry {
    let mut command = [0; 16];
    command[..8].copy_from_slice(&bytes.to_ne_bytes());
    opcode::UringCmd16::new(Fixed(0), DISCARD)
        .cmd(command)
        .addr(Some(offset))
        .build()
        .flags(squeue::Flags::ASYNC)
}

impl Uring {
    /// Reads the first `len` bytes of `file` and polls for the completion.
    pub fn probe_polled(file: RawFd, len: usize) -> io::Result<()> {
        let pages = Pages::new(len)?;
        let polled = RingUse {
            polled: true,
            ..RingUse::default()
        };
        let mut ring = Self::new(file, &pages, 1, polled)?;
        let span = Span {
            memory: pages.start(),
            // At most LONGEST_TRANSFER.
            len: len as u32,
            offset: 0,
        };
        // SAFETY: the pages are this function's own and nobody looks at them. Should it return
        // before the read has ended, the kernel has pinned them.
        match unsafe { ring.alone(Transfer::Read(span))? } {
            result if result < 0 => Err(io::Error::from_raw_os_error(-result)),
            _ => Ok(()),
        }
    }

    /// Whether `file`, a block device that is open for writing and takes TRIM, takes it as a
    /// command of io_uring (Linux 6.12). It is given a command of no bytes, which changes nothing:
    /// a kernel that knows it finds the length invalid, an older one does not support it. Before
    /// Linux 5.19 all commands were invalid, so the kernel is asked for them first.
    pub fn takes_discards(file: RawFd) -> io::Result<bool> {
        let pages = Pages::new(4096)?;
        let mut ring = Self::new(file, &pages, 1, RingUse::default())?;
        let mut known = Probe::new();
        ring.ring.submitter().register_probe(&mut known)?;
        if !known.is_supported(opcode::UringCmd16::CODE) {
            return Ok(false);
        }
        let nothing = Transfer::Discard {
            offset: 0,
            bytes: 0,
        };
        // SAFETY: a TRIM has no memory.
        Ok(unsafe { ring.alone(nothing)? } == -libc::EINVAL)
    }

    /// Carries out one transfer; the bytes moved or the negated `errno`.
    ///
    /// # Safety
    /// As [`Engine::prepare`]; nothing is in flight.
    unsafe fn alone(&mut self, transfer: Transfer) -> io::Result<i32> {
        // SAFETY: by this function's contract.
        unsafe { self.prepare(0, transfer)? };
        loop {
            self.turn(Some(Nanos::MAX))?;
            if let Some((_, result)) = self.finished() {
                return Ok(result);
            }
        }
    }

    /// A ring with room for `slots` transfers between `file` and `pages`. Both must outlive it.
    pub fn new(file: RawFd, pages: &Pages, slots: u16, used: RingUse) -> io::Result<Self> {
        let entries = u32::from(slots).next_power_of_two().max(8);
        let ring = ring(entries, used.polled)?;
        ring.submitter().register_files(&[file])?;
        let vector = libc::iovec {
            iov_base: pages.start().cast(),
            iov_len: pages.len(),
        };
        // SAFETY: the pages are mapped, and by this function's contract stay so longer than
        // the ring, to which the registration belongs.
        let registered = unsafe { ring.submitter().register_buffers(&[vector]) }.is_ok();
        let batch = match usize::from(used.batch) {
            0 => Batch {
                submitted: BATCH,
                awaited: 1,
            },
            batch => Batch {
                submitted: batch,
                awaited: batch,
            },
        };
        Ok(Self {
            ring,
            file,
            registered,
            polled: used.polled,
            batch,
            in_flight: 0,
            watch: Watch::default(),
            called: Vec::new(),
        })
    }

    /// False where the pages are pinned anew for each transfer: the locked-memory limit
    /// (`ulimit -l`) is too low.
    pub fn registered(&self) -> bool {
        self.registered
    }

    /// Gives the kernel what was prepared; calls it at least once if it `must`.
    fn hand_over(&mut self, mut must: bool) -> io::Result<()> {
        while must || self.prepared() > 0 {
            must = false;
            if !self.enter_once()? {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Transfers that the kernel has not seen.
    fn prepared(&mut self) -> usize {
        self.ring.submission().len()
    }

    /// Transfers to hand over by the next call.
    fn at_once(&mut self) -> usize {
        let with_the_drive = self.in_flight - self.prepared();
        if self.batch.awaited == 1 && with_the_drive < BUSY {
            BATCH_OF_IDLE.min(self.batch.submitted)
        } else {
            self.batch.submitted
        }
    }

    /// Gives the kernel a batch of what was prepared; false if it takes nothing at present.
    fn enter_once(&mut self) -> io::Result<bool> {
        let prepared = self.prepared();
        // A u16 or less.
        let batch = prepared.min(self.at_once()) as u32;
        // SAFETY: the call has no argument to point to, and the entries handed over are valid
        // by the contract of `prepare`.
        let result = unsafe {
            self.ring
                .submitter()
                .enter::<libc::sigset_t>(batch, 0, COLLECT, None)
        };
        survived(result)?;
        Ok(self.prepared() < prepared)
    }

    /// Gives the kernel the last batch, and sleeps until so many have finished (a polled ring
    /// does not sleep, and knows no patience), or so much time has passed.
    fn sleep(&mut self, awaited: usize, patience: Nanos) -> io::Result<()> {
        if patience == Nanos::MAX || self.polled {
            return survived(self.ring.submit_and_wait(awaited));
        }
        // Below 10^9 and fits.
        let nanos = (patience.0 % 1_000_000_000) as u32;
        let time = Timespec::new().sec(patience.0 / 1_000_000_000).nsec(nanos);
        let limited = SubmitArgs::new().timespec(&time);
        survived(self.ring.submitter().submit_with_args(awaited, &limited))
    }

    fn read(
        &self,
        Span {
            memory,
            len,
            offset,
        }: Span,
    ) -> squeue::Entry {
        if self.registered {
            opcode::ReadFixed::new(Fixed(0), memory, len, 0)
                .offset(offset)
                .build()
        } else {
            opcode::Read::new(Fixed(0), memory, len)
                .offset(offset)
                .build()
        }
    }

    fn write(
        &self,
        Span {
            memory,
            len,
            offset,
        }: Span,
        durable: bool,
    ) -> squeue::Entry {
        let flags = if durable { libc::RWF_DSYNC } else { 0 };
        if self.registered {
            opcode::WriteFixed::new(Fixed(0), memory, len, 0)
                .offset(offset)
                .rw_flags(flags)
                .build()
        } else {
            opcode::Write::new(Fixed(0), memory, len)
                .offset(offset)
                .rw_flags(flags as _)
                .build()
        }
    }
}

impl Drop for Uring {
    /// The kernel takes a closed ring apart some time later, and would hold the device until
    /// then: the next exclusive open would fail. Unregistering waits. It is refused in another
    /// thread than the ring's; then the next open has to try again for a moment, and does.
    fn drop(&mut self) {
        let _ = self.ring.submitter().unregister_files();
        if self.registered {
            let _ = self.ring.submitter().unregister_buffers();
        }
    }
}

impl Engine for Uring {
    unsafe fn prepare(&mut self, slot: u16, transfer: Transfer) -> io::Result<()> {
        let entry = match transfer {
            Transfer::Read(span) => self.read(span),
            Transfer::Write(span, durable) => self.write(span, durable),
            Transfer::Flush if self.polled => {
                // SAFETY: a flush has no memory.
                let result = unsafe { system::transfer(self.file, transfer) };
                self.called.push((slot, result));
                self.in_flight += 1;
                return Ok(());
            }
            Transfer::Flush => opcode::Fsync::new(Fixed(0))
                .flags(FsyncFlags::DATASYNC)
                .build(),
            Transfer::Discard { offset, bytes } => discard(offset, bytes),
        };
        // SAFETY: the entry's memory is valid until it finishes, by this function's contract.
        let pushed = unsafe {
            self.ring
                .submission()
                .push(&entry.user_data(u64::from(slot)))
        };
        pushed.map_err(|_| io::Error::other("the submission queue is full"))?;
        self.in_flight += 1;
        Ok(())
    }

    fn turn(&mut self, patience: Option<Nanos>) -> io::Result<()> {
        let Some(patience) = patience else {
            return self.hand_over(true);
        };
        if !self.called.is_empty() {
            return self.hand_over(false);
        }
        let awaited = self.batch.awaited.min(self.in_flight);
        if self.in_flight <= WATCHED && awaited == 1 && !self.polled {
            self.hand_over(false)?;
            if self.ring.completion().is_empty() {
                let ring = &mut self.ring;
                // With deferred task work the kernel raises a flag; the next call then collects.
                let there = || !ring.completion().is_empty() || ring.submission().taskrun();
                self.watch.look(patience, there);
            }
            if !self.ring.completion().is_empty() {
                return Ok(());
            }
        } else {
            let mut takes = true;
            while takes && self.prepared() > self.at_once() {
                takes = self.enter_once()?;
            }
        }
        self.sleep(awaited, patience)
    }

    fn finished(&mut self) -> Option<(u16, i32)> {
        if let Some(called) = self.called.pop() {
            self.in_flight -= 1;
            return Some(called);
        }
        let entry = self.ring.completion().next()?;
        self.in_flight -= 1;
        // What went in as a u16 comes out as one.
        Some((entry.user_data() as u16, entry.result()))
    }
}
