//! What is busy, and until when. Time is reserved on a resource instead of being simulated as
//! an event per flash command.
//!
//! A die does one thing after the other. Shared pipes (link, processors, channels) are
//! accounted for when a command is issued: each grants its capacity exactly once, so no bound
//! of theirs is ever exceeded, while a transfer that becomes possible only later does not
//! block those before it.

use super::geometry::Geometry;
use crate::spec::SsdSpec;

/// Busy times of everything on the drive, in nanoseconds of its clock.
#[derive(Clone, Debug)]
pub struct Timelines {
    die_free: Vec<u64>,
    channel_free: Vec<u64>,
    link_free: u64,
    host_cpu_free: u64,
    flash_cpu_free: u64,
    /// The latest end of any program.
    last_program_end: u64,
}

/// What single operations cost, in nanoseconds.
#[derive(Clone, Debug)]
pub struct Costs {
    t_read: u64,
    t_prog: u64,
    t_erase: u64,
    cache_program: bool,
    unit_on_channel: u64,
    group_on_channel: u64,
    /// A whole unit on the host link.
    pub unit_on_link: u64,
    link_ns_per_mib: u64,
}

impl Costs {
    /// The costs of a checked spec.
    pub fn new(spec: &SsdSpec, geometry: &Geometry) -> Self {
        let unit = u64::from(spec.layout.unit_bytes);
        let unit_on_channel = unit * 1000 / spec.nand.channel_mb_per_s;
        Self {
            t_read: spec.nand.t_read_ns,
            t_prog: spec.nand.t_prog_ns,
            t_erase: spec.nand.t_erase_ns,
            cache_program: spec.nand.cache_program,
            unit_on_channel,
            group_on_channel: unit_on_channel * u64::from(geometry.group_units),
            unit_on_link: unit * 1000 / spec.link.mb_per_s,
            link_ns_per_mib: (1 << 20) * 1000 / spec.link.mb_per_s,
        }
    }
    /// Any number of bytes on the link.
    #[inline]
    pub fn on_link(&self, bytes: u64) -> u64 {
        (bytes * self.link_ns_per_mib) >> 20
    }
}

impl Timelines {
    /// Everything is free.
    pub fn new(spec: &SsdSpec) -> Self {
        Self {
            die_free: vec![0; spec.nand.dies as usize],
            channel_free: vec![0; spec.nand.channels as usize],
            link_free: 0,
            host_cpu_free: 0,
            flash_cpu_free: 0,
            last_program_end: 0,
        }
    }

    /// Host processor time from `now`; returns its end.
    #[inline]
    pub fn host_cpu(&mut self, now: u64, cost: u64) -> u64 {
        self.host_cpu_free = self.host_cpu_free.max(now) + cost;
        self.host_cpu_free
    }
    /// Flash processor time from `now`; returns its end.
    #[inline]
    pub fn flash_cpu(&mut self, now: u64, cost: u64) -> u64 {
        self.flash_cpu_free = self.flash_cpu_free.max(now) + cost;
        self.flash_cpu_free
    }
    /// When the flash processor is free.
    #[inline]
    pub fn flash_cpu_free(&self) -> u64 {
        self.flash_cpu_free
    }
    /// Link time from `now`; returns its end.
    #[inline]
    pub fn link(&mut self, now: u64, cost: u64) -> u64 {
        self.link_free = self.link_free.max(now) + cost;
        self.link_free
    }
    /// When everything programmed so far is on the NAND.
    pub fn last_program_end(&self) -> u64 {
        self.last_program_end
    }

    /// Begins to read a page of every plane of a die; returns when the registers hold it.
    #[inline]
    pub fn read_array(&mut self, now: u64, die: usize, costs: &Costs) -> u64 {
        let free = &mut self.die_free[die];
        *free = (*free).max(now) + costs.t_read;
        *free
    }
    /// Moves one unit out of a register that is ready at `ready`; returns when it has arrived.
    #[inline]
    pub fn transfer_out(&mut self, now: u64, ready: u64, channel: usize, costs: &Costs) -> u64 {
        let free = &mut self.channel_free[channel];
        *free = (*free).max(now) + costs.unit_on_channel;
        (*free).max(ready + costs.unit_on_channel)
    }

    /// Programs a group, issued at `now`, whose data is ready at `ready`; returns when it is on
    /// the NAND. Channel and die are charged from now: while the data is still on its way (a
    /// move waits for its read), they do other work.
    #[inline]
    pub fn program(
        &mut self,
        now: u64,
        ready: u64,
        die: usize,
        channel: usize,
        costs: &Costs,
    ) -> u64 {
        let channel_free = &mut self.channel_free[channel];
        *channel_free = (*channel_free).max(now) + costs.group_on_channel;
        let arrived = (*channel_free).max(ready + costs.group_on_channel);
        let die_free = &mut self.die_free[die];
        let busy = if costs.cache_program {
            costs.t_prog
        } else {
            costs.t_prog + costs.group_on_channel
        };
        *die_free = (*die_free).max(now) + busy;
        let end = (*die_free).max(arrived + costs.t_prog);
        self.last_program_end = self.last_program_end.max(end);
        end
    }

    /// Erases a block on every plane of every die in the range; returns when the last is done.
    pub fn erase(&mut self, now: u64, dies: std::ops::Range<usize>, costs: &Costs) -> u64 {
        let mut end = now;
        for free in &mut self.die_free[dies] {
            *free = (*free).max(now) + costs.t_erase;
            end = end.max(*free);
        }
        end
    }
}
