//! Which port a run's drive was behind.

use fourcorners_bench::record::Run;
use fourcorners_lab::{drive_spec, port};
use fourcorners_sim::DriveSpec;

/// What the run's drive was plugged into, where that makes its link another one than behind the
/// printed port.
pub(crate) fn other_port(drive: &str, printed: &str, run: &Run) -> Option<String> {
    let here = run.header.port();
    if here == Some(printed) {
        return None;
    }
    let behind = |name: &str| -> Option<DriveSpec> {
        Some(drive_spec(drive).ok()?.behind(&port(name).ok()?))
    };
    let own = match here {
        Some(name) => behind(name),
        None => drive_spec(drive).ok(),
    };
    match (own, behind(printed)) {
        (Some(own), Some(other)) if own == other => None,
        _ => Some(here.unwrap_or("its own link").into()),
    }
}
