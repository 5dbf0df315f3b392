//! Where a piece of work goes, as fio has to be told it.

use fourcorners_bench::{Pattern, Until, Work};

pub(crate) struct Places {
    pub offset_bytes: u64,
    pub bytes: u64,
    /// Of the shorter I/O at the end of a pass; 0: there is none.
    pub tail_bytes: u64,
}

impl Places {
    /// Of a piece of work.
    pub fn of(work: &Work) -> Self {
        let block = work.block.0;
        let first = match work.pattern {
            Pattern::Sequential if work.align < work.block => work.align.0,
            _ => 0,
        };
        let length = work.span.0.saturating_sub(first);
        let rest = length % block;
        Self {
            offset_bytes: work.start.0 + first,
            bytes: length - rest,
            tail_bytes: if work.until == Until::Pass { rest } else { 0 },
        }
    }
}
