//! More spare area than the drive has from the factory: how much, and when the user makes it.

use serde::{Deserialize, Deserializer, Serialize};
use std::fmt;

/// More spare area than the drive's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct SpareArea {
    /// Of the raw NAND.
    pub percent: u32,
    pub made: SpareMade,
}

/// When spare area is made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SpareMade {
    /// Before the drive is filled: what is to be spare is never written.
    #[default]
    Early,
    /// After: the whole drive is brought into the test's state, then its tail is trimmed.
    Late,
}

const LATE: &str = "-late";

impl SpareArea {
    pub fn early(percent: u32) -> Self {
        Self {
            percent,
            made: SpareMade::Early,
        }
    }

    /// Reads what follows `spare-` in a variant's name: `25`, `25-late`.
    pub(super) fn parse(name: &str) -> Option<Self> {
        let (percent, made) = match name.strip_suffix(LATE) {
            Some(percent) => (percent, SpareMade::Late),
            None => (name, SpareMade::Early),
        };
        let percent = percent.parse().ok()?;
        Some(Self { percent, made })
    }
}

impl fmt::Display for SpareArea {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let late = match self.made {
            SpareMade::Early => "",
            SpareMade::Late => LATE,
        };
        write!(f, "spare-{}{late}", self.percent)
    }
}

pub(super) fn percent<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u32>, D::Error> {
    let percent = u32::deserialize(deserializer)?;
    if (1..=90).contains(&percent) {
        return Ok(Some(percent));
    }
    Err(serde::de::Error::custom(format!(
        "{percent} % spare area; expected 1 to 90"
    )))
}
