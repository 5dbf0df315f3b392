//! Block mapping: the sequential log only. A write elsewhere in its logical block makes the gap be
//! copied, or, as any write to another one, ends in a merge.

use super::logs::{Logs, Merge, SEQUENTIAL_LOG};
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
    let Some(log) = logs.pools[pool.index()].sequential else {
        if offset == 0 {
            return Ok(SEQUENTIAL_LOG);
        }
        if !logs.open_log(backend, pool, SEQUENTIAL_LOG, block, now) {
            logs.exhausted = true;
        }
        return Err(Merge::Gap(offset));
    };
    let open = backend.pools[pool.index()].open(SEQUENTIAL_LOG);
    if log.block != block || open.superblock.is_none() || open.position > offset {
        return Err(logs.end_of_sequential_log(backend, pool, now));
    }
    if open.position < offset {
        return Err(Merge::Gap(offset));
    }
    Ok(SEQUENTIAL_LOG)
}
