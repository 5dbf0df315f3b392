//! Makes bytes durable on a thread of its own: a sync of the host takes milliseconds, and other
//! clients' replies are due meanwhile.

use crate::bell::Bell;
use std::fs::File;
use std::io;
use std::os::fd::{AsFd, BorrowedFd};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;

/// Number of a sync that was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Ticket(u64);

enum Order {
    Sync(Ticket),
    Files(Vec<File>),
}

/// Syncs files whenever it is asked; once for all that ask meanwhile.
pub struct Syncer {
    asked: Ticket,
    orders: Option<Sender<Order>>,
    results: Receiver<(Ticket, io::Result<()>)>,
    bell: Bell,
    thread: Option<JoinHandle<()>>,
}

impl Syncer {
    /// # Errors
    /// The host gives it no thread.
    pub fn of(files: Vec<File>) -> io::Result<Self> {
        let bell = Bell::new()?;
        let (orders, orders_of_thread) = channel();
        let (results_of_thread, results) = channel();
        let bell_of_thread = bell.try_clone()?;
        let thread = std::thread::Builder::new()
            .name("sync".into())
            .spawn(move || {
                sync(
                    files,
                    &orders_of_thread,
                    &results_of_thread,
                    &bell_of_thread,
                )
            })?;
        Ok(Self {
            asked: Ticket(0),
            orders: Some(orders),
            results,
            bell,
            thread: Some(thread),
        })
    }

    /// Makes durable what has been written by now.
    pub fn ask(&mut self) -> Ticket {
        self.asked.0 += 1;
        self.send(Order::Sync(self.asked));
        self.asked
    }

    /// From now on other files are synced.
    pub fn replace(&self, files: Vec<File>) {
        self.send(Order::Files(files));
    }

    fn send(&self, order: Order) {
        if let Some(orders) = &self.orders {
            // The thread ends with this value only.
            let _ = orders.send(order);
        }
    }

    /// The last of the asked ones that are done, if more are since the last time.
    pub fn take(&mut self) -> Option<(Ticket, io::Result<()>)> {
        self.bell.hear();
        let all = self.results.try_iter();
        all.reduce(|(_, before), (ticket, result)| (ticket, before.and(result)))
    }
}

/// Readable when there is something to take.
impl AsFd for Syncer {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.bell.as_fd()
    }
}

impl Drop for Syncer {
    fn drop(&mut self) {
        self.orders = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn sync(
    mut files: Vec<File>,
    orders: &Receiver<Order>,
    results: &Sender<(Ticket, io::Result<()>)>,
    bell: &Bell,
) {
    while let Ok(first) = orders.recv() {
        let mut last = None;
        for order in std::iter::once(first).chain(orders.try_iter()) {
            match order {
                Order::Sync(ticket) => last = Some(ticket),
                // What was asked for before is in the state that replaced the old log.
                Order::Files(others) => files = others,
            }
        }
        let Some(last) = last else {
            continue;
        };
        let result = files.iter().try_for_each(File::sync_data);
        if results.send((last, result)).is_err() {
            return;
        }
        bell.ring();
    }
}
