//! What was found of each drive: one file per subject, each finding with its numbers and the chart
//! that shows it.

pub mod alignment;
pub mod amplification;
pub mod background;
pub mod contrast;
pub mod efficiency;
pub mod full_drive;
pub mod length;
pub mod passes;
pub mod recovery;
pub mod rest;
pub mod rounds;
pub mod seconds;
pub mod starting;
pub mod steady_state;
pub mod torture;
pub mod tortured_writes;
pub mod trim_under_load;
pub mod used;
pub mod wake_up;
pub mod write_cache;
pub mod written_data;

use crate::figures::Figures;
use crate::select::DriveRuns;
use crate::spread::Difference;
use contrast::{Contrast, Found, TooShort};
use recovery::Recovery;
use serde::Serialize;
use torture::Torture;
use tortured_writes::TorturedWrites;

/// One finding about one drive.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Finding {
    /// Number of the drive.
    pub drive: usize,
    pub says: Says,
    /// Whether it is among what a headline says.
    pub in_headline: bool,
    /// False: it says why nothing was found.
    pub judged: bool,
    /// The chart that shows it: its id, and behind a `?` which of its buttons are pressed.
    pub evidence: String,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "subject", content = "says", rename_all = "kebab-case")]
pub enum Says {
    Torture(Torture),
    Recovery(Recovery),
    Rest(rest::Rest),
    TorturedWrites(TorturedWrites),
    Evenness(seconds::Evenness),
    SpareArea(seconds::SpareArea),
    Data(Result<Contrast, TooShort>),
    Alignment(Result<Contrast, TooShort>),
    Used(Result<Contrast, TooShort>),
    UsedInTraces(Vec<used::Points>),
    SteadyState(steady_state::SteadyState),
    Rounds(rounds::Rounds),
    Amplification(amplification::Amplification),
    Length(Result<Contrast, TooShort>),
    Starting(starting::Starting),
    FullDrive(full_drive::FullDrive),
    WriteCache(write_cache::WriteCache),
    CacheRecovery(write_cache::CacheRecovery),
    TrimUnderLoad(trim_under_load::TrimUnderLoad),
    WakeUp(wake_up::WakeUp),
    Background(background::Background),
    Efficiency(efficiency::Efficiency),
}

impl Says {
    /// Whether anything differs: not so where two conditions come out alike.
    pub fn is_an_effect(&self) -> bool {
        match self {
            Self::Torture(Torture::Loss(loss)) => loss.change == Difference::Lower,
            Self::TorturedWrites(TorturedWrites::Of(fall)) => fall.change == Difference::Lower,
            Self::Torture(Torture::TakesNoTrim) | Self::Recovery(Recovery::NotSlowed(_)) => false,
            Self::WriteCache(found) => matches!(found, write_cache::WriteCache::Ends { .. }),
            Self::Data(Ok(pair)) | Self::Alignment(Ok(pair)) => pair.differs(),
            Self::Used(Ok(pair)) | Self::Length(Ok(pair)) => pair.differs(),
            _ => true,
        }
    }
}

impl Finding {
    fn new(drive: usize, evidence: impl Into<String>, says: Says) -> Self {
        Self {
            drive,
            says,
            in_headline: false,
            judged: true,
            evidence: evidence.into(),
        }
    }

    fn not_judged(self) -> Self {
        Self {
            judged: false,
            ..self
        }
    }

    fn in_headline(self) -> Self {
        self.in_headline_if(true)
    }

    fn in_headline_if(self, in_headline: bool) -> Self {
        Self {
            in_headline,
            ..self
        }
    }

    /// Of a test under two conditions; not judged where none was measured for long enough.
    fn of_contrast(
        drive: usize,
        found: Found<'_>,
        says: fn(Result<Contrast, TooShort>) -> Says,
    ) -> Self {
        let judged = found.says.is_ok();
        Self {
            judged,
            ..Self::new(drive, found.chart, says(found.says))
        }
    }
}

/// Everything that can be said of a drive from what was measured.
pub fn judge(drive: usize, group: &DriveRuns<'_>, figures: &Figures) -> Vec<Finding> {
    let mut found = torture::findings(drive, group, figures);
    found.extend(recovery::finding(drive, group, figures));
    found.extend(rest::finding(drive, group, figures));
    found.extend(tortured_writes::finding(drive, figures));
    found.extend(seconds::findings(drive, figures));
    found.extend(written_data::finding(drive, figures));
    found.extend(alignment::finding(drive, figures));
    found.extend(used::findings(drive, figures));
    found.extend(steady_state::finding(drive, figures));
    found.extend(rounds::findings(drive, figures));
    found.extend(amplification::finding(drive, group, figures));
    found.extend(length::finding(drive, figures));
    found.extend(starting::finding(drive, figures));
    found.extend(full_drive::findings(drive, figures));
    found.extend(write_cache::findings(drive, figures));
    found.extend(trim_under_load::finding(drive, group, figures));
    found.extend(wake_up::finding(drive, figures));
    found.extend(background::finding(drive, group, figures));
    found.extend(efficiency::finding(drive, figures));
    if keeps_no_past(group) {
        for one in &mut found {
            one.in_headline &= one.says.is_an_effect();
        }
    }
    found
}

/// A hard disk: that use changes nothing of it is no news.
fn keeps_no_past(group: &DriveRuns<'_>) -> bool {
    let run = group.first();
    run.is_some_and(|run| run.header.identity.rotational == Some(true))
}
