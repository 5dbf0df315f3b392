//! A limit of host writes: which tests fit, and what is set aside for each piece
//! of work.
//!
//! Work of a fixed amount gets all of it or is left out. Timed work gets its estimate, as far as
//! the budget goes; a faster drive may use what nobody else needs, and stops where that ends.

use super::planner::Planner;
use super::{Action, PhaseKey, Plan};
use crate::definition::Until;
use crate::io_layout::IoLayout;
use crate::record::NotRun;
use crate::work::Work;
use fourcorners_block::Bytes;

/// What may be written in all, and what is set aside of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Budget {
    /// `--max-writes`.
    pub max: Bytes,
    /// Written before: by earlier parts of the run, and by other runs of the drive.
    pub already: Bytes,
    /// Whether the folder has to know at any instant what may have been written: a real drive's
    /// writes are not undone when its run is resumed.
    pub is_recorded: bool,
    /// For each action, in bytes.
    pub shares: Vec<u64>,
}

impl Budget {
    /// Bytes that were not written before.
    pub fn left(&self) -> u64 {
        self.max.saturating_sub(self.already).0
    }
}

/// What actions write.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Needs {
    /// Of work with an end of its own.
    fixed: u64,
    /// Of timed work, about.
    timed: u64,
    /// The smallest piece of timed work that is worth its start.
    least: u64,
}

impl Needs {
    pub(super) fn of<'a>(works: impl Iterator<Item = &'a Work>) -> Self {
        let mut needs = Self::default();
        for work in works {
            match most_written(work) {
                Some(bytes) => needs.fixed = needs.fixed.saturating_add(bytes),
                None => {
                    needs.timed = needs.timed.saturating_add(estimated(work));
                    needs.least = needs.least.max(work.block.0);
                }
            }
        }
        needs
    }

    /// Without which it is not begun.
    fn at_least(self) -> u64 {
        self.fixed.saturating_add(self.least)
    }

    /// What of so much is left for others, if it is enough.
    fn taken_from(self, left: u64) -> Option<u64> {
        (self.at_least() <= left)
            .then(|| left.saturating_sub(self.fixed.saturating_add(self.timed)))
    }
}

/// Bytes that a piece of work writes at most; `None`: as many as the drive is fast.
fn most_written(work: &Work) -> Option<u64> {
    if !work.writes() {
        return Some(0);
    }
    if let Some(replay) = &work.replay {
        let is_fixed = work.until == Until::Pass && replay.beside.is_none();
        return is_fixed.then_some(replay.trace.extent.written_bytes.0);
    }
    if work.rounds.is_some() {
        return None;
    }
    let ios = IoLayout::of(work).total()?;
    Some(ios.saturating_mul(work.block.0))
}

fn estimated(work: &Work) -> u64 {
    work.estimate().0.max(work.block.0 as f64) as u64
}

impl Work {
    /// Bytes without which it is not begun.
    pub fn least_written(&self) -> u64 {
        let works = std::iter::once(self);
        Needs::of(works).at_least()
    }
}

impl Planner<'_> {
    /// Takes back a test that does not fit into what is left of the budget.
    pub(super) fn keep_to_budget(&mut self, whole: PhaseKey, before: Before) {
        let (Some(left), Some(max)) = (self.left, self.options.max_writes) else {
            return;
        };
        let added = &self.actions[before.actions..];
        let needs = Needs::of(added.iter().filter_map(Action::work));
        if let Some(rest) = needs.taken_from(left) {
            self.left = Some(rest);
            return;
        }
        self.actions.truncate(before.actions);
        self.saved.truncate(before.saved);
        self.current = before.current;
        let because = left_out(needs, left, max);
        self.actions.push(Action::Skip {
            key: whole,
            because,
        });
    }

    /// Where it stands before a test.
    pub(super) fn before(&self) -> Before {
        Before {
            actions: self.actions.len(),
            saved: self.saved.len(),
            current: self.current.clone(),
        }
    }
}

/// Where a planner stood.
pub(super) struct Before {
    actions: usize,
    saved: usize,
    current: Option<super::planner::State>,
}

fn left_out(needs: Needs, left: u64, max: Bytes) -> NotRun {
    NotRun::MaxWrites {
        needed_bytes: needs.at_least(),
        left_bytes: left,
        max_bytes: max.0,
    }
}

impl Plan {
    /// The same within a budget of which so much is used up already. Phases that no longer fit are
    /// left out, with what would prepare them.
    #[must_use]
    pub fn within(mut self, max: Bytes, already: Bytes) -> Self {
        let is_recorded = self.budget.is_none_or(|budget| budget.is_recorded);
        let mut budget = Budget {
            max,
            already,
            is_recorded,
            shares: Vec::new(),
        };
        self.actions = fitting(self.actions, &budget);
        budget.shares = shares(&self.actions, budget.left());
        let (written_bytes, estimated_s) = super::estimate(&self.actions);
        self.written_bytes = written_bytes.min(budget.left());
        self.estimated_s = estimated_s;
        self.budget = Some(budget);
        self
    }

    /// The same with a folder that has to know what may have been written, or not.
    pub(super) fn recorded(mut self, is_recorded: bool) -> Self {
        if let Some(budget) = &mut self.budget {
            budget.is_recorded = is_recorded;
        }
        self
    }

    /// The tests and phases that the budget leaves out.
    pub fn left_out(&self) -> impl Iterator<Item = (&PhaseKey, &NotRun)> {
        self.actions.iter().filter_map(|action| match action {
            Action::Skip { key, because } => {
                matches!(because, NotRun::MaxWrites { .. }).then_some((key, because))
            }
            _ => None,
        })
    }

    /// Bytes that work of a fixed amount writes at most, and the estimate of timed work, which
    /// depends on the drive.
    pub fn writes(&self) -> (u64, u64) {
        let needs = Needs::of(self.actions.iter().filter_map(Action::work));
        (needs.fixed, needs.timed)
    }

    /// What is left to do of a simulated run with a budget: what was written counts, so that all
    /// before it is done again, in the same order.
    pub(super) fn all_again(&self, is_done: &dyn Fn(&PhaseKey) -> bool) -> Vec<Action> {
        let is_left = |action: &Action| match action {
            Action::Measure { key, .. } | Action::Skip { key, .. } => !is_done(key),
            _ => false,
        };
        let end = self.actions.iter().rposition(is_left);
        let until = &self.actions[..end.map_or(0, |last| last + 1)];
        let again = until.iter().filter_map(|action| match action {
            Action::Measure { key, work } if is_done(key) => Some(Action::Again {
                key: key.clone(),
                work: work.clone(),
            }),
            Action::Skip { key, .. } if is_done(key) => None,
            other => Some(other.clone()),
        });
        again.collect()
    }
}

/// Without phases that do not fit, and with a reason in place of each.
fn fitting(actions: Vec<Action>, budget: &Budget) -> Vec<Action> {
    let mut left = budget.left();
    let mut fitting = Vec::new();
    // What leads to the next phase, and whether something that it needs was left out.
    let mut leading: Vec<Action> = Vec::new();
    let mut broken = None;
    for action in actions {
        match action {
            Action::Purge | Action::Restore(_) => {
                broken = None;
                leading.push(action);
            }
            Action::Measure { key, work } => {
                let works = leading.iter().filter_map(Action::work);
                let needs = Needs::of(works.chain([&work]));
                // Estimates take nothing: later work of a fixed amount goes first.
                match needs.at_least() <= left && broken.is_none() {
                    true => {
                        left -= needs.fixed;
                        fitting.append(&mut leading);
                        fitting.push(Action::Measure { key, work });
                    }
                    false => {
                        let because = broken.get_or_insert(left_out(needs, left, budget.max));
                        let because = because.clone();
                        leading.clear();
                        fitting.push(Action::Skip { key, because });
                    }
                }
            }
            skip @ Action::Skip { .. } => fitting.push(skip),
            other if broken.is_none() => leading.push(other),
            _ => {}
        }
    }
    // A state that is kept behind the last phase.
    fitting.append(&mut leading);
    fitting
}

/// What is set aside for each action: all of a fixed amount, then estimates as far as it goes.
fn shares(actions: &[Action], budget: u64) -> Vec<u64> {
    let fixed = |action: &Action| action.work().map_or(Some(0), most_written);
    let all_fixed = actions.iter().filter_map(fixed);
    let mut left = budget.saturating_sub(all_fixed.fold(0, u64::saturating_add));
    let share = |action: &Action| {
        fixed(action).unwrap_or_else(|| {
            let share = action.work().map_or(0, estimated).min(left);
            left -= share;
            share
        })
    };
    actions.iter().map(share).collect()
}
