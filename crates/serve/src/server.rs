//! The event loop: one thread that sleeps until a client sends, a reply is due, or a sync is over.

mod orders;

use crate::connections::{Connections, SLOTS};
use crate::control::Control;
use crate::early::{self, Early};
use crate::error::ServeError;
use crate::lag::Lag;
use crate::nbd::{Errno, Export};
use crate::report::Report;
use crate::served::{Done, Served};
use crate::socket::{Listener, is_out_of_descriptors};
use crate::store::Salvaged;
use crate::syncer::{Syncer, Ticket};
use orders::PendingWear;
use rustix::event::{Timespec, epoll};
use std::io;
use std::num::NonZeroU64;
use std::os::fd::OwnedFd;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::{Duration, Instant};

/// How often it asks whether it is to end.
const ASKS: Duration = Duration::from_millis(250);

const LISTENER: u64 = u64::MAX;
const SYNCER: u64 = u64::MAX - 1;
const CONTROL: u64 = u64::MAX - 2;

/// Serves a drive to all who come.
pub struct Server {
    served: Served,
    export: Arc<Export>,
    sockets: Sockets,
    /// Whether the next client is let in when it comes: not while all slots are taken.
    listens: bool,
    connections: Connections,
    syncer: Option<Syncer>,
    epoll: OwnedFd,
    /// Finished by the drive, while what they wrote is not durable yet.
    unsynced: Vec<(Ticket, Done)>,
    done: Vec<Done>,
    lag: Lag,
    early: Early,
    spin: bool,
    cuts: Arc<AtomicU64>,
    /// Until it is carried out, no commands are taken.
    wear: Option<PendingWear>,
}

/// Where others come to it.
pub struct Sockets {
    pub listener: Listener,
    pub control: Option<Control>,
}

impl Server {
    /// # Errors
    /// The host's.
    pub(crate) fn new(
        served: Served,
        export: Export,
        sockets: Sockets,
        syncer: Option<Syncer>,
        spin: bool,
    ) -> Result<Self, ServeError> {
        let epoll = epoll::create(epoll::CreateFlags::CLOEXEC)?;
        let input = epoll::EventFlags::IN;
        let data = epoll::EventData::new_u64(LISTENER);
        epoll::add(&epoll, &sockets.listener, data, input)?;
        if let Some(control) = &sockets.control {
            epoll::add(&epoll, control, epoll::EventData::new_u64(CONTROL), input)?;
        }
        if let Some(syncer) = &syncer {
            epoll::add(&epoll, syncer, epoll::EventData::new_u64(SYNCER), input)?;
        }
        // The host may wake up a thread 50 us late to save power, unless it says otherwise.
        let _ = rustix::thread::set_current_timer_slack(NonZeroU64::new(1));
        Ok(Self {
            served,
            export: Arc::new(export),
            sockets,
            listens: true,
            connections: Connections::default(),
            syncer,
            epoll,
            unsynced: Vec::new(),
            done: Vec::new(),
            lag: Lag::default(),
            early: Early::default(),
            spin,
            cuts: Arc::default(),
            wear: None,
        })
    }

    /// Length of the drive.
    pub fn bytes(&self) -> u64 {
        self.export.bytes
    }

    /// What the store had lost, if it was to be salvaged.
    pub fn salvaged(&self) -> &[Salvaged] {
        self.served.salvaged()
    }

    /// How often the drive has lost power, for [`Attachment`](crate::attach::Attachment).
    pub fn cuts(&self) -> Arc<AtomicU64> {
        self.cuts.clone()
    }

    /// Where clients find it.
    pub fn uri(&self) -> String {
        match self.sockets.listener.address() {
            Ok(address) => address.uri(),
            Err(error) => error.to_string(),
        }
    }

    /// Ends: the drive finishes what is in flight, and its state is saved.
    ///
    /// # Errors
    /// The drive's, or the host's.
    pub fn close(mut self) -> Result<Report, ServeError> {
        self.connections.clear();
        self.served.close()?;
        Ok(self.report())
    }

    /// Serves until `ends` says so, which is asked several times per second.
    ///
    /// # Errors
    /// The drive or the host fails.
    pub fn run(&mut self, ends: &dyn Fn() -> bool) -> Result<(), ServeError> {
        let mut events = Vec::with_capacity(SLOTS + 3);
        let mut asks_at = Instant::now();
        let mut due = None;
        loop {
            let is_all = match self.wear {
                None => self.connections.take(&mut self.served, due),
                Some(_) => true,
            };
            let now = Instant::now();
            if now >= asks_at {
                if ends() {
                    return Ok(());
                }
                asks_at = now + ASKS;
                self.listen(true)?;
                if let (Some(files), Some(syncer)) = (self.served.take_stock()?, &mut self.syncer) {
                    syncer.replace(files);
                }
            }
            self.served.advance(now, &mut self.done)?;
            let has_aged = self.wear()?;
            self.reply()?;
            self.connections.send(&self.epoll, &mut self.lag)?;
            // After those that are gone have left their slots.
            if events.iter().any(is_of_listener) {
                self.accept()?;
            }
            due = self.served.wakes_at();
            let wakes_at = match is_all && !has_aged {
                true => due,
                false => Some(now),
            };
            self.sleep(wakes_at, asks_at, &mut events)?;
            for event in &events {
                match event.data.u64() {
                    LISTENER => {}
                    SYNCER => self.synced(),
                    CONTROL => self.obey()?,
                    slot => self.connections.receive(slot, event.flags),
                }
            }
        }
    }

    /// Sleeps until an event, or until a reply is due; the last moments before that, it polls.
    fn sleep(
        &mut self,
        due: Option<Instant>,
        at_most: Instant,
        events: &mut Vec<epoll::Event>,
    ) -> Result<(), ServeError> {
        let until = due.map_or(at_most, |due| due.min(at_most));
        let is_due = due == Some(until);
        let early = match (is_due, self.spin) {
            (true, true) => early::MOST,
            (true, false) => self.early.get(),
            (false, _) => Duration::ZERO,
        };
        let wakes = until.checked_sub(early).unwrap_or(until);
        let left = wakes.saturating_duration_since(Instant::now());
        self.wait(left, events)?;
        if !left.is_zero()
            && is_due
            && events.is_empty()
            && let Some(late) = Instant::now().checked_duration_since(wakes)
        {
            let drive = self.served.drive();
            self.lag.woke_up(drive.waiting() + drive.in_flight(), late);
            self.early.woke_up(late);
        }
        while is_due && events.is_empty() && Instant::now() < until {
            self.wait(Duration::ZERO, events)?;
        }
        Ok(())
    }

    fn wait(&self, timeout: Duration, events: &mut Vec<epoll::Event>) -> Result<(), ServeError> {
        let timeout = Timespec {
            tv_sec: timeout.as_secs() as i64,
            tv_nsec: timeout.subsec_nanos().into(),
        };
        events.clear();
        let room = rustix::buffer::spare_capacity(events);
        match epoll::wait(&self.epoll, room, Some(&timeout)) {
            Ok(_) | Err(rustix::io::Errno::INTR) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    fn accept(&mut self) -> Result<(), ServeError> {
        let Some(slot) = self.connections.free_slot() else {
            return self.listen(false);
        };
        match self.sockets.listener.accept() {
            Ok(stream) => {
                let export = self.export.clone();
                let put = self.connections.put(slot, stream, export, &self.epoll);
                Ok(put?)
            }
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => Ok(()),
            // The host has no descriptors left for now.
            Err(error) if is_out_of_descriptors(&error) => {
                match self.connections.disconnect_silent() {
                    Some(_) => Ok(()),
                    None => self.listen(false),
                }
            }
            // It is gone again.
            Err(_) => self.listen(false),
        }
    }

    fn listen(&mut self, listens: bool) -> Result<(), ServeError> {
        if listens != self.listens {
            let mut interest = epoll::EventFlags::empty();
            interest.set(epoll::EventFlags::IN, listens);
            let data = epoll::EventData::new_u64(LISTENER);
            epoll::modify(&self.epoll, &self.sockets.listener, data, interest)?;
            self.listens = listens;
        }
        Ok(())
    }

    /// Replies to all that is done, once it is durable where that was asked for.
    fn reply(&mut self) -> Result<(), ServeError> {
        for done in self.done.drain(..) {
            match &mut self.syncer {
                Some(syncer) if done.is_to_be_durable() => {
                    self.served.end_frame()?;
                    self.unsynced.push((syncer.ask(), done));
                }
                _ => self.connections.reply(&done, true, &self.served),
            }
        }
        Ok(())
    }

    fn synced(&mut self) {
        let taken = self.syncer.as_mut().and_then(Syncer::take);
        let Some((ticket, result)) = taken else {
            return;
        };
        for (_, mut done) in self.unsynced.extract_if(.., |(of, _)| *of <= ticket) {
            if result.is_err() {
                done.result = Err(Errno::Io);
            }
            // The host's disk is no part of how punctual the server is.
            self.connections.reply(&done, false, &self.served);
        }
    }
}

fn is_of_listener(event: &epoll::Event) -> bool {
    event.data.u64() == LISTENER
}
