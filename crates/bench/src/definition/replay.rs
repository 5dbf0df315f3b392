//! The replay of a trace as a phase's work, as its file says it.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::num::{NonZeroU16, NonZeroU32, NonZeroU64};
use std::str::FromStr;

/// When the I/Os of a trace are issued.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pace {
    /// Each its think time after the I/O that it waited for has finished; one that waited for none,
    /// as long after the I/O before it as in the recording.
    #[default]
    Dependencies,
    /// Each as soon as the I/O that it waited for has finished; no more than the queue depth at
    /// once.
    AsFastAsPossible,
    /// Each at its instant of the recording, whatever became of those before it.
    Timestamps,
}

impl Pace {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Dependencies, Self::AsFastAsPossible, Self::Timestamps];

    /// As files and the command line say it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Dependencies => "dependencies",
            Self::AsFastAsPossible => "as-fast-as-possible",
            Self::Timestamps => "timestamps",
        }
    }
}

impl fmt::Display for Pace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Pace {
    type Err = String;

    /// As it is displayed.
    fn from_str(text: &str) -> Result<Self, String> {
        let named = |pace: &Self| pace.name() == text;
        let names = Self::ALL.map(Self::name).join(", ");
        let unknown = || format!("unknown pace '{text}'; expected one of {names}");
        Self::ALL.into_iter().find(named).ok_or_else(unknown)
    }
}

/// What becomes of a trace that reaches beyond the end of the drive.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fit {
    /// It is not replayed.
    #[default]
    Refuse,
    /// Addresses begin again at LBA 0 where the drive ends. What was sequential stays so, and what
    /// was far apart may meet.
    Wrap,
}

/// `replay = { … }` of a phase.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct ReplayDef {
    /// Name of the trace; of a trace of your own, its file.
    pub trace: String,
    /// When I/Os are issued: `dependencies` (default), `as-fast-as-possible` or `timestamps`.
    #[serde(default)]
    pub pace: Pace,
    /// Longest think time or gap in ms; default: as recorded. Not with `as-fast-as-possible`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub idle_limit_ms: Option<NonZeroU64>,
    /// I/Os in flight; default 32 with `as-fast-as-possible`, all that the drive takes with
    /// `timestamps`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub queue_depth: Option<NonZeroU16>,
    /// `refuse` (default) a trace larger than the drive, or `wrap`: continue at LBA 0.
    #[serde(default)]
    pub fit: Fit,
    /// Percent of the recorded think and computing times; default 100; with `dependencies` only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub think_percent: Option<NonZeroU32>,
    /// Ends the replay after this many seconds, which may be a fraction.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_most_s: Option<f64>,
    /// Another trace replayed at the same time, as fast as possible, on the addresses after
    /// those of `trace`; with `dependencies` only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub beside: Option<BesideDef>,
}

/// A trace that runs beside another one, on addresses behind it: as fast as possible, and from its
/// beginning again when it ends.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct BesideDef {
    /// Name of the other trace.
    pub trace: String,
    /// Seconds that it starts earlier.
    #[serde(default)]
    pub lead_s: u32,
}

/// I/Os at once where the pace is as fast as possible: what SATA's command queueing holds.
pub(crate) const QUEUE_DEPTH: u16 = 32;

/// 10^7 s, as of any replay.
const LONGEST_NS: f64 = 1e16;

impl ReplayDef {
    /// What is wrong with fields that are right one by one, as a sentence.
    pub fn contradiction(&self) -> Option<&'static str> {
        let at_most = self.at_most_s.map(|seconds| seconds * 1e9);
        if at_most.is_some_and(|ns| !(1.0..=LONGEST_NS).contains(&ns)) {
            return Some("at_most_s must be more than 0, and at most 10^7 s");
        }
        match self.pace {
            Pace::AsFastAsPossible if self.idle_limit_ms.is_some() => Some(
                "the pace as-fast-as-possible has no idle time: an idle limit (--idle-limit, \
                 idle_limit_ms) needs another pace",
            ),
            Pace::Dependencies if self.queue_depth.is_some() => Some(
                "a queue depth (--queue-depth, queue_depth) is valid only with the paces \
                 as-fast-as-possible and timestamps; otherwise the trace determines how many I/Os \
                 are in flight",
            ),
            Pace::AsFastAsPossible | Pace::Timestamps if self.think_percent.is_some() => Some(
                "think_percent is valid only with pace = \"dependencies\": the others keep no \
                 think times",
            ),
            Pace::AsFastAsPossible | Pace::Timestamps if self.think_percent.is_some() => {
                Some("think_percent needs pace = \"dependencies\"")
            }
            Pace::AsFastAsPossible | Pace::Timestamps if self.beside.is_some() => {
                Some("beside is valid only with pace = \"dependencies\"")
            }
            _ => None,
        }
    }
}
