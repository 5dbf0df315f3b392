//! What a server offers.

use super::handshake::LARGEST_OPTION;
use super::reply::DATA_CHUNK_BYTES;
use super::wire::*;

/// The one export of a server. It is also the default export, whose name is empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Export {
    pub name: String,
    /// For people; may be empty.
    pub description: String,
    /// A multiple of `minimum_block`.
    pub bytes: u64,
    /// Every offset and length is a multiple of it; a power of two.
    pub minimum_block: u32,
    pub preferred_block: u32,
    /// Bytes of the largest read or write.
    pub maximum_payload: u32,
    pub takes_trim: bool,
    pub is_rotational: bool,
    pub read_only: bool,
}

impl Export {
    /// An export that takes reads, writes and TRIM, with the block sizes that clients expect.
    pub fn new(name: impl Into<String>, bytes: u64) -> Self {
        Self {
            name: name.into(),
            description: String::new(),
            bytes,
            minimum_block: 512,
            preferred_block: 4096,
            maximum_payload: 32 << 20,
            takes_trim: true,
            is_rotational: false,
            read_only: false,
        }
    }

    /// Bytes of the largest message that a session needs to see as a whole.
    pub fn largest_message(&self) -> usize {
        let write = REQUEST_HEADER_BYTES.saturating_add(self.largest_payload() as usize);
        write.max(OPTION_HEADER_BYTES + LARGEST_OPTION as usize)
    }

    /// A chunk's length is 32 bits and counts more than the data.
    pub(super) fn largest_payload(&self) -> u32 {
        self.maximum_payload.min(u32::MAX - DATA_CHUNK_BYTES)
    }

    /// Whether a client that asks for this name means this export.
    pub(super) fn is_called(&self, name: &[u8]) -> bool {
        name.is_empty() || name == self.name.as_bytes()
    }

    /// Transmission flags.
    pub(super) fn flags(&self, is_structured: bool) -> u16 {
        let is_written = !self.read_only;
        let when = |is_set: bool, flag: u16| if is_set { flag } else { 0 };
        NBD_FLAG_HAS_FLAGS
            | NBD_FLAG_SEND_FLUSH
            | NBD_FLAG_SEND_FUA
            | NBD_FLAG_CAN_MULTI_CONN
            | when(self.read_only, NBD_FLAG_READ_ONLY)
            | when(self.is_rotational, NBD_FLAG_ROTATIONAL)
            | when(is_written && self.takes_trim, NBD_FLAG_SEND_TRIM)
            | when(is_written, NBD_FLAG_SEND_WRITE_ZEROES)
            | when(is_structured, NBD_FLAG_SEND_DF)
    }
}
