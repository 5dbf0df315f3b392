//! Why a run has no figure to hold against an expectation.

use super::{failure, not_run};
use crate::expect::NotMeasured;

pub fn not_measured(because: &NotMeasured<'_>) -> String {
    match because {
        NotMeasured::NotReached => "the run ended before this test".into(),
        NotMeasured::NoLatency => "no I/O finished, so there is no latency".into(),
        NotMeasured::NoMetric(name) => format!("its results have no {name}"),
        NotMeasured::NoFigures => "nothing was measured".into(),
        NotMeasured::Skipped(because) => format!("skipped: {}", not_run::sentence(because)),
        NotMeasured::Failed(why) => format!("failed: {}", failure::sentence(why)),
        NotMeasured::Interrupted => "interrupted".into(),
    }
}
