//! What a drive is called, and what tells it from others of its model.

use fourcorners_findings::apart::{Apart, Asked, Replayed};
use fourcorners_findings::select::{DriveName, DriveRuns};

/// The model, with what tells the drive from others of it.
pub fn name(of: &DriveName) -> String {
    let apart: Vec<String> = of.apart.iter().map(apart).collect();
    match apart.as_slice() {
        [] => model(of),
        apart => format!("{} ({})", model(of), apart.join(", ")),
    }
}

/// The same of runs of one drive.
pub fn name_of(group: &DriveRuns<'_>) -> String {
    name(&group.name())
}

/// The model alone.
pub fn model(of: &DriveName) -> String {
    match &of.file {
        Some(file) => format!("{file} ({})", of.model),
        None => of.model.clone(),
    }
}

/// Of a model that no published figure checks, in a table.
pub const NOT_CHECKED: &str = "not checked";

/// How many published figures check a model.
pub fn checked(figures: usize) -> String {
    match figures {
        0 => "not checked against published figures".into(),
        1 => "checked against one published figure".into(),
        more => format!("checked against {more} published figures"),
    }
}

/// One difference.
pub fn apart(difference: &Apart) -> String {
    match difference {
        Apart::Port(port) => port.clone(),
        Apart::Firmware(firmware) => format!("firmware {firmware}"),
        Apart::Suite(suite) => format!("suite {suite}"),
        Apart::Duration(Some(seconds)) => format!("{seconds} s per phase"),
        Apart::Duration(None) => "full length".into(),
        Apart::Conditions(asked) => conditions(asked),
        Apart::Replay(replayed) => replay(replayed),
        Apart::JobFile(path) => format!("job file {path}"),
        Apart::Name(name) => name.clone(),
        Apart::Serial(serial) => format!("serial number {serial}"),
        Apart::Link(link) => link.clone(),
        Apart::Engine(engine) => format!("engine {engine}"),
        Apart::MadeNewBy(way) => format!("erased by {way}"),
        Apart::Seed(seed) => format!("seed {seed}"),
        Apart::Version(version) => format!("fourcorners {version}"),
        Apart::Folder(place) => place.clone(),
    }
}

fn conditions(asked: &Asked) -> String {
    let parts = [
        asked
            .spare_percent
            .map(|percent| format!("{percent} % spare")),
        asked.state.clone(),
        asked.data.map(|data| format!("{data} data")),
        asked.align.map(|align| format!("aligned to {align}")),
        asked.zones.map(|zones| format!("{zones} zones")),
        asked.raw_nand.map(|nand| format!("{nand} of NAND")),
        asked.verify.then(|| "verified".into()),
    ];
    match parts.into_iter().flatten().collect::<Vec<String>>() {
        none if none.is_empty() => "default".into(),
        some => some.join(", "),
    }
}

fn replay(replayed: &Replayed) -> String {
    let depth = replayed.queue_depth.as_ref();
    let limit = replayed.idle_limit_ms.as_ref();
    let parts = [
        Some(replayed.trace.clone()),
        Some(replayed.pace.to_string()),
        depth.map(|depth| format!("queue depth {depth}")),
        limit.map(|limit| format!("idle cut to {limit} ms")),
        replayed.overlay.then(|| "streams overlaid".into()),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}
