//! An erase of a die, and the reads that suspend it.

use super::costs::Costs;
use serde::{Deserialize, Serialize};

/// An erase that reads may suspend. Under a stream of reads both take turns ([`Costs::erase_turn`]):
/// reads that find it suspended join, until they have had the die for a turn, and after that it runs
/// for a turn at least. Else it would never end (Wu and He, FAST 2012; Kim et al., USENIX ATC 2019).
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub struct Erase {
    /// It runs from then on: from its beginning, or from the end of the last read before it.
    pub runs_from: u64,
    pub end: u64,
    /// Reads that would delay it are served from then on at the earliest.
    suspends_from: u64,
    /// Those that wait for the same suspension begin before that.
    joins_until: u64,
}

impl Erase {
    /// Begins then.
    pub fn new(begin: u64, costs: &Costs) -> Self {
        Self {
            runs_from: begin,
            end: begin + costs.t_erase,
            suspends_from: begin,
            joins_until: begin + costs.erase_turn,
        }
    }
    /// All of it is later by so much.
    pub fn delay(&mut self, by: u64) {
        self.runs_from += by;
        self.end += by;
        self.suspends_from += by;
        self.joins_until += by;
    }
    /// A read before its end, which suspends it if no other one has; returns when the read ends and
    /// what it takes of the die's time. `None`: it has to wait for the end.
    pub fn read(&mut self, now: u64, t_read: u64, suspend: u64, turn: u64) -> Option<(u64, u64)> {
        let joins = now < self.runs_from && self.runs_from < self.joins_until;
        let (begin, takes) = match joins {
            true => (self.runs_from, t_read),
            false => (now.max(self.suspends_from), suspend + t_read),
        };
        if begin >= self.end {
            return None;
        }
        if !joins {
            self.joins_until = begin + turn;
        }
        self.runs_from = begin + takes;
        self.suspends_from = self.runs_from + turn;
        self.end += takes;
        Some((self.runs_from, takes))
    }
}
