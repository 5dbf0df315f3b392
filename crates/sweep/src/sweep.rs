//! A sweep whose file has been checked: its parameters, points, tests and figures.

use crate::base_test::BaseTest;
use crate::design;
use crate::error::{MOST, Problem, SweepError};
use crate::figure::{self, FIGURES, Figure};
use crate::file::{Axis, SweepFile, unique};
use crate::page::Chart;
use crate::parameter::Parameter;
use crate::shipped::{sweep_names, sweep_text};
use crate::table;
use crate::value::Value;
use fourcorners_bench::{UnknownName, nearest};
use fourcorners_block::Seed;
use fourcorners_lab::{self as lab, LabError};
use schemars::JsonSchema;
use serde::Serialize;
use sha2::{Digest, Sha256};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// A sweep's file with its place.
#[derive(Clone, Debug)]
pub struct Source {
    /// Name of the sweep: that of its file without `.toml`.
    pub name: String,
    /// As the command line named it.
    pub given: String,
    /// What errors call the file.
    pub file: String,
    pub text: String,
    /// Folder that its drive and test files are relative to.
    pub folder: PathBuf,
}

impl Source {
    /// A sweep of the program by its name, or a file of the user's (`.toml`).
    pub fn read(given: &str) -> Result<Self, SweepError> {
        let path = Path::new(given);
        if path.extension().is_none_or(|it| it != "toml") {
            let Some(text) = sweep_text(given) else {
                return Err(LabError::Unknown(UnknownName {
                    kind: "sweep",
                    name: given.into(),
                    nearest: nearest(given, sweep_names().iter().map(String::as_str)),
                })
                .into());
            };
            return Ok(Self {
                name: given.into(),
                given: given.into(),
                file: format!("sweeps/{given}.toml"),
                text,
                folder: ".".into(),
            });
        }
        let stem = path.file_stem().unwrap_or_default();
        Ok(Self {
            name: stem.to_string_lossy().into_owned(),
            given: given.into(),
            file: given.into(),
            text: lab::definition_text(path)?,
            folder: path.parent().unwrap_or(Path::new("")).into(),
        })
    }
}

/// A figure to record of each point.
#[derive(Clone, Debug)]
pub struct Recorded {
    /// Column of the result.
    pub name: String,
    pub test: String,
    pub phase: String,
    pub figure: &'static Figure,
}

impl Recorded {
    /// Whether it is a figure of this phase; without a phase, of the whole test.
    pub(crate) fn is_of(&self, test: &str, phase: &str) -> bool {
        test == self.test && (phase.is_empty() || phase == self.phase)
    }
}

/// A sweep, ready to run.
#[derive(Clone, Debug)]
pub struct Sweep {
    pub name: String,
    /// As the command line named it.
    pub given: String,
    /// What errors call its file.
    pub(crate) file: String,
    pub title: String,
    pub why: String,
    pub recorded: Vec<Recorded>,
    pub charts: Vec<Chart>,
    /// What varies, a column each.
    pub parameters: Vec<Parameter>,
    /// The first parameter of each axis: the others vary with it.
    pub(crate) leading: Vec<Parameter>,
    /// The value of every parameter, per point.
    pub points: Vec<Vec<Value>>,
    /// Whether points are drawn from the ranges (Latin hypercube); else they are a grid.
    pub(crate) is_drawn: bool,
    /// What all points share.
    pub(crate) fixed: Vec<(Parameter, Value)>,
    pub(crate) tests: Vec<BaseTest>,
    pub(crate) folder: PathBuf,
    pub(crate) seed: u64,
    /// Of all that its points follow from.
    pub(crate) digest: String,
    /// Its file.
    pub(crate) text: String,
}

impl Sweep {
    /// Checks a sweep's file.
    pub fn new(source: &Source) -> Result<Self, SweepError> {
        let wrong = |problem| SweepError::wrong(&source.file, problem);
        let file = SweepFile::parse(&source.file, &source.text)?;
        let fixed = file.fixed().map_err(wrong)?;
        let axes = file.axes().map_err(wrong)?;
        let (parameters, points) = points(&file, &axes).map_err(wrong)?;
        let keys: Vec<String> = fixed
            .iter()
            .map(|(parameter, _)| parameter)
            .chain(&parameters)
            .map(ToString::to_string)
            .collect();
        unique(keys.iter().map(String::as_str)).map_err(|key| wrong(Problem::Twice { key }))?;
        if !keys.iter().any(|key| *key == Parameter::Drive.to_string()) {
            return Err(wrong(Problem::NoDrive));
        }
        let tests = file.tests.iter();
        let tests = tests.map(|test| BaseTest::read(test, &source.folder));
        let tests: Result<Vec<BaseTest>, SweepError> = tests.collect();
        let tests = tests.map_err(|error| error.in_file(&source.file))?;
        let all = fixed
            .iter()
            .map(|(parameter, _)| parameter)
            .chain(&parameters);
        for parameter in all {
            has_its_phase(parameter, &tests).map_err(wrong)?;
        }
        let recorded = recorded(&file, source, &tests)?;
        let names: Vec<String> = parameters.iter().map(ToString::to_string).collect();
        let names = names
            .iter()
            .chain(recorded.iter().map(|recorded| &recorded.name));
        let names = names.map(String::as_str).chain(table::OWN);
        unique(names).map_err(|key| wrong(Problem::NameTaken { key }))?;
        let mut sweep = Self {
            name: source.name.clone(),
            given: source.given.clone(),
            file: source.file.clone(),
            title: file.title.clone(),
            why: file.why.trim().into(),
            recorded,
            charts: Vec::new(),
            parameters,
            leading: axes
                .iter()
                .filter_map(|axis| axis.parameters.first().cloned())
                .collect(),
            points,
            is_drawn: file.latin_hypercube.is_some(),
            fixed,
            tests,
            folder: source.folder.clone(),
            seed: file.seed,
            digest: String::new(),
            text: source.text.clone(),
        };
        sweep.charts = Chart::all(&file.charts, &sweep).map_err(wrong)?;
        sweep.digest = sweep.digest_now()?;
        Ok(sweep)
    }

    /// What names a folder's sweep: all that its points follow from, with the user's files that it
    /// names. Titles and charts may change.
    fn digest_now(&self) -> Result<String, SweepError> {
        let mut digest = Sha256::new();
        let recorded = self.recorded.iter();
        let recorded: Vec<_> = recorded
            .map(|it| (&it.name, &it.test, &it.phase, it.figure.name))
            .collect();
        let all = (
            &self.fixed,
            &self.parameters,
            &self.points,
            self.seed,
            recorded,
        );
        digest.update(format!("{all:?}"));
        for test in &self.tests {
            digest.update(test.table.to_string());
        }
        for drive in self.texts_of(&Parameter::Drive) {
            if let Some(path) = self.drive_file(drive) {
                digest.update(lab::definition_text(&path)?);
            }
        }
        let bytes = digest.finalize();
        let mut name = String::new();
        for byte in bytes.iter() {
            // Writing to a text does not fail.
            let _ = write!(name, "{byte:02x}");
        }
        Ok(name)
    }

    /// Every name that a parameter has, each once.
    pub(crate) fn texts_of(&self, of: &Parameter) -> Vec<&str> {
        let is_it = |parameter: &Parameter| parameter == of;
        let fixed = self.fixed.iter().filter(|(parameter, _)| is_it(parameter));
        let fixed = fixed.map(|(_, value)| value);
        let column = self.parameters.iter().position(is_it);
        let varied = self.points.iter().filter_map(|point| point.get(column?));
        let mut names: Vec<&str> = fixed
            .chain(varied)
            .filter_map(|value| match value {
                Value::Text(name) => Some(name.as_str()),
                _ => None,
            })
            .collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    /// Where a drive's file is; `None`: it is of the catalog.
    pub(crate) fn drive_file(&self, drive: &str) -> Option<PathBuf> {
        let is_file = Path::new(drive).extension().is_some_and(|it| it == "toml");
        is_file.then(|| self.folder.join(drive))
    }
}

/// A sweep in a list.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SweepLine {
    pub name: String,
    pub title: String,
    /// The question that it answers.
    pub why: String,
    pub points: usize,
    pub parameters: Vec<String>,
    /// Columns of the result.
    pub figures: Vec<String>,
}

impl From<&Sweep> for SweepLine {
    fn from(sweep: &Sweep) -> Self {
        Self {
            name: sweep.name.clone(),
            title: sweep.title.clone(),
            why: sweep.why.clone(),
            points: sweep.points.len(),
            parameters: sweep.parameters.iter().map(ToString::to_string).collect(),
            figures: sweep.recorded.iter().map(|it| it.name.clone()).collect(),
        }
    }
}

fn points(file: &SweepFile, axes: &[Axis]) -> Result<(Vec<Parameter>, Vec<Vec<Value>>), Problem> {
    let mut parameters: Vec<Parameter> = axes
        .iter()
        .flat_map(|axis| axis.parameters.clone())
        .collect();
    let mut points = match file.latin_hypercube {
        Some(0) => {
            return Err(Problem::Empty {
                key: "latin_hypercube".into(),
            });
        }
        Some(count) if u128::from(count) > MOST => return Err(Problem::TooMany(count.into())),
        Some(count) => design::latin_hypercube(axes, count, Seed(file.seed)),
        None => design::grid(axes)?,
    };
    if let Some(seeds) = file.seeds {
        if seeds == 0 {
            return Err(Problem::Empty {
                key: "seeds".into(),
            });
        }
        let count = points.len() as u128 * u128::from(seeds);
        if count > MOST {
            return Err(Problem::TooMany(count));
        }
        parameters.push(Parameter::Seed);
        let seeds = (0..u64::from(seeds)).map(|seed| file.seed.wrapping_add(seed));
        let with = |point: &Vec<Value>| {
            let point = point.clone();
            seeds
                .clone()
                .map(move |seed| [&point[..], &[Value::Integer(seed as i64)]].concat())
        };
        points = points.iter().flat_map(with).collect();
    }
    Ok((parameters, points))
}

fn has_its_phase(parameter: &Parameter, tests: &[BaseTest]) -> Result<(), Problem> {
    let Parameter::OfTest { phase, .. } = parameter else {
        return Ok(());
    };
    match tests
        .iter()
        .any(|test| test.phases().any(|name| name == phase))
    {
        true => Ok(()),
        false => Err(Problem::NoSuchPhase {
            parameter: parameter.to_string(),
            phase: phase.clone(),
        }),
    }
}

fn recorded(
    file: &SweepFile,
    source: &Source,
    tests: &[BaseTest],
) -> Result<Vec<Recorded>, SweepError> {
    let wrong = |problem| SweepError::wrong(&source.file, problem);
    let entries = file.recorded(&source.file)?;
    if entries.is_empty() {
        return Err(wrong(Problem::NothingRecorded));
    }
    let one = |(name, entry): (String, crate::file::RecordFile)| {
        let key = || name.clone();
        let test =
            match (&entry.test, tests) {
                (Some(id), _) => tests.iter().find(|test| test.id == *id).ok_or_else(|| {
                    Problem::UnknownTest {
                        key: key(),
                        test: id.clone(),
                    }
                })?,
                (None, [only]) => only,
                (None, several) => {
                    return Err(Problem::WhichTest {
                        key: key(),
                        count: several.len(),
                    });
                }
            };
        let phases: Vec<&str> = test.phases().collect();
        let phase = match (&entry.phase, &phases[..]) {
            (Some(phase), _) if !phases.contains(&phase.as_str()) => {
                return Err(Problem::UnknownPhase {
                    key: key(),
                    test: test.id.clone(),
                    phase: phase.clone(),
                    nearest: nearest(phase, phases.iter().copied()),
                });
            }
            (Some(phase), _) => phase.clone(),
            (None, [only]) => (*only).into(),
            (None, _) => {
                return Err(Problem::WhichPhase {
                    key: key(),
                    test: test.id.clone(),
                });
            }
        };
        let figure = figure::find(&entry.figure).ok_or_else(|| Problem::UnknownFigure {
            key: key(),
            figure: entry.figure.clone(),
            nearest: nearest(&entry.figure, FIGURES.iter().map(|figure| figure.name)),
        })?;
        Ok(Recorded {
            name,
            test: test.id.clone(),
            phase,
            figure,
        })
    };
    entries
        .into_iter()
        .map(one)
        .collect::<Result<_, _>>()
        .map_err(wrong)
}
