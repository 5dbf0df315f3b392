//! The page's title, and what is filled into its text.

use super::drive;
use fourcorners_findings::consistency::COMPARED_FROM_S;
use fourcorners_findings::select::DriveName;

/// What a page is about.
pub enum Title {
    /// One drive, run in one way.
    Drive(DriveName),
    /// One drive, behind so many ports.
    Ports(DriveName, usize),
    /// One drive, run in so many ways.
    Ways(DriveName, usize),
    /// So many drives, each behind as many ports.
    DrivesAndPorts(usize, usize),
    /// So many drives.
    Drives(usize),
}

/// The headline.
pub fn title(title: &Title) -> String {
    match title {
        Title::Drive(name) => drive::name(name),
        Title::Ports(name, ports) => format!("{}, behind {ports} ports", drive::model(name)),
        Title::Ways(name, ways) => format!("{}, run in {ways} ways", drive::model(name)),
        Title::DrivesAndPorts(drives, ports) => {
            format!("{drives} drives, each behind {ports} ports")
        }
        Title::Drives(drives) => format!("{drives} drives compared"),
    }
}

/// Beside the title: whether what is shown was measured. Empty: all of it was.
pub fn badge(simulated: usize, drives: usize) -> String {
    match simulated {
        0 => String::new(),
        all if all == drives => "SIMULATED: models, not measurements".into(),
        some => format!("{some} of {drives} drives are SIMULATED: models, not measurements"),
    }
}

/// What a link to the page shows of it: its drives, and which are simulated.
pub fn description<'a>(drives: impl Iterator<Item = (&'a str, bool)>) -> String {
    let name = |(name, simulated): (&str, bool)| match simulated {
        true => format!("{name} (simulated)"),
        false => name.into(),
    };
    let names: Vec<String> = drives.map(name).collect();
    format!(
        "Random and sequential speed, torture, TRIM and consistency: {}.",
        names.join(", ")
    )
}

/// Behind the second from which drives are compared. The reviews begin at 1400 s; of a shorter run
/// the last three tenths are shown.
pub fn short_run(late_from_s: u32) -> &'static str {
    match late_from_s {
        COMPARED_FROM_S => "",
        _ => " (the last three tenths of a short run)",
    }
}
