//! What can go wrong before anything is shown, as sentences.

use std::path::PathBuf;

/// Why runs cannot be browsed.
#[derive(Debug, thiserror::Error)]
pub enum BrowseError {
    /// A folder that was named cannot be read.
    #[error("{path}: {error}. Name the folder that holds the runs")]
    Folder {
        /// As it was named.
        path: PathBuf,
        error: std::io::Error,
    },
    /// It is a file.
    #[error("{0}: is no folder. Name the folder that holds the runs")]
    NoFolder(PathBuf),
    /// The address is taken, or not this host's.
    #[error("{address}: {error}. Choose another --port (0: any that is free), or another --bind")]
    Listen {
        /// Address and port.
        address: std::net::SocketAddr,
        error: std::io::Error,
    },
    /// A token that could be guessed, or cannot stand in an address.
    #[error(
        "--token: give at least {min} of A-Z a-z 0-9 - _, or leave --token out and one is made",
        min = crate::guard::MIN_TOKEN
    )]
    Token,
    /// The system gives no random numbers.
    #[error("no token can be made: {0}")]
    Random(String),
    /// A site is written into a folder of its own.
    #[error("{0}: is there already and is not empty; name a folder that does not exist yet")]
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
