//! What a host request does once it is admitted: at once, or when what it waits for is there.
//! Writes are carried out in `write.rs`, reads in `read.rs`, TRIM in `trim.rs`.

mod combining;
mod compression;
mod power_cut;
mod read;
mod read_ahead;
mod trim;
mod write;

use super::Ssd;
use super::ftl::Hindrance;
use super::id::{Lpn, Lpns, Pool};
use crate::spec::SsdSpec;
use crate::station::{Admit, Admitted, Finishing, Io};
use combining::Combining;
use compression::Compression;
use fourcorners_block::{Op, Outcome, Request};
use read_ahead::ReadAhead;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use trim::Trims;

/// Held writes ahead of the one that goes on whose old superblock is prefetched.
const HELD_AHEAD: usize = 6;

/// What the host side keeps.
#[derive(Clone, Serialize, Deserialize)]
pub struct Host {
    /// Admitted writes (and what must not overtake them) that wait for buffer or free blocks.
    /// None of a drive whose state is saved: its queue is empty.
    #[serde(skip)]
    held: VecDeque<Waiting>,
    /// What the first of them waits for.
    hindrance: Hindrance,
    /// Since when the first of them waits for background work.
    stalled_since: Option<u64>,
    /// One past the last block of the latest write.
    write_stream: u64,
    /// Whether nothing but the order of writes decides where a page goes, and when, and no account
    /// is kept of it.
    plain: bool,
    trims: Trims,
    combining: Combining,
    compression: Compression,
    read_ahead: ReadAhead,
}

/// An admitted request that could not be carried out whole at once.
#[derive(Clone, Copy, Debug)]
struct Waiting {
    io: Io,
    progress: Progress,
}

/// How far a request has come.
#[derive(Clone, Copy, Debug)]
struct Progress {
    /// Whether it continues the write before it.
    sequential: bool,
    /// Logical pages that are still to be placed.
    left: Lpns,
    /// When those placed so far had come in.
    ready: u64,
}

impl Host {
    /// Of a new drive.
    pub fn new(spec: &SsdSpec) -> Self {
        Self {
            held: VecDeque::new(),
            hindrance: Hindrance::Buffer,
            stalled_since: None,
            write_stream: u64::MAX,
            plain: write::is_plain(spec),
            trims: Trims::default(),
            combining: Combining::new(spec),
            compression: Compression::new(spec),
            read_ahead: ReadAhead::new(spec),
        }
    }
    /// Whether any request waits.
    #[inline]
    pub fn holds(&self) -> bool {
        !self.held.is_empty()
    }
    /// The pool for whose room the first of them waits, if it does.
    #[inline]
    pub fn waits_for(&self) -> Option<Pool> {
        self.hindrance.pool().filter(|_| self.holds())
    }
    /// Whether the first of them waits for a slot of the write buffer.
    #[inline]
    pub fn waits_for_buffer(&self) -> bool {
        self.holds() && self.hindrance == Hindrance::Buffer
    }
    /// Whether single pages are placed by a way of their own.
    #[cfg(test)]
    pub fn plain_mut(&mut self) -> &mut bool {
        &mut self.plain
    }
}

impl Ssd {
    /// Carries out a request that has just been admitted.
    #[inline]
    pub(super) fn start(
        &mut self,
        now: u64,
        admitted: Admitted<'_>,
        finishing: &mut Finishing,
    ) -> Admit {
        let request = admitted.request;
        if request.op == Op::Read {
            let end = self.read(now, request);
            self.complete(finishing, admitted, end, Outcome::Done);
            return Admit::Begun;
        }
        let sequential = request.lba.0 == self.host.write_stream;
        if matches!(request.op, Op::Write { .. } | Op::WriteZeroes) {
            self.host.write_stream = request.lba.0 + request.blocks.0;
            let command_ns = self.spec.controller.write_command_ns;
            self.backend.controller.host_cpu(now, command_ns);
        }
        // Nothing overtakes a held write: TRIM and flush must find it on the map.
        if !self.host.holds() {
            if self.is_plain(request) {
                let lpn = self.backend.nand.geometry.lpn_of(request.lba.0);
                match self.place_plain(now, lpn, sequential) {
                    Ok(end) => {
                        // Of a flush that waited before it.
                        self.stall_ends(now);
                        self.complete(finishing, admitted, end, Outcome::Done);
                    }
                    Err(hindrance) => {
                        self.wait_for(now, hindrance);
                        let io = Io::of(admitted);
                        let progress = self.beginning(request, sequential, now);
                        self.host.held.push_back(Waiting { io, progress });
                    }
                }
                return Admit::Begun;
            }
            let mut progress = self.beginning(request, sequential, now);
            if !self.carry_out(now, admitted, &mut progress, finishing) {
                let io = Io::of(admitted);
                self.host.held.push_back(Waiting { io, progress });
            }
            return Admit::Begun;
        }
        // Made anew, in its place: a copy of what has just been written in pieces would have to
        // wait for them.
        self.host.held.push_back(Waiting {
            io: Io::of(admitted),
            progress: self.beginning(request, sequential, now),
        });
        Admit::Waits
    }
    #[inline]
    fn beginning(&self, request: &Request, sequential: bool, now: u64) -> Progress {
        Progress {
            sequential,
            left: self.lpns(request),
            ready: now,
        }
    }

    /// Whether what hindered the first held write is out of the way.
    #[inline]
    pub(super) fn held_can_go_on(&mut self, now: u64) -> bool {
        match self.host.hindrance.pool() {
            None => self.backend.buffer.has_room(now),
            Some(pool) => self.ftl.has_room(pool),
        }
    }

    /// Goes on with what was held, in order, as far as it goes now.
    pub(super) fn go_on_with_held(&mut self, now: u64, finishing: &mut Finishing) {
        // Worked on in place: a held write is looked at many times before it is done.
        let mut held = std::mem::take(&mut self.host.held);
        while let Some(Waiting { io, progress }) = held.front_mut() {
            if self.is_plain(&io.request) {
                match self.place_plain(now, progress.left.start, progress.sequential) {
                    Ok(end) => {
                        self.stall_ends(now);
                        self.complete(finishing, io.admitted(), end, Outcome::Done);
                    }
                    Err(hindrance) => {
                        self.wait_for(now, hindrance);
                        break;
                    }
                }
            } else if !self.carry_out(now, io.admitted(), progress, finishing) {
                break;
            }
            held.pop_front();
            // GC may have evicted it since the write was admitted.
            if let Some(ahead) = held.get(HELD_AHEAD)
                && let Some(address) = self.backend.l2p.lookup(ahead.progress.left.start)
            {
                self.backend.prefetch_leaving(address);
            }
        }
        self.host.held = held;
    }

    /// Carries a request out as far as it goes now; says whether that was all of it.
    #[inline]
    fn carry_out(
        &mut self,
        now: u64,
        admitted: Admitted<'_>,
        progress: &mut Progress,
        finishing: &mut Finishing,
    ) -> bool {
        let request = admitted.request;
        let writes = matches!(request.op, Op::Write { .. } | Op::WriteZeroes);
        let flushes = request.op == Op::Flush;
        let safe = self.spec.controller.power_loss_protection;
        let through = !safe && (flushes || self.is_written_through(request));
        let mut hindrance = None;
        if writes {
            // Now and not when it was admitted: a TRIM may have been held before it.
            self.carry_out_noted_trims(now);
            hindrance = self.place(now, request, progress);
        }
        if hindrance.is_none() && through {
            hindrance = self.flush_hindrance(now);
        }
        if let Some(hindrance) = hindrance {
            self.wait_for(now, hindrance);
            return false;
        }
        let (mut end, mut outcome) = (progress.ready, Outcome::Done);
        if flushes {
            self.carry_out_noted_trims(now);
        } else if !writes {
            (end, outcome) = self.discard(now, request);
        }
        if through {
            end = self.flush_buffer(now).max(end);
        }
        if writes {
            self.stall_ends(now);
        }
        self.complete(finishing, admitted, end, outcome);
        true
    }

    /// Whether a request is a write of one whole page, and nothing but its place is to be decided:
    /// most of what most drives are tested with.
    #[inline]
    fn is_plain(&self, request: &Request) -> bool {
        let blocks = self.backend.nand.geometry.unit_blocks();
        self.host.plain
            && request.blocks.0 == blocks
            && request.lba.0.is_multiple_of(blocks)
            && matches!(request.op, Op::Write { fua: false, .. })
            && !self.host.trims.are_noted()
    }
    /// A write that may have waited for background work is done.
    #[inline]
    fn stall_ends(&mut self, now: u64) {
        if let Some(since) = self.host.stalled_since.take() {
            self.backend.counters.stall_ns += now - since;
        }
    }
    fn wait_for(&mut self, now: u64, hindrance: Hindrance) {
        self.host.hindrance = hindrance;
        if let Some(pool) = hindrance.pool() {
            if self.host.stalled_since.is_none() {
                self.host.stalled_since = Some(now);
                self.backend.counters.stalls += 1;
            }
            let hot = hindrance == Hindrance::SpaceForHot(pool);
            self.ftl.want(&self.backend, pool, hot);
        }
    }

    /// Why what the buffer holds cannot be padded and programmed now.
    fn flush_hindrance(&mut self, now: u64) -> Option<Hindrance> {
        self.write_out_all(now)
            .or_else(|| self.ftl.flush_hindrance(&self.backend))
    }
    /// Programs what the write buffer holds, padded to whole groups; returns when all data that
    /// was written so far is on the NAND.
    fn flush_buffer(&mut self, now: u64) -> u64 {
        self.ftl.flush(&mut self.backend, now);
        self.backend.programmed(now)
    }

    /// Whether a write is done only when it is on the NAND: as the host wants it so, or because
    /// the buffer does not take what ends or begins within a unit.
    #[inline]
    fn is_written_through(&self, request: &Request) -> bool {
        let partial = self.spec.controller.partial_writes_through && self.is_partial(request);
        match request.op {
            Op::Write { fua, .. } => fua || partial,
            Op::WriteZeroes => partial,
            Op::Read | Op::Discard | Op::Flush => false,
        }
    }
    /// Whether a request ends or begins within a unit.
    #[inline]
    fn is_partial(&self, request: &Request) -> bool {
        let blocks = self.backend.nand.geometry.unit_blocks();
        !(request.lba.0 | request.blocks.0).is_multiple_of(blocks)
    }
    /// The logical pages that a request touches.
    #[inline]
    fn lpns(&self, request: &Request) -> Lpns {
        let geometry = &self.backend.nand.geometry;
        let last = geometry.unit_blocks() - 1;
        Lpns::new(
            geometry.lpn_of(request.lba.0),
            geometry.lpn_of(request.lba.0 + request.blocks.0 + last),
        )
    }
    /// The part of a request that falls into a logical page: the first 512-byte block, counted
    /// from the page's start, and how many.
    #[inline]
    fn part(&self, request: &Request, lpn: Lpn) -> (u64, u64) {
        let blocks = self.backend.nand.geometry.unit_blocks();
        let first = u64::from(lpn.0) * blocks;
        let start = request.lba.0.max(first);
        let end = (request.lba.0 + request.blocks.0).min(first + blocks);
        (start.saturating_sub(first), end.saturating_sub(start))
    }

    #[inline]
    fn complete(
        &self,
        finishing: &mut Finishing,
        admitted: Admitted<'_>,
        end: u64,
        outcome: Outcome,
    ) {
        let latency = match outcome {
            Outcome::Done => self.spec.link.command_latency_ns,
            _ => 0,
        };
        finishing.at(end + latency, outcome, admitted);
    }
}
