//! Wear and TRIM.

/// How blocks wear out, and what is done about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WearSpec {
    /// Erases that a block bears on average; single superblocks bear up to an eighth more or less.
    pub endurance_cycles: u32,
    /// The least worn free superblock takes data of the host, the most worn moved data; else each
    /// the one that has been free longest.
    pub dynamic_leveling: bool,
    /// Static wear levelling: a superblock that has been erased so many times fewer than the mean
    /// is collected whatever it holds, if its data is cold. `None`: cold data stays.
    pub static_leveling_lag: Option<u32>,
    /// Erases that every block has behind it when the drive is new.
    pub cycles_at_start: u32,
    /// Reads of a row that follow the first, with other reference voltages, until its errors can be
    /// corrected: in thousandths, on average, of a block that has been erased as often as it bears.
    /// Before that in proportion to its erases; in SLC mode none.
    pub retries_at_end_per_mille: u32,
}

/// What the drive does with TRIM.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TrimSpec {
    /// The map forgets the units before the command ends.
    Immediate,
    /// Commands are noted, and carried out together once so many are there, before a flush, and
    /// before anything is written.
    Batched(u32),
    /// The drive does not know the command.
    Absent,
}
