//! The page's title, and what is filled into its text.

use super::drive;
use fourcorners_findings::consistency::COMPARED_FROM_S;
use fourcorners_findings::select::DriveName;

/// What a page is about.
pub enum Title {
    /// One drive, run in one way.
    Drive(DriveName),
    /// One drive, and its number of ports.
    Ports(DriveName, usize),
    /// One drive, and in how many ways it was run.
    Ways(DriveName, usize),
    /// Numbers of drives and of ports of each.
    DrivesAndPorts(usize, usize),
    /// Number of drives.
    Drives(usize),
}

/// The headline.
pub fn title(title: &Title) -> String {
    match title {
        Title::Drive(name) => drive::name(name),
        Title::Ports(name, ports) => format!("{} on {ports} ports", drive::model(name)),
        Title::Ways(name, ways) => format!("{} in {ways} configurations", drive::model(name)),
        Title::DrivesAndPorts(drives, ports) => {
            format!("{drives} drives on {ports} ports each")
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

/// After the second from which drives are compared, if that is not the reviews' 1400 s.
pub fn short_run(late_from_s: u32) -> &'static str {
    match late_from_s {
        COMPARED_FROM_S => "",
        _ => " (last 30 % of a short run)",
    }
}
