//! What is busy, and until when. Time is reserved on a resource instead of being simulated as
//! an event per flash command.
//!
//! A die does one thing after the other. Shared pipes (link, processors, channels) are
//! accounted for when a command is issued: each grants its capacity exactly once, so no bound
//! of theirs is ever exceeded, while a transfer that becomes possible only later does not
//! block those before it.

use super::geometry::Geometry;
use crate::spec::{PageKinds, SsdSpec};

/// Busy times of everything on the drive, in nanoseconds of its clock.
#[derive(Clone, Debug)]
pub struct Timelines {
    dies: Vec<Die>,
    channel_free: Vec<u64>,
    link_free: u64,
    host_cpu_free: u64,
    flash_cpu_free: u64,
    one_processor: bool,
    /// The latest end of any program.
    last_program_end: u64,
}

/// One die.
#[derive(Clone, Copy, Debug, Default)]
struct Die {
    /// Free from then on.
    free: u64,
    /// The last erase begins (or goes on, after reads that suspended it) then, and ends then.
    /// What is reserved behind it was promised its end before a suspension moves it.
    erase: (u64, u64),
}

impl Die {
    #[inline]
    fn read_array(&mut self, now: u64, costs: &Costs) -> u64 {
        if let Some(suspend) = costs.erase_suspend
            && now < self.erase.1
        {
            let taken = suspend + costs.t_read;
            let ready = self.erase.0.max(now) + taken;
            self.free += taken;
            self.erase = (ready, self.erase.1 + taken);
            return ready;
        }
        self.free = self.free.max(now) + costs.t_read;
        self.free
    }
    #[inline]
    fn transfer_out(
        &mut self,
        channel_free: &mut u64,
        now: u64,
        ready: u64,
        on_channel: u64,
        costs: &Costs,
    ) -> u64 {
        *channel_free = (*channel_free).max(now) + on_channel;
        if !costs.cache_read {
            self.free += on_channel;
        }
        (*channel_free).max(ready + on_channel)
    }
    /// The same for so many units of one place each; returns when the last has arrived.
    #[inline]
    fn units_out(
        &mut self,
        channel_free: &mut u64,
        now: u64,
        ready: u64,
        units: u32,
        costs: &Costs,
    ) -> u64 {
        let before_the_last = u64::from(units - 1) * costs.place_on_channel;
        *channel_free = (*channel_free).max(now) + before_the_last;
        if !costs.cache_read {
            self.free += before_the_last;
        }
        self.transfer_out(channel_free, now, ready, costs.place_on_channel, costs)
    }
    #[inline]
    fn program(
        &mut self,
        channel_free: &mut u64,
        now: u64,
        ready: u64,
        upper: bool,
        costs: &Costs,
    ) -> u64 {
        *channel_free = (*channel_free).max(now) + costs.group_on_channel;
        let arrived = (*channel_free).max(ready + costs.group_on_channel);
        let t_prog = costs.t_prog[usize::from(upper)];
        let busy = if costs.cache_program {
            t_prog
        } else {
            t_prog + costs.group_on_channel
        };
        self.free = self.free.max(now) + busy;
        self.free.max(arrived + t_prog)
    }
}

/// A die and its channel apart from the others: so they stay in the processor's registers.
#[derive(Clone, Copy)]
pub struct Lane {
    die: Die,
    channel_free: u64,
    last_program_end: u64,
}

impl Lane {
    /// Reads a unit's page and programs it elsewhere on the same die; returns when it is there.
    #[inline]
    pub fn move_page(&mut self, now: u64, upper: bool, costs: &Costs) -> u64 {
        let (die, channel_free) = (&mut self.die, &mut self.channel_free);
        let ready = die.read_array(now, costs);
        let ready = die.transfer_out(channel_free, now, ready, costs.place_on_channel, costs);
        let end = die.program(channel_free, now, ready, upper, costs);
        self.last_program_end = self.last_program_end.max(end);
        end.max(ready)
    }
}

/// What single operations cost, in nanoseconds.
#[derive(Clone, Debug)]
pub struct Costs {
    t_read: u64,
    /// Of a lower and of an upper page, on all planes.
    t_prog: [u64; 2],
    /// On all planes.
    t_erase: u64,
    cache_program: bool,
    cache_read: bool,
    erase_suspend: Option<u64>,
    place_on_channel: u64,
    page_on_channel: u64,
    group_on_channel: u64,
    /// Of one page, on average.
    t_prog_page: u64,
    /// A whole unit on the host link.
    pub unit_on_link: u64,
    link_ns_per_mib: u64,
}

impl Costs {
    /// The costs of a checked spec.
    pub fn new(spec: &SsdSpec, geometry: &Geometry) -> Self {
        let unit = u64::from(spec.layout.unit_bytes);
        let place_on_channel = u64::from(spec.place_bytes()) * 1000 / spec.nand.channel_mb_per_s;
        let features = &spec.nand.features;
        let (lower, upper) = match features.pages {
            PageKinds::Alike => (spec.nand.t_prog_ns, spec.nand.t_prog_ns),
            PageKinds::LowerUpper { lower_ns, upper_ns } => (lower_ns, upper_ns),
        };
        // Planes that cannot work at once keep the die busy one after the other.
        let turns = if features.multi_plane {
            1
        } else {
            u64::from(spec.nand.planes)
        };
        // A unit larger than a page lies on several of them.
        let unit_pages = u64::from(spec.layout.unit_bytes.div_ceil(spec.nand.page_bytes));
        Self {
            t_read: spec.nand.t_read_ns * unit_pages.min(turns),
            t_prog: [lower * turns, upper * turns],
            t_erase: spec.nand.t_erase_ns * turns,
            cache_program: spec.nand.cache_program,
            cache_read: features.cache_read,
            erase_suspend: features.erase_suspend_ns,
            place_on_channel,
            page_on_channel: u64::from(spec.nand.page_bytes) * 1000 / spec.nand.channel_mb_per_s,
            t_prog_page: spec.nand.t_prog_ns,
            group_on_channel: place_on_channel * u64::from(geometry.group_units),
            unit_on_link: unit * 1000 / spec.link.mb_per_s,
            link_ns_per_mib: (1 << 20) * 1000 / spec.link.mb_per_s,
        }
    }
    /// Erasing one block of every plane of a die.
    pub fn t_erase(&self) -> u64 {
        self.t_erase
    }
    /// A unit of so many places on its channel.
    #[inline]
    pub fn places_on_channel(&self, places: u32) -> u64 {
        u64::from(places) * self.place_on_channel
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
            dies: vec![Die::default(); spec.nand.dies as usize],
            channel_free: vec![0; spec.nand.channels as usize],
            link_free: 0,
            host_cpu_free: 0,
            flash_cpu_free: 0,
            one_processor: spec.controller.one_processor,
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
        if self.one_processor {
            return self.host_cpu(now, cost);
        }
        self.flash_cpu_free = self.flash_cpu_free.max(now) + cost;
        self.flash_cpu_free
    }
    /// When the flash processor is free.
    #[inline]
    pub fn flash_cpu_free(&self) -> u64 {
        if self.one_processor {
            self.host_cpu_free
        } else {
            self.flash_cpu_free
        }
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

    /// Begins to read a row of a die's array (a page of every plane, where planes work at once);
    /// returns when the registers hold it.
    #[inline]
    pub fn read_array(&mut self, now: u64, die: usize, costs: &Costs) -> u64 {
        self.dies[die].read_array(now, costs)
    }
    /// Moves what takes so long on the channel out of a register that is ready at `ready`; returns
    /// when it has arrived.
    #[inline]
    pub fn transfer_out(
        &mut self,
        now: u64,
        ready: u64,
        die: usize,
        channel: usize,
        on_channel: u64,
        costs: &Costs,
    ) -> u64 {
        let channel_free = &mut self.channel_free[channel];
        self.dies[die].transfer_out(channel_free, now, ready, on_channel, costs)
    }

    /// The same for so many units of one place each, which are in the same register; returns when
    /// the last has arrived.
    #[inline]
    pub fn units_out(
        &mut self,
        now: u64,
        ready: u64,
        die: usize,
        channel: usize,
        units: u32,
        costs: &Costs,
    ) -> u64 {
        let channel_free = &mut self.channel_free[channel];
        self.dies[die].units_out(channel_free, now, ready, units, costs)
    }

    /// Programs a group, issued at `now`, whose data is ready at `ready`; returns when it is on
    /// the NAND. Channel and die are charged from now: while the data is still on its way (a
    /// move waits for its read), they do other work.
    #[inline]
    pub fn program(&mut self, now: u64, ready: u64, place: Place, costs: &Costs) -> u64 {
        let channel_free = &mut self.channel_free[place.channel];
        let end = self.dies[place.die].program(channel_free, now, ready, place.upper, costs);
        self.last_program_end = self.last_program_end.max(end);
        end
    }

    /// A die and its channel, to be worked with for a while.
    #[inline]
    pub fn lane(&self, die: usize, channel: usize) -> Lane {
        Lane {
            die: self.dies[die],
            channel_free: self.channel_free[channel],
            last_program_end: self.last_program_end,
        }
    }
    /// What has become of it.
    #[inline]
    pub fn put_back(&mut self, die: usize, channel: usize, lane: Lane) {
        self.dies[die] = lane.die;
        self.channel_free[channel] = lane.channel_free;
        self.last_program_end = lane.last_program_end;
    }

    /// Reads one page of a map; returns when it has arrived.
    pub fn read_page(&mut self, now: u64, die: usize, channel: usize, costs: &Costs) -> u64 {
        let ready = self.read_array(now, die, costs);
        let channel_free = &mut self.channel_free[channel];
        *channel_free = (*channel_free).max(now) + costs.page_on_channel;
        (*channel_free).max(ready + costs.page_on_channel)
    }

    /// Programs one page of a map, of data that is there.
    pub fn program_page(&mut self, now: u64, die: usize, channel: usize, costs: &Costs) {
        let channel_free = &mut self.channel_free[channel];
        *channel_free = (*channel_free).max(now) + costs.page_on_channel;
        let die_free = &mut self.dies[die].free;
        *die_free = (*die_free).max(*channel_free) + costs.t_prog_page;
    }

    /// Erases a block on every plane of every die in the range; returns when the last is done.
    pub fn erase(&mut self, now: u64, dies: std::ops::Range<usize>, costs: &Costs) -> u64 {
        let mut end = now;
        for die in &mut self.dies[dies] {
            let begin = die.free.max(now);
            die.free = begin + costs.t_erase;
            die.erase = (begin, die.free);
            end = end.max(die.free);
        }
        end
    }
}

/// Where a group is programmed.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// Drive-wide die.
    pub die: usize,
    /// Its channel.
    pub channel: usize,
    /// Whether its pages are upper pages.
    pub upper: bool,
}
