//! Sockets on which clients come: Unix or TCP.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, percent_encode};
use rustix::io::Errno;
use std::ffi::OsString;
use std::fmt;
use std::io::{self, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::fs::FileTypeExt;
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};

/// Where a server listens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Address {
    Unix(PathBuf),
    Tcp(SocketAddr),
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unix(path) => path.display().fmt(f),
            Self::Tcp(address) => address.fmt(f),
        }
    }
}

/// What names a Unix socket, before its path.
const UNIX: &str = "nbd+unix:///?socket=";
/// What stands for itself in a URI; all else is escaped (RFC 3986).
const ESCAPED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'/')
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');

/// The path of a socket that is named by its path or by its URI.
pub fn socket_path(name: PathBuf) -> PathBuf {
    let Some(path) = name.to_str().and_then(|name| name.strip_prefix(UNIX)) else {
        return name;
    };
    OsString::from_vec(percent_decode_str(path).collect()).into()
}

impl Address {
    /// As NBD clients take it.
    pub fn uri(&self) -> String {
        match self {
            Self::Unix(path) => {
                let path = percent_encode(path.as_os_str().as_bytes(), ESCAPED);
                format!("{UNIX}{path}")
            }
            Self::Tcp(address) => format!("nbd://{address}"),
        }
    }
}

/// A socket on which clients come.
pub enum Listener {
    Unix(UnixListener, PathBuf),
    Tcp(TcpListener),
}

pub enum Stream {
    Unix(UnixStream),
    Tcp(TcpStream),
}

impl Listener {
    /// Nothing waits on it.
    ///
    /// # Errors
    /// The address is in use, or not to be had.
    pub fn new(address: &Address) -> io::Result<Self> {
        match address {
            Address::Unix(path) => {
                remove_abandoned(path);
                if path.is_file() {
                    let what = "there is a file, which is no socket";
                    return Err(io::Error::new(io::ErrorKind::AlreadyExists, what));
                }
                let listener = UnixListener::bind(path)?;
                listener.set_nonblocking(true)?;
                Ok(Self::Unix(listener, path.clone()))
            }
            Address::Tcp(address) => {
                let listener = TcpListener::bind(address)?;
                listener.set_nonblocking(true)?;
                Ok(Self::Tcp(listener))
            }
        }
    }

    /// Where it listens: the port is known, if the system chose it.
    ///
    /// # Errors
    /// The system's.
    pub fn address(&self) -> io::Result<Address> {
        match self {
            Self::Unix(_, path) => Ok(Address::Unix(path.clone())),
            Self::Tcp(listener) => listener.local_addr().map(Address::Tcp),
        }
    }

    pub(crate) fn accept(&self) -> io::Result<Stream> {
        match self {
            Self::Unix(listener, _) => {
                let (stream, _) = listener.accept()?;
                stream.set_nonblocking(true)?;
                Ok(Stream::Unix(stream))
            }
            Self::Tcp(listener) => {
                let (stream, _) = listener.accept()?;
                stream.set_nonblocking(true)?;
                // Small replies leave at once.
                stream.set_nodelay(true)?;
                Ok(Stream::Tcp(stream))
            }
        }
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        if let Self::Unix(_, path) = self {
            let _ = std::fs::remove_file(path);
        }
    }
}

/// Whether the process or the host has as many files open as it may.
pub(crate) fn is_out_of_descriptors(error: &io::Error) -> bool {
    let errno = Errno::from_io_error(error);
    errno.is_some_and(|errno| matches!(errno, Errno::MFILE | Errno::NFILE))
}

/// Removes the socket of a server that was killed, on which no process listens.
pub fn remove_abandoned(path: &Path) {
    let is_socket = path
        .symlink_metadata()
        .is_ok_and(|about| about.file_type().is_socket());
    let refused = |error: io::Error| error.kind() == io::ErrorKind::ConnectionRefused;
    if is_socket && UnixStream::connect(path).is_err_and(refused) {
        let _ = std::fs::remove_file(path);
    }
}

impl AsFd for Listener {
    fn as_fd(&self) -> BorrowedFd<'_> {
        match self {
            Self::Unix(listener, _) => listener.as_fd(),
            Self::Tcp(listener) => listener.as_fd(),
        }
    }
}

impl Stream {
    /// Sends nothing more: after a reply that was cut, another would be taken for its rest.
    pub(crate) fn end_output(&self) {
        // It may be gone already.
        let _ = match self {
            Self::Unix(stream) => stream.shutdown(Shutdown::Write),
            Self::Tcp(stream) => stream.shutdown(Shutdown::Write),
        };
    }
}

impl AsFd for Stream {
    fn as_fd(&self) -> BorrowedFd<'_> {
        match self {
            Self::Unix(stream) => stream.as_fd(),
            Self::Tcp(stream) => stream.as_fd(),
        }
    }
}

impl Read for Stream {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::Unix(stream) => stream.read(into),
            Self::Tcp(stream) => stream.read(into),
        }
    }
}

impl Write for Stream {
    fn write(&mut self, from: &[u8]) -> io::Result<usize> {
        match self {
            Self::Unix(stream) => stream.write(from),
            Self::Tcp(stream) => stream.write(from),
        }
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
