//! The work of a phase or of a state, as its file says it.

use crate::steady_state::{ROUND_S, ROUNDS_MAX, WINDOW_ROUNDS};
use fourcorners_block::{BLOCK_BYTES, Bytes, DataClass};
use serde::{Deserialize, Deserializer};
use std::num::{NonZeroU16, NonZeroU32, NonZeroU64};
use std::str::FromStr;

/// What each I/O does.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum Direction {
    Read,
    Write,
    /// Reads and writes, drawn at random.
    Mixed,
    /// Neither: the host does nothing. Not in files, which say `idle_s`.
    #[serde(skip)]
    Idle,
    /// As a trace has it. Not in files, which say `replay`.
    #[serde(skip)]
    Replay,
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
    /// When as many bytes were moved as the span has, or after `duration_s`, if that is said.
    SpanBytes,
    /// When the last five rounds of `round_s` seconds are steady by SNIA's rule, or after
    /// `rounds_max`.
    SteadyState,
    /// Pass after pass, until one is nearly as fast as the one of `clean_phase`, three are alike,
    /// or after `passes_max`.
    Recovered,
}

/// A span of addresses from LBA 0 on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Span {
    /// The whole drive (or what spare area leaves of it).
    All,
    /// So many per cent of that, 1 to 99.
    Share(u32),
    /// So many bytes.
    Fixed(Bytes),
}

/// The work of a phase or state.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct WorkDef {
    /// `read`, `write`, or `mixed`: each I/O is a read with the probability `read_percent`.
    pub op: Direction,
    /// Percent of reads, 1 to 99; with `op = "mixed"` only.
    pub read_percent: Option<NonZeroU32>,
    /// Percent of I/Os that are TRIM commands of the size `block`; with `op = "mixed"` only, where
    /// all others are writes. Both at most 100 together.
    pub trim_percent: Option<NonZeroU32>,
    /// `random` (any block-aligned address of the span) or `sequential` (from LBA 0, again and
    /// again).
    pub pattern: Pattern,
    /// I/O size, as in `4KiB`: a multiple of 512 bytes.
    #[serde(deserialize_with = "size")]
    pub block: Bytes,
    /// Addresses are multiples of this divisor of `block`; default: `block`. A sequential pass with
    /// a smaller value starts at that address instead of at LBA 0.
    #[serde(default, deserialize_with = "some_size")]
    pub align: Option<Bytes>,
    /// I/Os in flight, from 1; no more than the drive accepts.
    pub queue_depth: NonZeroU16,
    /// I/Os due per second, at equal intervals; default: each as soon as there is a slot. Latency
    /// then starts when an I/O is due; with `until = "duration"` only.
    pub rate_iops: Option<NonZeroU64>,
    /// LBA range from 0: `all` (less spare area), a share of it as in `80%`, or a size as in
    /// `8GiB`.
    pub span: Span,
    /// Where the range begins, as a share of the drive or a size; default: LBA 0. The range ends at
    /// the end of the drive at the latest.
    pub start: Option<Span>,
    /// Data written unless the run says otherwise: `zero`, `repeating`, `one-buffer`, `full-random`
    /// (default), or `{ ratio = 460 }` (compresses to 460 thousandths).
    pub data: Option<DataClass>,
    /// `duration`; `pass` (every address once, sequential only); `span-bytes` (as many bytes as the
    /// span); `steady-state` (SNIA, or `rounds_max`); `recovered` (a pass at `clean_percent` of
    /// `clean_phase`, three within 2 %, or `passes_max`; sequential only).
    pub until: Until,
    /// Seconds, from 1; with `until = "duration"`, and at most so many with `span-bytes`.
    pub duration_s: Option<NonZeroU64>,
    /// Length of a round in seconds; default 60; with `steady-state` only.
    pub round_s: Option<NonZeroU64>,
    /// Maximum number of rounds, from 5; default 25; with `steady-state` only.
    pub rounds_max: Option<NonZeroU32>,
    /// An earlier phase with one pass of the same `op` and `span`; with `recovered` only.
    pub clean_phase: Option<String>,
    /// Percent of its mean speed, 1 to 100; default 90; with `recovered` only.
    pub clean_percent: Option<NonZeroU32>,
    /// Maximum number of passes; default 10; with `recovered` only.
    pub passes_max: Option<NonZeroU32>,
}

/// Of the clean pass, in per cent, and passes at most, where a file does not say it.
const CLEAN_PERCENT: u32 = 90;
const PASSES_MAX: u32 = 10;
/// I/Os per second at most: one each nanosecond.
const RATE_MAX: u64 = 1_000_000_000;

impl WorkDef {
    /// Seconds of a round, with [`Until::SteadyState`].
    pub(crate) fn round_s(&self) -> u64 {
        self.round_s.map_or(ROUND_S, u64::from)
    }

    /// Rounds at most, with [`Until::SteadyState`].
    pub(crate) fn rounds_max(&self) -> u32 {
        self.rounds_max.map_or(ROUNDS_MAX, u32::from)
    }

    /// Per cent of the clean pass that are enough, with [`Until::Recovered`].
    pub(crate) fn clean_percent(&self) -> u32 {
        self.clean_percent.map_or(CLEAN_PERCENT, u32::from)
    }

    /// Passes at most, with [`Until::Recovered`].
    pub(crate) fn passes_max(&self) -> u32 {
        self.passes_max.map_or(PASSES_MAX, u32::from)
    }

    /// What is wrong with what it says of recovery, as a sentence.
    fn misplaced_recovery(&self) -> Option<&'static str> {
        let is_said =
            self.clean_phase.is_some() || self.clean_percent.is_some() || self.passes_max.is_some();
        match self.until {
            Until::Recovered if self.clean_phase.is_none() => {
                Some("until = \"recovered\" needs clean_phase, the name of an earlier phase")
            }
            Until::Recovered if self.pattern == Pattern::Random => {
                Some("until = \"recovered\" is valid only with pattern = \"sequential\"")
            }
            Until::Recovered if self.duration_s.is_some() => {
                Some("until = \"recovered\" takes passes_max instead of duration_s")
            }
            Until::Recovered if self.clean_percent() > 100 => {
                Some("clean_percent must be at most 100")
            }
            Until::Recovered => None,
            _ if is_said => Some(
                "clean_phase, clean_percent and passes_max are valid only with until = \
                    \"recovered\"",
            ),
            _ => None,
        }
    }

    /// What is wrong with its mix of reads and writes, or its rate, as a sentence.
    fn misplaced_mix(&self) -> Option<&'static str> {
        let trims = self.trim_percent.map_or(0, u32::from);
        match (self.op, self.read_percent.map(u32::from)) {
            (Direction::Mixed, None) => Some("op = \"mixed\" needs read_percent, from 1 to 99"),
            (Direction::Mixed, Some(100..)) => Some("read_percent must be from 1 to 99"),
            (Direction::Mixed, Some(reads)) if trims > 100 - reads => {
                Some("read_percent and trim_percent must be at most 100 together")
            }
            (op, _) if op != Direction::Mixed && trims > 0 => {
                Some("trim_percent is valid only with op = \"mixed\"")
            }
            (Direction::Mixed, _) if self.until == Until::Recovered => {
                Some("op = \"mixed\" is not valid with until = \"recovered\"")
            }
            (Direction::Mixed, _) => self.misplaced_rate(),
            (_, Some(_)) => Some("read_percent is valid only with op = \"mixed\""),
            (_, None) => self.misplaced_rate(),
        }
    }

    fn misplaced_rate(&self) -> Option<&'static str> {
        let rate = self.rate_iops.map(u64::from)?;
        match self.until {
            Until::Duration if rate > RATE_MAX => Some("rate_iops must be at most 1000000000"),
            Until::Duration => None,
            _ => Some("rate_iops is valid only with until = \"duration\""),
        }
    }

    /// What is wrong with fields that are right one by one, as a sentence.
    pub(super) fn contradiction(&self) -> Option<&'static str> {
        let problem = self.misplaced_recovery().or_else(|| self.misplaced_mix());
        if problem.is_some() {
            return problem;
        }
        match (self.until, self.duration_s) {
            (Until::Duration, None) => Some("until = \"duration\" needs duration_s, in seconds"),
            (Until::Pass, Some(_)) => {
                Some("duration_s is valid only with until = \"duration\" or \"span-bytes\"")
            }
            (Until::SteadyState, Some(_)) => {
                Some("until = \"steady-state\" takes round_s and rounds_max instead of duration_s")
            }
            (Until::SteadyState, None) if (self.rounds_max() as usize) < WINDOW_ROUNDS => Some(
                "rounds_max must be at least 5, the number of rounds that the steady-state \
                    rule needs",
            ),
            (Until::Duration | Until::Pass | Until::SpanBytes | Until::Recovered, _)
                if self.round_s.is_some() || self.rounds_max.is_some() =>
            {
                Some("round_s and rounds_max are valid only with until = \"steady-state\"")
            }
            (Until::Pass, None) if self.pattern == Pattern::Random => Some(
                "until = \"pass\" is valid only with pattern = \"sequential\"; use \"span-bytes\"",
            ),
            _ if self.start == Some(Span::All) => {
                Some("start must be a share of the drive, as in 50%, or a size")
            }
            _ if self
                .align
                .is_some_and(|align| !self.block.0.is_multiple_of(align.0)) =>
            {
                Some("align does not divide block")
            }
            _ => None,
        }
    }
}

pub(super) fn whole_blocks(text: &str, also: &str) -> Result<Bytes, String> {
    let bytes: Bytes = text.parse().map_err(|error| format!("{error}{also}"))?;
    if bytes.0 == 0 || !bytes.0.is_multiple_of(BLOCK_BYTES) {
        return Err(format!(
            "'{text}' must be a multiple of 512 bytes, and at least 512"
        ));
    }
    Ok(bytes)
}

fn size<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Bytes, D::Error> {
    whole_blocks(&String::deserialize(deserializer)?, "").map_err(serde::de::Error::custom)
}

pub(super) fn some_size<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Bytes>, D::Error> {
    size(deserializer).map(Some)
}

impl FromStr for Span {
    type Err = String;

    /// As it is displayed.
    fn from_str(text: &str) -> Result<Self, String> {
        if text == "all" {
            Ok(Span::All)
        } else if let Some(percent) = text.strip_suffix('%') {
            match percent.parse() {
                Ok(percent) if (1..=99).contains(&percent) => Ok(Span::Share(percent)),
                _ => Err(format!(
                    "'{text}' is not a share of a drive; expected 1% to 99%"
                )),
            }
        } else {
            whole_blocks(text, ", or \"all\"").map(Span::Fixed)
        }
    }
}

impl<'de> Deserialize<'de> for Span {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?
            .parse()
            .map_err(serde::de::Error::custom)
    }
}
