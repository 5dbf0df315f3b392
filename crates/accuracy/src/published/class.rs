//! What kind of statement a published figure is, and whether the simulator earns a score by it.

use super::entry::Figure;
use schemars::JsonSchema;
use serde::Serialize;

/// What a published figure asks of a simulated one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Class {
    /// Nothing: the drive's file has it from that very source.
    Input,
    /// To be more or less than something, by however much.
    Sign,
    /// To come near a number.
    Number,
}

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
}
