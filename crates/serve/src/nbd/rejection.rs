//! Why a command is rejected.

use super::Errno;

/// A client's mistake in a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rejection {
    UnknownCommand,
    UnknownFlag,
    ReadOnly,
    TrimNotOffered,
    NoMetaContext,
    FlushOfRange,
    Empty,
    Misaligned,
    BeyondEnd(Errno),
    TooLong(Errno),
}

impl Rejection {
    pub fn errno(self) -> Errno {
        match self {
            Self::ReadOnly => Errno::NotPermitted,
            Self::BeyondEnd(errno) | Self::TooLong(errno) => errno,
            _ => Errno::Invalid,
        }
    }

    /// Its text in a structured reply.
    pub fn message(self) -> &'static str {
        match self {
            Self::UnknownCommand => "unknown command",
            Self::UnknownFlag => "flag does not belong to this command",
            Self::ReadOnly => "export is read-only",
            Self::TrimNotOffered => "export does not take TRIM",
            Self::NoMetaContext => "base:allocation was not negotiated",
            Self::FlushOfRange => "flush has an offset or a length",
            Self::Empty => "length is zero",
            Self::Misaligned => "range is not aligned to the minimum block size",
            Self::BeyondEnd(_) => "range ends beyond the export",
            Self::TooLong(_) => "length exceeds the maximum payload",
        }
    }
}
