//! What a write carries. A simulated drive needs no bytes, only what a controller could make
//! of them: how far they compress, and whether it has seen them before (decision 0001).

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use std::fmt;
use std::str::FromStr;

/// The kind of bytes that a write carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DataClass {
    /// All bytes zero.
    Zero,
    /// One byte value repeated through the whole I/O, a new value each I/O: what the Iometer
    /// build of 2008-06 writes by default.
    Repeating,
    /// One random buffer made before the run and written unchanged by every I/O: does not
    /// compress, but is always the same.
    OneBuffer,
    /// Random bytes, new for every I/O: neither compresses nor repeats.
    FullRandom,
    /// Bytes that a good compressor brings to this many thousandths of their size (0 to 1000).
    Ratio(#[serde(deserialize_with = "per_mille")] u16),
}

fn per_mille<'de, D: Deserializer<'de>>(from: D) -> Result<u16, D::Error> {
    let given = u16::deserialize(from)?;
    let known = (given <= 1000).then_some(given);
    known.ok_or_else(|| D::Error::custom(format!("ratio = {given}: expected 0 to 1000")))
}

impl fmt::Display for DataClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Zero => f.write_str("zero"),
            Self::Repeating => f.write_str("repeating"),
            Self::OneBuffer => f.write_str("one-buffer"),
            Self::FullRandom => f.write_str("full-random"),
            Self::Ratio(per_mille) => write!(f, "ratio-{per_mille}"),
        }
    }
}

impl FromStr for DataClass {
    type Err = String;

    /// As it is displayed.
    fn from_str(text: &str) -> Result<Self, String> {
        let ratio = |text: &str| text.parse().ok().filter(|per_mille| *per_mille <= 1000);
        match text {
            "zero" => Ok(Self::Zero),
            "repeating" => Ok(Self::Repeating),
            "one-buffer" => Ok(Self::OneBuffer),
            "full-random" => Ok(Self::FullRandom),
            _ => text
                .strip_prefix("ratio-")
                .and_then(ratio)
                .map(Self::Ratio)
                .ok_or_else(|| {
                    "expected zero, repeating, one-buffer, full-random, or ratio-460 (compresses \
                     to 460 thousandths)"
                        .into()
                }),
        }
    }
}

/// A write's data: its class, and its content's identity (equal means equal bytes).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Data {
    /// What kind of bytes.
    pub class: DataClass,
    /// Two writes of one class, one size and one identity carry equal bytes.
    pub identity: u32,
}

impl Data {
    /// Random bytes never seen before or again.
    pub const RANDOM: Self = Self {
        class: DataClass::FullRandom,
        identity: 0,
    };
    /// All zero.
    pub const ZERO: Self = Self {
        class: DataClass::Zero,
        identity: 0,
    };
}
