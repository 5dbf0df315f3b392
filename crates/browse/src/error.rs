//! What can go wrong before anything is shown, each with what to do.

use std::path::PathBuf;

/// Why runs cannot be browsed.
#[derive(Debug, thiserror::Error)]
pub enum BrowseError {
    /// A folder that was named cannot be read.
    #[error("{path}: {error}")]
    Folder {
        /// As it was named.
        path: PathBuf,
        error: std::io::Error,
    },
    /// It is a file.
    #[error("{0}: not a folder")]
    NoFolder(PathBuf),
    /// The address is taken, or not this host's.
    #[error("{address}: {error}")]
    Listen {
        /// Address and port.
        address: std::net::SocketAddr,
        error: std::io::Error,
    },
    /// A token that could be guessed, or cannot stand in an address.
    #[error(
        "--token: expected at least {min} characters from A-Z a-z 0-9 - _",
        min = crate::guard::MIN_TOKEN
    )]
    Token,
    /// The system gives no random numbers.
    #[error("cannot generate a token: {0}")]
    Random(String),
    /// A site is written into a folder of its own.
    #[error("{0}: already exists and is not empty")]
    OutExists(PathBuf),
    /// There is nothing to write a site of.
    #[error("there are no runs in {0}")]
    NoRuns(String),
    /// A file of the site cannot be written.
    #[error("{path}: {error}")]
    Write {
        path: PathBuf,
        error: std::io::Error,
    },
    /// The server ended.
    #[error("the server ended: {0}")]
    Ended(std::io::Error),
}

impl BrowseError {
    /// What to do, in one line.
    pub fn hint(&self) -> Option<&'static str> {
        Some(match self {
            Self::Folder { .. } | Self::NoFolder(_) => "name the folder that holds the runs",
            Self::Listen { .. } => "choose another --port (0: any free one) or another --bind",
            Self::Token => "leave --token out to have one generated",
            Self::OutExists(_) => "name a folder that does not exist yet",
            Self::Random(_) | Self::NoRuns(_) | Self::Write { .. } | Self::Ended(_) => return None,
        })
    }
}
