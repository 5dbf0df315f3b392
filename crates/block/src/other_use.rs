//! What others than the measuring program used of the host meanwhile.

/// Use of the host by others over a time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OtherUse {
    /// Share of the time of all processors that other programs had, in percent.
    pub cpu_percent: u32,
    /// The same of other virtual machines.
    pub stolen_percent: u32,
    /// Share of the bytes that the drive's disk moved for others, in percent.
    pub disk_percent: u32,
    /// Bytes a second that it moved for them.
    pub disk_bytes_per_s: u64,
}
