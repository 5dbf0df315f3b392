//! How data lies on the NAND: units, superblocks, parity, buffers, mapping, compression.

use serde::{Deserialize, Serialize};

/// How data lies on the NAND.
#[derive(Clone, Debug, PartialEq)]
pub struct LayoutSpec {
    /// Bytes of a mapping unit.
    pub unit_bytes: u32,
    /// What the map says where of.
    pub mapping: MappingSpec,
    /// Dies whose blocks are erased together as one superblock.
    pub superblock_dies: u32,
    /// Erase blocks of each plane that never hold host data: bad blocks, firmware, tables.
    pub reserved_blocks_per_plane: u32,
    /// Dies per parity stripe, the parity's own included; 0: no parity.
    pub parity_stripe_dies: u32,
    /// Write buffer that holds host data until it is programmed.
    pub buffer_bytes: u64,
    /// Units of that many bytes together wait in the buffer for the rest of them or for being
    /// overwritten; `None`: they are placed as they come.
    pub write_combining_bytes: Option<u64>,
    /// DRAM for the map; `None`: all of it is there.
    pub l2p_cache_bytes: Option<u64>,
    /// Time of an entry that is there, as of one in host memory.
    pub l2p_lookup_ns: u64,
    /// DRAM that the entry of a mapped unit takes, 4 to 8.
    pub l2p_entry_bytes: u32,
    /// How far a sequential read is read ahead; 0: not at all.
    pub read_ahead_bytes: u64,
}

/// What the map says where of, and where writes can go therefore.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MappingSpec {
    /// Of every mapping unit: any write goes anywhere.
    Page,
    /// Of logical blocks as large as a superblock; a few log superblocks of each pool are mapped
    /// by units (FAST: Lee, ACM TECS 2007).
    Hybrid {
        /// Those for writes that are not sequential, of each pool, from 1.
        log_superblocks: u32,
    },
    /// Of logical blocks, one of which is being rewritten in order.
    Block,
}

/// Compression, and what it costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CompressionSpec {
    /// Stored sizes are multiples of this; divides the mapping unit.
    pub slot_bytes: u32,
    /// However little a unit's bytes say, so much of its size is stored: what the controller's
    /// fast compressor and its notes fall short of a good one.
    pub min_stored_per_mille: u32,
    /// Host processor, for each unit written.
    pub unit_ns: u64,
    /// Flash processor, for each slot of it stored.
    pub slot_ns: u64,
    /// Flash processor, for each slot that a host read or a merge fetches: what turns it back.
    pub read_slot_ns: u64,
    /// A unit equal to one of so many stored last is stored as a reference of one slot; 0: no
    /// deduplication.
    pub deduplication_units: u32,
}
