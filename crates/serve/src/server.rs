//! The event loop: one thread that sleeps until a client sends, a reply is due, or a sync is over.

use crate::client::Client;
use crate::contents::Contents;
use crate::lag::Lag;
use crate::nbd::{CommandKind, Errno, Export};
use crate::recording::Recording;
use crate::report::Report;
use crate::served::{Done, Owner, Served};
use crate::socket::{Address, Listener};
use crate::store::{Header, Store, StoreError};
use crate::syncer::{Syncer, Ticket};
use fourcorners_block::{Drive, DriveError};
use fourcorners_trace::TraceError;
use rustix::event::{Timespec, epoll};
use std::io;
use std::num::{NonZeroU32, NonZeroU64};
use std::os::fd::OwnedFd;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Connections at once.
const CLIENTS_AT_MOST: usize = 64;
/// Where no slot is free, one that has not said what it wants for so long loses its own.
const PATIENCE: Duration = Duration::from_secs(10);
/// Commands of a client that are taken before the next client's.
const COMMANDS_OF_A_TURN: usize = 64;
/// With `spin`, the host is not put to sleep for less than this.
const SPIN: Duration = Duration::from_micros(60);
/// How often it asks whether it is to end.
const ASKS: Duration = Duration::from_millis(250);

const LISTENER: u64 = u64::MAX;
const SYNCER: u64 = u64::MAX - 1;

/// Serves a drive to all who come.
pub struct Server {
    served: Served,
    export: Arc<Export>,
    listener: Listener,
    syncer: Option<Syncer>,
    epoll: OwnedFd,
    slots: Vec<Option<Connection>>,
    /// Whether the next client is let in when it comes: not while all slots are taken.
    listens: bool,
    /// Connections so far.
    connections: u64,
    /// Finished by the drive, while what they wrote is not durable yet.
    unsynced: Vec<(Ticket, Done)>,
    done: Vec<Done>,
    lag: Lag,
    spin: bool,
}

struct Connection {
    number: u64,
    client: Client,
    interest: epoll::EventFlags,
    /// Of replies that are not sent yet: when they were due, and at which queue depth.
    replies: Vec<(Instant, usize)>,
}

/// Why a server ended by itself.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    #[error("{0}")]
    Drive(#[from] DriveError),
    #[error("{0}")]
    Store(#[from] StoreError),
    #[error("{0}")]
    Recording(#[from] TraceError),
    #[error("cannot listen on {address}: {error}")]
    Listen { address: Address, error: io::Error },
    #[error("the host failed: {0}")]
    Host(#[from] io::Error),
}

impl From<rustix::io::Errno> for ServeError {
    fn from(errno: rustix::io::Errno) -> Self {
        Self::Host(errno.into())
    }
}

/// What is served, and how.
#[derive(Clone, Copy, Debug)]
pub struct Config<'a> {
    /// Catalog name of the drive.
    pub name: &'a str,
    /// Maker and model.
    pub model: &'a str,
    /// All that decides what the drive does: a store belongs to one such drive.
    pub behavior: &'a str,
    /// Whether it makes a difference to the drive what is written.
    pub sees_data: bool,
    /// Folder of its data and state; none: in memory, and fresh.
    pub store: Option<&'a Path>,
    /// File for a trace of what clients do.
    pub record: Option<&'a Path>,
    /// Times slower than the drive.
    pub dilation: NonZeroU32,
    /// Polls instead of sleeping shortly before a reply.
    pub spin: bool,
}

impl Server {
    /// Serves a drive at an address; see [`Self::run`].
    ///
    /// # Errors
    /// The store is no store of that drive, or the host fails.
    pub fn open(
        config: &Config<'_>,
        mut drive: Box<dyn Drive>,
        address: &Address,
    ) -> Result<Self, ServeError> {
        let bytes = drive.identity().capacity.bytes().0;
        let header = Header::new(config.name, config.behavior, bytes);
        let store = config
            .store
            .map(|folder| Store::open(folder, &header, &mut *drive));
        let store = store.transpose()?;
        let contents = match &store {
            Some(store) => store.contents(bytes)?,
            None => Contents::in_memory(bytes)?,
        };
        let syncer = store.as_ref().map(Store::syncer).transpose()?;
        let listen = |error| ServeError::Listen {
            address: address.clone(),
            error,
        };
        let listener = Listener::new(address).map_err(listen)?;
        let identity = drive.identity();
        let export = Export {
            description: config.model.into(),
            takes_trim: identity.discard.is_some(),
            is_rotational: identity.rotational == Some(true),
            ..Export::new(config.name, bytes)
        };
        let recording = config
            .record
            .map(|path| Recording::new(path, config.name, drive.now()));
        let served = Served::new(
            drive,
            config.sees_data,
            contents,
            store,
            recording.transpose()?,
            config.dilation,
        )?;
        Self::new(served, export, listener, syncer, config.spin)
    }

    /// Length of the drive.
    pub fn bytes(&self) -> u64 {
        self.export.bytes
    }

    /// Where clients find it.
    pub fn uri(&self) -> String {
        match self.listener.address() {
            Ok(Address::Tcp(address)) => format!("nbd://{address}"),
            Ok(Address::Unix(path)) => format!("nbd+unix:///?socket={}", path.display()),
            Err(error) => error.to_string(),
        }
    }

    /// # Errors
    /// The host's.
    fn new(
        served: Served,
        export: Export,
        listener: Listener,
        syncer: Option<Syncer>,
        spin: bool,
    ) -> Result<Self, ServeError> {
        let epoll = epoll::create(epoll::CreateFlags::CLOEXEC)?;
        let input = epoll::EventFlags::IN;
        epoll::add(
            &epoll,
            &listener,
            epoll::EventData::new_u64(LISTENER),
            input,
        )?;
        if let Some(syncer) = &syncer {
            epoll::add(&epoll, syncer, epoll::EventData::new_u64(SYNCER), input)?;
        }
        // The host may wake up a thread 50 us late to save power, unless it says otherwise.
        let _ = rustix::thread::set_current_timer_slack(NonZeroU64::new(1));
        Ok(Self {
            served,
            export: Arc::new(export),
            listener,
            syncer,
            epoll,
            slots: Vec::new(),
            listens: true,
            connections: 0,
            unsynced: Vec::new(),
            done: Vec::new(),
            lag: Lag::default(),
            spin,
        })
    }

    /// Ends: the drive finishes what is in flight, and its state is saved.
    ///
    /// # Errors
    /// The drive's, or the host's.
    pub fn close(mut self) -> Result<Report, ServeError> {
        self.slots.clear();
        self.served.close()?;
        let (clock, counters) = (self.served.clock(), self.served.drive().counters());
        let (name, dilation) = (&self.export.name, clock.dilation());
        Ok(Report::new(name, dilation, self.spin, counters, &self.lag))
    }

    /// Serves until `ends` says so, which is asked several times per second.
    ///
    /// # Errors
    /// The drive or the host fails.
    pub fn run(&mut self, ends: &dyn Fn() -> bool) -> Result<(), ServeError> {
        let mut events = Vec::with_capacity(CLIENTS_AT_MOST + 2);
        let mut asks_at = Instant::now();
        let mut came = false;
        loop {
            let is_all = self.take();
            let now = Instant::now();
            if now >= asks_at {
                if ends() {
                    return Ok(());
                }
                asks_at = now + ASKS;
                self.listen(true)?;
            }
            self.served.advance(now, &mut self.done)?;
            self.reply()?;
            self.send()?;
            // After those that are gone have left their slots.
            if std::mem::take(&mut came) {
                self.accept()?;
            }
            let wakes_at = match is_all {
                true => self.served.wakes_at(),
                false => Some(now),
            };
            let slept = self.sleep(wakes_at, asks_at, &mut events)?;
            if slept
                && events.is_empty()
                && let Some(at) = wakes_at
                && let Some(late) = Instant::now().checked_duration_since(at)
            {
                self.lag.woke_up(late);
            }
            if self.react(&events) {
                came = true;
            }
        }
    }

    /// Sleeps until an event or an instant. Says whether it slept at all.
    fn sleep(
        &self,
        until: Option<Instant>,
        at_most: Instant,
        events: &mut Vec<epoll::Event>,
    ) -> Result<bool, ServeError> {
        let until = until.map_or(at_most, |until| until.min(at_most));
        let mut left = until.saturating_duration_since(Instant::now());
        if self.spin && left < SPIN {
            left = Duration::ZERO;
        }
        let timeout = Timespec {
            tv_sec: left.as_secs() as i64,
            tv_nsec: left.subsec_nanos().into(),
        };
        events.clear();
        match epoll::wait(
            &self.epoll,
            rustix::buffer::spare_capacity(events),
            Some(&timeout),
        ) {
            Ok(_) | Err(rustix::io::Errno::INTR) => Ok(!left.is_zero()),
            Err(error) => Err(error.into()),
        }
    }

    /// Receives what has come. Says whether a client waits at the door.
    fn react(&mut self, events: &[epoll::Event]) -> bool {
        let mut came = false;
        for event in events {
            match event.data.u64() {
                LISTENER => came = true,
                SYNCER => self.synced(),
                slot => {
                    let connection = self.slots.get_mut(slot as usize);
                    let connection = connection.and_then(Option::as_mut);
                    let flags = event.flags;
                    let is_output_only = flags == epoll::EventFlags::OUT;
                    if let Some(connection) = connection.filter(|_| !is_output_only) {
                        connection.client.receive();
                    }
                }
            }
        }
        came
    }

    fn accept(&mut self) -> Result<(), ServeError> {
        let Some(slot) = self.free_slot() else {
            return self.listen(false);
        };
        let stream = match self.listener.accept() {
            Ok(stream) => stream,
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => return Ok(()),
            // It is gone again, or the host has no descriptors left for now.
            Err(_) => return self.listen(false),
        };
        let client = Client::new(stream, self.export.clone());
        let interest = epoll::EventFlags::IN;
        let data = epoll::EventData::new_u64(slot as u64);
        epoll::add(&self.epoll, client.stream(), data, interest)?;
        self.connections += 1;
        self.slots[slot] = Some(Connection {
            number: self.connections,
            client,
            interest,
            replies: Vec::new(),
        });
        Ok(())
    }

    fn listen(&mut self, listens: bool) -> Result<(), ServeError> {
        if listens != self.listens {
            let mut interest = epoll::EventFlags::empty();
            interest.set(epoll::EventFlags::IN, listens);
            let data = epoll::EventData::new_u64(LISTENER);
            epoll::modify(&self.epoll, &self.listener, data, interest)?;
            self.listens = listens;
        }
        Ok(())
    }

    fn free_slot(&mut self) -> Option<usize> {
        if let Some(slot) = self.slots.iter().position(Option::is_none) {
            return Some(slot);
        }
        if self.slots.len() < CLIENTS_AT_MOST {
            self.slots.push(None);
            return Some(self.slots.len() - 1);
        }
        let is_silent = |slot: &Option<Connection>| {
            let mut clients = slot.iter().map(|connection| &connection.client);
            clients.any(|client| client.is_silent(PATIENCE))
        };
        let slot = self.slots.iter().position(is_silent)?;
        self.slots[slot] = None;
        Some(slot)
    }

    /// Takes the commands that have come. False: a client has sent more than is taken at once.
    fn take(&mut self) -> bool {
        let mut is_all = true;
        for (slot, connection) in self.slots.iter_mut().enumerate() {
            let Some(Connection { number, client, .. }) = connection else {
                continue;
            };
            let owner = Owner {
                slot,
                number: *number,
            };
            let mut left = COMMANDS_OF_A_TURN;
            while left > 0
                && let Some((command, place)) = client.next()
            {
                left -= 1;
                if let CommandKind::BlockStatus { .. } = command.kind {
                    let extents = self.served.contents().extents(&command);
                    client.status(&command, &extents);
                    continue;
                }
                if self
                    .served
                    .take(owner, command, client.data(place))
                    .is_err()
                {
                    client.failed(&command, Errno::NoSpace);
                    continue;
                }
                client.begun(&command);
            }
            is_all &= left > 0;
        }
        is_all
    }

    /// Sends every client what is ready, and lets go those that are over.
    fn send(&mut self) -> Result<(), ServeError> {
        for (slot, place) in self.slots.iter_mut().enumerate() {
            let Some(connection) = place else {
                continue;
            };
            connection.send(&mut self.lag);
            if connection.client.is_over() {
                *place = None;
                continue;
            }
            connection.set_interest(&self.epoll, slot)?;
        }
        Ok(())
    }

    /// Puts replies to all that is done into their clients' output.
    fn reply(&mut self) -> Result<(), ServeError> {
        let mut done = std::mem::take(&mut self.done);
        for done in done.drain(..) {
            let is_durable = matches!(
                done.command.kind,
                CommandKind::Flush
                    | CommandKind::Write { fua: true }
                    | CommandKind::Trim { fua: true }
                    | CommandKind::WriteZeroes { fua: true, .. }
            );
            match &mut self.syncer {
                Some(syncer) if is_durable && done.result.is_ok() => {
                    self.served.end_frame()?;
                    self.unsynced.push((syncer.ask(), done));
                }
                _ => self.reply_to(&done, true),
            }
        }
        self.done = done;
        Ok(())
    }

    fn synced(&mut self) {
        let taken = self.syncer.as_mut().and_then(Syncer::take);
        let Some((ticket, result)) = taken else {
            return;
        };
        let unsynced = std::mem::take(&mut self.unsynced);
        let (synced, unsynced) = unsynced.into_iter().partition(|(of, _)| *of <= ticket);
        self.unsynced = unsynced;
        let synced: Vec<(Ticket, Done)> = synced;
        for (_, mut done) in synced {
            if result.is_err() {
                done.result = Err(Errno::Io);
            }
            // The host's disk is no part of how punctual the server is.
            self.reply_to(&done, false);
        }
    }

    fn reply_to(&mut self, done: &Done, is_timed: bool) {
        let Owner { slot, number } = done.owner;
        let connection = self.slots.get_mut(slot).and_then(Option::as_mut);
        // Nobody waits for what a client left behind.
        let Some(connection) = connection.filter(|connection| connection.number == number) else {
            return;
        };
        if is_timed {
            connection.replies.push((done.finished, done.depth));
        }
        let (client, contents) = (&mut connection.client, self.served.contents());
        match done.result {
            Ok(()) => client.done(&done.command, contents),
            Err(errno) => {
                client.ended(&done.command);
                client.failed(&done.command, errno);
            }
        }
    }
}

impl Connection {
    /// Sends what can be sent. All replies are handed over with it, as far as the server is
    /// concerned: a client that does not read waits for itself.
    fn send(&mut self, lag: &mut Lag) {
        if !self.client.has_output() {
            return;
        }
        self.client.send();
        let now = Instant::now();
        for (due, depth) in self.replies.drain(..) {
            lag.replied(depth, now.saturating_duration_since(due));
        }
    }

    fn set_interest(&mut self, epoll: &OwnedFd, slot: usize) -> Result<(), ServeError> {
        let mut interest = epoll::EventFlags::empty();
        interest.set(epoll::EventFlags::IN, self.client.is_heard());
        interest.set(epoll::EventFlags::OUT, self.client.has_output());
        if interest != self.interest {
            let data = epoll::EventData::new_u64(slot as u64);
            epoll::modify(epoll, self.client.stream(), data, interest)?;
            self.interest = interest;
        }
        Ok(())
    }
}
