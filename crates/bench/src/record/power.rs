//! Why a meter did not tell the power of a phase.

use fourcorners_block::{NoReading, NotDrawn};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The meter and the reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "because", rename_all = "kebab-case")]
pub enum PowerUnknown {
    /// It told nothing for too long.
    Silent {
        meter: String,
        /// So long, in milliseconds.
        ms: u64,
        /// The longest that it may.
        longest_ms: u64,
    },
    /// It told nothing, as the phase was too short.
    TooShort {
        meter: String,
        /// How long the phase lasted, in milliseconds.
        ms: u64,
    },
    /// It failed.
    Failed {
        meter: String,
        /// As its reader says it.
        error: String,
    },
    /// What earlier versions say, a sentence.
    #[serde(untagged)]
    Earlier(String),
}

impl From<NotDrawn> for PowerUnknown {
    fn from(NotDrawn { meter, why }: NotDrawn) -> Self {
        match why {
            NoReading::Silent { ms, longest_ms } => Self::Silent {
                meter,
                ms,
                longest_ms,
            },
            NoReading::TooShort { ms } => Self::TooShort { meter, ms },
            NoReading::Failed(error) => Self::Failed { meter, error },
        }
    }
}
