//! The work of a phase or of a state, as its file says it.

use fourcorners_block::{BLOCK_BYTES, Bytes, DataClass};
use serde::{Deserialize, Deserializer};
use std::num::{NonZeroU16, NonZeroU64};

/// Read or write.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum Direction {
    /// Reads.
    Read,
    /// Writes.
    Write,
}

/// Order of addresses.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum Pattern {
    /// Each block-aligned address of the span equally likely.
    Random,
    /// From LBA 0 on, each address once; begins again at the end if time is left.
    Sequential,
}

/// When a phase is over.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub enum Until {
    /// After `duration_s` seconds of the drive's clock.
    Duration,
    /// When every address of the span was covered once.
    Pass,
    /// When as many bytes were moved as the span has.
    SpanBytes,
}

/// A span of addresses from LBA 0 on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Span {
    /// The whole drive (or what spare area leaves of it).
    All,
    /// So many bytes.
    Fixed(Bytes),
}

/// The work of a phase or state.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct WorkDef {
    /// Read or write.
    pub op: Direction,
    /// Order of addresses.
    pub pattern: Pattern,
    /// Size of one I/O, as in `4KiB`; a multiple of 512 bytes.
    #[serde(deserialize_with = "size")]
    pub block: Bytes,
    /// Queue depth, from 1.
    pub queue_depth: NonZeroU16,
    /// `all`, or a size from LBA 0 on, as in `8GiB`.
    #[serde(deserialize_with = "span")]
    pub span: Span,
    /// What is written; reads have no use for it.
    #[serde(default = "full_random")]
    pub data: DataClass,
    /// When it is over.
    pub until: Until,
    /// Seconds, with `until = "duration"`; at least 1.
    pub duration_s: Option<NonZeroU64>,
}

impl WorkDef {
    /// What is wrong with fields that are right one by one, as a sentence.
    pub(super) fn contradiction(&self) -> Option<&'static str> {
        match (self.until, self.duration_s) {
            (Until::Duration, None) => Some("until = \"duration\" needs duration_s, in seconds"),
            (Until::Pass | Until::SpanBytes, Some(_)) => {
                Some("duration_s goes with until = \"duration\" only")
            }
            (Until::Pass, None) if self.pattern == Pattern::Random => {
                Some("until = \"pass\" goes with pattern = \"sequential\" only; use \"span-bytes\"")
            }
            _ => None,
        }
    }
}

fn full_random() -> DataClass {
    DataClass::FullRandom
}

fn whole_blocks<E: serde::de::Error>(text: &str, also: &str) -> Result<Bytes, E> {
    let bytes: Bytes = text
        .parse()
        .map_err(|error| E::custom(format!("{error}{also}")))?;
    if bytes.0 == 0 || !bytes.0.is_multiple_of(BLOCK_BYTES) {
        return Err(E::custom(format!(
            "'{text}' is not a multiple of 512 bytes, from 512 on"
        )));
    }
    Ok(bytes)
}

fn size<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Bytes, D::Error> {
    whole_blocks(&String::deserialize(deserializer)?, "")
}

fn span<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Span, D::Error> {
    let text = String::deserialize(deserializer)?;
    if text == "all" {
        Ok(Span::All)
    } else {
        whole_blocks(&text, ", or \"all\"").map(Span::Fixed)
    }
}
