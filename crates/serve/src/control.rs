//! The control socket: reports and faults. A connection sends one line
//! of JSON, an [`Order`], and gets one line back.

use crate::bell::Bell;
use crate::fault::{Fault, FaultReport};
use crate::report::Report;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use std::fs;
use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::net::Shutdown;
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

/// A line is not longer.
const LINE_BYTES: u64 = 4096;
/// A connection that takes longer is dropped.
const PATIENCE: Duration = Duration::from_secs(5);
/// Connections at once: of more, the first is dropped.
const CONNECTIONS: usize = 64;

/// What a connection wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Order {
    Stat,
    Fault(Fault),
}

/// What it gets.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Answer {
    Stat(Box<Report>),
    Fault(FaultReport),
    /// Why the drive cannot do that.
    Refused(String),
}

/// An order that waits for its answer.
pub struct Waiting {
    pub order: Order,
    answer: Sender<Answer>,
    /// Nobody waits for the answer after that.
    until: Instant,
}

impl Waiting {
    /// Whether nobody waits for the answer any more: then it is not to be carried out.
    pub fn is_late(&self) -> bool {
        Instant::now() > self.until
    }

    pub fn answer(self, answer: Answer) {
        // The connection may have been dropped meanwhile.
        let _ = self.answer.send(answer);
    }
}

/// Listens on a thread of its own, so that no connection delays a reply of the drive, and serves
/// each connection on another, so that a silent one holds up no other.
pub struct Control {
    orders: Receiver<Waiting>,
    bell: Bell,
    path: PathBuf,
}

impl Control {
    /// # Errors
    /// The socket exists, or cannot be made.
    pub fn listen(path: &Path) -> io::Result<Self> {
        crate::socket::remove_abandoned(path);
        let listener = UnixListener::bind(path)?;
        let bell = Bell::new()?;
        let (sender, orders) = channel();
        let desk = Desk {
            orders: sender,
            bell: Arc::new(bell.try_clone()?),
            open: VecDeque::new(),
        };
        std::thread::Builder::new()
            .name("control".into())
            .spawn(move || desk.serve_all(&listener))?;
        Ok(Self {
            orders,
            bell,
            path: path.into(),
        })
    }

    /// Orders that have come.
    pub fn take(&self) -> impl Iterator<Item = Waiting> {
        self.bell.hear();
        self.orders.try_iter().filter(|waiting| !waiting.is_late())
    }
}

/// Readable when there is something to take.
impl AsFd for Control {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.bell.as_fd()
    }
}

impl Drop for Control {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.path);
    }
}

/// Where connections arrive.
struct Desk {
    orders: Sender<Waiting>,
    bell: Arc<Bell>,
    /// The last ones, some of which may be over.
    open: VecDeque<Weak<UnixStream>>,
}

impl Desk {
    fn serve_all(mut self, listener: &UnixListener) {
        for stream in listener.incoming() {
            // The server depends neither on a connection nor on how it ends.
            let _ = stream.and_then(|stream| self.serve(stream));
        }
    }

    fn serve(&mut self, stream: UnixStream) -> io::Result<()> {
        let stream = Arc::new(stream);
        if self.open.len() == CONNECTIONS
            && let Some(first) = self.open.pop_front().and_then(|first| first.upgrade())
        {
            // It may have ended by itself.
            let _ = first.shutdown(Shutdown::Both);
        }
        self.open.push_back(Arc::downgrade(&stream));
        let (orders, bell) = (self.orders.clone(), self.bell.clone());
        std::thread::Builder::new()
            .name("order".into())
            .spawn(move || serve(&stream, &orders, &bell))?;
        Ok(())
    }
}

fn serve(stream: &UnixStream, orders: &Sender<Waiting>, bell: &Bell) -> io::Result<()> {
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    let mut line = String::new();
    BufReader::new(stream)
        .take(LINE_BYTES)
        .read_line(&mut line)?;
    let order = serde_json::from_str(&line)?;
    let (answer, answered) = channel();
    let until = Instant::now() + PATIENCE;
    let waiting = Waiting {
        order,
        answer,
        until,
    };
    orders.send(waiting).map_err(io::Error::other)?;
    bell.ring();
    let answer = answered.recv_timeout(PATIENCE).map_err(io::Error::other)?;
    let text = serde_json::to_string(&answer)?;
    writeln!(&*stream, "{text}")
}

/// Asks the server that listens on a control socket.
///
/// # Errors
/// None listens there, or it does not answer.
pub fn order(path: &Path, order: Order) -> io::Result<Answer> {
    let stream = UnixStream::connect(path)?;
    stream.set_read_timeout(Some(2 * PATIENCE))?;
    let order = serde_json::to_string(&order)?;
    writeln!(&stream, "{order}")?;
    let mut line = String::new();
    BufReader::new(&stream).read_line(&mut line)?;
    Ok(serde_json::from_str(&line)?)
}
