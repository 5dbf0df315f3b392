//! Requests of the transmission phase, and which of them are good.

use super::bytes::Fields;
use super::rejection::Rejection;
use super::session::Negotiated;
use super::wire::*;
use super::{Errno, Export};

/// A command that lies within the export and uses only what was negotiated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Command {
    /// The client's number for it, repeated in the reply.
    pub cookie: u64,
    pub kind: CommandKind,
    /// Bytes from the start of the export; a multiple of the minimum block.
    pub offset: u64,
    /// Bytes: one or more minimum blocks, or zero for a flush.
    pub length: u32,
}

/// What to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommandKind {
    Read,
    Write {
        fua: bool,
    },
    Flush,
    Trim {
        fua: bool,
    },
    WriteZeroes {
        fua: bool,
        /// Must not leave the range unallocated.
        no_hole: bool,
    },
    BlockStatus {
        /// The client takes one extent, no longer than it asked for.
        one_extent: bool,
    },
}

impl CommandKind {
    /// Whether it puts data or zeros on the drive.
    pub fn writes(self) -> bool {
        matches!(self, Self::Write { .. } | Self::WriteZeroes { .. })
    }
}

/// A request as it came.
pub(super) struct Request {
    flags: u16,
    kind: u16,
    pub cookie: u64,
    offset: u64,
    length: u32,
}

impl Request {
    /// Its header; `None` if its magic number is wrong.
    pub fn parse(header: &[u8; REQUEST_HEADER_BYTES]) -> Option<Self> {
        let mut fields = Fields(header);
        if fields.u32()? != NBD_REQUEST_MAGIC {
            return None;
        }
        Some(Self {
            flags: fields.u16()?,
            kind: fields.u16()?,
            cookie: fields.u64()?,
            offset: fields.u64()?,
            length: fields.u32()?,
        })
    }

    pub fn is_disconnect(&self) -> bool {
        self.kind == NBD_CMD_DISC
    }

    /// Bytes that follow the header.
    pub fn data_bytes(&self) -> u32 {
        match self.kind {
            NBD_CMD_WRITE => self.length,
            _ => 0,
        }
    }

    /// The command, if it can be carried out.
    pub fn check(&self, export: &Export, negotiated: Negotiated) -> Result<Command, Rejection> {
        let kind = self.kind()?;
        self.check_flags(kind, negotiated)?;
        self.check_offered(kind, export, negotiated)?;
        match kind {
            CommandKind::Flush if (self.offset, self.length) != (0, 0) => {
                return Err(Rejection::FlushOfRange);
            }
            CommandKind::Flush => {}
            _ => self.check_range(kind, export, negotiated)?,
        }
        Ok(Command {
            cookie: self.cookie,
            kind,
            offset: self.offset,
            length: self.length,
        })
    }

    fn has(&self, flag: u16) -> bool {
        self.flags & flag != 0
    }

    fn kind(&self) -> Result<CommandKind, Rejection> {
        let fua = self.has(NBD_CMD_FLAG_FUA);
        Ok(match self.kind {
            NBD_CMD_READ => CommandKind::Read,
            NBD_CMD_WRITE => CommandKind::Write { fua },
            NBD_CMD_FLUSH => CommandKind::Flush,
            NBD_CMD_TRIM => CommandKind::Trim { fua },
            NBD_CMD_WRITE_ZEROES => CommandKind::WriteZeroes {
                fua,
                no_hole: self.has(NBD_CMD_FLAG_NO_HOLE),
            },
            NBD_CMD_BLOCK_STATUS => CommandKind::BlockStatus {
                one_extent: self.has(NBD_CMD_FLAG_REQ_ONE),
            },
            _ => return Err(Rejection::UnknownCommand),
        })
    }

    fn check_flags(&self, kind: CommandKind, negotiated: Negotiated) -> Result<(), Rejection> {
        let own = match kind {
            // Every read is answered in one piece.
            CommandKind::Read if negotiated.is_structured => NBD_CMD_FLAG_DF,
            CommandKind::WriteZeroes { .. } => NBD_CMD_FLAG_NO_HOLE,
            CommandKind::BlockStatus { .. } => NBD_CMD_FLAG_REQ_ONE,
            _ => 0,
        };
        // FUA belongs to every command, even to those that write nothing.
        match self.flags & !(own | NBD_CMD_FLAG_FUA) {
            0 => Ok(()),
            _ => Err(Rejection::UnknownFlag),
        }
    }

    fn check_offered(
        &self,
        kind: CommandKind,
        export: &Export,
        negotiated: Negotiated,
    ) -> Result<(), Rejection> {
        match kind {
            CommandKind::Write { .. }
            | CommandKind::Trim { .. }
            | CommandKind::WriteZeroes { .. }
                if export.read_only =>
            {
                Err(Rejection::ReadOnly)
            }
            CommandKind::Trim { .. } if !export.takes_trim => Err(Rejection::TrimNotOffered),
            CommandKind::BlockStatus { .. } if !negotiated.has_allocation => {
                Err(Rejection::NoMetaContext)
            }
            _ => Ok(()),
        }
    }

    fn check_range(
        &self,
        kind: CommandKind,
        export: &Export,
        negotiated: Negotiated,
    ) -> Result<(), Rejection> {
        let too_long = match kind {
            // The number may be used only where reads can be fragmented.
            CommandKind::Read if negotiated.is_structured => Some(Errno::Overflow),
            CommandKind::Read | CommandKind::Write { .. } => Some(Errno::Invalid),
            _ => None,
        };
        if let Some(errno) = too_long
            && self.length > export.largest_payload()
        {
            return Err(Rejection::TooLong(errno));
        }
        if self.length == 0 {
            return Err(Rejection::Empty);
        }
        let block = u64::from(export.minimum_block);
        let length = u64::from(self.length);
        if !self.offset.is_multiple_of(block) || !length.is_multiple_of(block) {
            return Err(Rejection::Misaligned);
        }
        if self
            .offset
            .checked_add(length)
            .is_none_or(|end| end > export.bytes)
        {
            return Err(Rejection::BeyondEnd(match kind {
                CommandKind::Write { .. } | CommandKind::WriteZeroes { .. } => Errno::NoSpace,
                _ => Errno::Invalid,
            }));
        }
        Ok(())
    }
}
