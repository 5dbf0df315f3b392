//! A record's first column: what it does, and which fields it has.

use crate::{Op, Record};
use fourcorners_block::DataClass;

/// The two bits of what it does.
const OP: u8 = 3;
pub(super) const TOOK: u8 = 1 << 2;
pub(super) const AFTER: u8 = 1 << 3;
pub(super) const DATA: u8 = 1 << 4;
pub(super) const REST: u8 = 1 << 5;
const ALL: u8 = OP | TOOK | AFTER | DATA | REST;

pub(super) fn of(record: &Record) -> u8 {
    let op = match record.op {
        Op::Read => 0,
        Op::Write => 1,
        Op::Trim => 2,
        Op::Flush => 3,
    };
    let bit = |bit, held| if held { bit } else { 0 };
    op | bit(TOOK, record.took.is_some())
        | bit(AFTER, record.after.is_some())
        | bit(DATA, record.data.is_some())
        | bit(REST, record.rest.is_some())
}

/// What it does; `None`: bits that mean nothing are set.
pub(super) fn op(flags: u8) -> Option<Op> {
    if flags & !ALL != 0 {
        return None;
    }
    Some(match flags & OP {
        0 => Op::Read,
        1 => Op::Write,
        2 => Op::Trim,
        _ => Op::Flush,
    })
}

/// A class of data as a number: a ratio's is its thousandths after the four others.
pub(super) fn number(data: DataClass) -> u64 {
    match data {
        DataClass::Zero => 0,
        DataClass::Repeating => 1,
        DataClass::OneBuffer => 2,
        DataClass::FullRandom => 3,
        DataClass::Ratio(per_mille) => 4 + u64::from(per_mille),
    }
}

pub(super) fn data(number: u64) -> Option<DataClass> {
    Some(match number {
        0 => DataClass::Zero,
        1 => DataClass::Repeating,
        2 => DataClass::OneBuffer,
        3 => DataClass::FullRandom,
        4..=1004 => DataClass::Ratio((number - 4) as u16),
        _ => return None,
    })
}
