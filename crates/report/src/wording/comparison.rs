//! What makes a comparison say less than it seems to.

use super::comparable;
use super::warnings::{Words, failed, whose};
use fourcorners_findings::comparison::beside::Beside;
use fourcorners_findings::comparison::notes::Note;
use fourcorners_findings::warnings::Whose;

/// A note; `names` of all drives.
pub fn note(note: &Note, names: &[String]) -> String {
    match note {
        Note::Failed { drive, failed: one } => {
            let Words { text, remedy } = failed(one);
            format!("{}: {text} {remedy}", names[*drive])
        }
        Note::Repetitions => "These runs repeat one run of one drive: nothing to compare.".into(),
        Note::Beside(one) => {
            let Words { text, remedy } = beside(one);
            match one {
                Beside::SingleRuns(drives) => {
                    let whose = whose(&Whose::Drives(drives.clone()), names);
                    format!("{whose}: {text} {remedy}")
                }
                _ => format!("{text} {remedy}"),
            }
        }
        Note::NotComparable {
            whose: drives,
            because,
        } => format!(
            "Not comparable with other runs ({}): {}.",
            whose(drives, names),
            comparable::reasons(because)
        ),
    }
}

/// What has to be known of several drives, and what to do about it.
pub fn beside(beside: &Beside) -> Words {
    match beside {
        Beside::DifferentSuites(suites) => Words::new(
            format!(
                "Different suites ({}): phases of different length are not comparable.",
                suites.join(", ")
            ),
            "Run one suite on all drives.",
        ),
        Beside::SimulatedAndReal => Words::new(
            "Simulated and real drives: a simulation is only as good as its drive file.",
            "Run 'fourcorners check DRIVE' to compare it with published figures.",
        ),
        Beside::DifferentVersions(versions) => Words::new(
            format!(
                "Measured by different versions of fourcorners ({}).",
                versions.join(", ")
            ),
            "Repeat both with one version before you trust small differences.",
        ),
        Beside::SingleRuns(_) => Words::new(
            "Single runs say nothing about run-to-run noise.",
            "Use --repeat 3 to see which differences are noise.",
        ),
    }
}
