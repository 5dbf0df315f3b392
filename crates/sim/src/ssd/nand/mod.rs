//! The NAND: dies and the channels to them, and until when each is busy. Time is reserved on
//! them instead of being simulated as an event per flash command.
//!
//! A die does one thing after the other. A channel is accounted for when a command is issued:
//! it grants its capacity exactly once, so no bound of it is ever exceeded, while a transfer
//! that becomes possible only later does not block those before it.

mod costs;
mod die;
pub mod energy;
mod erase;
mod geometry;
mod spread;

use super::id::{Die, Pool};
use crate::spec::SsdSpec;
pub use costs::Costs;
use die::DieTime;
pub use die::{Lane, PageKind, Programming, Reading};
pub use geometry::Geometry;
use serde::{Deserialize, Serialize};

/// Dies and channels.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Nand {
    /// What lies where.
    pub geometry: Geometry,
    /// What takes how long.
    pub costs: Costs,
    dies: Vec<DieTime>,
    channel_free: Vec<u64>,
    /// The latest end of any program.
    last_program_end: u64,
}

impl Nand {
    /// Everything is free.
    pub fn new(spec: &SsdSpec) -> Self {
        let geometry = Geometry::new(spec);
        let costs = Costs::new(spec, &geometry);
        let spread = spec.nand.features.t_prog_spread_per_mille;
        let dies = (0..spec.nand.dies).zip(spread::factors_per_million(spread));
        let dies = dies.map(|(die, factor)| {
            let t_prog = costs.t_prog.map(|mean| mean * factor / spread::MEAN);
            DieTime::new((die % spec.nand.channels) as usize, t_prog)
        });
        Self {
            dies: dies.collect(),
            costs,
            geometry,
            channel_free: vec![0; spec.nand.channels as usize],
            last_program_end: 0,
        }
    }

    /// Whether another has the same size.
    pub fn is_like(&self, other: &Self) -> bool {
        self.geometry == other.geometry
            && self.dies.len() == other.dies.len()
            && self.channel_free.len() == other.channel_free.len()
    }
    /// When everything programmed so far is on the NAND.
    pub fn last_program_end(&self) -> u64 {
        self.last_program_end
    }

    /// Begins to read a row of a die's array (a page of every plane, where planes work at once);
    /// returns when the registers hold it.
    #[inline]
    pub fn read_array(&mut self, now: u64, die: Die, read: Reading) -> u64 {
        self.dies[die.index()].read_array(now, read, &self.costs)
    }
    /// Moves what takes so long on the channel out of a register that is ready at `ready`; returns
    /// when it has arrived.
    #[inline]
    pub fn transfer_out(&mut self, now: u64, ready: u64, die: Die, on_channel: u64) -> u64 {
        let die = &mut self.dies[die.index()];
        let channel_free = &mut self.channel_free[die.channel];
        die.transfer_out(channel_free, now, ready, on_channel, &self.costs)
    }
    /// Reads units of one place each out of one row of a die, which the registers hold already if
    /// it is said since when; returns when they hold it, and when the last unit has arrived.
    #[inline]
    pub fn read_units(
        &mut self,
        now: u64,
        die: Die,
        units: u32,
        (read, in_register): (Reading, Option<u64>),
    ) -> (u64, u64) {
        let die = &mut self.dies[die.index()];
        let channel_free = &mut self.channel_free[die.channel];
        let ready = in_register.unwrap_or_else(|| die.read_array(now, read, &self.costs));
        let arrived = die.units_out(channel_free, now, ready, units, &self.costs);
        (ready, arrived)
    }
    /// Programs a group, issued at `now`, whose data is ready at `ready`; returns when it is on
    /// the NAND. Channel and die are charged from now: while the data is still on its way (a
    /// move waits for its read), they do other work.
    #[inline]
    pub fn program(&mut self, now: u64, ready: u64, die: Die, program: Programming) -> u64 {
        let die = &mut self.dies[die.index()];
        let channel_free = &mut self.channel_free[die.channel];
        let end = die.program(channel_free, now, ready, program, &self.costs);
        self.last_program_end = self.last_program_end.max(end);
        end
    }

    /// A die and its channel, to be worked with for a while, from now on.
    #[inline]
    pub fn lane(&self, die: Die, now: u64) -> Lane {
        let mut time = self.dies[die.index()];
        // Whatever comes first would do that.
        time.free = time.free.max(now);
        Lane {
            die: time,
            channel_free: self.channel_free[time.channel].max(now),
            last_program_end: self.last_program_end,
        }
    }
    /// What has become of it.
    #[inline]
    pub fn put_back(&mut self, die: Die, lane: Lane) {
        self.dies[die.index()] = lane.die;
        self.channel_free[lane.die.channel] = lane.channel_free;
        self.last_program_end = lane.last_program_end;
    }

    /// Reads one page of the L2P map; returns when it has arrived.
    pub fn read_map_page(&mut self, now: u64, die: Die) -> u64 {
        let ready = self.read_array(
            now,
            die,
            Reading {
                urgent: true,
                ..Reading::default()
            },
        );
        let on_channel = self.costs.page_on_channel;
        let channel_free = &mut self.channel_free[self.dies[die.index()].channel];
        *channel_free = (*channel_free).max(now) + on_channel;
        (*channel_free).max(ready + on_channel)
    }
    /// Programs one page of the L2P map, of data that is there.
    pub fn program_map_page(&mut self, now: u64, die: Die) {
        let die = &mut self.dies[die.index()];
        let channel_free = &mut self.channel_free[die.channel];
        *channel_free = (*channel_free).max(now) + self.costs.page_on_channel;
        die.free = die.free.max(*channel_free) + self.costs.t_prog_page;
    }

    /// Erases a block of every plane of a die; returns its end.
    pub fn erase(&mut self, now: u64, die: Die) -> u64 {
        self.dies[die.index()].erase(now, &self.costs)
    }
    /// Erases a superblock of a pool: a block of every plane of its dies.
    pub fn erase_superblock(&mut self, now: u64, pool: Pool) {
        let first = self.geometry.first_die_of(pool).0;
        for die in first..first + self.geometry.dies_per_pool() {
            self.erase(now, Die(die));
        }
    }
    /// Erases a superblock of a pool, some dies in each turn, from an instant on or when its dies
    /// are free; returns the end. Firmware waits: no die does anything else before then.
    pub fn erase_in_turns(&mut self, from: u64, pool: Pool, turns: u32) -> u64 {
        let first = self.geometry.first_die_of(pool).index();
        let dies = &mut self.dies[first..first + self.geometry.dies_per_pool() as usize];
        let free = dies.iter().map(|die| die.free);
        let begin = free.fold(from, u64::max);
        let end = begin + u64::from(turns) * self.costs.t_erase();
        dies.iter_mut().for_each(|die| {
            die.free = end;
            die.writes_until = end;
        });
        end
    }
}
