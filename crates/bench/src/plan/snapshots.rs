//! Which states are worth keeping: those to which the plan returns, until it returns for the
//! last time. A snapshot of a large drive is gigabytes.

use super::Action;
use std::collections::HashMap;

/// Drops every save that nothing returns to, and marks each slot's last return.
pub fn keep_only_what_is_restored(actions: &mut Vec<Action>) {
    let mut last: HashMap<usize, usize> = HashMap::new();
    for (index, action) in actions.iter().enumerate() {
        if let Action::Restore { slot, .. } = action {
            last.insert(*slot, index);
        }
    }
    for (index, action) in actions.iter_mut().enumerate() {
        if let Action::Restore {
            slot,
            last: is_last,
        } = action
        {
            *is_last = last.get(slot) == Some(&index);
        }
    }
    actions.retain(|action| !matches!(action, Action::Save(slot) if !last.contains_key(slot)));
}
