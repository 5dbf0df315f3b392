//! Linux AIO (`io_submit`): for drives whose driver finishes an I/O within the call that begins
//! it, as zram's does. io_uring gives such I/Os to a worker thread, which costs more than they
//! do; here they are finished when the call returns, and the queue is as deep as was asked for.

use crate::engine::{Engine, Transfer};
use crate::pulse::Pulse;
use fourcorners_block::Nanos;
use std::io;
use std::os::fd::RawFd;
use std::sync::Arc;

// linux/aio_abi.h.
const PREAD: u16 = 0;
const PWRITE: u16 = 1;
const FDSYNC: u16 = 3;

/// `struct iocb`.
#[repr(C)]
#[derive(Clone, Copy, Default)]
struct Control {
    data: u64,
    #[cfg(target_endian = "little")]
    key: u32,
    rw_flags: i32,
    #[cfg(target_endian = "big")]
    key: u32,
    command: u16,
    priority: i16,
    file: u32,
    memory: u64,
    len: u64,
    offset: i64,
    reserved: u64,
    flags: u32,
    event_file: u32,
}

/// `struct io_event`.
#[repr(C)]
#[derive(Clone, Copy, Default)]
struct Event {
    data: u64,
    block: u64,
    result: i64,
    result2: i64,
}

/// Transfers handed over by one call.
const BATCH: usize = 16;

pub struct Aio {
    file: RawFd,
    /// Handing over may block, as it does where the driver finishes I/Os meanwhile.
    pulse: Arc<Pulse>,
    context: libc::c_ulong,
    /// One control block a slot, never moved.
    blocks: Box<[Control]>,
    /// Slots not handed over yet, in order.
    prepared: Vec<u16>,
    /// Room for all.
    events: Box<[Event]>,
    /// Taken, and not told yet: this part of the events.
    fresh: std::ops::Range<usize>,
    in_flight: usize,
}

impl Aio {
    /// A context with room for `slots` transfers of `file`, which must outlive it.
    pub fn new(file: RawFd, slots: u16, pulse: Arc<Pulse>) -> io::Result<Self> {
        let mut context: libc::c_ulong = 0;
        // SAFETY: the context's number, 0 as it must be, is written to.
        checked(unsafe {
            libc::syscall(libc::SYS_io_setup, libc::c_long::from(slots), &mut context)
        })?;
        Ok(Self {
            file,
            pulse,
            context,
            blocks: vec![Control::default(); usize::from(slots)].into(),
            prepared: Vec::with_capacity(usize::from(slots)),
            events: vec![Event::default(); usize::from(slots)].into(),
            fresh: 0..0,
            in_flight: 0,
        })
    }

    /// Gives the kernel all that was prepared, or as much as it takes.
    fn hand_over(&mut self) -> io::Result<()> {
        let mut given = 0;
        while given < self.prepared.len() {
            let mut pointers = [std::ptr::null_mut::<Control>(); BATCH];
            let batch = self.prepared[given..].iter().take(BATCH);
            let count = batch.len();
            for (pointer, slot) in pointers.iter_mut().zip(batch) {
                *pointer = &raw mut self.blocks[usize::from(*slot)];
            }
            let first = usize::from(self.prepared[given]);
            // Offsets are below 2^63.
            self.pulse.begin(self.blocks[first].offset as u64);
            // SAFETY: `count` control blocks, whose memory is valid until they have finished by
            // the contract of `prepare`. The kernel has read the blocks when the call returns.
            let result = unsafe {
                libc::syscall(
                    libc::SYS_io_submit,
                    self.context,
                    count as libc::c_long,
                    pointers.as_ptr(),
                )
            };
            let taken = checked(result);
            self.pulse.end();
            match taken {
                Ok(taken) => given += taken,
                Err(error) if is_passing(&error) => break,
                Err(error) => return Err(error),
            }
        }
        self.prepared.drain(..given);
        Ok(())
    }

    /// Takes what has finished; waits for one at most so long.
    fn collect(&mut self, patience: Nanos) -> io::Result<()> {
        let time = libc::timespec {
            tv_sec: (patience.0 / 1_000_000_000) as libc::time_t,
            tv_nsec: (patience.0 % 1_000_000_000) as libc::c_long,
        };
        let limit = if patience == Nanos::MAX {
            std::ptr::null()
        } else {
            &raw const time
        };
        let least = libc::c_long::from(patience.0 > 0);
        // SAFETY: room for as many events as are asked for, and a time or none.
        let result = unsafe {
            libc::syscall(
                libc::SYS_io_getevents,
                self.context,
                least,
                self.events.len() as libc::c_long,
                self.events.as_mut_ptr(),
                limit,
            )
        };
        match checked(result) {
            Ok(count) => self.fresh = 0..count,
            Err(error) if is_passing(&error) => {}
            Err(error) => return Err(error),
        }
        Ok(())
    }
}

fn checked(result: libc::c_long) -> io::Result<usize> {
    usize::try_from(result).map_err(|_| io::Error::last_os_error())
}

/// A signal came, or the kernel has no room at present: both go on.
fn is_passing(error: &io::Error) -> bool {
    matches!(error.raw_os_error(), Some(libc::EINTR | libc::EAGAIN))
}

impl Engine for Aio {
    unsafe fn prepare(&mut self, slot: u16, transfer: Transfer) -> io::Result<()> {
        let (command, span, flags) = match transfer {
            Transfer::Read(span) => (PREAD, Some(span), 0),
            Transfer::Write(span, durable) => (
                PWRITE,
                Some(span),
                if durable { libc::RWF_DSYNC } else { 0 },
            ),
            Transfer::Flush => (FDSYNC, None, 0),
            Transfer::Discard { .. } => return Err(io::ErrorKind::Unsupported.into()),
        };
        self.blocks[usize::from(slot)] = Control {
            data: u64::from(slot),
            rw_flags: flags,
            command,
            // A descriptor that is open is not negative; offsets are below 2^63.
            file: self.file as u32,
            memory: span.map_or(0, |span| span.memory as u64),
            len: span.map_or(0, |span| u64::from(span.len)),
            offset: span.map_or(0, |span| span.offset as i64),
            ..Control::default()
        };
        self.prepared.push(slot);
        self.in_flight += 1;
        Ok(())
    }

    fn turn(&mut self, patience: Option<Nanos>) -> io::Result<()> {
        self.hand_over()?;
        if !self.fresh.is_empty() || self.in_flight == 0 {
            return Ok(());
        }
        self.collect(patience.unwrap_or(Nanos(0)))
    }

    fn finished(&mut self) -> Option<(u16, i32)> {
        let event = self.events[self.fresh.next()?];
        self.in_flight -= 1;
        // What went in as a u16 comes out as one; results are lengths of transfers or errors.
        Some((event.data as u16, event.result as i32))
    }
}

impl Drop for Aio {
    fn drop(&mut self) {
        // SAFETY: the context is ours. The call waits for what is under way.
        unsafe { libc::syscall(libc::SYS_io_destroy, self.context) };
    }
}
