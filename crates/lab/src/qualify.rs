//! `qualify`: runs of several samples against limits, and against those of other firmware.

use crate::catalogue::library;
use crate::compare::title_of_test;
use crate::error::LabError;
use crate::files::began_at;
use crate::message::Message;
use fourcorners_bench::plain_file;
use fourcorners_bench::record::{Run, SCHEMA_VERSION};
use fourcorners_report::{
    Expectation, JudgedOn, Limit, LimitVerdict, Qualification, junit_of_qualification,
    markdown_of_qualification, qualification_text, qualify,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// A file of limits.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LimitsFile {
    limit: Vec<LimitEntry>,
}

/// One limit of the file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LimitEntry {
    /// As in `--expect`.
    expect: String,
    #[serde(default)]
    on: JudgedOn,
}

/// Limits as they were read: which phases they mean, the runs tell.
pub struct Limits {
    path: PathBuf,
    limits: Vec<(Expectation, JudgedOn)>,
}

/// A qualification, as `--json` prints it.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Qualified {
    /// Version of this document's schema.
    pub schema_version: u32,
    #[serde(flatten)]
    pub qualification: Qualification,
    /// Test titles by id.
    #[serde(skip)]
    #[schemars(skip)]
    titles: std::collections::BTreeMap<String, String>,
}

impl Limits {
    /// Reads a file of limits.
    ///
    /// # Errors
    /// It is not there, not TOML of this form, or an expectation in it is none.
    pub fn read(path: &Path) -> Result<Self, LabError> {
        let text = plain_file::read_definition(path).map_err(|error| LabError::Named {
            path: path.into(),
            error,
        })?;
        let refused = |line: Option<usize>, why: &str| {
            let line = line.map_or(String::new(), |line| format!(":{line}"));
            let error = format!("{}{line}: {why}", path.display());
            let hint = "a limit is [[limit]] with expect = \"TEST.METRIC >= VALUE\" and, if not \
                        every sample must meet it, on = \"population\"";
            LabError::Refused(Message::new(error).hint(hint))
        };
        let file: LimitsFile = toml::from_str(&text).map_err(|error| {
            let line = error.span().map(|span| {
                let before = text.get(..span.start).unwrap_or_default();
                before.matches('\n').count() + 1
            });
            refused(line, error.message())
        })?;
        let limits = file.limit.into_iter().map(|entry| {
            let expectation = entry.expect.parse::<Expectation>();
            let expectation = expectation
                .map_err(|why| refused(None, &format!("the limit '{}': {why}", entry.expect)))?;
            Ok((expectation, entry.on))
        });
        Ok(Self {
            path: path.into(),
            limits: limits.collect::<Result<_, LabError>>()?,
        })
    }

    /// With the phases of these runs.
    fn of_runs(&self, runs: &[Run]) -> Result<Vec<Limit>, LabError> {
        let limits = self.limits.iter().map(|(expectation, on)| {
            Limit::new(expectation.clone(), *on, runs).map_err(|wrong| {
                let error = format!(
                    "{}: the limit '{}': {}",
                    self.path.display(),
                    wrong.expectation,
                    wrong.problem
                );
                LabError::Refused(Message::new(error).maybe(wrong.hint))
            })
        });
        limits.collect()
    }
}

/// Judges runs; `against`: runs of the firmware that they are compared with, or none. A run that is
/// among both, as in a folder of all runs, is one of `against`.
///
/// # Errors
/// The runs cannot be judged together, or a limit is of no test of theirs.
pub fn qualify_runs(
    mut runs: Vec<Run>,
    mut against: Vec<Run>,
    limits: Option<&Limits>,
) -> Result<Qualified, LabError> {
    let place = |run: &Run| run.path.canonicalize().unwrap_or_else(|_| run.path.clone());
    let older: Vec<PathBuf> = against.iter().map(place).collect();
    runs.retain(|run| !older.contains(&place(run)));
    if runs.is_empty() {
        let error = "--against names every RUN; none is left to judge";
        let hint = "name the runs of the newer firmware as RUN";
        return Err(LabError::Refused(Message::new(error).hint(hint)));
    }
    // The firmware that was measured first is the base; runs of unknown times come first, in the
    // order in which they were named.
    runs.sort_by_cached_key(began_at);
    against.sort_by_cached_key(began_at);
    let limits = limits.map_or(Ok(Vec::new()), |limits| limits.of_runs(&runs))?;
    let qualification = qualify(&runs, &against, &limits).map_err(|why| {
        let (error, hint) = why.sentences();
        LabError::Refused(Message::new(error).hint(hint))
    })?;
    let definitions = library()?;
    runs.extend(against);
    let title = |test: &String| (test.clone(), title_of_test(definitions, &runs, test));
    let tests = qualification.metrics.iter().map(|metric| &metric.test);
    Ok(Qualified {
        schema_version: SCHEMA_VERSION,
        titles: tests.map(title).collect(),
        qualification,
    })
}

impl Qualified {
    /// Whether a limit failed.
    pub fn any_failed(&self) -> bool {
        let mut limits = self.qualification.limits.iter();
        limits.any(|limit| matches!(limit.verdict, LimitVerdict::Fail { .. }))
    }

    /// What changed, or all of it; `width`: columns to use; `None`: as many as the terminal has.
    pub fn text(&self, verbose: bool, width: Option<u16>) -> String {
        let title = |test: &str| self.title(test);
        qualification_text(&self.qualification, &title, verbose, width)
    }

    /// All of it as Markdown.
    pub fn markdown(&self) -> String {
        markdown_of_qualification(&self.qualification, &|test| self.title(test))
    }

    /// A test case per limit, as JUnit XML.
    ///
    /// # Errors
    /// A name cannot be written as XML.
    pub fn junit(&self) -> std::io::Result<String> {
        let of = &self.qualification;
        let base = of.base.as_ref();
        let all = [
            ("model", of.model.clone()),
            ("firmware", of.judged.firmware.clone()),
            (
                "base_firmware",
                base.map_or(String::new(), |base| base.firmware.clone()),
            ),
            ("samples", of.judged.samples.len().to_string()),
        ];
        let known = all.into_iter().filter(|(_, value)| !value.is_empty());
        junit_of_qualification(of, &known.collect::<Vec<_>>())
    }

    fn title(&self, test: &str) -> String {
        self.titles
            .get(test)
            .cloned()
            .unwrap_or_else(|| test.into())
    }
}
