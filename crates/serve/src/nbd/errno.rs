//! Errors that a reply can carry.

use std::io::ErrorKind;

/// An error of a command, as the protocol numbers it (a server's own `errno` is not portable).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u32)]
pub enum Errno {
    /// `NBD_EPERM`
    NotPermitted = 1,
    /// `NBD_EIO`
    Io = 5,
    /// `NBD_ENOMEM`
    NoMemory = 12,
    /// `NBD_EINVAL`
    Invalid = 22,
    /// `NBD_ENOSPC`
    NoSpace = 28,
    /// `NBD_EOVERFLOW`
    Overflow = 75,
    /// `NBD_ENOTSUP`
    NotSupported = 95,
    /// `NBD_ESHUTDOWN`
    Shutdown = 108,
}

impl Errno {
    /// Its number in a reply.
    pub fn code(self) -> u32 {
        self as u32
    }

    /// Its text in a structured reply.
    pub(super) fn message(self) -> &'static str {
        match self {
            Self::NotPermitted => "operation not permitted",
            Self::Io => "I/O error",
            Self::NoMemory => "out of memory",
            Self::Invalid => "invalid argument",
            Self::NoSpace => "no space left",
            Self::Overflow => "value too large",
            Self::NotSupported => "operation not supported",
            Self::Shutdown => "server is shutting down",
        }
    }
}

impl From<ErrorKind> for Errno {
    fn from(kind: ErrorKind) -> Self {
        match kind {
            ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => Self::NotPermitted,
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => {
                Self::NoSpace
            }
            ErrorKind::OutOfMemory => Self::NoMemory,
            ErrorKind::InvalidInput => Self::Invalid,
            _ => Self::Io,
        }
    }
}

impl From<std::io::Error> for Errno {
    fn from(error: std::io::Error) -> Self {
        error.kind().into()
    }
}
