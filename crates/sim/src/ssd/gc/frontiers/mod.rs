//! Which of a pool's open superblocks takes what. A policy is one file.

mod separate;
mod shared;

use crate::spec::{Frontiers, GcSpec};
use crate::ssd::backend::{Frontier, Use};

/// Host data; where hot and cold data are kept apart, the cold.
pub const HOST: Frontier = Frontier::new(0, Use::Host);
/// Copied data, likewise.
const COPIED: Frontier = Frontier::new(1, Use::Moved);
/// Data copied to level wear. It keeps to itself: among data that is overwritten now and then it
/// would be copied again with every victim.
const LEVELED: Frontier = Frontier::new(2, Use::Moved);
/// Hot host data.
const HOT_HOST: Frontier = Frontier::new(3, Use::Host);
/// Hot copied data.
const HOT_COPIED: Frontier = Frontier::new(4, Use::Moved);

/// Host data that goes to the SLC cache.
pub const SLC: Frontier = Frontier::slc();

/// What a policy decides: what takes copied data.
struct Policy {
    /// Where hot and cold data are kept apart, the cold.
    copied: Frontier,
    hot_copied: Frontier,
    /// Whether host data goes there as well.
    shared: bool,
}

/// The policy of that name.
#[inline]
fn policy(frontiers: Frontiers) -> &'static Policy {
    match frontiers {
        Frontiers::Shared => &shared::POLICY,
        Frontiers::Separate => &separate::POLICY,
    }
}

/// Whether host data and copied data share their open superblocks.
#[inline]
pub fn are_shared(frontiers: Frontiers) -> bool {
    policy(frontiers).shared
}

/// All that take data of the host, and whether hot data.
pub const OF_HOST: [(Frontier, bool); 3] = [(HOST, false), (SLC, false), (HOT_HOST, true)];

/// What takes data of the host that does not go to an SLC cache.
#[inline]
pub fn host(hot: bool) -> Frontier {
    if hot { HOT_HOST } else { HOST }
}

/// What takes copied data.
#[inline]
pub fn copied(frontiers: Frontiers, to_level: bool, hot: bool) -> Frontier {
    let policy = policy(frontiers);
    match hot {
        _ if to_level => LEVELED,
        false => policy.copied,
        true => policy.hot_copied,
    }
}

/// Free superblocks that only copied data may open: without one for each of its frontiers nothing
/// could be freed any more. Where hot and cold data are kept apart a victim may hold both.
pub fn reserve(spec: &GcSpec) -> u32 {
    spec.victims_in_flight + u32::from(spec.hot_cold.is_some())
}

/// Wear is leveled only with more free superblocks than this, as it opens one of its own.
pub fn leveling_reserve(spec: &GcSpec) -> u32 {
    reserve(spec) + 1
}
