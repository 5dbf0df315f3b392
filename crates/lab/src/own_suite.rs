//! Suites that are not the program's: a file of the user's, or several tests by name.

use crate::catalogue::{definition_text, library, port};
use crate::error::LabError;
use crate::message::Message;
use fourcorners_bench::plain_file::{self, NotRead};
use fourcorners_bench::record::{RunHeader, SuiteFile, TestFile};
use fourcorners_bench::{Library, Suite, SuiteTest, TestDef, former, near, nearest};
use serde::Deserialize;
use std::borrow::Cow;
use std::path::Path;
use toml::Spanned;

/// Between the names of several tests.
const COMMA: char = ',';

/// A suite file of the user's, with the tests beside it.
#[derive(Clone, Debug)]
pub struct OwnSuite {
    /// As it is kept for a run that is resumed.
    pub file: SuiteFile,
    suite: Suite,
    tests: Vec<TestDef>,
}

/// Where the tests and ports of a suite file are named.
#[derive(Deserialize)]
struct Named {
    test: Vec<Id>,
    #[serde(default)]
    ports: Vec<Spanned<String>>,
}

#[derive(Deserialize)]
struct Id {
    id: Spanned<String>,
}

/// Whether a suite is a file: a path with a slash, or `.toml`.
pub fn is_suite_file(name: &str) -> bool {
    let path = Path::new(name);
    path.components().count() > 1 || path.extension().is_some_and(|of| of == "toml")
}

impl OwnSuite {
    /// Reads a suite file and those of its tests that are no tests of the program, from
    /// `tests/ID.toml` or `ID.toml` beside it.
    ///
    /// # Errors
    /// A file is missing or wrong, or takes the name of a suite or test of the program.
    pub fn read(path: &str, library: &Library) -> Result<Self, LabError> {
        let file = SuiteFile {
            path: path.into(),
            text: definition_text(Path::new(path))?,
            tests: Vec::new(),
        };
        let folder = Path::new(path).parent().unwrap_or(Path::new("."));
        Self::with(file, library, &|id| {
            let places = [format!("tests/{id}.toml"), format!("{id}.toml")];
            for place in places {
                let path = folder.join(place);
                match plain_file::read_definition(&path) {
                    Err(NotRead::Missing) => {}
                    Err(error) => return Err(LabError::Named { path, error }),
                    Ok(text) => {
                        let path = path.display().to_string();
                        return Ok(Some(TestFile { path, text }));
                    }
                }
            }
            Ok(None)
        })
    }

    /// The same as a run keeps it.
    pub(crate) fn kept(file: SuiteFile, library: &Library) -> Result<Self, LabError> {
        let tests = file.tests.clone();
        Self::with(file, library, &|id| {
            let is_it = |test: &&TestFile| Path::new(&test.path).file_stem() == Some(id.as_ref());
            Ok(tests.iter().find(is_it).cloned())
        })
    }

    fn with(
        mut file: SuiteFile,
        library: &Library,
        beside: &dyn Fn(&str) -> Result<Option<TestFile>, LabError>,
    ) -> Result<Self, LabError> {
        let path = file.path.clone();
        let refused = |error: String| Message::new(format!("{path}: {error}"));
        let suite = Suite::parse(&path, &file.text)?;
        let name = &suite.name;
        let is_ours = library.suites.contains_key(name)
            || library.tests.contains_key(name)
            || library.articles.contains_key(name);
        let is_odd = |c: char| !c.is_ascii_alphanumeric() && !"-_.".contains(c);
        if is_ours {
            let error = refused(format!("'{name}' is built in"));
            return Err(LabError::Refused(error.hint("give it another name")));
        }
        if name.is_empty() || name.contains(is_odd) {
            let error = refused(format!("name = '{name}' is not a valid folder name"));
            return Err(LabError::Refused(error.hint("use A-Z a-z 0-9 - _ .")));
        }
        let lines = Lines::of(&file.text);
        for (name, line) in suite.ports.iter().zip(lines.ports) {
            port(name).map_err(|error| {
                let Message { error, hint } = error.message();
                let error = format!("{path}:{line}: {error}");
                LabError::Refused(Message::new(error).maybe(hint))
            })?;
        }
        let (mut files, mut tests) = (Vec::new(), Vec::new());
        for (test, line) in suite.tests.iter().zip(lines.tests) {
            let is_known = |of: &TestDef| of.id == test.id;
            if library.test(&test.id).is_ok() || tests.iter().any(is_known) {
                continue;
            }
            let Some(found) = beside(&test.id)? else {
                let ids = library.tests.keys().map(String::as_str);
                let error = format!(
                    "{path}:{line}: '{}' is neither a built-in test nor a file next to the suite",
                    test.id
                );
                let hint = near(&nearest(&test.id, ids));
                return Err(LabError::Refused(Message::new(error).maybe(hint)));
            };
            let definition = TestDef::parse(&found.path, &found.text)?;
            if definition.id != test.id {
                let error = format!("{}: its id is '{}'", found.path, definition.id);
                let hint = format!("set its id to '{}', the name of its file", test.id);
                return Err(LabError::Refused(Message::new(error).hint(hint)));
            }
            for state in states(&definition) {
                library.state(state)?;
            }
            tests.push(definition);
            files.push(found);
        }
        file.tests = files;
        Ok(Self { file, suite, tests })
    }

    /// What its runs are named after.
    pub fn name(&self) -> &str {
        &self.suite.name
    }

    /// Those that simulated drives are plugged into.
    pub(crate) fn ports(&self) -> &[String] {
        &self.suite.ports
    }

    pub(crate) fn joins(&self, library: &mut Library) {
        let suite = Suite {
            // That it is no suite of the program is said by itself.
            comparable: true,
            ..self.suite.clone()
        };
        library.suites.insert(suite.name.clone(), suite);
        let tests = self.tests.iter();
        let tests = tests.map(|test| (test.id.clone(), test.clone()));
        library.tests.extend(tests);
    }
}

/// The line of each test's and each port's name, from 1.
#[derive(Default)]
struct Lines {
    tests: Vec<usize>,
    ports: Vec<usize>,
}

impl Lines {
    fn of(text: &str) -> Self {
        let Ok(named) = toml::from_str::<Named>(text) else {
            return Self::default();
        };
        let line = |name: &Spanned<String>| {
            let before = text.get(..name.span().start).unwrap_or_default();
            1 + before.matches('\n').count()
        };
        Self {
            tests: named.test.iter().map(|test| line(&test.id)).collect(),
            ports: named.ports.iter().map(line).collect(),
        }
    }
}

/// The states that a test begins from or makes, which have to be the program's.
fn states(test: &TestDef) -> impl Iterator<Item = &str> {
    let named = test.phases.iter().flat_map(|one| [&one.from, &one.makes]);
    let named = named.flatten().map(String::as_str);
    named.filter(|name| ![fourcorners_bench::AS_LEFT, fourcorners_bench::NEW].contains(name))
}

/// Several tests as the name of a suite of them.
///
/// # Errors
/// One of them is no test.
pub fn suite_of(tests: &[String], library: &Library) -> Result<String, LabError> {
    let mut ids: Vec<&str> = Vec::new();
    for test in tests {
        let id = former::test(test);
        library.test(id)?;
        if !ids.contains(&id) {
            ids.push(id);
        }
    }
    Ok(ids.join(&COMMA.to_string()))
}

/// Whether a suite is several tests by name.
pub(crate) fn is_of_tests(suite: &str) -> bool {
    suite.contains(COMMA)
}

/// Makes a suite of several tests known.
pub(crate) fn join_tests(library: &mut Cow<'static, Library>, suite: &str) {
    if is_of_tests(suite) {
        let tests = suite.split(COMMA).map(SuiteTest::plain).collect();
        let of_them = Suite::of(suite, tests);
        library.to_mut().suites.insert(suite.into(), of_them);
    }
}

/// The suite of a run, and all definitions that it needs. `None`: it was no suite or test of this
/// program or of the user's, such as an article or a job file.
///
/// # Errors
/// The suite file of the user's that the run keeps is wrong.
pub fn suite_of_run(header: &RunHeader) -> Result<Option<(Library, Suite)>, LabError> {
    let mut library = Cow::Borrowed(library()?);
    join_tests(&mut library, &header.suite);
    let request = header.request.as_ref();
    if let Some(file) = request.and_then(|request| request.suite_file.clone()) {
        let own = OwnSuite::kept(file, &library)?;
        own.joins(library.to_mut());
    }
    let suite = library.suites.get(&header.suite).cloned();
    let suite = suite.or_else(|| {
        let test = library.tests.get(&header.suite)?;
        Some(Suite::of(&test.id, vec![SuiteTest::plain(&test.id)]))
    });
    Ok(suite.map(|suite| (library.into_owned(), suite)))
}
