//! What makes the figures of a phase say less than they seem to.

use fourcorners_block::{OtherUse, Reads};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A remark on the figures of a phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "about", rename_all = "kebab-case")]
pub enum Remark {
    /// Reads met LBAs that hold no data (never written, trimmed or erased), which a drive or a file
    /// system answers without the medium.
    UnwrittenReads {
        /// Share of what was read, from 1.
        percent: u32,
    },
    /// Other programs used the processors.
    CpuUse {
        /// Share of the time of all processors.
        percent: u32,
    },
    /// Other virtual machines used them.
    CpuStolen {
        /// Share of the time of all processors.
        percent: u32,
    },
    /// Other programs used the disk.
    DiskUse {
        /// Share of the bytes that it moved.
        percent: u32,
    },
}

/// Shares of the processors' time from which others are in the way, in percent.
const CPU_PERCENT: u32 = 20;
const STOLEN_PERCENT: u32 = 5;
/// The same of a disk's bytes, if these are no trickle of logs: in percent, and a second. A file
/// system's own bookkeeping stays below it.
const DISK_PERCENT: u32 = 20;
const DISK_BYTES_PER_S: u64 = 1_000_000;

impl Remark {
    /// Of what a phase read.
    pub fn of_reads(reads: Reads) -> Option<Self> {
        let percent = reads.unwritten_percent();
        (percent > 0).then_some(Self::UnwrittenReads { percent })
    }

    /// Of what others used of the host meanwhile.
    pub fn of_others(others: OtherUse) -> Vec<Self> {
        let OtherUse {
            cpu_percent,
            stolen_percent,
            disk_percent,
            disk_bytes_per_s,
        } = others;
        let cpu = (cpu_percent >= CPU_PERCENT).then_some(Self::CpuUse {
            percent: cpu_percent,
        });
        let stolen = (stolen_percent >= STOLEN_PERCENT).then_some(Self::CpuStolen {
            percent: stolen_percent,
        });
        let is_used = disk_percent >= DISK_PERCENT && disk_bytes_per_s >= DISK_BYTES_PER_S;
        let disk = is_used.then_some(Self::DiskUse {
            percent: disk_percent,
        });
        [cpu, stolen, disk].into_iter().flatten().collect()
    }

    /// Joins remarks on parts of a phase, or on repetitions: of two of a kind the larger counts.
    pub fn join(all: &mut Vec<Self>, more: &[Self]) {
        for one in more {
            let mut known = all.iter_mut();
            match known.find(|other| other.is_of_the_kind_of(one)) {
                Some(other) if other.percent() < one.percent() => *other = *one,
                Some(_) => {}
                None => all.push(*one),
            }
        }
        all.sort_by_key(|one| one.place());
    }

    fn is_of_the_kind_of(&self, other: &Self) -> bool {
        self.place() == other.place()
    }

    fn percent(&self) -> u32 {
        match *self {
            Self::UnwrittenReads { percent }
            | Self::CpuUse { percent }
            | Self::CpuStolen { percent }
            | Self::DiskUse { percent } => percent,
        }
    }

    /// In a list.
    fn place(&self) -> u8 {
        match self {
            Self::UnwrittenReads { .. } => 0,
            Self::CpuUse { .. } => 1,
            Self::CpuStolen { .. } => 2,
            Self::DiskUse { .. } => 3,
        }
    }

    /// Whether it is about the host, and not about what was done.
    pub fn is_of_the_host(&self) -> bool {
        !matches!(self, Self::UnwrittenReads { .. })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trickle_of_others_is_no_remark() {
        let idle = OtherUse {
            cpu_percent: 19,
            stolen_percent: 4,
            disk_percent: 100,
            disk_bytes_per_s: 999_999,
        };
        assert_eq!(Remark::of_others(idle), []);
        let busy = OtherUse {
            cpu_percent: 97,
            stolen_percent: 5,
            disk_percent: 49,
            disk_bytes_per_s: 1_000_000,
        };
        let expected = [
            Remark::CpuUse { percent: 97 },
            Remark::CpuStolen { percent: 5 },
            Remark::DiskUse { percent: 49 },
        ];
        assert_eq!(Remark::of_others(busy), expected);
    }

    #[test]
    fn joined_remarks_keep_the_larger_share_of_each_kind() {
        let mut all = vec![Remark::DiskUse { percent: 30 }];
        Remark::join(&mut all, &[Remark::DiskUse { percent: 25 }]);
        Remark::join(
            &mut all,
            &[
                Remark::UnwrittenReads { percent: 2 },
                Remark::DiskUse { percent: 40 },
            ],
        );
        let expected = [
            Remark::UnwrittenReads { percent: 2 },
            Remark::DiskUse { percent: 40 },
        ];
        assert_eq!(all, expected);
    }
}
