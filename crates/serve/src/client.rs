//! One connection: its socket, what was received and not yet taken, and what is to be sent.

use crate::contents::Contents;
use crate::nbd::{Closed, Command, CommandKind, Errno, Export, Extent, Item, Session};
use crate::socket::Stream;
use std::io::{self, ErrorKind, Read, Write};
use std::ops::Range;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Room for input at first, and room that is kept once longer messages have come.
const INPUT_BYTES: usize = 256 << 10;
const KEPT_BYTES: usize = 4 << 20;
/// A client with more commands or more data in flight is not listened to: it cannot fill the host's
/// memory.
const COMMANDS_AT_MOST: usize = 4096;
const BYTES_AT_MOST: u64 = 64 << 20;

pub struct Client {
    stream: Stream,
    session: Session,
    /// Of which `taken..received` is left.
    input: Vec<u8>,
    taken: usize,
    received: usize,
    /// Of which what is behind `sent` is left.
    output: Vec<u8>,
    sent: usize,
    in_flight: usize,
    /// Data that reads in flight will return, and that writes in flight have replaced.
    bytes_in_flight: u64,
    since: Instant,
    has_sent_command: bool,
    /// It sends no more: what was received is all there is.
    has_hung_up: bool,
    end: Option<End>,
}

/// Why nothing more is taken from a client.
#[derive(Debug)]
pub enum End {
    Closed(Closed),
    /// It hung up without saying so, or the connection broke.
    Lost,
}

impl Client {
    pub fn new(stream: Stream, export: Arc<Export>) -> Self {
        let mut output = Vec::new();
        Self {
            stream,
            session: Session::new(export, &mut output),
            input: vec![0; INPUT_BYTES],
            taken: 0,
            received: 0,
            output,
            sent: 0,
            in_flight: 0,
            bytes_in_flight: 0,
            since: Instant::now(),
            has_sent_command: false,
            has_hung_up: false,
            end: None,
        }
    }

    pub fn stream(&self) -> &Stream {
        &self.stream
    }

    /// Whether it has been connected for longer than this and has sent no command.
    pub fn is_silent(&self, patience: Duration) -> bool {
        !self.has_sent_command && self.since.elapsed() > patience
    }

    /// When it connected.
    pub fn since(&self) -> Instant {
        self.since
    }

    /// Whether it may send more.
    pub fn is_heard(&self) -> bool {
        !self.has_hung_up && self.is_served()
    }

    /// Whether more of its commands are taken.
    fn is_served(&self) -> bool {
        let output = (self.output.len() - self.sent) as u64;
        self.end.is_none()
            && self.in_flight < COMMANDS_AT_MOST
            && output + self.bytes_in_flight < BYTES_AT_MOST
    }

    pub fn has_output(&self) -> bool {
        self.sent < self.output.len()
    }

    /// Whether the connection can be closed: nothing more comes of it.
    pub fn is_over(&self) -> bool {
        match &self.end {
            None => false,
            Some(End::Closed(reason)) if reason.is_clean() => {
                self.in_flight == 0 && !self.has_output()
            }
            // It may still learn why.
            Some(End::Closed(_)) => !self.has_output(),
            Some(End::Lost) => true,
        }
    }

    /// Receives what has come, at most once.
    pub fn receive(&mut self) {
        if self.taken == self.received {
            (self.taken, self.received) = (0, 0);
        }
        if self.received == self.input.len() {
            self.input.copy_within(self.taken..self.received, 0);
            (self.taken, self.received) = (0, self.received - self.taken);
        }
        match self.stream.read(&mut self.input[self.received..]) {
            Ok(0) if self.received == self.input.len() => {}
            Ok(0) => self.has_hung_up = true,
            Ok(count) => self.received += count,
            Err(error) if is_later(&error) => {}
            Err(_) => self.has_hung_up = true,
        }
    }

    /// The next command, with the place of its data; see [`Self::data`].
    pub fn next_command(&mut self) -> Option<(Command, Range<usize>)> {
        while self.is_served() {
            let begin = self.taken;
            let input = &self.input[begin..self.received];
            let step = self.session.step(input, &mut self.output);
            self.taken += step.consumed;
            match step.item {
                Item::Command(command, data) => {
                    self.has_sent_command = true;
                    return Some((command, begin + data.start..begin + data.end));
                }
                Item::Progress => {}
                Item::NeedMore(_) if self.has_hung_up => self.end = Some(End::Lost),
                Item::NeedMore(bytes) => {
                    self.make_room(bytes);
                    return None;
                }
                Item::Closed(reason) => self.end = Some(End::Closed(reason)),
            }
        }
        None
    }

    /// Data of a write that was just taken.
    pub fn data(&self, place: Range<usize>) -> &[u8] {
        &self.input[place]
    }

    /// The drive has begun with a command.
    pub fn begun(&mut self, command: &Command) {
        self.in_flight += 1;
        self.bytes_in_flight += bytes_of(command);
    }

    /// The drive has ended one that had begun.
    pub fn ended(&mut self, command: &Command) {
        self.in_flight -= 1;
        self.bytes_in_flight -= bytes_of(command);
    }

    /// The drive has done one that had begun: the client gets what it asked for.
    pub fn done(&mut self, command: &Command, contents: &Contents) {
        self.ended(command);
        if command.kind != CommandKind::Read {
            return self.session.done(&mut self.output, command);
        }
        let begin = self.output.len();
        self.session.read_header(&mut self.output, command);
        let data = self.output.len();
        self.output.resize(data + command.length as usize, 0);
        let read = contents.read(command.offset, &mut self.output[data..]);
        if read.is_err() {
            self.output.truncate(begin);
            self.failed(command, Errno::Io);
        }
    }

    pub fn failed(&mut self, command: &Command, errno: Errno) {
        self.session.error(&mut self.output, command, errno);
    }

    pub fn status(&mut self, command: &Command, extents: &[Extent]) {
        self.session
            .block_status(&mut self.output, command, extents);
    }

    /// Room for a message of `bytes`. It grows as the message comes: a client cannot take
    /// memory by announcing one.
    fn make_room(&mut self, bytes: usize) {
        let left = self.received - self.taken;
        let is_excess = self.input.len() > KEPT_BYTES && bytes.max(left) <= KEPT_BYTES;
        if left + self.taken < self.input.len()
            && self.taken + bytes <= self.input.len()
            && !is_excess
        {
            return;
        }
        self.input.copy_within(self.taken..self.received, 0);
        (self.taken, self.received) = (0, left);
        if is_excess {
            self.input.truncate(KEPT_BYTES);
            self.input.shrink_to_fit();
        } else if left == self.input.len() {
            self.input.resize(bytes.min(2 * left).max(INPUT_BYTES), 0);
        }
    }

    /// Sends what it can. Where that fails, nothing more is sent, but commands that came before the
    /// client left are still taken.
    pub fn send(&mut self) {
        while self.has_output() {
            match self.stream.write(&self.output[self.sent..]) {
                Ok(count) if count > 0 => self.sent += count,
                Err(error) if is_later(&error) => break,
                Ok(_) | Err(_) => {
                    self.stream.end_output();
                    self.sent = self.output.len();
                }
            }
        }
        if !self.has_output() {
            self.output.clear();
            self.sent = 0;
            self.output.shrink_to(KEPT_BYTES);
        }
    }
}

/// Memory that a command in flight may take.
fn bytes_of(command: &Command) -> u64 {
    match command.kind {
        CommandKind::Read | CommandKind::Write { .. } => command.length.into(),
        _ => 0,
    }
}

fn is_later(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted)
}
