//! What kind of statement a published figure is, and whether the simulator earns a score by it.

use super::entry::{Figure, Published};
use super::holds::Holds;
use super::{Class, Kind, Unit};

impl Figure {
    /// Its class.
    pub fn class(&self) -> Class {
        if self.input {
            Class::Input
        } else if self.holds.is_one_sided() {
            Class::Sign
        } else {
            Class::Number
        }
    }

    /// Whether it counts: it can be missed, and is no input.
    pub fn is_scored(&self) -> bool {
        !self.input && self.cannot_fail.is_none()
    }

    /// The unit of what is measured: of a drop, its per cent.
    pub fn shown_in(&self) -> Unit {
        match self.holds {
            Holds::DropPercent(_) => Unit::PercentLess,
            _ => self.unit,
        }
    }
}

impl Published {
    /// Whether a figure's drive was fitted to it.
    pub fn kind_of(&self, figure: &Figure) -> Kind {
        match self.is_fitted(&figure.id) {
            true => Kind::Fitted,
            false => Kind::Predicted,
        }
    }
}
