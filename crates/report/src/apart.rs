//! What a reader can tell runs of one model apart by.

use fourcorners_bench::record::{Request, Run, RunHeader, UserTrace};
use std::collections::HashMap;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// What a run can differ in, the likeliest first; empty where there is nothing to say.
const DIFFERENCES: [fn(&RunHeader) -> String; 13] = [
    |header| named("firmware", &header.identity.firmware),
    |header| named("suite", &header.suite),
    duration,
    conditions,
    replay,
    |header| {
        asked(header, "job file", |request| {
            request.job.as_ref().map(|job| job.path.as_str())
        })
    },
    |header| header.identity.name.clone(),
    |header| named("serial number", &header.identity.serial),
    |header| header.conditions.link.clone().unwrap_or_default(),
    |header| asked(header, "engine", |request| request.engine.as_deref()),
    |header| asked(header, "made new by", |request| request.erase.as_deref()),
    |header| format!("seed {}", header.seed),
    |header| named("fourcorners", &header.version),
];

/// What can tell a run from others of its model, the likeliest first: as many for every run, empty where there is nothing to say.
pub fn differences(header: &RunHeader) -> Vec<String> {
    DIFFERENCES.iter().map(|of| of(header)).collect()
}

/// The runs' folders by name, with as many of the folders around them as tell those of one name apart: `a/run`, `b/run`.
pub fn run_names(runs: &[&Run]) -> Vec<String> {
    let paths: Vec<&Path> = runs.iter().map(|run| run.path.as_path()).collect();
    folder_names(&paths)
}

/// The same of folders by their paths.
pub fn folder_names(paths: &[&Path]) -> Vec<String> {
    let mut namesakes: HashMap<Option<&OsStr>, Vec<&Path>> = HashMap::new();
    for path in paths {
        namesakes.entry(path.file_name()).or_default().push(path);
    }
    let name = |path: &&Path| place(path, &namesakes[&path.file_name()]);
    paths.iter().map(name).collect()
}

/// The end of a path that tells it from these, itself among them.
fn place(own: &Path, namesakes: &[&Path]) -> String {
    let end = |path: &Path, parts: usize| -> PathBuf {
        let all = path.components();
        let left_out = all.clone().count().saturating_sub(parts);
        all.skip(left_out).collect()
    };
    let others = || namesakes.iter().filter(|other| **other != own);
    let differs = |parts: &usize| others().all(|other| end(other, *parts) != end(own, *parts));
    let all = own.components().count();
    let parts = (1..all).find(differs).unwrap_or(all);
    end(own, parts).display().to_string()
}

/// As few differences as tell a run from these of the same name, itself among them; where none does, its place.
pub(crate) fn told_apart(own: &Run, namesakes: &[&Run]) -> String {
    let others = namesakes.iter().filter(|other| other.path != own.path);
    let mut others: Vec<&&Run> = others.collect();
    let mut parts = Vec::new();
    for difference in DIFFERENCES {
        let of_own = difference(&own.header);
        let before = others.len();
        others.retain(|other| difference(&other.header) == of_own);
        if others.len() < before && !of_own.is_empty() {
            parts.push(of_own);
        }
    }
    if !others.is_empty() {
        others.push(&own);
        let others: Vec<&Path> = others.iter().map(|run| run.path.as_path()).collect();
        parts.push(place(&own.path, &others));
    }
    parts.join(", ")
}

fn named(what: &str, value: &str) -> String {
    match value {
        "" => String::new(),
        value => format!("{what} {value}"),
    }
}

fn asked(header: &RunHeader, what: &str, of: fn(&Request) -> Option<&str>) -> String {
    named(
        what,
        header.request.as_ref().and_then(of).unwrap_or_default(),
    )
}

fn duration(header: &RunHeader) -> String {
    let asked = header.request.as_ref();
    match asked.and_then(|asked| asked.tests.duration_s) {
        Some(seconds) => format!("{seconds} s a phase"),
        None => "full length".into(),
    }
}

/// What was asked for otherwise than tests say.
fn conditions(header: &RunHeader) -> String {
    let Some(tests) = header.request.as_ref().map(|asked| &asked.tests) else {
        return String::new();
    };
    let own = &tests.conditions;
    let parts = [
        tests
            .spare_percent
            .map(|percent| format!("{percent} % spare")),
        own.state.clone(),
        own.data.map(|data| format!("{data} data")),
        own.align.map(|align| format!("aligned to {align}")),
        tests.zones.map(|zones| format!("{zones} zones")),
        tests.raw_nand.map(|nand| format!("{nand} of NAND")),
        tests.verify.then(|| "verified".into()),
    ];
    match parts.into_iter().flatten().collect::<Vec<String>>() {
        none if none.is_empty() => "as the tests say".into(),
        some => some.join(", "),
    }
}

fn replay(header: &RunHeader) -> String {
    let asked = header.request.as_ref();
    let Some(UserTrace {
        replay, overlay, ..
    }) = asked.and_then(|asked| asked.replay.as_ref())
    else {
        return String::new();
    };
    let name = std::path::Path::new(&replay.trace).file_name();
    let parts = [
        Some(name.map_or(replay.trace.clone(), |name| {
            name.to_string_lossy().into_owned()
        })),
        Some(replay.pace.name().to_string()),
        replay
            .queue_depth
            .map(|depth| format!("queue depth {depth}")),
        replay
            .idle_limit_ms
            .map(|limit| format!("idle cut to {limit} ms")),
        overlay.then(|| "streams laid over each other".into()),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}
