//! `published/*.toml` as values, checked against the drives, ports and tests that there are. Every
//! error names file and line.

use super::entry::{Fact, Figure, Measure, Published, Waiting};
use super::fit::{Fit, FitParameter};
use super::holds::HoldsFile;
use super::source::Source;
use super::{Quantity, Unit};
use fourcorners_bench::{Conditions, Library, PhaseDef, Span, former, nearest};
use fourcorners_block::{Bytes, DataClass};
use fourcorners_sim::key_of_today;
use serde::{Deserialize, Deserializer};
use std::collections::BTreeMap;
use toml::Spanned;

/// Why a published entry cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}{}: {problem}", .line.map(|line| format!(", line {line}")).unwrap_or_default())]
pub struct EntryError {
    pub file: String,
    /// Line, from 1; of a syntax error, the message says it.
    pub line: Option<usize>,
    /// What is wrong and what is allowed.
    pub problem: String,
}

/// What there is to be named.
pub struct Context<'a> {
    /// Catalogue names of all drives.
    pub drives: &'a [String],
    /// Names of all ports.
    pub ports: &'a [String],
    /// Tests and states.
    pub definitions: &'a Library,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    figure: Vec<Spanned<FigureFile>>,
    #[serde(default)]
    fact: Vec<Spanned<Fact>>,
    #[serde(default)]
    waiting: Vec<Spanned<Waiting>>,
    #[serde(default)]
    fit: Vec<Spanned<Fit>>,
    #[serde(default)]
    source: Vec<Spanned<Source>>,
    set_aside: Option<SetAside>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SetAside {
    figures: Vec<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FigureFile {
    id: String,
    printed: String,
    source: String,
    drive: Spanned<String>,
    test: Spanned<String>,
    phase: Option<String>,
    figure: Quantity,
    unit: Spanned<Unit>,
    conditions: Spanned<ConditionsFile>,
    against: Option<Spanned<Against>>,
    holds: Spanned<HoldsFile>,
    #[serde(default)]
    input: bool,
    cannot_fail: Option<String>,
    #[serde(default)]
    note: String,
    #[serde(default)]
    cause: String,
}

/// The one phase of most tests.
const MEASURE: &str = "measure";

#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct ConditionsFile {
    port: String,
    state: String,
    span: Option<Span>,
    data: Option<DataClass>,
    #[serde(default, deserialize_with = "some_bytes")]
    align: Option<Bytes>,
    spare_percent: Option<u32>,
}

/// What differs in the measurement that a figure is compared with.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Against {
    drive: Option<String>,
    test: Option<String>,
    phase: Option<String>,
    figure: Option<Quantity>,
    port: Option<String>,
    state: Option<String>,
    span: Option<Span>,
    data: Option<DataClass>,
    #[serde(deserialize_with = "some_bytes")]
    align: Option<Bytes>,
    spare_percent: Option<Spare>,
}

/// Spare area of a comparison: a share, or what the drive is sold with.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(untagged, expecting = "allowed are a share in per cent and \"own\"")]
enum Spare {
    Percent(u32),
    Own(Own),
}

/// `"own"`.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Own {
    Own,
}

fn bytes<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Bytes, D::Error> {
    let text = String::deserialize(deserializer)?;
    let bytes: Bytes = text.parse().map_err(serde::de::Error::custom)?;
    if bytes.0 == 0 || !bytes.0.is_multiple_of(512) {
        return Err(serde::de::Error::custom(format!(
            "align = \"{text}\" is not a multiple of 512 bytes"
        )));
    }
    Ok(bytes)
}

fn some_bytes<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Bytes>, D::Error> {
    bytes(deserializer).map(Some)
}

/// A file's text, for lines.
struct Reader<'a> {
    file: &'a str,
    text: &'a str,
    context: &'a Context<'a>,
}

impl Published {
    /// Reads all files, `(name, text)` each.
    pub fn read<'a>(
        files: impl Iterator<Item = (&'a str, &'a str)>,
        context: &Context<'_>,
    ) -> Result<Self, EntryError> {
        let mut all = Self::default();
        let mut ids: BTreeMap<String, String> = BTreeMap::new();
        let mut places = Vec::new();
        let mut aside = Vec::new();
        for (file, text) in files {
            let reader = Reader {
                file,
                text,
                context,
            };
            let parsed: File = toml::from_str(text).map_err(|error| EntryError {
                file: file.into(),
                line: None,
                problem: error.to_string(),
            })?;
            let mut unique = |id: &str, at: usize| match ids.insert(id.into(), file.into()) {
                None => Ok(()),
                Some(other) => Err(reader.wrong(
                    at,
                    format!("'{id}' is the id of another entry, in {other}: ids are unique"),
                )),
            };
            for entry in parsed.figure {
                unique(&entry.get_ref().id, entry.span().start)?;
                all.figures.push(reader.figure(entry.into_inner())?);
            }
            for entry in parsed.fact {
                unique(&entry.get_ref().id, entry.span().start)?;
                reader.fact(&entry)?;
                all.facts.push(entry.into_inner());
            }
            for entry in parsed.waiting {
                unique(&entry.get_ref().id, entry.span().start)?;
                all.waiting.push(entry.into_inner());
            }
            for source in parsed.source {
                let at = source.span().start;
                let source = source.into_inner();
                if let Some(twice) = source.of.iter().find(|name| all.source(name).is_some()) {
                    return Err(
                        reader.wrong(at, format!("'{twice}' has an entry as a source already"))
                    );
                }
                all.sources.push(source);
            }
            for id in parsed.set_aside.map_or(Vec::new(), |aside| aside.figures) {
                aside.push((
                    id.get_ref().clone(),
                    file.to_string(),
                    reader.line(id.span().start),
                ));
                all.set_aside.push(id.into_inner());
            }
            for fit in parsed.fit {
                let at = fit.span().start;
                reader.known("drive", &fit.get_ref().drive, context.drives, at)?;
                reader.fit(&fit)?;
                places.push((file.to_string(), reader.line(at)));
                all.fits.push(fit.into_inner());
            }
        }
        for (fit, (file, line)) in all.fits.iter().zip(places) {
            let mut ids = fit
                .parameters
                .iter()
                .flat_map(|parameter| &parameter.figures);
            let unknown = ids.find(|id| !all.figures.iter().any(|figure| figure.id == **id));
            if let Some(id) = unknown {
                let known = all.figures.iter().map(|figure| figure.id.as_str());
                let near = nearest(id, known).join(", ");
                return Err(EntryError {
                    file,
                    line,
                    problem: format!(
                        "{} is fitted to '{id}', which is no figure's id; the nearest are {near}",
                        fit.drive
                    ),
                });
            }
        }
        for (id, file, line) in aside {
            let problem = if !all.figures.iter().any(|figure| figure.id == id) {
                let known = all.figures.iter().map(|figure| figure.id.as_str());
                let near = nearest(&id, known).join(", ");
                format!("'{id}' is set aside and no figure's id; the nearest are {near}")
            } else if all.is_fitted(&id) {
                format!("'{id}' is set aside, and a number was fitted to it: it tests nothing")
            } else {
                continue;
            };
            return Err(EntryError {
                file,
                line,
                problem,
            });
        }
        Ok(all)
    }
}

impl Reader<'_> {
    fn line(&self, at: usize) -> Option<usize> {
        let before = &self.text[..at.min(self.text.len())];
        Some(before.matches('\n').count() + 1)
    }

    fn wrong(&self, at: usize, problem: String) -> EntryError {
        EntryError {
            file: self.file.into(),
            line: self.line(at),
            problem,
        }
    }

    fn known(&self, kind: &str, name: &str, all: &[String], at: usize) -> Result<(), EntryError> {
        if all.iter().any(|known| known == name) {
            return Ok(());
        }
        let near = nearest(name, all.iter().map(String::as_str));
        let hint = match near.as_slice() {
            [] => String::new(),
            near => format!("; the nearest are {}", near.join(", ")),
        };
        Err(self.wrong(at, format!("there is no {kind} '{name}'{hint}")))
    }

    fn figure(&self, entry: FigureFile) -> Result<Figure, EntryError> {
        let is_document = ["000", "001", "002", "003", "004"].contains(&entry.source.as_str());
        let says_little = entry.source.trim().len() < 4;
        if !is_document && says_little {
            return Err(self.wrong(
                entry.drive.span().start,
                format!(
                    "'{}': source = \"{}\" is neither one of the documents 000 to 004, nor an \
                     address, nor a data sheet's name",
                    entry.id, entry.source
                ),
            ));
        }
        let at = entry.conditions.span().start;
        let given = entry.conditions.get_ref().clone();
        let phase = match (entry.phase, entry.figure) {
            (None, Quantity::GeometricMean) => String::new(),
            (Some(_), Quantity::GeometricMean) => {
                return Err(self.wrong(
                    entry.test.span().start,
                    format!(
                        "'{}': geometric-mean is of all phases; leave phase out",
                        entry.id
                    ),
                ));
            }
            (phase, _) => phase.unwrap_or_else(|| MEASURE.into()),
        };
        let measure = Measure {
            drive: entry.drive.get_ref().clone(),
            test: former::test(entry.test.get_ref()).into(),
            phase,
            quantity: entry.figure,
            port: former::port(&given.port).into(),
            spare_percent: given.spare_percent,
            conditions: Conditions {
                state: Some(given.state),
                data: given.data,
                align: given.align,
                span: given.span,
            },
        };
        self.measure(
            &measure,
            entry.drive.span().start,
            entry.test.span().start,
            at,
        )?;
        let against = match entry.against {
            None => None,
            Some(against) => {
                let at = against.span().start;
                let other = against.into_inner().of(&measure);
                self.measure(&other, at, at, at)?;
                Some(other)
            }
        };
        let holds = entry.holds.get_ref().rule();
        let holds =
            holds.map_err(|problem| self.wrong(entry.holds.span().start, problem.into()))?;
        if holds.compares() != against.is_some() {
            let problem = if against.is_some() {
                "with against, holds is one of times, about_times, over_times, same, \
                 within_percent, more, less, drop_percent"
            } else {
                "times, about_times, over_times, same, within_percent, more, less and drop_percent \
                 compare: say with what in against"
            };
            return Err(self.wrong(entry.holds.span().start, problem.into()));
        }
        let unit = *entry.unit.get_ref();
        let units = entry.figure.units();
        let fits = if holds.compares() {
            unit == Unit::Times
        } else {
            units.contains(&unit)
        };
        if !fits {
            let allowed: Vec<String> = units.iter().map(Unit::to_string).collect();
            return Err(self.wrong(
                entry.unit.span().start,
                format!(
                    "'{}': unit \"{unit}\" does not fit {} of {}: allowed is {}, or \"times\" for \
                     a comparison",
                    entry.id,
                    entry.figure,
                    measure.test,
                    allowed.join(", ")
                ),
            ));
        }
        Ok(Figure {
            id: entry.id,
            printed: entry.printed,
            source: entry.source,
            measure,
            against,
            unit,
            holds,
            input: entry.input,
            cannot_fail: entry.cannot_fail,
            note: entry.note,
            cause: entry.cause,
        })
    }

    /// Whether a measurement can be made.
    fn measure(
        &self,
        measure: &Measure,
        drive_at: usize,
        test_at: usize,
        at: usize,
    ) -> Result<(), EntryError> {
        self.known("drive", &measure.drive, self.context.drives, drive_at)?;
        self.known("port", &measure.port, self.context.ports, at)?;
        let definitions = self.context.definitions;
        if let Some(state) = &measure.conditions.state
            && state != fourcorners_bench::NEW
        {
            definitions
                .state(state)
                .map_err(|unknown| self.wrong(at, unknown.to_string()))?;
        }
        let many = measure.test.ends_with('*');
        if many && measure.quantity != Quantity::GeometricMean {
            return Err(self.wrong(
                test_at,
                format!(
                    "{} is several tests, and only geometric-mean is of several",
                    measure.test
                ),
            ));
        }
        let tests = measure.tests(definitions);
        if tests.is_empty() {
            return Err(self.wrong(
                test_at,
                format!("no test's name begins as {}", measure.test),
            ));
        }
        tests
            .into_iter()
            .try_for_each(|name| self.test(measure, name, test_at, at))
    }

    /// Whether a measurement can be made in one of its tests.
    fn test(
        &self,
        measure: &Measure,
        name: &str,
        test_at: usize,
        at: usize,
    ) -> Result<(), EntryError> {
        let test = self.context.definitions.test(name);
        let test = test.map_err(|unknown| self.wrong(test_at, unknown.to_string()))?;
        let has = |phase: &PhaseDef| measure.phase.is_empty() || phase.name == measure.phase;
        if !test.phases.iter().any(has) {
            let phases: Vec<&str> = test
                .phases
                .iter()
                .map(|phase| phase.name.as_str())
                .collect();
            return Err(self.wrong(
                test_at,
                format!(
                    "{name} has no phase '{}'; it has {}",
                    measure.phase,
                    phases.join(", ")
                ),
            ));
        }
        // What is written where is the trace's own; of all other tests it has to be said.
        let replays = test.phases.iter().any(|phase| phase.replay.is_some());
        let given = &measure.conditions;
        let said = [
            given.span.is_some(),
            given.data.is_some(),
            given.align.is_some(),
        ];
        if replays && said != [false; 3] {
            return Err(self.wrong(
                at,
                format!(
                    "{name} replays a trace, which has its own span, data and align: leave them out"
                ),
            ));
        }
        if !replays && said != [true; 3] {
            return Err(self.wrong(
                at,
                format!("conditions of {name} are port, state, span, data and align"),
            ));
        }
        match given.beyond(test).contradiction(test) {
            Some(problem) => Err(self.wrong(at, problem.to_string())),
            None => Ok(()),
        }
    }

    fn fit(&self, fit: &Spanned<Fit>) -> Result<(), EntryError> {
        let wrong = |parameter: &&FitParameter| {
            parameter.sought.is_some_and(|sought| {
                let numbers = [sought.from, sought.to, sought.step];
                !numbers.iter().all(|number| number.is_finite())
                    || sought.from >= sought.to
                    || sought.step <= 0.0
            })
        };
        for parameter in &fit.get_ref().parameters {
            self.is_of_today(&parameter.key, fit.span().start)?;
        }
        match fit.get_ref().parameters.iter().find(wrong) {
            None => Ok(()),
            Some(parameter) => Err(self.wrong(
                fit.span().start,
                format!(
                    "{}: sought needs from below to, and a step above 0",
                    parameter.key
                ),
            )),
        }
    }

    /// A key of a drive file by a former name would be one that no drive has.
    fn is_of_today(&self, key: &str, at: usize) -> Result<(), EntryError> {
        let today = key_of_today(key);
        if today == key {
            return Ok(());
        }
        Err(self.wrong(at, format!("{key} is now {today}\nhint: rename it")))
    }

    fn fact(&self, fact: &Spanned<Fact>) -> Result<(), EntryError> {
        let at = fact.span().start;
        let fact = fact.get_ref();
        if fact
            .value
            .as_float()
            .is_some_and(|value| !value.is_finite())
        {
            let (id, value) = (&fact.id, &fact.value);
            let problem = format!("'{id}': value is {value}, allowed are finite numbers");
            return Err(self.wrong(at, problem));
        }
        match (&fact.drive, &fact.test) {
            (Some(drive), None) => {
                self.is_of_today(&fact.key, at)?;
                self.known("drive", drive, self.context.drives, at)
            }
            (None, Some(test)) => self
                .context
                .definitions
                .test(test)
                .map(|_| ())
                .map_err(|unknown| self.wrong(at, unknown.to_string())),
            _ => Err(self.wrong(at, format!("'{}' is of either a drive or a test", fact.id))),
        }
    }
}

impl Against {
    /// The measurement that differs from another by this.
    fn of(self, measure: &Measure) -> Measure {
        let own = &measure.conditions;
        Measure {
            drive: self.drive.unwrap_or_else(|| measure.drive.clone()),
            test: former::test(self.test.as_ref().unwrap_or(&measure.test)).into(),
            phase: self.phase.unwrap_or_else(|| measure.phase.clone()),
            quantity: self.figure.unwrap_or(measure.quantity),
            port: former::port(self.port.as_ref().unwrap_or(&measure.port)).into(),
            spare_percent: match self.spare_percent {
                None => measure.spare_percent,
                Some(Spare::Percent(percent)) => Some(percent),
                Some(Spare::Own(Own::Own)) => None,
            },
            conditions: Conditions {
                state: self.state.or_else(|| own.state.clone()),
                data: self.data.or(own.data),
                align: self.align.or(own.align),
                span: self.span.or(own.span),
            },
        }
    }
}
