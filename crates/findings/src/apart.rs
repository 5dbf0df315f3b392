//! What a reader can tell runs of one model apart by.

use crate::label::as_text_if;
use fourcorners_bench::record::{Run, RunHeader};
use fourcorners_block::{Bytes, DataClass};
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::HashMap;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// What tells a run from others of its model.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Apart {
    Port(String),
    Firmware(String),
    Suite(String),
    /// Seconds to which every phase was cut; `None`: none was.
    Duration(Option<u64>),
    Conditions(Asked),
    Replay(Replayed),
    JobFile(String),
    /// The drive, as it was named.
    Name(String),
    Serial(String),
    Link(String),
    Engine(String),
    MadeNewBy(String),
    Seed(u64),
    Version(String),
    /// Where the run's folder is.
    Folder(String),
}

/// What was asked for otherwise than tests say.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Asked {
    pub spare_percent: Option<u32>,
    pub state: Option<String>,
    #[serde(serialize_with = "as_text_if")]
    pub data: Option<DataClass>,
    #[serde(serialize_with = "as_text_if")]
    pub align: Option<Bytes>,
    pub zones: Option<u32>,
    #[serde(serialize_with = "as_text_if")]
    pub raw_nand: Option<Bytes>,
    pub verify: bool,
}

/// How a trace of the user's was replayed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Replayed {
    pub trace: String,
    pub pace: &'static str,
    pub queue_depth: Option<String>,
    pub idle_limit_ms: Option<String>,
    pub overlay: bool,
}

/// What a run can differ in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "DifferenceKind")]
#[allow(missing_docs)]
pub enum Kind {
    Port,
    Firmware,
    Suite,
    Duration,
    Conditions,
    Replay,
    JobFile,
    Name,
    Serial,
    Link,
    Engine,
    MadeNewBy,
    Seed,
    Version,
}

type Find = fn(&RunHeader) -> Option<Apart>;

/// The likeliest first.
const DIFFERENCES: [(Kind, Find); 14] = [
    (Kind::Port, |header| named(header.port()?).map(Apart::Port)),
    (Kind::Firmware, |header| {
        named(&header.identity.firmware).map(Apart::Firmware)
    }),
    (Kind::Suite, |header| named(&header.suite).map(Apart::Suite)),
    (Kind::Duration, |header| {
        let asked = header.request.as_ref();
        let duration_s = asked.and_then(|asked| asked.tests.duration_s);
        Some(Apart::Duration(duration_s))
    }),
    (Kind::Conditions, |header| {
        conditions(header).map(Apart::Conditions)
    }),
    (Kind::Replay, |header| replay(header).map(Apart::Replay)),
    (Kind::JobFile, |header| {
        let job = header.request.as_ref()?.job.as_ref()?;
        named(&job.path).map(Apart::JobFile)
    }),
    (Kind::Name, |header| {
        named(&header.identity.name).map(Apart::Name)
    }),
    (Kind::Serial, |header| {
        named(&header.identity.serial).map(Apart::Serial)
    }),
    (Kind::Link, |header| {
        named(header.conditions.link.as_deref()?).map(Apart::Link)
    }),
    (Kind::Engine, |header| {
        named(header.request.as_ref()?.engine.as_deref()?).map(Apart::Engine)
    }),
    (Kind::MadeNewBy, |header| {
        named(header.request.as_ref()?.erase.as_deref()?).map(Apart::MadeNewBy)
    }),
    (Kind::Seed, |header| Some(Apart::Seed(header.seed))),
    (Kind::Version, |header| {
        named(&header.version).map(Apart::Version)
    }),
];

/// What can tell a run from others of its model, the likeliest first: as many for every run, `None`
/// where there is nothing to say.
pub fn differences(header: &RunHeader) -> Vec<Option<Apart>> {
    DIFFERENCES.iter().map(|(_, of)| of(header)).collect()
}

/// What each of them is.
pub fn kinds() -> Vec<Kind> {
    DIFFERENCES.iter().map(|(kind, _)| *kind).collect()
}

/// The runs' folders by name, with as many of the folders around them as tell those of one name
/// apart: `a/run`, `b/run`.
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

/// As few differences as tell a run from these of the same name, itself among them; where none
/// does, its folder.
pub fn told_apart(own: &Run, namesakes: &[&Run]) -> Vec<Apart> {
    let others = namesakes.iter().filter(|other| other.path != own.path);
    let mut others: Vec<&&Run> = others.collect();
    let mut parts = Vec::new();
    for (_, difference) in DIFFERENCES {
        let of_own = difference(&own.header);
        let before = others.len();
        others.retain(|other| difference(&other.header) == of_own);
        if others.len() < before {
            parts.extend(of_own);
        }
    }
    if !others.is_empty() {
        others.push(&own);
        let others: Vec<&Path> = others.iter().map(|run| run.path.as_path()).collect();
        parts.push(Apart::Folder(place(&own.path, &others)));
    }
    parts
}

fn named(value: &str) -> Option<String> {
    (!value.is_empty()).then(|| value.into())
}

fn conditions(header: &RunHeader) -> Option<Asked> {
    let tests = &header.request.as_ref()?.tests;
    Some(Asked {
        spare_percent: tests.spare_percent,
        state: tests.conditions.state.clone(),
        data: tests.conditions.data,
        align: tests.conditions.align,
        zones: tests.zones,
        raw_nand: tests.raw_nand,
        verify: tests.verify,
    })
}

fn replay(header: &RunHeader) -> Option<Replayed> {
    let asked = header.request.as_ref()?.replay.as_ref()?;
    let replay = &asked.replay;
    Some(Replayed {
        trace: crate::trace_name::trace_name(&replay.trace).into_owned(),
        pace: replay.pace.name(),
        queue_depth: replay.queue_depth.map(|depth| depth.to_string()),
        idle_limit_ms: replay.idle_limit_ms.map(|limit| limit.to_string()),
        overlay: asked.overlay,
    })
}
