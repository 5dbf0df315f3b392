//! A drive of a medium that is written in place, as 3D XPoint: no erasing, no map, no garbage
//! collection, no buffer. A command takes the controller's time for each of its lines, and each
//! line's die and channel.

use crate::identity;
use crate::spec::LinkSpec;
use crate::station::{Admit, Admitted, Device, Finishing, NEVER, Station};
use fourcorners_block::{BLOCK_BYTES, Blocks, Bytes, DriveError, Identity, Op, Outcome, Request};
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq)]
pub struct InPlaceSpec {
    /// Catalogue name.
    pub name: String,
    /// Maker and model.
    pub model: String,
    /// Addressable size.
    pub capacity: Blocks,
    pub link: LinkSpec,
    pub medium: MediumSpec,
    /// What is only told of it.
    pub about: crate::spec::About,
    /// Every number with where it is from.
    pub facts: Vec<crate::SpecFact>,
}

/// Dies that hold lines, one after the other around all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MediumSpec {
    pub channels: u32,
    pub dies: u32,
    /// Bytes that lie on one die; what is written in part is read first.
    pub line_bytes: u64,
    /// A channel's rate, 10^6 bytes a second.
    pub channel_mb_per_s: u64,
    /// A line's die, for a read and for a write.
    pub t_read_ns: u64,
    pub t_write_ns: u64,
    /// Controller time of each line read and written; one line at a time.
    pub read_line_ns: u64,
    pub write_line_ns: u64,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct InPlace {
    spec: MediumSpec,
    command_ns: u64,
    link_ns_per_mib: u64,
    /// A line on its channel.
    line_ns: u64,
    /// Until when each is busy.
    controller: u64,
    link: [u64; 2],
    channels: Vec<u64>,
    dies: Vec<u64>,
}

impl InPlace {
    /// Who a drive of that kind says it is.
    pub(crate) fn identity(spec: &InPlaceSpec) -> Identity {
        let depth = spec.link.queue_depth;
        Identity {
            physical_block: Bytes(spec.medium.line_bytes),
            ..identity::plain(&spec.name, &spec.model, spec.capacity, depth)
        }
    }

    /// A drive of a checked spec.
    pub fn drive(spec: &InPlaceSpec) -> Station<Self> {
        let medium = spec.medium;
        Station::around(
            Self::identity(spec),
            Self {
                spec: medium,
                command_ns: spec.link.command_latency_ns,
                link_ns_per_mib: (1 << 20) * 1000 / spec.link.mb_per_s,
                line_ns: medium.line_bytes * 1000 / medium.channel_mb_per_s,
                controller: 0,
                link: [0; 2],
                channels: vec![0; medium.channels as usize],
                dies: vec![0; medium.dies as usize],
            },
        )
    }

    /// Both directions of the link, if there are two, are busy on their own.
    fn on_link(&mut self, way: usize, from: u64, bytes: u64) -> u64 {
        let takes = (bytes * self.link_ns_per_mib) >> 20;
        self.link[way] = self.link[way].max(from) + takes;
        self.link[way]
    }

    fn read_line(&mut self, line: u64, from: u64) -> u64 {
        let (die, channel) = self.places(line);
        let ready = self.dies[die].max(from) + self.spec.t_read_ns;
        self.dies[die] = ready;
        self.channels[channel] = self.channels[channel].max(from) + self.line_ns;
        self.channels[channel].max(ready + self.line_ns)
    }
    fn write_line(&mut self, line: u64, from: u64) -> u64 {
        let (die, channel) = self.places(line);
        self.channels[channel] = self.channels[channel].max(from) + self.line_ns;
        let arrived = self.channels[channel].max(from + self.line_ns);
        self.dies[die] = self.dies[die].max(arrived) + self.spec.t_write_ns;
        self.dies[die]
    }
    /// Die and channel of a line: neighbors lie on different channels.
    fn places(&self, line: u64) -> (usize, usize) {
        let die = (line % u64::from(self.spec.dies)) as usize;
        (die, die % self.channels.len())
    }

    /// When a request is done.
    fn carry_out(&mut self, now: u64, request: &Request) -> u64 {
        let bytes = request.blocks.bytes().0;
        let (first, end) = (
            request.lba.0 * BLOCK_BYTES,
            request.lba.0 * BLOCK_BYTES + bytes,
        );
        let line_bytes = self.spec.line_bytes;
        let writes = matches!(request.op, Op::Write { .. } | Op::WriteZeroes);
        let mut done = now;
        let mut came_in = now;
        for line in first / line_bytes..end.div_ceil(line_bytes) {
            let begin = first.max(line * line_bytes);
            let part = end.min((line + 1) * line_bytes) - begin;
            let takes = if writes {
                self.spec.write_line_ns
            } else {
                self.spec.read_line_ns
            };
            self.controller = self.controller.max(now) + takes;
            if !writes {
                let there = self.read_line(line, self.controller);
                done = done.max(self.on_link(0, there.max(now), part));
                continue;
            }
            came_in = self.on_link(1, came_in, part);
            let mut ready = came_in.max(self.controller);
            if part < line_bytes {
                ready = self.read_line(line, ready);
            }
            done = done.max(self.write_line(line, ready));
        }
        done
    }
}

impl Device for InPlace {
    type Saved = Self;

    fn admit(&mut self, now: u64, admitted: Admitted<'_>, finishing: &mut Finishing) -> Admit {
        let request = admitted.request;
        let (end, outcome) = match request.op {
            // There is no map that could forget anything.
            Op::Discard => (now, Outcome::Unsupported),
            // What has been written is where it stays.
            Op::Flush => (now + self.command_ns, Outcome::Done),
            _ => (
                self.carry_out(now, request) + self.command_ns,
                Outcome::Done,
            ),
        };
        finishing.at(end, outcome, admitted);
        Admit::Begun
    }
    fn next(&mut self, _: u64) -> u64 {
        NEVER
    }
    fn act(&mut self, _: u64, _: &mut Finishing) {}
    /// What a write has brought is on the medium once it is acknowledged.
    fn lose_power(&mut self, _: u64) -> Result<(), DriveError> {
        Ok(())
    }
    fn save(&self) -> Self {
        self.clone()
    }
    fn restore(&mut self, saved: &Self) {
        self.clone_from(saved);
    }
    fn fits(&self, saved: &Self) -> bool {
        self.channels.len() == saved.channels.len() && self.dies.len() == saved.dies.len()
    }
    fn behavior(&self) -> String {
        let link = (self.command_ns, self.link_ns_per_mib);
        format!("in place {:?} {link:?}", self.spec)
    }
}
