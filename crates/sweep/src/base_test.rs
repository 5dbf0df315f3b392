//! A test as its file says it, with some of its values changed.

use crate::error::SweepError;
use fourcorners_bench::{TestDef, former};
use fourcorners_lab::{self as lab, LabError};
use std::path::Path;
use toml::{Table, Value};

/// A test as its file says it, to be changed.
#[derive(Clone, Debug)]
pub struct BaseTest {
    pub id: String,
    /// What errors call it.
    pub file: String,
    pub(crate) table: Table,
}

impl BaseTest {
    /// A test of the program by its id, or a file of the user's (`.toml`), relative to `folder`.
    pub fn read(given: &str, folder: &Path) -> Result<Self, SweepError> {
        let is_file = Path::new(given).extension().is_some_and(|it| it == "toml");
        let (file, text) = match is_file {
            true => {
                let path = folder.join(given);
                (path.display().to_string(), lab::definition_text(&path)?)
            }
            false => {
                let id = former::test(given);
                let known = lab::library()?.test(id).map_err(LabError::from)?;
                let file = format!("tests/{}.toml", known.id);
                let text = lab::suite_text(&file).unwrap_or_default();
                (format!("suites/{file}"), text)
            }
        };
        let test = TestDef::parse(&file, &text).map_err(LabError::from)?;
        let table = text
            .parse()
            .map_err(|error: toml::de::Error| SweepError::Syntax {
                file: file.clone(),
                message: error.to_string(),
            })?;
        Ok(Self {
            id: test.id,
            file,
            table,
        })
    }

    /// The names of its phases.
    pub fn phases(&self) -> impl Iterator<Item = &str> {
        self.tables().filter_map(name)
    }

    /// The value of a phase's key, also of its work or replay.
    pub fn value(&self, phase: &str, key: &str) -> Option<&Value> {
        let table = self.tables().find(|table| name(table) == Some(phase))?;
        let inner = does(table).and_then(|does| table.get(does)?.get(key));
        inner.or_else(|| table.get(key))
    }

    /// Puts a value in place of the file's: a key of the phase's work or replay, or `idle_s`.
    pub fn set(&mut self, phase: &str, key: &str, value: &Value) {
        let phases = self.table.get_mut("phase").and_then(Value::as_array_mut);
        let tables = phases
            .into_iter()
            .flatten()
            .filter_map(Value::as_table_mut)
            .filter(|table| name(table) == Some(phase));
        for table in tables {
            let inner = does(table).and_then(|does| table.get_mut(does)?.as_table_mut());
            match inner.filter(|_| key != "idle_s") {
                Some(inner) => inner.insert(key.into(), value.clone()),
                None => table.insert(key.into(), value.clone()),
            };
        }
    }

    /// Checks it as it is now.
    pub fn definition(&self) -> Result<TestDef, LabError> {
        Ok(TestDef::parse(&self.file, &self.table.to_string())?)
    }

    fn tables(&self) -> impl Iterator<Item = &Table> {
        let phases = self.table.get("phase").and_then(Value::as_array);
        phases.into_iter().flatten().filter_map(Value::as_table)
    }
}

fn name(phase: &Table) -> Option<&str> {
    phase.get("name")?.as_str()
}

/// The table of a phase that says what it does.
fn does(phase: &Table) -> Option<&'static str> {
    ["work", "replay"]
        .into_iter()
        .find(|does| phase.contains_key(*does))
}
