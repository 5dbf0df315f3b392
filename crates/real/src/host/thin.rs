//! Thin volumes: how much more of their pool they may take, and how much it has.

use super::mapper::{Asked, Line, sector_bytes};
use super::{DeviceNumber, Host, Node, parse_number};
use std::io;

/// A thin volume's claim on its pool.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thin {
    /// The pool.
    pub pool: Node,
    /// Bytes that the volume has no blocks for yet. Blocks that it shares with a snapshot are not
    /// counted, although writing to one takes another.
    pub needed: u64,
    /// Free bytes of the pool.
    pub free: u64,
}

impl Host {
    /// Of a mapped device; `None`: it is no thin volume, or this user may not ask.
    pub fn thin(&self, node: &Node) -> io::Result<Option<Thin>> {
        if !node.dir.join("dm").exists() {
            return Ok(None);
        }
        let ask = |device, asked| self.mapper_lines(device, asked);
        let Ok(table) = ask(node.number, Asked::Table) else {
            return Ok(None);
        };
        let Some(pool) = pool_of(&table) else {
            return Ok(None);
        };
        let unknown = || io::Error::from(io::ErrorKind::InvalidData);
        let needed = unmapped(&ask(node.number, Asked::Status)?).ok_or_else(unknown)?;
        let block = block_bytes(&ask(pool, Asked::Table)?).ok_or_else(unknown)?;
        let free = free_blocks(&ask(pool, Asked::Status)?).ok_or_else(unknown)?;
        Ok(Some(Thin {
            pool: self.node(pool)?,
            needed,
            free: free.saturating_mul(block),
        }))
    }
}

/// `thin`: the pool's number, and the volume's within it.
fn pool_of(table: &[Line]) -> Option<DeviceNumber> {
    let thin = table.iter().find(|line| line.kind == "thin")?;
    parse_number(thin.parameters.split_whitespace().next()?)
}

/// A thin volume's status: its sectors that have blocks, then the highest of them.
fn unmapped(status: &[Line]) -> Option<u64> {
    let line = status.first()?;
    let mapped: u64 = line.parameters.split_whitespace().next()?.parse().ok()?;
    sector_bytes(line.sectors.saturating_sub(mapped))
}

/// `thin-pool`: its device of metadata and of data, then the sectors of a block.
fn block_bytes(table: &[Line]) -> Option<u64> {
    let pool = table.iter().find(|line| line.kind == "thin-pool")?;
    let sectors = pool.parameters.split_whitespace().nth(2)?;
    sector_bytes(sectors.parse().ok()?)
}

/// A pool's status: a number, used and all blocks of metadata, then used and all blocks of data.
fn free_blocks(status: &[Line]) -> Option<u64> {
    let data = status.first()?.parameters.split_whitespace().nth(2)?;
    let (used, all) = data.split_once('/')?;
    all.parse::<u64>().ok()?.checked_sub(used.parse().ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(sectors: u64, kind: &str, parameters: &str) -> Vec<Line> {
        vec![Line {
            start: 0,
            sectors,
            kind: kind.into(),
            parameters: parameters.into(),
        }]
    }

    #[test]
    fn thin_volume_says_what_it_may_still_take_of_its_pool() {
        assert_eq!(pool_of(&line(8192, "thin", "253:3 1")), Some((253, 3)));
        assert_eq!(pool_of(&line(8192, "linear", "253:3 0")), None);
        assert_eq!(unmapped(&line(8192, "thin", "1024 1151")), Some(7168 * 512));
        assert_eq!(unmapped(&line(8192, "thin", "0 -")), Some(8192 * 512));
        assert_eq!(unmapped(&line(8192, "thin", "Fail")), None);
        let table = "253:1 253:2 128 0 1 skip_block_zeroing ";
        assert_eq!(block_bytes(&line(65536, "thin-pool", table)), Some(65536));
        let status = "1 12/1024 3/512 - rw discard_passdown queue_if_no_space - 1024 ";
        assert_eq!(free_blocks(&line(65536, "thin-pool", status)), Some(509));
        assert_eq!(free_blocks(&line(65536, "thin-pool", "Fail")), None);
    }
}
