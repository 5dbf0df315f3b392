//! Which states are worth keeping: those to which the plan returns. A snapshot of a large drive is
//! gigabytes.

use super::Action;
use std::collections::HashSet;

/// Drops every save that nothing returns to, and every wait for a state that nothing begins from.
pub fn keep_only_what_is_restored(actions: &mut Vec<Action>) {
    let restored = |action: &Action| match action {
        Action::Restore(slot) => Some(*slot),
        _ => None,
    };
    let needed: HashSet<usize> = actions.iter().filter_map(restored).collect();
    actions.retain(|action| !matches!(action, Action::Save(slot) if !needed.contains(slot)));
    let mut is_used = false;
    for place in (0..actions.len()).rev() {
        match &actions[place] {
            Action::Drain if !is_used => {
                actions.remove(place);
            }
            Action::Purge | Action::Restore(_) => is_used = false,
            Action::Skip { .. } => {}
            _ => is_used = true,
        }
    }
}
