//! Hardware and method as printed, beside the drive and test files. Never scored.

use super::trace_facts::{self, TraceFacts};
use crate::published::Fact;
use fourcorners_bench::{Library, PhaseDef, Span};
use fourcorners_sim::DriveSpec;
use schemars::JsonSchema;
use serde::Serialize;

/// One comparison.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct FactRow {
    /// Of the entry.
    pub id: String,
    /// Drive or test.
    pub of: String,
    /// Key of its file.
    pub key: String,
    pub published: String,
    /// What the file says; null: nothing.
    pub file: Option<String>,
    /// Whether both say the same.
    pub agrees: bool,
    /// Where it was printed.
    pub source: String,
    /// How the source was read, or why both differ.
    pub note: String,
}

/// Compares a fact with what it is about.
pub fn fact_row(
    fact: &Fact,
    drive: Option<&DriveSpec>,
    library: &Library,
    traces: &TraceFacts,
) -> FactRow {
    let of_trace = traces.value(fact, library);
    let file = match (drive, &fact.test) {
        (Some(spec), _) => of_drive(spec, &fact.key),
        (None, Some(_)) if of_trace.is_some() => of_trace.map(|value| shown(&fact.key, value)),
        (None, Some(test)) => of_test(library, test, fact.phase.as_deref(), &fact.key),
        (None, None) => None,
    };
    let agrees = match of_trace {
        Some(value) => trace_facts::agrees(&fact.key, value, &fact.value),
        None => file.as_deref().is_some_and(|file| same(file, &fact.value)),
    };
    FactRow {
        id: fact.id.clone(),
        of: fact.drive.clone().or(fact.test.clone()).unwrap_or_default(),
        key: fact.key.clone(),
        published: fact.printed.clone(),
        file,
        agrees,
        source: fact.source.clone(),
        note: fact.note.clone(),
    }
}

/// A number of a trace, for people.
fn shown(key: &str, value: f64) -> String {
    match value.fract() {
        0.0 => format!("{value:.0} ({key})"),
        _ => format!("{value:.3} ({key})"),
    }
}

fn of_drive(spec: &DriveSpec, key: &str) -> Option<String> {
    const GIB: f64 = (1_u64 << 30) as f64;
    let user = spec.capacity().bytes().0 as f64;
    let nand = spec.raw_nand().map(|bytes| bytes.0 as f64);
    let derived = match key {
        "user_gib" => Some(user / GIB),
        "nand_gib" => nand.map(|nand| nand / GIB),
        "spare_percent" => nand.map(|nand| 100.0 - user * 100.0 / nand),
        _ => None,
    };
    if let Some(derived) = derived {
        return Some(format!("{derived:.1}"));
    }
    let mut facts = spec.facts().iter();
    let said = facts.find(|fact| fact.name == key);
    let part_of_it = format!("{key}.");
    said.map(|fact| fact.value.clone()).or_else(|| {
        // What a file leaves out has a default.
        match key {
            "trim.mode" if spec.takes_trim() => Some("immediate".into()),
            "trim.mode" => Some("absent".into()),
            "controller.one_processor" => Some("false".into()),
            _ => {
                let mut facts = spec.facts().iter();
                facts
                    .any(|fact| fact.name.starts_with(&part_of_it))
                    .then(|| "present".into())
            }
        }
    })
}

fn of_test(library: &Library, test: &str, phase: Option<&str>, key: &str) -> Option<String> {
    let definition = library.test(test).ok()?;
    let is_it = |candidate: &&PhaseDef| phase.is_none_or(|name| candidate.name == name);
    let phase = definition.phases.iter().find(is_it)?;
    let state = |name: &String| library.states.get(name);
    let (work, key) = match key.strip_prefix("state.") {
        Some("idle_s") => {
            let seconds = state(phase.from.as_ref()?)?.idle_s;
            return seconds.map(|seconds| seconds.to_string());
        }
        Some(key) => {
            let mut name = phase.from.as_ref()?;
            while state(name)?.work.is_none() {
                name = &state(name)?.base;
            }
            (state(name)?.work.as_ref(), key)
        }
        None => (phase.work.as_ref(), key),
    };
    let work = work.or_else(|| state(phase.makes.as_ref()?)?.work.as_ref())?;
    match key {
        "duration_s" => work.duration_s.map(|seconds| seconds.to_string()),
        "queue_depth" => Some(work.queue_depth.to_string()),
        "block" => Some(work.block.to_string()),
        "span" => Some(match work.span {
            Span::All => "all".into(),
            Span::Share(percent) => format!("{percent}%"),
            Span::Fixed(bytes) => bytes.to_string(),
        }),
        "data" => Some(
            work.data
                .map_or("full-random".into(), |data| data.to_string()),
        ),
        _ => None,
    }
}

/// Numbers within what printing rounds away; texts when one holds the other's words.
fn same(file: &str, printed: &toml::Value) -> bool {
    let number = match printed {
        toml::Value::Integer(number) => Some(*number as f64),
        toml::Value::Float(number) => Some(*number),
        _ => None,
    };
    if let Some(printed) = number {
        let file: f64 = match file.replace('_', "").parse() {
            Ok(file) => file,
            Err(_) => return false,
        };
        return (file - printed).abs() <= 0.01 * printed.abs();
    }
    match printed {
        toml::Value::String(printed) => {
            let plain = |text: &str| text.to_lowercase().replace([' ', '-', '"'], "");
            plain(file).contains(&plain(printed))
        }
        toml::Value::Boolean(printed) => file == printed.to_string(),
        _ => false,
    }
}
