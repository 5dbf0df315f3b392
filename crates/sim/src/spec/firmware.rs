//! What firmware does on its own account.

/// Erasing superblocks when they are opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpeningSpec {
    /// Dies whose blocks are erased at once; at most all of a superblock.
    pub erase_dies_at_once: u32,
    /// Whether the superblocks of a new or securely erased drive are erased.
    pub erased_when_new: bool,
}

/// The map journal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JournalSpec {
    /// Entries that a page takes: runs of units that follow each other and are placed together.
    pub entries: u32,
    /// Flash processor, for each page.
    pub page_ns: u64,
}
