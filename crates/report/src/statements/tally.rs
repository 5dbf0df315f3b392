//! How many statements hold. Inputs, and what cannot be missed, do not count.

use super::{Statement, StatementClass, StatementOrigin};
use crate::data::PageData;

/// So many of so many.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Share {
    pub hold: usize,
    pub of: usize,
}

/// Statements by how much it says that they hold; the kinds never share a score.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Numbers that nothing was fitted to.
    pub predicted: Share,
    /// Numbers that a number fitted to another statement decides.
    pub decided_by_fit: Share,
    /// Predicted orders and bounds: any number on one side holds.
    pub order: Share,
    /// Numbers and orders that something was fitted to.
    pub fitted: Share,
}

impl Share {
    fn count(&mut self, holds: bool) {
        self.of += 1;
        self.hold += usize::from(holds);
    }
}

impl Tally {
    /// All together.
    pub fn all(&self) -> Share {
        let each = [self.predicted, self.decided_by_fit, self.order, self.fitted];
        Share {
            hold: each.iter().map(|share| share.hold).sum(),
            of: each.iter().map(|share| share.of).sum(),
        }
    }

    /// The score that a statement counts in.
    fn score_of(&mut self, statement: &Statement) -> &mut Share {
        match (statement.origin, statement.class) {
            (StatementOrigin::Fitted, _) => &mut self.fitted,
            (_, StatementClass::Sign) => &mut self.order,
            _ if statement.decided_by_fit => &mut self.decided_by_fit,
            _ => &mut self.predicted,
        }
    }
}

impl PageData {
    /// How many of the page's statements hold.
    pub fn tally(&self) -> Tally {
        let mut tally = Tally::default();
        let scored = self.statements.iter().map(|one| &one.statement);
        for statement in scored.filter(|statement| statement.scored) {
            tally.score_of(statement).count(statement.holds);
        }
        tally
    }
}
