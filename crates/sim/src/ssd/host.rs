//! What a host request does once it is admitted: at once, or when what it waits for is there.
//! Writes are carried out in `write.rs`, reads in `read.rs`, TRIM in `trim.rs`.

use super::{Ssd, policy};
use fourcorners_block::{Completion, Nanos, Op, Outcome, Request};

/// An admitted request that could not be carried out whole at once.
#[derive(Clone, Copy, Debug)]
pub struct Waiting {
    pub(super) request: Request,
    admitted: u64,
    /// Whether it continues the write before it.
    pub(super) sequential: bool,
    /// Next logical unit to be placed.
    pub(super) next: u32,
    /// One past the last.
    pub(super) end: u32,
    /// When the units placed so far had come in.
    pub(super) ready: u64,
}

/// Why a write cannot go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hindrance {
    /// Every slot of the write buffer is in use; one frees at a known time.
    Buffer,
    /// The pool's frontier has no room until collection has gone on. (Eight bytes in all: they
    /// are handed up in a register, with every write that waits.)
    Space(u32, u8),
}

impl Ssd {
    /// Carries out a request that has just been admitted.
    pub(super) fn start(&mut self, request: &Request) {
        let now = self.state.now;
        if let Some(outcome) = request.fault(self.spec.capacity, 1) {
            self.complete(request, now, now, outcome);
            return;
        }
        match request.op {
            Op::Read => self.read(request),
            Op::Write { .. } | Op::WriteZeroes | Op::Discard | Op::Flush => {
                let (next, end) = self.units(request);
                // Nothing overtakes a held write: TRIM and flush must find it on the map.
                let alone = self.state.held.is_empty();
                self.state.held.push_back(Waiting {
                    request: *request,
                    admitted: now,
                    sequential: request.lba.0 == self.state.write_stream,
                    next,
                    end,
                    ready: now,
                });
                if matches!(request.op, Op::Write { .. } | Op::WriteZeroes) {
                    self.state.write_stream = request.lba.0 + request.blocks.0;
                    self.state
                        .timelines
                        .host_cpu(now, self.spec.controller.write_command_ns);
                }
                if alone {
                    self.free_slots_until(now);
                    self.go_on_with_held();
                }
            }
        }
    }

    /// Whether what hindered the first held write is out of the way.
    #[inline]
    pub(super) fn held_can_go_on(&self) -> bool {
        let state = &self.state;
        match state.hindrance {
            _ if state.held.is_empty() => false,
            Hindrance::Buffer => state.free_slots > 0,
            Hindrance::Space(pool, _) => state.pools[pool as usize].wanted.is_none(),
        }
    }

    /// Goes on with what was held, in order, as far as it goes now.
    pub(super) fn go_on_with_held(&mut self) {
        // Worked on in place: a held write is looked at many times before it is done.
        let mut held = std::mem::take(&mut self.state.held);
        while let Some(waiting) = held.front_mut() {
            if !self.carry_out(waiting) {
                break;
            }
            held.pop_front();
        }
        self.state.held = held;
    }

    /// Carries a request out as far as it goes now; says whether that was all of it.
    #[inline]
    fn carry_out(&mut self, waiting: &mut Waiting) -> bool {
        let hindrance = match waiting.request.op {
            Op::Write { fua, .. } => {
                // Now and not when it was admitted: a TRIM may have been held before it.
                self.carry_out_noted_trims();
                let hindrance = self.place(waiting);
                let through = fua || self.is_written_through(&waiting.request);
                hindrance.or_else(|| {
                    if through {
                        self.flush_hindrance()
                    } else {
                        None
                    }
                })
            }
            Op::WriteZeroes => {
                self.carry_out_noted_trims();
                self.place(waiting)
            }
            Op::Flush => self.flush_hindrance(),
            Op::Read | Op::Discard => None,
        };
        if let Some(hindrance) = hindrance {
            self.state.hindrance = hindrance;
            if let Hindrance::Space(pool, frontier) = hindrance {
                self.want_collection(pool, usize::from(frontier));
            }
            return false;
        }
        match waiting.request.op {
            Op::Write { .. } | Op::WriteZeroes => self.written(waiting),
            Op::Discard => self.discard(&waiting.request, waiting.admitted),
            Op::Flush => {
                self.carry_out_noted_trims();
                let end = self.flush_buffer();
                self.complete(&waiting.request, waiting.admitted, end, Outcome::Done);
            }
            Op::Read => {}
        }
        true
    }

    /// Why what the buffer holds cannot be padded and programmed now.
    fn flush_hindrance(&mut self) -> Option<Hindrance> {
        if let Some(hindrance) = self.write_out_all() {
            return Some(hindrance);
        }
        if let Some(pool) = self.state.hybrid.merging() {
            return Some(Hindrance::Space(pool, policy::host_frontier(false) as u8));
        }
        let spec = &self.spec.collection;
        let pools = self.state.pools.iter().zip(0..);
        pools
            .filter(|(pool, _)| policy::needs_all_room(spec, pool))
            .map(|(_, number)| Hindrance::Space(number, policy::host_frontier(false) as u8))
            .next()
    }

    /// Whether the buffer does not take a write because it ends or begins within a unit.
    #[inline]
    fn is_written_through(&self, request: &Request) -> bool {
        self.spec.controller.partial_writes_through
            && !(request.lba.0 | request.blocks.0).is_multiple_of(self.geometry.unit_blocks())
    }

    pub(super) fn units(&self, request: &Request) -> (u32, u32) {
        let last = self.geometry.unit_blocks() - 1;
        (
            self.geometry.unit_of(request.lba.0),
            self.geometry
                .unit_of(request.lba.0 + request.blocks.0 + last),
        )
    }

    /// Everything of a write is in the buffer.
    #[inline]
    fn written(&mut self, waiting: &Waiting) {
        let mut end = waiting.ready;
        let fua = matches!(waiting.request.op, Op::Write { fua: true, .. });
        if fua || self.is_written_through(&waiting.request) {
            end = self.flush_buffer().max(end);
        }
        if let Some(since) = self.state.stalled_since.take() {
            self.state.counters.stall_ns += self.state.now - since;
        }
        self.complete(&waiting.request, waiting.admitted, end, Outcome::Done);
    }

    #[inline]
    pub(super) fn complete(
        &mut self,
        request: &Request,
        admitted: u64,
        end: u64,
        outcome: Outcome,
    ) {
        let latency = if outcome == Outcome::Done {
            self.spec.link.command_latency_ns
        } else {
            0
        };
        self.finish(Completion {
            tag: request.tag,
            bytes: request.blocks.bytes(),
            due: request.due,
            admitted: Nanos(admitted),
            finished: Nanos(end + latency),
            outcome,
        });
    }
}
