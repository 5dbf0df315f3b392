//! Hybrid mapping: one sequential log, begun by a write to a logical block's first page, and a
//! number of logs for all other writes. When those are used up, every logical block with data in
//! the oldest is merged.

use super::logs::{Logs, Merge, RANDOM_LOG, SEQUENTIAL_LOG};
use crate::ssd::backend::{Backend, Frontier};
use crate::ssd::id::Pool;

/// The log that takes an offset of a logical block, or what has to be merged first.
pub fn log_for(
    logs: &mut Logs,
    backend: &mut Backend,
    pool: Pool,
    block: u32,
    offset: u32,
    now: u64,
) -> Result<Frontier, Merge> {
    let of_pool = &logs.pools[pool.index()];
    let superblocks = &backend.pools[pool.index()];
    let sequential = superblocks.open(SEQUENTIAL_LOG);
    let goes_on = of_pool.sequential.is_some_and(|log| {
        log.block == block && sequential.superblock.is_some() && sequential.position == offset
    });
    if goes_on {
        return Ok(SEQUENTIAL_LOG);
    }
    if offset == 0 {
        return match of_pool.sequential {
            Some(_) => Err(logs.end_of_sequential_log(backend, pool, now)),
            None => Ok(SEQUENTIAL_LOG),
        };
    }
    let used_up = of_pool.random.len() >= logs.random_logs_at_most;
    if superblocks.open(RANDOM_LOG).superblock.is_none() && used_up {
        return Err(Merge::Oldest {
            under_way: None,
            next: 0,
        });
    }
    Ok(RANDOM_LOG)
}
