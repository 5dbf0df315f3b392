//! A die's time: it does one thing after the other.

use super::costs::Costs;
use super::erase::Erase;
use serde::{Deserialize, Serialize};

/// One die.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct DieTime {
    pub(super) channel: usize,
    /// Free from then on.
    pub(super) free: u64,
    /// The last erase. What is reserved behind it was promised its end before a suspension moves
    /// it.
    erase: Erase,
    /// Programs and erases keep it busy until then, if nothing suspends them.
    pub(super) writes_until: u64,
    /// Reads that suspend them, or that have planes of their own, until then: of each plane.
    reads_until: [u64; PLANES],
    /// Copies keep it busy until then, where they take turns with the host's programs.
    copies_until: u64,
    /// What the host's last program takes.
    host_takes: u64,
    /// Of each kind of page, on all planes.
    t_prog: [u64; PageKind::COUNT],
}

/// Planes that read on their own at most: what lies on more of them shares.
const PLANES: usize = 4;

/// A read of an array.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    /// Of a block in SLC mode.
    pub slc: bool,
    /// The plane that reads on its own; `None`: all planes read at once.
    pub plane: Option<u32>,
    /// Whether it suspends programs and erases, if the die can.
    pub urgent: bool,
    /// How often it is read again with other reference voltages, until errors can be corrected.
    pub retries: u32,
}

impl Reading {
    /// How often the array is read.
    #[inline]
    pub fn times(self) -> u64 {
        u64::from(self.retries) + 1
    }
}

/// What a program time depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PageKind {
    Lower,
    Upper,
    /// Of a block in SLC mode.
    Slc,
}

/// A program of a page of every plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Programming {
    pub kind: PageKind,
    /// Whether it is a copy's, and not of what the host writes.
    pub is_copy: bool,
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
            erase: Erase::default(),
            writes_until: 0,
            reads_until: [0; PLANES],
            copies_until: 0,
            host_takes: 0,
            t_prog,
        }
    }
    #[inline]
    pub fn read_array(&mut self, now: u64, read: Reading, costs: &Costs) -> u64 {
        let t_read = costs.t_read(read);
        if costs.takes_turns && !read.urgent {
            return self.copy_turn(now, t_read);
        }
        if costs.program_suspend.is_some() || read.plane.is_some() {
            return self.read_apart(now, read, costs);
        }
        if let Some(suspend) = costs.erase_suspend
            && let Some((ready, takes)) = self.erase.read(now, t_read, suspend, costs.erase_turn)
        {
            self.free += takes;
            return ready;
        }
        self.free = self.free.max(now) + t_read;
        self.free
    }
    /// A copy's read or program that takes so long: it waits for the copies before it, for one
    /// program of the host and for an erase that has begun, and no longer. What else is reserved
    /// goes on later; it was promised its end before.
    fn copy_turn(&mut self, now: u64, takes: u64) -> u64 {
        let turn = self.copies_until.max(now);
        let begin = if turn < self.erase.runs_from {
            self.erase.delay(takes);
            turn
        } else {
            turn.max(self.erase.end)
        };
        let host = self.free.saturating_sub(begin).min(self.host_takes);
        self.copies_until = begin + host + takes;
        self.free = self.free.max(begin) + takes;
        self.writes_until = self.free;
        self.copies_until
    }
    /// A read that need not wait for what was reserved before it: it may suspend programs and
    /// erases, or other planes are reading.
    fn read_apart(&mut self, now: u64, read: Reading, costs: &Costs) -> u64 {
        let t_read = costs.t_read(read);
        let last_read = self.reads_until.iter().copied().max().unwrap_or(0);
        let plane = read.plane.map(|plane| plane as usize % PLANES);
        let reads_until = plane.map_or(last_read, |plane| self.reads_until[plane]);
        let suspend = costs.program_suspend.filter(|_| read.urgent);
        let begin = match suspend {
            // One suspension serves all reads that follow each other.
            Some(suspend) if now < self.writes_until && now >= last_read => now + suspend,
            Some(_) => now,
            None => now.max(self.writes_until),
        };
        let ready = begin.max(reads_until) + t_read;
        match plane {
            Some(plane) => self.reads_until[plane] = ready,
            None => self.reads_until = [ready; PLANES],
        }
        // What is reserved behind it goes on later by as much as no other read took already.
        let taken = ready.saturating_sub(last_read.max(now));
        if suspend.is_some() && now < self.writes_until {
            self.writes_until += taken;
            self.free += taken;
        }
        self.free = self.free.max(ready);
        ready
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
    /// Erases a block of every plane; returns the end.
    pub fn erase(&mut self, now: u64, costs: &Costs) -> u64 {
        self.erase = Erase::new(self.free.max(now), costs);
        self.free = self.erase.end;
        self.writes_until = self.free;
        self.free
    }
    #[inline]
    pub fn program(
        &mut self,
        channel_free: &mut u64,
        now: u64,
        ready: u64,
        program: Programming,
        costs: &Costs,
    ) -> u64 {
        *channel_free = (*channel_free).max(now) + costs.group_on_channel;
        let arrived = (*channel_free).max(ready + costs.group_on_channel);
        let t_prog = self.t_prog[program.kind as usize];
        let busy = if costs.cache_program {
            t_prog
        } else {
            t_prog + costs.group_on_channel
        };
        if program.is_copy && costs.takes_turns {
            return self.copy_turn(now, busy).max(arrived + t_prog);
        }
        self.host_takes = busy;
        self.free = self.free.max(now) + busy;
        self.writes_until = self.free;
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
            while now < self.die.erase.end
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
        self.die.writes_until = free;
        self.last_program_end = last;
    }
    fn copy_page(&mut self, now: u64, upper: bool, costs: &Costs) -> u64 {
        let (die, channel_free) = (&mut self.die, &mut self.channel_free);
        let ready = die.read_array(now, Reading::default(), costs);
        let ready = die.transfer_out(channel_free, now, ready, costs.place_on_channel, costs);
        let program = Programming {
            kind: PageKind::of(upper),
            is_copy: true,
        };
        let end = die.program(channel_free, now, ready, program, costs);
        self.last_program_end = self.last_program_end.max(end);
        end
    }
}

#[cfg(test)]
mod tests;
