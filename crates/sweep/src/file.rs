//! A sweep's file (TOML): the base, what varies, what is recorded, how it is drawn.

use crate::error::{Problem, RangeProblem, SweepError};
use crate::parameter::Parameter;
use crate::value::{Value, plain};
use serde::Deserialize;
use std::collections::BTreeMap;

/// A sweep's file. Unknown keys are errors.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SweepFile {
    /// Title for people.
    pub title: String,
    /// The question that it answers.
    #[serde(default)]
    pub why: String,
    /// Catalog name or drive file, unless it varies.
    pub drive: Option<String>,
    /// Tests of every point, in order: ids, or test files next to this one.
    pub tests: Vec<String>,
    /// Root of all randomness.
    #[serde(default = "one")]
    pub seed: u64,
    /// Seeds per point, from `seed` on.
    pub seeds: Option<u32>,
    /// Points drawn at random, spread evenly over every parameter, instead of a grid.
    pub latin_hypercube: Option<u32>,
    /// Parameters that all points share, as in `gc.low_watermark = 4`.
    #[serde(default)]
    pub set: toml::Table,
    /// What varies: a list or a range (`{ from, to, step }`, `{ from, to, points, scale }`) per
    /// parameter. `"a, b" = [[1, 2], [3, 4]]` varies two together.
    pub vary: toml::Table,
    /// Columns of the result: `name = "FIGURE"` or `name = { test, phase, figure }`.
    pub record: toml::Table,
    /// What the page draws; default: charts that fit the number of parameters.
    #[serde(default, rename = "chart")]
    pub charts: Vec<ChartFile>,
}

fn one() -> u64 {
    1
}

/// A chart, by the names of parameters and recorded figures.
#[derive(Clone, Debug, Deserialize)]
#[serde(
    tag = "kind",
    rename_all = "kebab-case",
    rename_all_fields = "snake_case",
    deny_unknown_fields
)]
pub enum ChartFile {
    /// A figure by a parameter, a line per value of `series`.
    Lines {
        x: String,
        y: String,
        series: Option<String>,
        #[serde(default)]
        log_x: bool,
        #[serde(default)]
        log_y: bool,
    },
    /// A figure by two parameters.
    HeatMap { x: String, y: String, value: String },
    /// All parameters and figures of every point, colored by a figure.
    Parallel { color: String },
    /// Two figures and the points that none beats in both.
    Pareto {
        x: String,
        y: String,
        color: Option<String>,
    },
}

/// Parameters that vary together, and their values.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    pub parameters: Vec<Parameter>,
    pub values: Values,
}

/// What an axis goes through.
#[derive(Clone, Debug, PartialEq)]
pub enum Values {
    /// One value per parameter each.
    List(Vec<Vec<Value>>),
    Range(Range),
}

/// From one number to another.
#[derive(Clone, Debug, PartialEq)]
pub struct Range {
    pub from: f64,
    pub to: f64,
    pub by: Option<By>,
    /// Equal ratios instead of equal differences.
    pub log: bool,
    /// Both ends are whole numbers, and so is all between.
    pub whole: bool,
}

/// How a grid goes through a range.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum By {
    Step(f64),
    Points(u32),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RangeFile {
    from: toml::Value,
    to: toml::Value,
    step: Option<f64>,
    points: Option<u32>,
    #[serde(default)]
    scale: Scale,
}

#[derive(Default, Deserialize, PartialEq)]
#[serde(rename_all = "lowercase")]
enum Scale {
    #[default]
    Linear,
    Log,
}

/// What is recorded of each point.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordFile {
    /// Where the sweep has several tests.
    pub test: Option<String>,
    /// Where the test has several phases.
    pub phase: Option<String>,
    pub figure: String,
}

impl SweepFile {
    /// Reads a file.
    pub fn parse(file: &str, text: &str) -> Result<Self, SweepError> {
        toml::from_str(text).map_err(|error| SweepError::Syntax {
            file: file.into(),
            message: error.to_string(),
        })
    }

    /// The parameters that all points share.
    pub(crate) fn fixed(&self) -> Result<Vec<(Parameter, Value)>, Problem> {
        let mut fixed = Vec::new();
        if let Some(drive) = &self.drive {
            fixed.push((Parameter::Drive, Value::Text(drive.clone())));
        }
        for (key, value) in flat(&self.set) {
            let value = plain(value).ok_or_else(|| Problem::Values { key: key.clone() })?;
            fixed.push((parameter(&key)?, value));
        }
        Ok(fixed)
    }

    /// What varies, in the file's order.
    pub(crate) fn axes(&self) -> Result<Vec<Axis>, Problem> {
        let axes: Result<Vec<Axis>, Problem> = flat(&self.vary)
            .into_iter()
            .map(|(key, value)| axis(&key, value))
            .collect();
        let axes = axes?;
        match axes.is_empty() {
            true => Err(Problem::NothingVaries),
            false => Ok(axes),
        }
    }

    /// What is recorded, by name, in the file's order.
    pub(crate) fn recorded(&self, file: &str) -> Result<Vec<(String, RecordFile)>, SweepError> {
        let entry = |(name, value): (&String, &toml::Value)| {
            let record = match value {
                toml::Value::String(figure) => RecordFile {
                    test: None,
                    phase: None,
                    figure: figure.clone(),
                },
                other => other.clone().try_into().map_err(|error: toml::de::Error| {
                    SweepError::Syntax {
                        file: file.into(),
                        message: format!("[record] {name}: {}", error.message()),
                    }
                })?,
            };
            Ok((name.clone(), record))
        };
        self.record.iter().map(entry).collect()
    }
}

fn parameter(key: &str) -> Result<Parameter, Problem> {
    Parameter::parse(key).map_err(|nearest| Problem::UnknownParameter {
        key: key.into(),
        nearest,
    })
}

/// The keys of a table and of the tables in it, down to values and ranges.
fn flat(table: &toml::Table) -> Vec<(String, &toml::Value)> {
    let mut all = Vec::new();
    for (key, value) in table {
        match value {
            toml::Value::Table(inner) if !inner.contains_key("from") => {
                let inner = flat(inner).into_iter();
                all.extend(inner.map(|(rest, value)| (format!("{key}.{rest}"), value)));
            }
            value => all.push((key.clone(), value)),
        }
    }
    all
}

fn axis(key: &str, value: &toml::Value) -> Result<Axis, Problem> {
    let keys = key.split(',').map(str::trim);
    let parameters: Vec<Parameter> = keys.map(parameter).collect::<Result<_, _>>()?;
    let unusable = || Problem::Values { key: key.into() };
    let values = match value {
        toml::Value::Array(list) if list.is_empty() => {
            return Err(Problem::Empty { key: key.into() });
        }
        toml::Value::Array(list) if parameters.len() == 1 => {
            let values = list.iter().map(|value| Some(vec![plain(value)?]));
            Values::List(values.collect::<Option<_>>().ok_or_else(unusable)?)
        }
        toml::Value::Array(list) => {
            let tuple = |(index, value): (usize, &toml::Value)| {
                let values = value.as_array().ok_or_else(unusable)?;
                if values.len() != parameters.len() {
                    return Err(Problem::Tuple {
                        key: key.into(),
                        number: index + 1,
                        given: values.len(),
                        keys: parameters.len(),
                    });
                }
                let values = values.iter().map(plain);
                values.collect::<Option<Vec<_>>>().ok_or_else(unusable)
            };
            Values::List(
                list.iter()
                    .enumerate()
                    .map(tuple)
                    .collect::<Result<_, _>>()?,
            )
        }
        toml::Value::Table(_) => {
            let wrong = |what| Problem::Range {
                key: key.into(),
                what,
            };
            if parameters.len() > 1 {
                return Err(wrong(RangeProblem::OfSeveral));
            }
            let keys = |error: toml::de::Error| wrong(RangeProblem::Keys(error.message().into()));
            let file: RangeFile = value.clone().try_into().map_err(keys)?;
            Values::Range(range(&file).map_err(wrong)?)
        }
        _ => return Err(unusable()),
    };
    Ok(Axis { parameters, values })
}

fn range(file: &RangeFile) -> Result<Range, RangeProblem> {
    let number = |value: &toml::Value| plain(value).and_then(|value| value.number());
    let ends = number(&file.from).zip(number(&file.to));
    let (from, to) = ends
        .filter(|(from, to)| from < to)
        .ok_or(RangeProblem::Order)?;
    let log = file.scale == Scale::Log;
    let by = match (file.step, file.points) {
        (Some(_), Some(_)) => return Err(RangeProblem::Both),
        (Some(step), _) if !(step > 0.0 && step.is_finite()) => return Err(RangeProblem::Step),
        (_, Some(points)) if points < 2 => return Err(RangeProblem::Points),
        (Some(_), _) if log => return Err(RangeProblem::Log),
        (Some(step), None) => Some(By::Step(step)),
        (None, points) => points.map(By::Points),
    };
    if log && from <= 0.0 {
        return Err(RangeProblem::Log);
    }
    let is_whole = |value: &toml::Value| value.is_integer();
    let whole_steps = file.step.is_none_or(|step| step.fract() == 0.0);
    Ok(Range {
        from,
        to,
        by,
        log,
        whole: is_whole(&file.from) && is_whole(&file.to) && whole_steps,
    })
}

/// Names in use, each once.
pub(crate) fn unique<'a>(names: impl Iterator<Item = &'a str>) -> Result<(), String> {
    let mut seen = BTreeMap::new();
    for name in names {
        if seen.insert(name, ()).is_some() {
            return Err(name.into());
        }
    }
    Ok(())
}
