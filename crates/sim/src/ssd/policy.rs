//! Garbage collection's decisions. They read the state and decide; `collect.rs` carries out.

use super::pool::Pool;
use crate::spec::{CollectionSpec, Frontiers, IdleSpec, Pace, VictimChoice};

/// Free superblocks that only moved data may open: without one for each of its frontiers nothing
/// could be freed any more.
pub fn moved_data_reserve(spec: &CollectionSpec) -> u32 {
    1 + u32::from(spec.hot_cold.is_some())
}

/// Wear is levelled only with more free superblocks than this, as it opens one of its own.
pub fn levelling_reserve(spec: &CollectionSpec) -> u32 {
    moved_data_reserve(spec) + 1
}

/// One host unit of credit.
pub const HOST_UNIT: i64 = 4096;

/// Whether collection begins now that a host write needs a new superblock.
pub fn begins(spec: &CollectionSpec, free: u32) -> bool {
    match spec.pace {
        Pace::Balanced => free < spec.stop_free,
        Pace::Foreground | Pace::Trickle { .. } => free <= spec.start_free,
    }
}

/// Whether collection has freed enough.
pub fn ends(spec: &CollectionSpec, free: u32) -> bool {
    free >= spec.stop_free
}

/// Whether the host may open a superblock. Where hot and cold data are kept apart a victim may
/// hold both, and need a superblock for each.
pub fn host_may_open(spec: &CollectionSpec, free: u32) -> bool {
    free > moved_data_reserve(spec)
}

/// Whether a host frontier is open, or may be opened.
pub fn has_room(spec: &CollectionSpec, pool: &Pool, frontier: usize) -> bool {
    pool.frontiers[frontier].superblock.is_some() || host_may_open(spec, pool.free())
}

/// Which frontier takes data of the host.
#[inline]
pub fn host_frontier(hot: bool) -> usize {
    if hot { 3 } else { 0 }
}

/// Whether collection goes on without a host write that waits for it.
pub fn runs_by_itself(spec: &CollectionSpec) -> bool {
    spec.pace != Pace::Balanced
}

/// Whether victims may need all the room of the open superblocks that they share with the host,
/// as the reserve has been opened: neither host data nor a flush's padding may take any.
pub fn needs_all_room(spec: &CollectionSpec, pool: &Pool) -> bool {
    spec.frontiers == Frontiers::Shared && pool.free() < moved_data_reserve(spec)
}

/// Whether the host may write one group now. Not where it shares the superblock that moved data
/// had to open from the reserve: the victim's units need the room.
pub fn host_may_write(spec: &CollectionSpec, pool: &Pool) -> bool {
    if needs_all_room(spec, pool) {
        return false;
    }
    !pool.collecting || (spec.pace != Pace::Foreground && pool.credit > 0)
}

/// Which frontier takes moved data. What is moved only because it is cold keeps to itself: among
/// data that is overwritten now and then it would be moved again with every collection.
#[inline]
pub fn moved_frontier(spec: &CollectionSpec, to_level: bool, hot: bool) -> usize {
    match spec.frontiers {
        _ if to_level => 2,
        Frontiers::Shared => host_frontier(hot),
        Frontiers::Separate => host_frontier(hot) + 1,
    }
}

/// Which victim is wanted. Units of many sizes may take more room elsewhere than they left: after
/// a victim that freed nothing, the emptiest.
pub fn victim_choice(spec: &CollectionSpec, pool: &Pool, sized_units: bool) -> VictimChoice {
    if sized_units && pool.fruitless > 0 {
        return VictimChoice::Greedy;
    }
    spec.victim
}

/// Where moved data goes when its own frontier is full and no superblock is free: to any that is
/// open. A victim that turned out to be of both temperatures, or was valid throughout, would
/// otherwise stay half moved for ever; mixing the two costs a few moves.
pub fn moved_frontier_at_need(pool: &Pool) -> Option<usize> {
    pool.frontiers
        .iter()
        .position(|frontier| frontier.superblock.is_some())
}

/// What a host unit costs of the credit that collection earned: more if it continues the write
/// before it and the drive cleans more during sequential writing.
pub fn host_unit_cost(spec: &CollectionSpec, sequential: bool) -> i64 {
    match (spec.pace, spec.moved_per_sequential_unit) {
        (
            Pace::Trickle {
                moved_per_host_unit,
            },
            Some(more),
        ) if sequential => HOST_UNIT * i64::from(more) / i64::from(moved_per_host_unit),
        _ => HOST_UNIT,
    }
}

/// Whether a superblock with so many valid units is worth collecting while the host is idle.
pub fn worth_idling_for(idle: &IdleSpec, valid: u32, units_per_superblock: u32) -> bool {
    u64::from(valid) * 1000
        <= u64::from(units_per_superblock) * u64::from(idle.valid_at_most_per_mille)
}

/// How many groups a step moves: one, between which host writes may go on; where they cannot, and
/// the firmware's time is no limit, as many as may be under way.
pub fn groups_a_step(spec: &CollectionSpec, move_unit_ns: u64) -> u32 {
    if spec.pace == Pace::Foreground && move_unit_ns == 0 && spec.idle.is_none() {
        spec.window_groups
    } else {
        1
    }
}

/// How many moves of one group each may be under way at once.
pub fn window(spec: &CollectionSpec, pool: &Pool) -> usize {
    let groups = match &spec.idle {
        Some(idle) if pool.idling && !pool.collecting => idle.window_groups,
        _ => spec.window_groups,
    };
    groups as usize
}

/// The most that [`window`] ever answers.
pub fn widest_window(spec: &CollectionSpec) -> usize {
    let idle = spec.idle.as_ref().map_or(0, |idle| idle.window_groups);
    spec.window_groups.max(idle) as usize
}

/// What a superblock is opened for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    /// Data of the host, soon overwritten.
    Host,
    /// Moved data, which has lain for a while and will lie on.
    Moved,
}

/// What a frontier's superblocks are used for.
pub fn use_of(frontier: usize) -> Use {
    if frontier == host_frontier(false) || frontier == host_frontier(true) {
        Use::Host
    } else {
        Use::Moved
    }
}

/// The credit that moving `moved` units of a victim earns the host.
pub fn credit(spec: &CollectionSpec, pool: &Pool, units_per_superblock: u32, moved: u32) -> i64 {
    let Some(victim) = pool.victim else { return 0 };
    let moved = i64::from(moved);
    match spec.pace {
        Pace::Foreground => 0,
        Pace::Trickle {
            moved_per_host_unit,
        } => moved * HOST_UNIT / i64::from(moved_per_host_unit),
        Pace::Balanced => {
            let gain = i64::from(units_per_superblock - victim.valid);
            // Free space now, to the unit, against the level that is to be kept.
            let units = i64::from(units_per_superblock);
            let open = pool.frontiers[0]
                .superblock
                .map_or(0, |_| units - i64::from(pool.frontiers[0].position));
            let freed = i64::from(victim.cursor) - i64::from(victim.moved);
            let level = i64::from(pool.free()) * units + open + freed;
            let wanted = i64::from(spec.start_free) * units;
            let factor = (level * 1024 / wanted.max(1)).clamp(128, 8192);
            (moved * gain * HOST_UNIT / i64::from(victim.valid.max(1))) * factor / 1024
        }
    }
}
