//! What was printed, as values: figures that a test gives, facts of hardware and method, and what
//! waits for its test.

use super::fit::Fit;
use super::holds::Holds;
use super::source::Source;
use super::{Quantity, Unit};
use fourcorners_bench::{Conditions, Library};
use serde::Deserialize;

/// One measurement: a phase of a test of a drive, under conditions.
#[derive(Clone, Debug, PartialEq)]
pub struct Measure {
    /// Catalogue name.
    pub drive: String,
    /// Test; `NAME*`: all whose names begin so.
    pub test: String,
    /// Its phase; empty: all of them.
    pub phase: String,
    /// What is taken of it.
    pub quantity: Quantity,
    /// What the drive is plugged into.
    pub port: String,
    /// Share of the raw NAND left spare, in per cent, where it is not the drive's own.
    pub spare_percent: Option<u32>,
    /// All conditions, also those that are the test's own.
    pub conditions: Conditions,
}

/// A printed figure.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    pub id: String,
    pub printed: String,
    /// `000` to `004`, an address, or the name of a data sheet.
    pub source: String,
    /// What is measured.
    pub measure: Measure,
    /// What it is compared with.
    pub against: Option<Measure>,
    /// Its unit.
    pub unit: Unit,
    /// When a simulated figure holds.
    pub holds: Holds,
    /// Whether the drive's file has it from this source: it is shown and not scored.
    pub input: bool,
    /// Why it would hold whatever the mechanisms do: it is shown and not scored.
    pub cannot_fail: Option<String>,
    /// How the source was read where it is vague.
    pub note: String,
    /// Why no mechanism reaches it; empty: not known, or it holds.
    pub cause: String,
}

/// A hardware or method figure, compared with a drive or test file.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Fact {
    /// Unique over all files.
    pub id: String,
    /// What was printed.
    pub printed: String,
    /// Like that of a figure.
    pub source: String,
    /// Catalog name, or else `test`.
    pub drive: Option<String>,
    /// Test, for a fact about the method.
    pub test: Option<String>,
    /// Its phase.
    pub phase: Option<String>,
    /// Key of the drive's file, of the test's phase, `user_gib`, `nand_gib`, `spare_percent`,
    /// `state.KEY` of the state that the phase starts from, or `trace.FIELD` of `trace stat
    /// --json`.
    pub key: String,
    /// A number (within 1 %; of traces 2 %, shares 1 point) or a text.
    pub value: toml::Value,
    /// How a vague source was read.
    #[serde(default)]
    pub note: String,
}

/// A figure whose test is not built.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Waiting {
    /// Unique over all files.
    pub id: String,
    /// What was printed.
    pub printed: String,
    /// Like that of a figure.
    pub source: String,
    /// Catalog name, if it is about one drive.
    pub drive: Option<String>,
    /// The missing test.
    pub test: String,
    /// Why it is missing.
    pub why: String,
    /// How a vague source was read.
    #[serde(default)]
    pub note: String,
}

/// What a figure needs and the project does not have yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Missing {
    /// A drive that is announced.
    Drive(String),
    /// A test that is announced.
    Test(String),
}

/// A figure that cannot be simulated yet.
#[derive(Clone, Debug, PartialEq)]
pub struct Planned {
    /// The figure, checked as far as what it names is there.
    pub figure: Figure,
    /// Each once, at least one.
    pub missing: Vec<Missing>,
}

/// All published files.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Published {
    /// Printed figures.
    pub figures: Vec<Figure>,
    /// Hardware and method.
    pub facts: Vec<Fact>,
    /// Those of drives to come.
    pub facts_to_come: Vec<Fact>,
    /// What waits for its test.
    pub waiting: Vec<Waiting>,
    /// Printed figures that cannot be simulated yet.
    pub planned: Vec<Planned>,
    /// What was fitted to which.
    pub fits: Vec<Fit>,
    /// Whose the sources are.
    pub sources: Vec<Source>,
    /// Ids of figures that nobody looks at while a model is made, so that they test it.
    pub set_aside: Vec<String>,
}

impl Measure {
    /// Ids of the tests that it is taken of.
    pub fn tests<'a>(&'a self, definitions: &'a Library) -> Vec<&'a str> {
        let Some(begin) = self.test.strip_suffix('*') else {
            return vec![&self.test];
        };
        let ids = definitions.tests.keys().map(String::as_str);
        ids.filter(|id| id.starts_with(begin)).collect()
    }
}

impl Published {
    /// Whose a source is, as an entry names it. `None`: nothing more is known than that name.
    pub fn source(&self, name: &str) -> Option<&Source> {
        let mut sources = self.sources.iter();
        sources.find(|source| source.of.iter().any(|of| of == name))
    }

    /// Whether a figure is set aside.
    pub fn is_set_aside(&self, id: &str) -> bool {
        self.set_aside.iter().any(|aside| aside == id)
    }

    /// Whether a figure is one to which something was fitted.
    pub fn is_fitted(&self, id: &str) -> bool {
        self.fits
            .iter()
            .flat_map(|fit| &fit.parameters)
            .any(|parameter| parameter.figures.iter().any(|figure| figure == id))
    }

    /// Whether a fitted number decides a figure, though it was fitted to others.
    pub fn is_decided_by_fit(&self, id: &str) -> bool {
        let parameters = self.fits.iter().flat_map(|fit| &fit.parameters);
        let mut decided = parameters.flat_map(|parameter| &parameter.decides);
        decided.any(|figure| figure == id) && !self.is_fitted(id)
    }
}

impl Figure {
    /// What has to be measured: its own, and what it is compared with.
    pub fn measures(&self) -> impl Iterator<Item = &Measure> {
        std::iter::once(&self.measure).chain(&self.against)
    }

    /// The document of the five that it is from.
    pub fn document(&self) -> Option<&str> {
        let is_number = self.source.len() == 3 && self.source.bytes().all(|b| b.is_ascii_digit());
        is_number.then_some(self.source.as_str())
    }
}
