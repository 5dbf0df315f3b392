//! The flash translation layer: where host data goes, and the background work that makes room
//! for it. Page mapping collects garbage; hybrid and block mapping merge logs. The event loop and
//! the host side do not know which.

mod block;
mod hybrid;
mod logs;
mod merge;
mod page;

use super::backend::{Backend, Frontier};
use super::id::{Lpn, Lpns, Pool};
use crate::spec::{MappingSpec, SsdSpec};
use crate::station::NEVER;
use logs::Logs;
pub use page::Page;
use serde::{Deserialize, Serialize};

/// Why a write cannot go on. (A tag and a number, which fit two registers: it is handed up with
/// every write that waits.)
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Hindrance {
    /// Every slot of the write buffer is in use; one frees at a known time.
    Buffer,
    /// The pool has no room for host data until background work has gone on.
    Space(Pool),
    /// The same for hot data, where it is kept apart.
    SpaceForHot(Pool),
}

impl Hindrance {
    /// The pool that has no room.
    #[inline]
    pub fn pool(self) -> Option<Pool> {
        match self {
            Self::Buffer => None,
            Self::Space(pool) | Self::SpaceForHot(pool) => Some(pool),
        }
    }
}

/// What else may happen at the instant of a step of background work.
#[derive(Clone, Copy, Debug)]
pub struct Meanwhile {
    /// A completion is to be delivered.
    pub completes: bool,
    /// A host write waits for room in this pool.
    pub waits_for: Option<Pool>,
}

/// Where host data goes next.
#[derive(Clone, Copy, Debug)]
pub struct HostPlace {
    pub pool: Pool,
    pub frontier: Frontier,
    /// Places that the open group still takes.
    pub room: u32,
    /// Whether it is for hot data.
    pub hot: bool,
}

/// A copy of what changes.
#[derive(Serialize, Deserialize)]
pub enum Saved {
    Page(Box<page::Saved>),
    Logs(Logs),
}

/// A mapping scheme.
pub enum Ftl {
    Page(Box<Page>),
    Hybrid(Logs),
    Block(Logs),
}

impl Ftl {
    /// Of a new drive.
    pub fn new(spec: &SsdSpec, backend: &Backend) -> Self {
        match spec.layout.mapping {
            MappingSpec::Page => Self::Page(Box::new(Page::new(spec, backend))),
            MappingSpec::Hybrid { log_superblocks } => {
                Self::Hybrid(Logs::new(spec, backend, log_superblocks as usize))
            }
            MappingSpec::Block => Self::Block(Logs::new(spec, backend, 0)),
        }
    }

    /// Where a page that the host writes goes; or what it has to wait for.
    #[inline(always)]
    pub fn next_place(
        &mut self,
        backend: &mut Backend,
        lpn: Lpn,
        sequential: bool,
        now: u64,
    ) -> Result<HostPlace, Hindrance> {
        match self {
            Self::Page(page) => page.next_place(backend, lpn, sequential, now),
            Self::Hybrid(logs) => logs.next_place(backend, lpn, hybrid::log_for, now),
            Self::Block(logs) => logs.next_place(backend, lpn, block::log_for, now),
        }
    }
    /// The same for a page that is stored in `slots` slots.
    pub fn next_place_of(
        &mut self,
        backend: &mut Backend,
        (lpn, slots): (Lpn, u32),
        sequential: bool,
        now: u64,
    ) -> Result<HostPlace, Hindrance> {
        if let Self::Page(page) = self {
            page.make_fit(backend, lpn, slots, now);
        }
        self.next_place(backend, lpn, sequential, now)
    }
    /// Places of a group are taken. If it is full now, it is the next pool's turn.
    #[inline]
    pub fn taken(&mut self, place: HostPlace, places: u32) {
        if let Self::Page(page) = self
            && places == place.room
        {
            page.next_turn(place.pool, place.hot);
        }
    }
    /// Begins to fetch what changes with the host's next groups but some.
    #[inline]
    pub fn prefetch_turn(&self, backend: &Backend, place: HostPlace) {
        if let Self::Page(page) = self {
            page.prefetch_turn(backend, place);
        }
    }
    /// How many of the pages from the first on can go to a place together.
    pub fn alike(&self, place: HostPlace, lpns: Lpns) -> u32 {
        match self {
            Self::Page(page) => page.alike(place, lpns),
            Self::Hybrid(_) | Self::Block(_) => lpns.len(),
        }
    }
    /// The host has written pages.
    #[inline]
    pub fn written(&mut self, lpns: Lpns) {
        if let Self::Page(page) = self {
            page.gc.written(lpns);
        }
    }

    /// A host write waits for room in a pool, for hot data or other: background work begins, if it
    /// has not.
    pub fn want(&mut self, backend: &Backend, pool: Pool, hot: bool) {
        match self {
            Self::Page(page) => page.gc.want(backend, pool, hot),
            Self::Hybrid(logs) | Self::Block(logs) => logs.want(backend, pool),
        }
    }
    /// Whether no host write waits for room in a pool any more.
    #[inline]
    pub fn has_room(&self, pool: Pool) -> bool {
        match self {
            Self::Page(page) => page.gc.has_room(pool),
            Self::Hybrid(logs) | Self::Block(logs) => logs.has_room(pool),
        }
    }
    /// The next step of background work: when, which may have passed, and of which pool.
    #[inline]
    pub fn next_step(&self) -> Option<(u64, Pool)> {
        match self {
            Self::Page(page) => page.gc.next_step(),
            Self::Hybrid(logs) | Self::Block(logs) => logs.next_step(),
        }
    }
    /// Takes a pool's next step, now; says whether any can follow.
    pub fn step(
        &mut self,
        backend: &mut Backend,
        pool: Pool,
        now: u64,
        meanwhile: &Meanwhile,
    ) -> bool {
        match self {
            Self::Page(page) => {
                page.gc.step(backend, pool, now, meanwhile);
                !page.gc.is_stuck(backend, pool)
            }
            Self::Hybrid(logs) | Self::Block(logs) => {
                logs.step(backend, pool, now);
                !logs.is_exhausted()
            }
        }
    }

    /// Why what the buffer holds cannot be padded and programmed now.
    pub fn flush_hindrance(&self, backend: &Backend) -> Option<Hindrance> {
        match self {
            Self::Page(page) => page.flush_hindrance(backend),
            Self::Hybrid(logs) | Self::Block(logs) => logs.flush_hindrance(),
        }
    }
    /// Programs what the open groups hold of the host's data, padded, where that hinders nothing.
    pub fn flush(&mut self, backend: &mut Backend, now: u64) {
        match self {
            Self::Page(page) => page.flush(backend, now),
            Self::Hybrid(logs) | Self::Block(logs) => logs.flush(backend, now),
        }
    }

    /// Background work stops, wherever it is, until it is needed again.
    pub fn stop(&mut self) {
        match self {
            Self::Page(page) => page.gc.stop(),
            Self::Hybrid(logs) | Self::Block(logs) => logs.stop(),
        }
    }

    /// When idle garbage collection begins, if this pause lasts long enough; or [`NEVER`].
    #[inline]
    pub fn idle_begin(&self, now: u64) -> u64 {
        match self {
            Self::Page(page) => page.gc.idle_begin(now),
            Self::Hybrid(_) | Self::Block(_) => NEVER,
        }
    }
    /// The pause has lasted long enough.
    pub fn begin_idle(&mut self, backend: &mut Backend) {
        if let Self::Page(page) = self {
            page.gc.begin_idle(backend);
        }
    }
    /// The last command in flight has finished, now.
    #[inline]
    pub fn pause_begins(&mut self, now: u64) {
        if let Self::Page(page) = self {
            page.gc.pause_begins(now);
        }
    }
    /// A command has come.
    #[inline]
    pub fn pause_ends(&mut self, backend: &mut Backend) {
        if let Self::Page(page) = self {
            page.gc.end_pause(backend);
        }
    }
    /// Gives back superblocks that TRIM left without data, erased; firmware waits for it. Block
    /// and hybrid mapping keep them: they belong to logical blocks.
    pub fn erase_empty(&mut self, backend: &mut Backend, now: u64) {
        if let Self::Page(page) = self {
            page.gc.erase_empty(backend, now);
        }
    }

    /// A copy to return to.
    pub fn save(&self) -> Saved {
        match self {
            Self::Page(page) => Saved::Page(Box::new(page.save())),
            Self::Hybrid(logs) | Self::Block(logs) => Saved::Logs(logs.clone()),
        }
    }
    /// Returns to a copy that [fits](Self::fits).
    pub fn restore(&mut self, saved: &Saved) {
        match (self, saved) {
            (Self::Page(page), Saved::Page(saved)) => page.restore(saved),
            (Self::Hybrid(logs) | Self::Block(logs), Saved::Logs(saved)) => logs.clone_from(saved),
            (Self::Page(_), Saved::Logs(_)) | (_, Saved::Page(_)) => {}
        }
    }
    /// Whether a copy is of such a mapping scheme with as many pools.
    pub fn fits(&self, saved: &Saved) -> bool {
        match (self, saved) {
            (Self::Page(page), Saved::Page(saved)) => page.fits(saved),
            (Self::Hybrid(logs) | Self::Block(logs), Saved::Logs(saved)) => logs.fits(saved),
            (Self::Page(_), Saved::Logs(_)) | (_, Saved::Page(_)) => false,
        }
    }
}
