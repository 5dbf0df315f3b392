//! How many statements hold. Inputs, and what cannot be missed, do not count.

use super::StatementOrigin;
use crate::data::PageData;

/// So many of so many.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Share {
    pub hold: usize,
    pub of: usize,
}

/// Predicted and fitted statements, which never share a score.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub predicted: Share,
    pub fitted: Share,
}

impl Share {
    fn count(&mut self, holds: bool) {
        self.of += 1;
        self.hold += usize::from(holds);
    }
}

impl Tally {
    /// Both together.
    pub fn all(&self) -> Share {
        Share {
            hold: self.predicted.hold + self.fitted.hold,
            of: self.predicted.of + self.fitted.of,
        }
    }
}

impl PageData {
    /// How many of the page's statements hold.
    pub fn tally(&self) -> Tally {
        let mut tally = Tally::default();
        let scored = self.statements.iter().map(|one| &one.statement);
        for statement in scored.filter(|statement| statement.scored) {
            match statement.origin {
                StatementOrigin::Predicted => tally.predicted.count(statement.holds),
                StatementOrigin::Fitted => tally.fitted.count(statement.holds),
            }
        }
        tally
    }
}
