//! A die's time: it does one thing after the other.

use super::costs::Costs;

/// One die.
#[derive(Clone, Copy, Debug)]
pub struct DieTime {
    pub(super) channel: usize,
    /// Free from then on.
    pub(super) free: u64,
    /// The last erase begins (or goes on, after reads that suspended it) then, and ends then.
    /// What is reserved behind it was promised its end before a suspension moves it.
    pub(super) erase: (u64, u64),
    /// Of each kind of page, on all planes.
    t_prog: [u64; PageKind::COUNT],
}

/// What a program time depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PageKind {
    Lower,
    Upper,
    /// Of a block in SLC mode.
    Slc,
}

impl PageKind {
    /// How many there are.
    pub const COUNT: usize = 3;
    /// Of cells in their own mode.
    #[inline]
    pub fn of(is_upper: bool) -> Self {
        if is_upper { Self::Upper } else { Self::Lower }
    }
}

impl DieTime {
    /// Free.
    pub fn new(channel: usize, t_prog: [u64; PageKind::COUNT]) -> Self {
        Self {
            channel,
            free: 0,
            erase: (0, 0),
            t_prog,
        }
    }
    #[inline]
    pub fn read_array(&mut self, now: u64, slc: bool, costs: &Costs) -> u64 {
        let t_read = costs.t_read[usize::from(slc)];
        if let Some(suspend) = costs.erase_suspend
            && now < self.erase.1
        {
            let taken = suspend + t_read;
            let ready = self.erase.0.max(now) + taken;
            self.free += taken;
            self.erase = (ready, self.erase.1 + taken);
            return ready;
        }
        self.free = self.free.max(now) + t_read;
        self.free
    }
    #[inline]
    pub fn transfer_out(
        &mut self,
        channel_free: &mut u64,
        now: u64,
        ready: u64,
        on_channel: u64,
        costs: &Costs,
    ) -> u64 {
        let out = self.hold_channel(channel_free, now, on_channel, costs);
        out.max(ready + on_channel)
    }
    /// The same for several units of one place each; returns when the last has arrived.
    #[inline]
    pub fn units_out(
        &mut self,
        channel_free: &mut u64,
        now: u64,
        ready: u64,
        units: u32,
        costs: &Costs,
    ) -> u64 {
        let on_channel = u64::from(units) * costs.place_on_channel;
        let last_out = self.hold_channel(channel_free, now, on_channel, costs);
        last_out.max(ready + costs.place_on_channel)
    }
    #[inline]
    fn hold_channel(
        &mut self,
        channel_free: &mut u64,
        now: u64,
        on_channel: u64,
        costs: &Costs,
    ) -> u64 {
        *channel_free = (*channel_free).max(now) + on_channel;
        if !costs.cache_read {
            self.free += on_channel;
        }
        *channel_free
    }
    #[inline]
    pub fn program(
        &mut self,
        channel_free: &mut u64,
        now: u64,
        ready: u64,
        kind: PageKind,
        costs: &Costs,
    ) -> u64 {
        *channel_free = (*channel_free).max(now) + costs.group_on_channel;
        let arrived = (*channel_free).max(ready + costs.group_on_channel);
        let t_prog = self.t_prog[kind as usize];
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
    pub(super) die: DieTime,
    pub(super) channel_free: u64,
    pub(super) last_program_end: u64,
}

impl Lane {
    /// Reads pages of a unit each and programs them elsewhere on the same die, upper pages or lower
    /// ones; says when each is there.
    #[inline]
    pub fn copy_pages(&mut self, now: u64, uppers: &[bool], costs: &Costs, ends: &mut [u64]) {
        let mut pages = uppers.iter().zip(ends);
        if costs.erase_suspend.is_some() {
            while now < self.die.erase.1
                && let Some((upper, end)) = pages.next()
            {
                *end = self.copy_page(now, *upper, costs);
            }
        }
        // From here on the die and its channel are busy, and all is the same for every page: what
        // reading, transfers and programs come to, without their branches.
        let out = costs.place_on_channel;
        let busy_out = if costs.cache_read { 0 } else { out };
        let busy_in = if costs.cache_program {
            0
        } else {
            costs.group_on_channel
        };
        let (mut free, mut channel_free) = (self.die.free, self.channel_free);
        let mut last = self.last_program_end;
        for (upper, end) in pages {
            let t_prog = self.die.t_prog[usize::from(*upper)];
            free += costs.t_read[0];
            channel_free += out;
            let ready = channel_free.max(free + out);
            channel_free += costs.group_on_channel;
            let arrived = channel_free.max(ready + costs.group_on_channel);
            free += busy_out + t_prog + busy_in;
            *end = free.max(arrived + t_prog);
            last = last.max(*end);
        }
        (self.die.free, self.channel_free) = (free, channel_free);
        self.last_program_end = last;
    }
    fn copy_page(&mut self, now: u64, upper: bool, costs: &Costs) -> u64 {
        let (die, channel_free) = (&mut self.die, &mut self.channel_free);
        let ready = die.read_array(now, false, costs);
        let ready = die.transfer_out(channel_free, now, ready, costs.place_on_channel, costs);
        let end = die.program(channel_free, now, ready, PageKind::of(upper), costs);
        self.last_program_end = self.last_program_end.max(end);
        end
    }
}
