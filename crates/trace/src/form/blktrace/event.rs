//! One event, as the kernel lays it out (`struct blk_io_trace` of linux/blktrace_api.h).

use crate::Op;

/// Bytes of an event without what belongs to it.
pub(super) const EVENT_BYTES: usize = 48;
/// The three upper bytes of every event's first number; the lowest is the version.
const MAGIC: u32 = 0x6561_7400;
const VERSION: u32 = 7;

/// What happened, of the lower half of `action`. There are more: they make no I/O.
pub(super) const QUEUED: u32 = 1;
pub(super) const MERGED_BEHIND: u32 = 2;
pub(super) const MERGED_BEFORE: u32 = 3;
/// 5 is SLEEPRQ: it waits for a request.
pub(super) const PUT_BACK: u32 = 6;
pub(super) const ISSUED: u32 = 7;
pub(super) const COMPLETED: u32 = 8;
/// A notice: the name of a process.
pub(super) const PROCESS: u32 = 0;
/// A notice: what time it is.
pub(super) const TIMESTAMP: u32 = 1;
/// A notice: a text.
pub(super) const MESSAGE: u32 = 2;
/// Behind the event stands the number of a control group first, in eight bytes.
const WITH_GROUP: u32 = 1 << 8;
pub(super) const GROUP_BYTES: usize = 8;

/// To what kind of work it happened: the upper half of `action`, bit by bit.
pub(super) mod category {
    pub const READ: u32 = 1 << 16;
    pub const WRITE: u32 = 1 << 17;
    pub const FLUSH: u32 = 1 << 18;
    pub const SYNC: u32 = 1 << 19;
    pub const QUEUE: u32 = 1 << 20;
    pub const ISSUE: u32 = 1 << 22;
    pub const COMPLETE: u32 = 1 << 23;
    pub const FS: u32 = 1 << 24;
    /// A command of the device's own language, as SCSI's.
    pub const COMMAND: u32 = 1 << 25;
    pub const NOTICE: u32 = 1 << 26;
    pub const AHEAD: u32 = 1 << 27;
    pub const METADATA: u32 = 1 << 28;
    pub const DISCARD: u32 = 1 << 29;
    pub const FUA: u32 = 1 << 31;
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Event {
    /// In nanoseconds. The first field, as events are in its order.
    pub time: u64,
    pub sequence: u32,
    pub sector: u64,
    pub bytes: u32,
    pub action: u32,
    pub pid: u32,
    /// 12 bits of the major and 20 of the minor number.
    pub device: u32,
    pub cpu: u32,
    pub error: u16,
    /// Bytes that stand behind it.
    pub more_bytes: u16,
}

/// In which order a number's bytes stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Endian {
    Little,
    Big,
}

impl Endian {
    /// By an event's first bytes; else what is wrong with them.
    pub(super) fn of(first: [u8; 4]) -> Result<Self, String> {
        for (endian, number) in [
            (Self::Little, u32::from_le_bytes(first)),
            (Self::Big, u32::from_be_bytes(first)),
        ] {
            if number & 0xffff_ff00 == MAGIC {
                let version = number & 0xff;
                return match version {
                    VERSION => Ok(endian),
                    _ => Err(format!(
                        "an event of blktrace version {version}; only version {VERSION} can be \
                         read: convert it with blkparse"
                    )),
                };
            }
        }
        Err("not a blktrace event".into())
    }

    pub(super) fn u16(self, bytes: &[u8]) -> u16 {
        self.number(bytes) as u16
    }

    pub(super) fn u32(self, bytes: &[u8]) -> u32 {
        self.number(bytes) as u32
    }

    fn number(self, bytes: &[u8]) -> u64 {
        let more = |number: u64, byte: &u8| number << 8 | u64::from(*byte);
        match self {
            Self::Little => bytes.iter().rev().fold(0, more),
            Self::Big => bytes.iter().fold(0, more),
        }
    }
}

/// Whether a file that begins so was made by blktrace, of any version.
pub(in crate::form) fn is(head: &[u8]) -> bool {
    let first = head.first_chunk().copied();
    first.is_some_and(|first: [u8; 4]| {
        [u32::from_le_bytes(first), u32::from_be_bytes(first)]
            .iter()
            .any(|number| number & 0xffff_ff00 == MAGIC)
    })
}

impl Event {
    pub(super) fn from_bytes(bytes: &[u8; EVENT_BYTES], endian: Endian) -> Self {
        let u32 = |at: usize| endian.u32(&bytes[at..at + 4]);
        let u64 = |at: usize| endian.number(&bytes[at..at + 8]);
        Self {
            sequence: u32(4),
            time: u64(8),
            sector: u64(16),
            bytes: u32(24),
            action: u32(28),
            pid: u32(32),
            device: u32(36),
            cpu: u32(40),
            error: endian.u16(&bytes[44..46]),
            more_bytes: endian.u16(&bytes[46..48]),
        }
    }

    /// Little-endian.
    pub(super) fn to_bytes(self) -> [u8; EVENT_BYTES] {
        let mut bytes = [0; EVENT_BYTES];
        let mut put =
            |at: usize, number: &[u8]| bytes[at..at + number.len()].copy_from_slice(number);
        put(0, &(MAGIC | VERSION).to_le_bytes());
        put(4, &self.sequence.to_le_bytes());
        put(8, &self.time.to_le_bytes());
        put(16, &self.sector.to_le_bytes());
        put(24, &self.bytes.to_le_bytes());
        put(28, &self.action.to_le_bytes());
        put(32, &self.pid.to_le_bytes());
        put(36, &self.device.to_le_bytes());
        put(40, &self.cpu.to_le_bytes());
        put(44, &self.error.to_le_bytes());
        put(46, &self.more_bytes.to_le_bytes());
        bytes
    }

    pub(super) fn is(self, category: u32) -> bool {
        self.action & category != 0
    }

    /// What happened.
    pub(super) fn what(self) -> u32 {
        self.action & 0xffff & !WITH_GROUP
    }

    pub(super) fn has_group(self) -> bool {
        self.action & WITH_GROUP != 0
    }

    /// What the I/O does to which it happened; `None`: it is none of ours.
    pub(super) fn op(self) -> Option<Op> {
        if self.is(category::NOTICE | category::COMMAND) {
            return None;
        }
        if self.is(category::DISCARD) {
            return Some(Op::Trim);
        }
        if self.bytes == 0 {
            // What else has no bytes is a part of a flush, told of twice.
            return self.is(category::FLUSH).then_some(Op::Flush);
        }
        Some(match self.is(category::WRITE) {
            true => Op::Write,
            false => Op::Read,
        })
    }
}
