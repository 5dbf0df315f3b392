//! Suite, test and state files (TOML) as values. Unknown fields are errors.

use fourcorners_block::{Bytes, DataClass};
use serde::Deserialize;
use std::collections::BTreeMap;

/// Why a suite, test or state file cannot be used: file, line, column, what was expected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}: {message}")]
pub struct DefinitionError {
    /// File name.
    pub file: String,
    /// Line, column, the line itself and what was expected.
    pub message: String,
}

/// `suites/<name>.toml`: which tests, in which order.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Suite {
    /// Name.
    pub name: String,
    /// Title for people.
    pub title: String,
    /// What it is for.
    pub why: String,
    /// Whether its results may be set beside other runs of it.
    pub comparable: bool,
    /// Whether a fixed span (8 GiB) is cut to half of a small drive instead of skipping the test.
    #[serde(default)]
    pub fixed_span_at_most_half_the_drive: bool,
    /// How long preparing the tortured state takes; default: what the state's file says.
    pub torture_s: Option<u64>,
    /// Its tests.
    #[serde(rename = "test")]
    pub tests: Vec<SuiteTest>,
}

/// One test of a suite, with what the suite changes in it.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct SuiteTest {
    /// The test's id.
    pub id: String,
    /// Share of the raw NAND that is left spare, in per cent.
    pub spare_percent: Option<u32>,
    /// Duration of its timed phases, in seconds.
    pub duration_s: Option<u64>,
}

/// `suites/tests/<id>.toml`: what a test does.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct TestDef {
    /// Its id.
    pub id: String,
    /// Title for people.
    pub title: String,
    /// What it shows.
    pub why: String,
    /// Whose method it is, and what of it is our choice.
    pub source: String,
    /// Its phases, in order.
    #[serde(rename = "phase")]
    pub phases: Vec<PhaseDef>,
}

/// One phase of a test: measured, and reported on its own.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct PhaseDef {
    /// Its name.
    pub name: String,
    /// The state it begins from; `as-left`: what the phase before left.
    pub from: Option<String>,
    /// Instead of `from` and `work`: the state whose last step this phase is, measured.
    pub makes: Option<String>,
    /// Whether speed by position is recorded.
    #[serde(default)]
    pub positions: bool,
    /// What it does.
    pub work: Option<WorkDef>,
}

/// `[name]` of `suites/states.toml`: how a state is reached from another.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct StateDef {
    /// The state on which it is built.
    pub base: String,
    /// What it stands for.
    pub why: String,
    /// Work that leads from the base to it.
    pub work: Option<WorkDef>,
    /// Whether every LBA is trimmed.
    #[serde(default)]
    pub trim: bool,
}

/// Read or write.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum Direction {
    /// Reads.
    Read,
    /// Writes.
    Write,
}

/// Order of addresses.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum Pattern {
    /// Each block-aligned address of the span equally likely.
    Random,
    /// From LBA 0 on, each address once; begins again at the end if time is left.
    Sequential,
}

/// When a phase is over.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub enum Until {
    /// After `duration_s` seconds of the drive's clock.
    Duration,
    /// When the whole span was covered once.
    Pass,
    /// When as many bytes were moved as the span has.
    SpanBytes,
}

/// The work of a phase or state.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct WorkDef {
    /// Read or write.
    pub op: Direction,
    /// Order of addresses.
    pub pattern: Pattern,
    /// Size of one I/O, as in `4KiB`.
    #[serde(deserialize_with = "size")]
    pub block: Bytes,
    /// Queue depth.
    pub queue_depth: u16,
    /// `all`, or a size from LBA 0 on, as in `8GiB`.
    #[serde(deserialize_with = "span")]
    pub span: Span,
    /// What is written; default for reads only: nothing.
    #[serde(default = "full_random")]
    pub data: DataClass,
    /// When it is over.
    pub until: Until,
    /// Seconds, with `until = "duration"`.
    pub duration_s: Option<u64>,
}

/// A span of addresses from LBA 0 on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Span {
    /// The whole drive (or what spare area leaves of it).
    All,
    /// So many bytes.
    Fixed(Bytes),
}

fn full_random() -> DataClass {
    DataClass::FullRandom
}

fn size<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Bytes, D::Error> {
    let text = String::deserialize(deserializer)?;
    let bytes: Bytes = text.parse().map_err(serde::de::Error::custom)?;
    if bytes.0 == 0 || !bytes.0.is_multiple_of(512) {
        return Err(serde::de::Error::custom(format!(
            "'{text}' is not a multiple of 512 bytes"
        )));
    }
    Ok(bytes)
}

fn span<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Span, D::Error> {
    let text = String::deserialize(deserializer)?;
    if text == "all" {
        return Ok(Span::All);
    }
    let bytes: Bytes = text
        .parse()
        .map_err(|error| serde::de::Error::custom(format!("{error}, or \"all\"")))?;
    if bytes.0 == 0 || !bytes.0.is_multiple_of(512) {
        return Err(serde::de::Error::custom(format!(
            "'{text}' is not a multiple of 512 bytes"
        )));
    }
    Ok(Span::Fixed(bytes))
}

fn parse<T: serde::de::DeserializeOwned>(file: &str, text: &str) -> Result<T, DefinitionError> {
    toml::from_str(text).map_err(|error| DefinitionError {
        file: file.into(),
        message: error.to_string(),
    })
}

fn wrong(file: &str, message: String) -> DefinitionError {
    DefinitionError {
        file: file.into(),
        message,
    }
}

impl WorkDef {
    fn check(&self, file: &str, place: &str) -> Result<(), DefinitionError> {
        if self.queue_depth == 0 {
            return Err(wrong(
                file,
                format!("{place}: queue_depth is 0, allowed is 1 to 65535"),
            ));
        }
        match (self.until, self.duration_s) {
            (Until::Duration, None | Some(0)) => Err(wrong(
                file,
                format!("{place}: until = \"duration\" needs duration_s of at least 1"),
            )),
            (Until::Pass | Until::SpanBytes, Some(_)) => Err(wrong(
                file,
                format!("{place}: duration_s goes with until = \"duration\" only"),
            )),
            (Until::Pass, None) if self.pattern == Pattern::Random => Err(wrong(
                file,
                format!("{place}: until = \"pass\" goes with sequential work only"),
            )),
            _ => Ok(()),
        }
    }
}

impl Suite {
    /// Reads a suite file.
    pub fn parse(file: &str, text: &str) -> Result<Self, DefinitionError> {
        let suite: Self = parse(file, text)?;
        for test in &suite.tests {
            if test
                .spare_percent
                .is_some_and(|spare| !(1..=90).contains(&spare))
            {
                return Err(wrong(
                    file,
                    format!("{}: spare_percent must be 1 to 90", test.id),
                ));
            }
            if test.duration_s == Some(0) {
                return Err(wrong(
                    file,
                    format!("{}: duration_s must be at least 1", test.id),
                ));
            }
        }
        Ok(suite)
    }
}

impl TestDef {
    /// Reads a test file.
    pub fn parse(file: &str, text: &str) -> Result<Self, DefinitionError> {
        let test: Self = parse(file, text)?;
        for phase in &test.phases {
            let place = format!("phase '{}'", phase.name);
            match (&phase.from, &phase.makes, &phase.work) {
                (Some(_), None, Some(work)) => work.check(file, &place)?,
                (None, Some(_), None) => {}
                _ => {
                    return Err(wrong(
                        file,
                        format!("{place} needs either from and work, or makes alone"),
                    ));
                }
            }
        }
        if test.phases.is_empty() {
            return Err(wrong(file, "a test needs at least one [[phase]]".into()));
        }
        Ok(test)
    }
}

/// Reads `suites/states.toml`.
pub fn parse_states(file: &str, text: &str) -> Result<BTreeMap<String, StateDef>, DefinitionError> {
    let states: BTreeMap<String, StateDef> = parse(file, text)?;
    for (name, state) in &states {
        if let Some(work) = &state.work {
            work.check(file, &format!("state '{name}'"))?;
        }
        let mut base = &state.base;
        for _ in 0..=states.len() {
            match states.get(base) {
                Some(next) => base = &next.base,
                None => break,
            }
        }
        if base != "new" {
            return Err(wrong(
                file,
                format!("state '{name}' is not built on 'new': its base leads to '{base}'"),
            ));
        }
    }
    Ok(states)
}
