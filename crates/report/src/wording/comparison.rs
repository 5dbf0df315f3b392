//! What makes a comparison say less than it seems to.

use super::comparable;
use super::warnings::{Words, failed, whose};
use fourcorners_findings::comparison::beside::Beside;
use fourcorners_findings::comparison::notes::Note;

/// A note; `names` of all drives.
pub fn note(note: &Note, names: &[String]) -> String {
    match note {
        Note::Failed { drive, failed: one } => {
            let Words { text, remedy } = failed(one);
            format!("{}: {text} {remedy}", names[*drive])
        }
        Note::Repetitions => "These runs are repetitions of one run of one drive: there is \
             nothing to set beside it."
            .into(),
        Note::Beside(one) => {
            let Words { text, remedy } = beside(one, names);
            format!("{text} {remedy}")
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
pub fn beside(beside: &Beside, names: &[String]) -> Words {
    match beside {
        Beside::DifferentSuites(suites) => Words::new(
            format!(
                "Different suites ({}): phases that lasted otherwise are no measure of each other.",
                suites.join(", ")
            ),
            "Put all drives through one suite.",
        ),
        Beside::SimulatedAndReal => Words::new(
            "A simulated drive beside a real one: what a simulation says of a drive is only as \
             good as its drive file.",
            "'fourcorners check DRIVE' sets it beside what was printed.",
        ),
        Beside::DifferentVersions(versions) => Words::new(
            format!(
                "Measured by different versions of fourcorners ({}).",
                versions.join(", ")
            ),
            "Measure again by one of them where differences are small.",
        ),
        Beside::SingleRuns(drives) => {
            let drives: Vec<&str> = drives.iter().map(|&drive| &*names[drive]).collect();
            Words::new(
                format!(
                    "Of one run nobody knows how far the next would lie from it ({}).",
                    drives.join(", ")
                ),
                "'--repeat 3' shows which differences are noise.",
            )
        }
    }
}
