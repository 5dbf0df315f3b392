//! Replies of the transmission phase.

use super::rejection::Rejection;
use super::wire::*;
use super::{Command, CommandKind, Errno, Session};

/// The one meta context, `base:allocation`.
pub(super) const ALLOCATION_ID: u32 = 1;

/// Fixed bytes of a chunk of read data.
pub(super) const DATA_CHUNK_BYTES: u32 = 8;

/// Part of a block status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    /// At least one block.
    pub bytes: u32,
    /// Nothing is allocated for it.
    pub is_hole: bool,
    /// It reads as zeros.
    pub is_zero: bool,
}

/// Replies are appended to `out`. Successful ones are simple where the protocol allows it.
impl Session {
    /// The command failed.
    pub fn error(&self, out: &mut Vec<u8>, command: &Command, errno: Errno) {
        self.failure(out, command.cookie, errno, errno.message());
    }

    /// The command is done; not for reads and block status, which return something.
    pub fn done(&self, out: &mut Vec<u8>, command: &Command) {
        simple(out, 0, command.cookie);
    }

    /// The read is done. The caller appends its data, exactly `command.length` bytes.
    pub fn read_header(&self, out: &mut Vec<u8>, command: &Command) {
        if !self.negotiated.is_structured {
            return simple(out, 0, command.cookie);
        }
        // Within u32: a command's length is at most `Export::largest_payload`.
        let length = command.length.saturating_add(DATA_CHUNK_BYTES);
        chunk(out, NBD_REPLY_TYPE_OFFSET_DATA, command.cookie, length);
        out.extend(command.offset.to_be_bytes());
    }

    /// The status of consecutive extents from the command's offset on. Without any, the whole
    /// range is allocated data, which is always a valid answer.
    pub fn block_status(&self, out: &mut Vec<u8>, command: &Command, extents: &[Extent]) {
        let whole = [Extent {
            bytes: command.length,
            is_hole: false,
            is_zero: false,
        }];
        let is_one = matches!(command.kind, CommandKind::BlockStatus { one_extent: true });
        let extents = match extents {
            [] => &whole,
            [first, ..] if is_one => std::slice::from_ref(first),
            [..] => &extents[..extents.len().min(MOST_EXTENTS)],
        };
        let length = 4 + 8 * extents.len() as u32;
        chunk(out, NBD_REPLY_TYPE_BLOCK_STATUS, command.cookie, length);
        out.extend(ALLOCATION_ID.to_be_bytes());
        for extent in extents {
            let bytes = match is_one {
                true => extent.bytes.min(command.length),
                false => extent.bytes,
            };
            let hole = if extent.is_hole { NBD_STATE_HOLE } else { 0 };
            let zero = if extent.is_zero { NBD_STATE_ZERO } else { 0 };
            out.extend(bytes.to_be_bytes());
            out.extend((hole | zero).to_be_bytes());
        }
    }

    pub(super) fn reject(&self, out: &mut Vec<u8>, cookie: u64, rejection: Rejection) {
        self.failure(out, cookie, rejection.errno(), rejection.message());
    }

    fn failure(&self, out: &mut Vec<u8>, cookie: u64, errno: Errno, message: &str) {
        if !self.negotiated.is_structured {
            return simple(out, errno.code(), cookie);
        }
        let message_bytes = message.len() as u16;
        let length = 4 + 2 + u32::from(message_bytes);
        chunk(out, NBD_REPLY_TYPE_ERROR, cookie, length);
        out.extend(errno.code().to_be_bytes());
        out.extend(message_bytes.to_be_bytes());
        out.extend(message.as_bytes());
    }
}

/// Descriptors that one chunk should carry at most.
const MOST_EXTENTS: usize = 1 << 20;

fn simple(out: &mut Vec<u8>, error: u32, cookie: u64) {
    out.extend(NBD_SIMPLE_REPLY_MAGIC.to_be_bytes());
    out.extend(error.to_be_bytes());
    out.extend(cookie.to_be_bytes());
}

/// Header of the only chunk of a reply.
fn chunk(out: &mut Vec<u8>, kind: u16, cookie: u64, length: u32) {
    out.extend(NBD_STRUCTURED_REPLY_MAGIC.to_be_bytes());
    out.extend(NBD_REPLY_FLAG_DONE.to_be_bytes());
    out.extend(kind.to_be_bytes());
    out.extend(cookie.to_be_bytes());
    out.extend(length.to_be_bytes());
}
