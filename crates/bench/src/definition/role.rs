//! What a phase is to charts, findings and recommendations that are made of it alone.

use super::{Direction, Pattern, PhaseDef, Until};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// What a phase is to them. Where several tests have a role, the first on the page has it.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// Pass over the whole drive when it is fresh.
    CleanPass,
    /// After random writes to all of it.
    TorturedPass,
    /// After TRIM of all that.
    TrimmedPass,
    /// Right after random writes, without a rest.
    PassAtOnce,
    /// After a rest.
    RestedPass,
    /// Passes until a tortured drive is as fast as it was.
    Recovery,
    /// Random writes to all LBAs, second by second.
    Torture,
    /// Latency of random writes to a tortured drive.
    TorturedWrites,
    /// Random writes to all LBAs; drives are compared on the last part of this phase.
    Consistency,
    /// Small random reads of everyday use.
    RandomReads,
    /// Large reads of everyday use.
    SequentialReads,
    /// Small random writes of everyday use, and their latency.
    RandomWrites,
    /// Large writes of everyday use.
    SequentialWrites,
    /// Recorded light use of 2010, by its IOPS.
    #[serde(rename = "light-use-2010")]
    LightUse2010,
    /// Recorded light use of 2011, by its data rate.
    #[serde(rename = "light-use-2011")]
    LightUse2011,
    /// Programs that start while the drive does nothing else.
    StartAlone,
    /// Programs that start while it is kept busy.
    StartBusy,
}

impl Role {
    /// Whether it is one of two passes, a read and a write.
    pub fn is_of_a_pass(self) -> bool {
        matches!(
            self,
            Self::CleanPass
                | Self::TorturedPass
                | Self::TrimmedPass
                | Self::PassAtOnce
                | Self::RestedPass
        )
    }

    /// What a phase that has it does.
    fn allowed(self) -> &'static str {
        match self {
            _ if self.is_of_a_pass() => "one sequential pass with positions = true",
            Self::Recovery => "passes with until = \"recovered\"",
            Self::Torture => "a phase that prepares a state or writes at random",
            Self::RandomReads => "random reads",
            Self::SequentialReads => "sequential reads",
            Self::SequentialWrites => "sequential writes",
            Self::LightUse2010 | Self::LightUse2011 | Self::StartAlone | Self::StartBusy => {
                "a replay"
            }
            _ => "random writes",
        }
    }

    fn fits(self, phase: &PhaseDef) -> bool {
        let works = |op: Direction, pattern: Pattern| {
            let work = phase.work.as_ref();
            work.is_some_and(|work| work.op == op && work.pattern == pattern)
        };
        match self {
            _ if self.is_of_a_pass() => {
                let work = phase.work.as_ref();
                phase.positions && work.is_some_and(|work| work.until == Until::Pass)
            }
            Self::Recovery => {
                let work = phase.work.as_ref();
                work.is_some_and(|work| work.until == Until::Recovered)
            }
            Self::Torture => phase.makes.is_some() || works(Direction::Write, Pattern::Random),
            Self::RandomReads => works(Direction::Read, Pattern::Random),
            Self::SequentialReads => works(Direction::Read, Pattern::Sequential),
            Self::SequentialWrites => works(Direction::Write, Pattern::Sequential),
            Self::LightUse2010 | Self::LightUse2011 | Self::StartAlone | Self::StartBusy => {
                phase.replay.is_some()
            }
            _ => works(Direction::Write, Pattern::Random),
        }
    }

    /// Why a phase of a test cannot have it, as the end of a sentence about the phase.
    pub(super) fn misfit(self, phase: &PhaseDef, others: &[(&PhaseDef, Self)]) -> Option<String> {
        if !self.fits(phase) {
            return Some(format!("cannot be '{self}'; allowed: {}", self.allowed()));
        }
        let op = |phase: &PhaseDef| phase.work.as_ref().map(|work| work.op);
        let same = others.iter().find(|(other, role)| {
            let is_the_other_pass = self.is_of_a_pass() && op(other) != op(phase);
            *role == self && !is_the_other_pass
        });
        let (other, _) = same?;
        let allowed = match self.is_of_a_pass() {
            true => "one read and one write",
            false => "one phase",
        };
        Some(format!(
            "cannot be '{self}', because '{}' already is; allowed: {allowed}",
            other.name
        ))
    }
}

impl fmt::Display for Role {
    /// As in files.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}
