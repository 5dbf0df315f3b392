//! Power cuts: which host writes one would lose now, and what the drive is after it.

use super::write::is_plain;
use super::{Combining, Compression, Host, ReadAhead, Ssd};
use crate::spec::SsdSpec;
use crate::ssd::backend::Account;
use crate::ssd::ftl::Hindrance;
use fourcorners_block::Op;
use std::collections::{BTreeMap, VecDeque};

impl Host {
    /// A copy for a snapshot, the same whether volatile writes are watched or not.
    pub fn saved(&self, spec: &SsdSpec) -> Self {
        Self {
            plain: is_plain(spec),
            ..self.clone()
        }
    }
}

impl Ssd {
    /// Begins an account of volatile writes; returns the 512-byte blocks of a unit. `None`:
    /// capacitors program what the drive has taken.
    pub(in crate::ssd) fn begin_account(&mut self) -> Option<u64> {
        if self.spec.controller.power_loss_protection {
            return None;
        }
        let pools = self.backend.pools.len();
        self.backend.volatile = Some(Box::new(Account::new(pools)));
        self.decide_plain();
        Some(self.backend.nand.geometry.unit_blocks())
    }
    /// Decides whether single pages are placed by a way of their own, which keeps no account.
    pub(in crate::ssd) fn decide_plain(&mut self) {
        self.host.plain = is_plain(&self.spec) && self.backend.volatile.is_none();
    }

    /// Adds the writes of each unit that a power cut would lose now.
    pub(in crate::ssd) fn add_volatile(&self, now: u64, writes: &mut BTreeMap<u64, u32>) {
        let Some(account) = &self.backend.volatile else {
            return;
        };
        for (lpn, count) in account.volatile(now) {
            *writes.entry(u64::from(lpn.0)).or_default() += count;
        }
        for held in &self.host.held {
            if matches!(held.io.request.op, Op::Write { .. } | Op::WriteZeroes) {
                for lpn in held.progress.left.iter() {
                    *writes.entry(u64::from(lpn.0)).or_default() += 1;
                }
            }
        }
    }

    /// Loses what is only in memory, and goes on.
    ///
    /// The map stays as it is: where power returns to a group that is not programmed, firmware
    /// writes the previous version of its units there, pads it and programs it. A group stays open
    /// where a flush would have to wait for garbage collection or a merge; firmware takes those
    /// units into the buffer again. So nothing here needs free space, and a drive that is worn out
    /// goes on reading. Dies and channels stay busy for what they had begun.
    ///
    /// Capacitors write out what a protected drive has taken: writes that wait to be combined, and
    /// TRIMs that are noted, are read back.
    pub(in crate::ssd) fn lose_memory(&mut self, now: u64) {
        let host = &mut self.host;
        host.held = VecDeque::new();
        host.hindrance = Hindrance::Buffer;
        host.write_stream = u64::MAX;
        host.compression = Compression::new(&self.spec);
        host.read_ahead = ReadAhead::new(&self.spec);
        if !self.spec.controller.power_loss_protection {
            host.trims.forget_noted();
            host.combining = Combining::new(&self.spec);
        }
        self.stall_ends(now);
        self.ftl.stop();
        self.ftl.pause_begins(now);
        self.ftl.flush(&mut self.backend, now);
        self.backend.l2p_cache.lose_power();
        self.backend.forget_volatile();
    }
}
