//! What the letters of an event say that it does (the kernel's RWBS).

use super::super::text::shown;
use crate::Op;

/// Letters of the longest direction: the kernel's have up to 9.
const LONGEST_RWBS_BYTES: usize = 16;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::form) enum Does {
    Op(Op),
    /// A write of zeros without the zeros (WRITE ZEROES): to the kernel's letters it is none of the
    /// others, and it has blocks.
    Zeroes,
    /// A part of another, or nothing with blocks.
    Nothing,
    /// What no record can hold, as a reset of a zone.
    Other,
}

impl Does {
    /// `F` first for a flush before it, then `R`, `W`, `D` (discard) or `N` (none of these), then
    /// others. A flush alone is `FN` or `FF`. An error says what is there and what is allowed.
    pub(in crate::form) fn of(rwbs: &str, has_blocks: bool) -> Result<Self, String> {
        if rwbs.len() > LONGEST_RWBS_BYTES {
            return Err(format!(
                "the direction is {}; expected up to {LONGEST_RWBS_BYTES} letters",
                shown(rwbs.as_bytes())
            ));
        }
        let (is_flush, kind) = match rwbs.strip_prefix('F') {
            Some(kind) => (true, kind),
            None => (false, rwbs),
        };
        let does = match kind.as_bytes().first() {
            Some(b'R') => Self::Op(Op::Read),
            Some(b'W') => Self::Op(Op::Write),
            Some(b'D') => Self::Op(Op::Trim),
            Some(b'N') => Self::Zeroes,
            Some(b'F') | None if is_flush => Self::Op(Op::Flush),
            Some(b'A'..=b'Z') => return Ok(Self::Other),
            _ => {
                return Err(format!(
                    "the direction is {}; expected R, W, D or N, optionally with an F before it \
                     and other letters after it",
                    shown(rwbs.as_bytes())
                ));
            }
        };
        Ok(match (has_blocks, is_flush) {
            (true, _) if does == Self::Op(Op::Flush) => Self::Other,
            (true, _) => does,
            (false, true) => Self::Op(Op::Flush),
            (false, false) => Self::Nothing,
        })
    }

    /// As which record it is kept, if it is.
    pub(in crate::form) fn op(self) -> Option<Op> {
        match self {
            Self::Op(op) => Some(op),
            Self::Zeroes => Some(Op::Write),
            Self::Nothing | Self::Other => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_every_kernels_letter_understood_or_passed_over() {
        let does = |rwbs, has_blocks| Does::of(rwbs, has_blocks).unwrap();
        for (rwbs, op) in [
            ("RAM", Op::Read),
            ("FWFS", Op::Write),
            ("WSM", Op::Write),
            ("DE", Op::Trim),
        ] {
            assert_eq!(does(rwbs, true), Does::Op(op), "{rwbs}");
        }
        for rwbs in ["FN", "FF", "F", "FWS"] {
            assert_eq!(does(rwbs, false), Does::Op(Op::Flush), "{rwbs}");
        }
        assert_eq!(does("N", true), Does::Zeroes);
        assert_eq!(does("N", false), Does::Nothing);
        for rwbs in ["ZA", "ZR", "FZ"] {
            assert_eq!(does(rwbs, true), Does::Other, "{rwbs}");
            assert_eq!(does(rwbs, false), Does::Other, "{rwbs}");
        }
        for rwbs in ["", "r", "?", "8", "RRRRRRRRRRRRRRRRR"] {
            assert!(Does::of(rwbs, true).is_err(), "{rwbs}");
        }
    }
}
