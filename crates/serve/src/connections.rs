//! All connections, each in a slot.

use crate::client::Client;
use crate::lag::Lag;
use crate::nbd::{CommandKind, Export};
use crate::served::{Done, Owner, Served};
use crate::socket::Stream;
use rustix::event::epoll;
use std::os::fd::OwnedFd;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Connections at once.
pub const SLOTS: usize = 256;
/// If all slots are taken, a client that sends no command for longer loses its slot.
const PATIENCE: Duration = Duration::from_secs(1);
/// Commands of a client that are taken before the next client's.
const COMMANDS_OF_A_TURN: usize = 64;
/// Commands that a reply waits for once it is due.
const COMMANDS_BEFORE_A_REPLY: usize = 4;

#[derive(Default)]
pub struct Connections {
    slots: Vec<Option<Connection>>,
    /// Connections so far.
    number: u64,
}

struct Connection {
    number: u64,
    client: Client,
    interest: epoll::EventFlags,
    /// Of replies that are not sent yet: when they were due, and at which queue depth.
    replies: Vec<(Instant, usize)>,
}

impl Connections {
    /// A slot for one more; none: all are taken.
    pub fn free_slot(&mut self) -> Option<usize> {
        if let Some(slot) = self.slots.iter().position(Option::is_none) {
            return Some(slot);
        }
        if self.slots.len() < SLOTS {
            self.slots.push(None);
            return Some(self.slots.len() - 1);
        }
        self.disconnect_silent()
    }

    /// Disconnects the first client that has sent no command in its time, and returns its slot.
    pub fn disconnect_silent(&mut self) -> Option<usize> {
        let slots = self.slots.iter().enumerate();
        let clients = slots.filter_map(|(slot, place)| Some((slot, &place.as_ref()?.client)));
        let silent = clients.filter(|(_, client)| client.is_silent(PATIENCE));
        let (slot, _) = silent.min_by_key(|(_, client)| client.since())?;
        self.slots[slot] = None;
        Some(slot)
    }

    /// Puts a new one into a free slot.
    ///
    /// # Errors
    /// The host's.
    pub fn put(
        &mut self,
        slot: usize,
        stream: Stream,
        export: Arc<Export>,
        epoll: &OwnedFd,
    ) -> rustix::io::Result<()> {
        let client = Client::new(stream, export);
        let interest = epoll::EventFlags::IN;
        let data = epoll::EventData::new_u64(slot as u64);
        epoll::add(epoll, client.stream(), data, interest)?;
        self.number += 1;
        self.slots[slot] = Some(Connection {
            number: self.number,
            client,
            interest,
            replies: Vec::new(),
        });
        Ok(())
    }

    /// Receives what has come to a slot.
    pub fn receive(&mut self, slot: u64, flags: epoll::EventFlags) {
        let connection = self.slots.get_mut(slot as usize);
        if let Some(connection) = connection.and_then(Option::as_mut)
            && flags != epoll::EventFlags::OUT
        {
            connection.client.receive();
        }
    }

    /// Takes the commands that have come. False: a client has sent more than is taken at once, or
    /// than is taken before a reply that is `due`.
    pub fn take(&mut self, served: &mut Served, due: Option<Instant>) -> bool {
        let mut is_all = true;
        for (slot, connection) in self.slots.iter_mut().enumerate() {
            if let Some(connection) = connection {
                is_all &= connection.take(slot, served, due);
            }
        }
        is_all
    }

    /// Puts the reply to a command into its client's output. `is_timed`: nothing but the drive
    /// decided when it is due.
    pub fn reply(&mut self, done: &Done, is_timed: bool, served: &Served) {
        let Owner { slot, number } = done.owner;
        let connection = self.slots.get_mut(slot).and_then(Option::as_mut);
        // The client may be gone.
        let Some(connection) = connection.filter(|connection| connection.number == number) else {
            return;
        };
        if is_timed {
            connection.replies.push((done.finished, done.depth));
        }
        let client = &mut connection.client;
        match done.result {
            Ok(()) => client.done(&done.command, served.contents()),
            Err(errno) => {
                client.ended(&done.command);
                client.failed(&done.command, errno);
            }
        }
    }

    /// Sends every client what is ready, and lets go those that are over.
    ///
    /// # Errors
    /// The host's.
    pub fn send(&mut self, epoll: &OwnedFd, lag: &mut Lag) -> rustix::io::Result<()> {
        for (slot, place) in self.slots.iter_mut().enumerate() {
            let Some(connection) = place else {
                continue;
            };
            connection.send(lag);
            if connection.client.is_over() {
                *place = None;
                continue;
            }
            connection.set_interest(epoll, slot)?;
        }
        Ok(())
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.slots.iter().flatten().count()
    }

    /// Disconnects all.
    pub fn clear(&mut self) {
        self.slots.clear();
    }
}

impl Connection {
    fn take(&mut self, slot: usize, served: &mut Served, due: Option<Instant>) -> bool {
        let owner = Owner {
            slot,
            number: self.number,
        };
        let client = &mut self.client;
        for taken in 0..COMMANDS_OF_A_TURN {
            if taken > 0
                && taken.is_multiple_of(COMMANDS_BEFORE_A_REPLY)
                && due.is_some_and(|due| Instant::now() >= due)
            {
                return false;
            }
            let Some((command, place)) = client.next_command() else {
                return true;
            };
            if let CommandKind::BlockStatus { .. } = command.kind {
                let extents = served.contents().extents(&command);
                client.status(&command, &extents);
                continue;
            }
            match served.take(owner, command, client.data(place)) {
                Ok(()) => client.begun(&command),
                Err(errno) => client.failed(&command, errno),
            }
        }
        false
    }

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

    fn set_interest(&mut self, epoll: &OwnedFd, slot: usize) -> rustix::io::Result<()> {
        let mut interest = epoll::EventFlags::empty();
        interest.set(epoll::EventFlags::IN, self.client.is_heard());
        interest.set(epoll::EventFlags::OUT, self.client.has_output());
        // That it is gone is reported again and again, whether or not it is of interest.
        interest.set(epoll::EventFlags::ET, interest.is_empty());
        if interest != self.interest {
            let data = epoll::EventData::new_u64(slot as u64);
            epoll::modify(epoll, self.client.stream(), data, interest)?;
            self.interest = interest;
        }
        Ok(())
    }
}
