//! Parts of a plan that need nothing of each other but saved states: on simulated drives of the
//! same kind they can be carried out at the same time, with the results of one drive.

use super::{Action, Past, Plan};
use std::ops::Range;

/// Actions that are carried out in order, on one drive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Their places in the plan.
    pub actions: Range<usize>,
    pub begins: Begins,
}

/// What a part begins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Begins {
    /// The drive as it is when the run begins.
    AsItIs,
    /// A purge that leaves nothing of what was before.
    Purge,
    /// A saved state, by its slot.
    State(usize),
}

impl Plan {
    /// Its parts, in order. A real drive has no other one like it: its plan is one part.
    pub fn parts(&self, past: Past) -> Vec<Part> {
        let mut parts = vec![Part {
            actions: 0..0,
            begins: Begins::AsItIs,
        }];
        for (index, action) in self.actions.iter().enumerate() {
            let begins = match action {
                Action::Purge if past == Past::EndsWithPurge => Some(Begins::Purge),
                Action::Restore(slot) if past != Past::Real => Some(Begins::State(*slot)),
                _ => None,
            };
            if let Some(begins) = begins {
                parts.push(Part {
                    actions: index..index,
                    begins,
                });
            }
            if let Some(part) = parts.last_mut() {
                part.actions.end = index + 1;
            }
        }
        parts.retain(|part| !part.actions.is_empty());
        parts
    }
}
