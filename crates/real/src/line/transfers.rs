//! The transfers of which a request in a slot consists: the next one, or what is left of one that
//! was short.

use super::{Broken, Line, Slot};
use crate::engine::{Engine, Span, Transfer};
use fourcorners_block::{BLOCK_BYTES, Op};

impl Line {
    /// Prepares the next transfer of a request, or its only one.
    #[inline]
    pub(super) fn prepare_part<E: Engine>(
        &mut self,
        engine: &mut E,
        index: u16,
    ) -> Result<(), Broken> {
        let number = usize::from(index);
        let slot = &mut self.slots[number];
        let left = slot.request.blocks.bytes().0 - slot.done;
        slot.part = left.min(self.buffers.slot_bytes() as u64) as usize;
        slot.moved = 0;
        slot.memory = match slot.request.op {
            Op::Write { data, .. } if let Some(verify) = &self.verify => {
                let memory = self.buffers.fill_own(number, data, slot.done, slot.part);
                let lba = slot.request.lba.0 + slot.done / BLOCK_BYTES;
                verify.stamp(index, lba, self.buffers.part(memory, slot.part));
                memory
            }
            Op::Write { data, .. } => self.buffers.fill(number, data, slot.done, slot.part),
            _ => self.buffers.read_offset(number),
        };
        self.prepare_rest(engine, index)
    }

    /// Prepares what is left of the present transfer.
    #[inline]
    pub(super) fn prepare_rest<E: Engine>(
        &mut self,
        engine: &mut E,
        index: u16,
    ) -> Result<(), Broken> {
        let Slot {
            request,
            done,
            memory,
            part,
            moved,
            ..
        } = self.slots[usize::from(index)];
        let span = Span {
            memory: self.buffers.address(memory + moved, part - moved),
            // At most LONGEST_TRANSFER.
            len: (part - moved) as u32,
            offset: request.lba.bytes().0 + done + moved as u64,
        };
        let transfer = match request.op {
            Op::Read => Transfer::Read(span),
            Op::Write { fua, .. } => Transfer::Write(span, fua),
            Op::Discard => Transfer::Discard {
                offset: span.offset,
                bytes: request.blocks.bytes().0,
            },
            _ => Transfer::Flush,
        };
        // SAFETY: the span lies within the pages (`address` checks it), which are replaced only
        // when nothing is in flight. A slot's own memory is filled only before its transfer is
        // prepared; the two shared buffers are not changed after they were made.
        unsafe { engine.prepare(index, transfer) }.map_err(Broken::Engine)
    }
}
