//! Write budget of a run.

use fourcorners_bench::Budget;
use fourcorners_block::{Op, Request};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The folder knows in so many steps what may have been written: each is synced before its bytes
/// are.
const STEPS: u64 = 64;

/// Bytes that a drive may still be given. Everything that is handed to the drive goes through it.
pub struct Account {
    max: u64,
    is_recorded: bool,
    /// What is set aside for the actions after each.
    later: Vec<u64>,
    spent: Mutex<Spent>,
}

#[derive(Default)]
struct Spent {
    written: u64,
    /// What the folder says at most.
    recorded: u64,
    /// Actions begun.
    begun: usize,
    /// Whether the action under way wanted more than there is.
    ran_out: bool,
}

/// Bytes that a request writes.
pub fn written_by(request: &Request) -> u64 {
    match request.op {
        Op::Write { .. } | Op::WriteZeroes => request.blocks.bytes().0,
        Op::Read | Op::Discard | Op::Flush => 0,
    }
}

impl Account {
    pub fn of(budget: &Budget) -> Self {
        let mut later = Vec::with_capacity(budget.shares.len());
        let mut sum = 0_u64;
        for share in budget.shares.iter().rev() {
            later.push(sum);
            sum = sum.saturating_add(*share);
        }
        later.reverse();
        let written = budget.already.0;
        Self {
            max: budget.max.0,
            is_recorded: budget.is_recorded,
            later,
            spent: Mutex::new(Spent {
                written,
                recorded: written,
                ..Spent::default()
            }),
        }
    }

    fn spent(&self) -> MutexGuard<'_, Spent> {
        self.spent.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// `--max-writes`.
    pub fn max(&self) -> u64 {
        self.max
    }

    /// The next action of the plan begins.
    pub fn begin(&self) {
        let mut spent = self.spent();
        spent.begun += 1;
        spent.ran_out = false;
    }

    /// What the action under way may still write.
    pub fn left(&self) -> u64 {
        self.left_of(&self.spent())
    }

    fn left_of(&self, spent: &Spent) -> u64 {
        let later = self.later.get(spent.begun.saturating_sub(1)).copied();
        let used = spent.written.saturating_add(later.unwrap_or(0));
        self.max.saturating_sub(used)
    }

    /// How many requests of a batch may be handed over; they count as written.
    pub fn admit(&self, batch: &[Request]) -> usize {
        let mut spent = self.spent();
        let mut left = self.left_of(&spent);
        for (place, request) in batch.iter().enumerate() {
            let bytes = written_by(request);
            if bytes > left {
                spent.ran_out = true;
                return place;
            }
            left -= bytes;
            spent.written += bytes;
        }
        batch.len()
    }

    /// Whether the action under way was cut.
    pub fn ran_out(&self) -> bool {
        self.spent().ran_out
    }

    /// These bytes were never written after all: the action ended before it needed them.
    pub fn took_back(&self, bytes: u64) {
        let mut spent = self.spent();
        spent.written = spent.written.saturating_sub(bytes);
        spent.ran_out &= bytes == 0;
    }

    /// What the folder is to say before more is written, if it says too little.
    pub fn to_record(&self) -> Option<u64> {
        let mut spent = self.spent();
        if !self.is_recorded || spent.written <= spent.recorded {
            return None;
        }
        let step = (self.max / STEPS).max(1);
        spent.recorded = spent.written.saturating_add(step).min(self.max);
        Some(spent.recorded)
    }

    /// What the folder is to say when nothing is under way, if it says another amount.
    pub fn settled(&self) -> Option<u64> {
        let mut spent = self.spent();
        if !self.is_recorded || spent.written == spent.recorded {
            return None;
        }
        spent.recorded = spent.written;
        Some(spent.written)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fourcorners_block::{Blocks, Bytes, Data, Lba};

    fn account(max: u64, shares: &[u64]) -> Account {
        Account::of(&Budget {
            max: Bytes(max),
            already: Bytes(0),
            is_recorded: true,
            shares: shares.into(),
        })
    }

    fn writes(count: u64) -> Vec<Request> {
        let write = |tag| Request::write(tag, Lba(0), Blocks(8), Data::RANDOM);
        (0..count).map(write).collect()
    }

    #[test]
    fn an_action_leaves_what_is_set_aside_for_later_ones() {
        let account = account(10 * 4096, &[4096, 6 * 4096]);
        account.begin();
        assert_eq!(account.admit(&writes(8)), 4);
        assert!(account.ran_out());
        account.begin();
        assert!(!account.ran_out());
        assert_eq!(account.admit(&writes(6)), 6);
        assert_eq!(account.left(), 0);
    }

    #[test]
    fn reads_are_free() {
        let account = account(0, &[0]);
        account.begin();
        let read = Request::read(0, Lba(0), Blocks(8));
        assert_eq!(account.admit(&[read, read]), 2);
    }

    #[test]
    fn folder_knows_of_bytes_before_they_are_written() {
        let account = account(64 * 4096, &[64 * 4096]);
        account.begin();
        account.admit(&writes(2));
        assert_eq!(account.to_record(), Some(3 * 4096));
        account.admit(&writes(1));
        assert_eq!(account.to_record(), None);
        account.took_back(4096);
        assert_eq!(account.settled(), Some(2 * 4096));
        assert_eq!(account.settled(), None);
    }
}
