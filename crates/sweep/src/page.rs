//! The page of a sweep: its data, and the self-contained HTML file.

use crate::error::Problem;
use crate::figure::Better;
use crate::file::ChartFile;
use crate::folder::Row;
use crate::parameter::Parameter;
use crate::sweep::{Recorded, Sweep};
use crate::value::Value;
use crate::wording;
use fourcorners_report::Frame;
use schemars::JsonSchema;
use serde::Serialize;

const FRAME: Frame = Frame {
    html: include_str!("page.html"),
    script: include_str!("../dist/sweep.js"),
    style: include_str!("../dist/sweep.css"),
};

/// What the page draws.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "SweepData")]
pub struct PageData {
    pub name: String,
    pub title: String,
    /// The question that it answers.
    pub why: String,
    pub version: String,
    /// Drive, tests, and what all points share.
    pub simulated: String,
    /// Repeats it.
    pub command: String,
    /// Whether points are drawn from the ranges (Latin hypercube), so that neighbors on one axis
    /// differ on all others.
    pub is_drawn: bool,
    /// What varies, in the file's order.
    pub parameters: Vec<Column>,
    /// What is recorded, in the file's order.
    pub figures: Vec<FigureColumn>,
    pub failed: Vec<Failed>,
    pub charts: Vec<Chart>,
}

/// A parameter with its value at every point.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Parameter")]
pub struct Column {
    pub key: String,
    pub label: String,
    pub unit: Option<&'static str>,
    pub values: Vec<NumberOrText>,
}

/// A value on an axis.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum NumberOrText {
    Number(f64),
    Text(String),
}

impl From<&Value> for NumberOrText {
    fn from(value: &Value) -> Self {
        match value.number() {
            Some(number) => Self::Number(number),
            None => Self::Text(value.to_string()),
        }
    }
}

/// A figure with its value at every point; null where there is none.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Figure")]
pub struct FigureColumn {
    pub key: String,
    pub label: String,
    pub unit: Option<&'static str>,
    pub better: Option<Better>,
    pub values: Vec<Option<f64>>,
}

/// A point without figures.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Failed {
    pub point: u64,
    pub reason: String,
}

/// A chart, by keys of parameters and figures.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(
    tag = "kind",
    rename_all = "kebab-case",
    rename_all_fields = "snake_case"
)]
pub enum Chart {
    /// A figure by a parameter, a line per value of `series`.
    Lines {
        x: String,
        y: String,
        series: Option<String>,
        log_x: bool,
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

impl Chart {
    /// The charts of a sweep: those of its file, else those that fit it.
    pub(crate) fn all(given: &[ChartFile], sweep: &Sweep) -> Result<Vec<Self>, Problem> {
        match given.is_empty() {
            true => Ok(fitting(sweep)),
            false => {
                let charts = given.iter().enumerate();
                charts
                    .map(|(index, chart)| checked(chart, index + 1, sweep))
                    .collect()
            }
        }
    }
}

/// Most lines that one chart can tell apart.
const LINES: usize = 8;

fn fitting(sweep: &Sweep) -> Vec<Chart> {
    let is_drawn = |parameter: &&Parameter| **parameter != Parameter::Seed;
    let parameters: Vec<String> = sweep
        .leading
        .iter()
        .filter(is_drawn)
        .map(ToString::to_string)
        .collect();
    let figures = || sweep.recorded.iter().map(|recorded| recorded.name.clone());
    let distinct = |key: &String| {
        let place = sweep
            .parameters
            .iter()
            .position(|it| it.to_string() == *key);
        let values = sweep.points.iter().filter_map(|point| point.get(place?));
        let values: std::collections::BTreeSet<String> = values.map(Value::to_string).collect();
        values.len()
    };
    let mut charts = Vec::new();
    match &parameters[..] {
        [] => {}
        [one] => charts.extend(figures().map(|y| lines(one, y, None))),
        [one, two] => {
            let (x, series) = match distinct(one) >= distinct(two) {
                true => (one, two),
                false => (two, one),
            };
            let few = distinct(series) <= LINES;
            let few = few.then(|| series.clone());
            if few.is_some() {
                charts.extend(figures().map(|y| lines(x, y, few.clone())));
            }
            charts.extend(figures().take(1).map(|value| Chart::HeatMap {
                x: x.clone(),
                y: series.clone(),
                value,
            }));
        }
        several => {
            charts.extend(figures().take(1).map(|color| Chart::Parallel { color }));
            let first = several.first().cloned().unwrap_or_default();
            charts.extend(figures().map(|y| lines(&first, y, None)));
        }
    }
    let judged: Vec<&Recorded> = sweep
        .recorded
        .iter()
        .filter(|recorded| recorded.figure.better.is_some())
        .collect();
    if let [x, y, ..] = &judged[..] {
        charts.push(Chart::Pareto {
            x: x.name.clone(),
            y: y.name.clone(),
            color: parameters.first().cloned(),
        });
    }
    charts
}

fn lines(x: &str, y: String, series: Option<String>) -> Chart {
    Chart::Lines {
        x: x.into(),
        y,
        series,
        log_x: false,
        log_y: false,
    }
}

fn checked(chart: &ChartFile, number: usize, sweep: &Sweep) -> Result<Chart, Problem> {
    let unknown = |key: &String, kind| Problem::Chart {
        number,
        key: key.clone(),
        kind,
    };
    let parameter = |key: &String| {
        let mut keys = sweep.parameters.iter().map(ToString::to_string);
        keys.find(|known| known == key)
            .ok_or_else(|| unknown(key, "parameter"))
    };
    let recorded = |key: &String| {
        let mut recorded = sweep.recorded.iter();
        recorded
            .find(|known| known.name == *key)
            .ok_or_else(|| unknown(key, "figure"))
    };
    let figure = |key: &String| Ok(recorded(key)?.name.clone());
    let judged = |key: &String| match recorded(key)?.figure.better {
        Some(_) => Ok(key.clone()),
        None => Err(Problem::NoBetter {
            number,
            key: key.clone(),
        }),
    };
    Ok(match chart {
        ChartFile::Lines {
            x,
            y,
            series,
            log_x,
            log_y,
        } => Chart::Lines {
            x: parameter(x)?,
            y: figure(y)?,
            series: series.as_ref().map(parameter).transpose()?,
            log_x: *log_x,
            log_y: *log_y,
        },
        ChartFile::HeatMap { x, y, value } => Chart::HeatMap {
            x: parameter(x)?,
            y: parameter(y)?,
            value: figure(value)?,
        },
        ChartFile::Parallel { color } => Chart::Parallel {
            color: figure(color)?,
        },
        ChartFile::Pareto { x, y, color } => Chart::Pareto {
            x: judged(x)?,
            y: judged(y)?,
            color: color.as_ref().map(parameter).transpose()?,
        },
    })
}

impl PageData {
    /// Of all points, in order.
    pub fn new(sweep: &Sweep, rows: &[Row]) -> Self {
        let parameter = |(index, parameter): (usize, &Parameter)| Column {
            key: parameter.to_string(),
            label: wording::parameter(parameter),
            unit: wording::unit_of(parameter),
            values: rows
                .iter()
                .filter_map(|row| sweep.points.get(row.point as usize)?.get(index))
                .map(NumberOrText::from)
                .collect(),
        };
        let figure = |recorded: &Recorded| FigureColumn {
            key: recorded.name.clone(),
            label: label(sweep, recorded),
            unit: recorded.figure.unit.symbol(),
            better: recorded.figure.better,
            values: rows
                .iter()
                .map(|row| row.figures.get(&recorded.name).copied().flatten())
                .collect(),
        };
        let failed = |row: &Row| {
            Some(Failed {
                point: row.point,
                reason: row.failed.clone()?,
            })
        };
        Self {
            name: sweep.name.clone(),
            title: sweep.title.clone(),
            why: sweep.why.clone(),
            version: env!("CARGO_PKG_VERSION").into(),
            simulated: simulated(sweep),
            command: format!("fourcorners sweep {}", sweep.given),
            is_drawn: sweep.is_drawn,
            parameters: sweep.parameters.iter().enumerate().map(parameter).collect(),
            figures: sweep.recorded.iter().map(figure).collect(),
            failed: rows.iter().filter_map(failed).collect(),
            charts: sweep.charts.clone(),
        }
    }
}

/// As in `crucial-m4-64; consistency; duration_s = 1000`.
fn simulated(sweep: &Sweep) -> String {
    let tests: Vec<&str> = sweep.tests.iter().map(|test| test.id.as_str()).collect();
    let (drives, others): (Vec<_>, Vec<_>) = sweep
        .fixed
        .iter()
        .partition(|(parameter, _)| *parameter == Parameter::Drive);
    let drives = drives.iter().map(|(_, value)| value.to_string());
    let others = others.iter().map(|(key, value)| format!("{key} = {value}"));
    let parts: Vec<String> = drives.chain([tests.join(", ")]).chain(others).collect();
    parts.join("; ")
}

/// The figure's name; the column's where two columns have the same figure.
fn label(sweep: &Sweep, recorded: &Recorded) -> String {
    let of_it = |other: &&Recorded| other.figure.name == recorded.figure.name;
    match sweep.recorded.iter().filter(of_it).count() {
        1 => wording::figure(recorded.figure).into(),
        _ => wording::column(&recorded.name),
    }
}

/// The page as text.
///
/// # Errors
/// The data cannot be written as JSON.
pub fn html(data: &PageData) -> std::io::Result<String> {
    FRAME.fill(&data.title, data, &[])
}
