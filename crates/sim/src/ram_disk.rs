//! A RAM disk: a time for every command, bytes at a rate, and nothing else. The upper end of
//! every chart.

use crate::identity;
use crate::spec::LinkSpec;
use crate::station::{Admit, Admitted, Device, Finishing, NEVER, Station};
use fourcorners_block::{Blocks, Identity, Outcome};
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq)]
pub struct RamDiskSpec {
    /// Catalogue name.
    pub name: String,
    /// What people call it.
    pub model: String,
    /// Addressable size.
    pub capacity: Blocks,
    /// Commands and bytes pass one after the other.
    pub link: LinkSpec,
    /// What is only told of it.
    pub about: crate::spec::About,
    /// Every number with where it is from.
    pub facts: Vec<crate::SpecFact>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RamDisk {
    command_ns: u64,
    ns_per_mib: u64,
    free: u64,
}

impl RamDisk {
    /// Who a drive of that kind says it is.
    pub(crate) fn identity(spec: &RamDiskSpec) -> Identity {
        let depth = spec.link.queue_depth;
        identity::plain(&spec.name, &spec.model, spec.capacity, depth)
    }

    /// A drive of a checked spec.
    pub fn drive(spec: &RamDiskSpec) -> Station<Self> {
        Station::around(
            Self::identity(spec),
            Self {
                command_ns: spec.link.command_latency_ns,
                ns_per_mib: (1 << 20) * 1000 / spec.link.mb_per_s,
                free: 0,
            },
        )
    }
}

impl Device for RamDisk {
    type Saved = Self;

    fn admit(&mut self, now: u64, admitted: Admitted<'_>, finishing: &mut Finishing) -> Admit {
        let request = admitted.request;
        if request.op == fourcorners_block::Op::Discard {
            finishing.at(now, Outcome::Unsupported, admitted);
            return Admit::Begun;
        }
        let bytes = (request.blocks.bytes().0 * self.ns_per_mib) >> 20;
        self.free = self.free.max(now) + self.command_ns + bytes;
        finishing.at(self.free, Outcome::Done, admitted);
        Admit::Begun
    }
    fn next(&mut self, _: u64) -> u64 {
        NEVER
    }
    fn act(&mut self, _: u64, _: &mut Finishing) {}
    fn save(&self) -> Self {
        self.clone()
    }
    fn restore(&mut self, saved: &Self) {
        self.clone_from(saved);
    }
    fn fits(&self, _: &Self) -> bool {
        true
    }
    fn behavior(&self) -> String {
        format!("RAM disk {:?}", (self.command_ns, self.ns_per_mib))
    }
}
