//! All suites, tests, states and articles by name.

use crate::definition::{
    Article, DefinitionError, StateDef, Suite, SuiteTest, TestDef, parse_states,
};
use crate::former;
use crate::trace::{LazyTrace, Trace};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

#[derive(Clone, Debug, Default)]
pub struct Library {
    /// By name.
    pub suites: BTreeMap<String, Suite>,
    /// By id.
    pub tests: BTreeMap<String, TestDef>,
    /// By name; `new` and `as-left` are not among them.
    pub states: BTreeMap<String, StateDef>,
    /// By name; each is read when it is first asked for.
    pub traces: BTreeMap<String, LazyTrace>,
    /// By name, so that they are in order of their numbers.
    pub articles: BTreeMap<String, Article>,
}

/// A name that is not in the library.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no {kind} is called '{name}'")]
pub struct UnknownName {
    /// `suite`, `test`, `state`, `trace`, `drive`, `article`.
    pub kind: &'static str,
    pub name: String,
    /// The nearest names there are, best first.
    pub nearest: Vec<String>,
}

/// What the command line lists.
const LISTED: [&str; 6] = ["drive", "suite", "test", "trace", "article", "sweep"];

impl UnknownName {
    /// The nearest names, and where all of them are listed.
    pub fn hint(&self) -> Option<String> {
        let near = near(&self.nearest);
        let listed = self.kind.split(" or ").filter(|kind| LISTED.contains(kind));
        let lists: Vec<String> = listed
            .map(|kind| format!("`fourcorners list {kind}s`"))
            .collect();
        match (near, lists.is_empty()) {
            (near, true) => near,
            (Some(near), false) => Some(format!("{near}; for a list: {}", lists.join(", "))),
            (None, false) => Some(lists.join(", ")),
        }
    }
}

/// The nearest names as a hint.
pub fn near(names: &[String]) -> Option<String> {
    match names {
        [] => None,
        [one] => Some(format!("did you mean '{one}'?")),
        many => Some(format!("the nearest are {}", many.join(", "))),
    }
}

/// How much alike (Jaro and Winkler, 0 to 1) a name is that may be meant: a typing error leaves
/// more than 0.8, two names that have nothing in common up to 0.7.
const ALIKE: f64 = 0.75;

/// The names nearest to what was asked for: at most three, best first. Where it is part of some,
/// they are the nearest, and none that is only spelled alike.
pub fn nearest<'a>(name: &str, all: impl Iterator<Item = &'a str>) -> Vec<String> {
    let all: Vec<&str> = all.collect();
    let is_part_of = |known: &str| name.len() > 1 && known.contains(name);
    let is_part = all.iter().any(|known| is_part_of(known));
    let mut scored: Vec<(f64, &str)> = all
        .into_iter()
        .filter(|known| !is_part || is_part_of(known))
        .map(|known| (strsim::jaro_winkler(name, known), known))
        .collect();
    scored.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(b.1)));
    scored
        .into_iter()
        .filter(|(score, _)| is_part || *score > ALIKE)
        .take(3)
        .map(|(_, known)| known.into())
        .collect()
}

impl Library {
    /// Builds it from `(path, text)` of the files below `suites/`: `states.toml`,
    /// `tests/<id>.toml`, `<name>.toml`.
    pub fn new<'a>(
        files: impl Iterator<Item = (&'a str, &'a str)>,
    ) -> Result<Self, DefinitionError> {
        let mut library = Self::default();
        for (path, text) in files {
            if path == "states.toml" {
                library.states = parse_states(path, text)?;
            } else if path.starts_with("tests/") {
                let test = TestDef::parse(path, text)?;
                is_named_after_its_file(path, &test.id)?;
                library.tests.insert(test.id.clone(), test);
            } else {
                let suite = Suite::parse(path, text)?;
                is_named_after_its_file(path, &suite.name)?;
                library.suites.insert(suite.name.clone(), suite);
            }
        }
        Ok(library)
    }

    /// With an article of the folder `articles/`.
    ///
    /// # Errors
    /// The file is wrong, another article has its number, or it names a suite or test that is not
    /// here, or conditions that a test cannot be run under.
    pub fn add_article(&mut self, path: &str, text: &str) -> Result<(), DefinitionError> {
        let article = Article::parse(path, text)?;
        is_named_after_its_file(path, &article.name)?;
        let wrong = |message: String| DefinitionError {
            file: path.into(),
            message,
        };
        let number = article.number();
        if let Some(other) = self.articles.values().find(|it| it.number() == number) {
            return Err(wrong(format!("{} also has number {number}", other.name)));
        }
        self.suite(&article.suite)
            .map_err(|unknown| wrong(unknown.to_string()))?;
        for chart in &article.charts {
            for test in &chart.tests {
                self.can_run(test)
                    .map_err(|problem| wrong(format!("chart '{}': {problem}", chart.title)))?;
            }
        }
        self.articles.insert(article.name.clone(), article);
        Ok(())
    }

    fn can_run(&self, test: &SuiteTest) -> Result<(), String> {
        let definition = self.test(&test.id).map_err(|unknown| unknown.to_string())?;
        match test.conditions.contradiction(definition) {
            Some(contradiction) => Err(contradiction.to_string()),
            None => Ok(()),
        }
    }

    /// An article by name or number.
    pub fn article(&self, name: &str) -> Result<&Article, UnknownName> {
        let mut articles = self.articles.values();
        match articles.find(|article| article.number() == name) {
            Some(article) => Ok(article),
            None => find("article", name, &self.articles),
        }
    }

    /// The article whose drives and ports a suite or an article takes where none are named.
    pub fn drives_from(&self, name: &str) -> Option<&Article> {
        self.articles.get(name).or_else(|| self.article_of(name))
    }

    /// The first article that a suite is from, if it is from one.
    pub fn article_of(&self, suite: &str) -> Option<&Article> {
        let mut articles = self.articles.values();
        articles.find(|article| article.suite == suite)
    }

    /// A suite by name.
    pub fn suite(&self, name: &str) -> Result<&Suite, UnknownName> {
        find("suite", former::test(name), &self.suites)
    }
    /// A test by id.
    pub fn test(&self, id: &str) -> Result<&TestDef, UnknownName> {
        find("test", former::test(id), &self.tests)
    }
    /// With one more trace.
    pub fn add_trace(&mut self, trace: Trace) {
        self.traces
            .insert(trace.name.clone(), LazyTrace::read(trace));
    }
    /// A trace by name.
    pub fn trace(&self, name: &str) -> Result<&Arc<Trace>, UnknownName> {
        find("trace", name, &self.traces).map(LazyTrace::get)
    }
    /// A state by name.
    pub fn state(&self, name: &str) -> Result<&StateDef, UnknownName> {
        find("state", name, &self.states)
    }
}

/// Two files with one name inside would hide each other.
fn is_named_after_its_file(path: &str, name: &str) -> Result<(), DefinitionError> {
    if Path::new(path).file_stem().is_some_and(|stem| stem == name) {
        return Ok(());
    }
    let message = format!("its name is '{name}'; expected the file name without .toml");
    Err(DefinitionError {
        file: path.into(),
        message,
    })
}

fn find<'a, T>(
    kind: &'static str,
    name: &str,
    all: &'a BTreeMap<String, T>,
) -> Result<&'a T, UnknownName> {
    all.get(name).ok_or_else(|| UnknownName {
        kind,
        name: name.into(),
        nearest: nearest(name, all.keys().map(String::as_str)),
    })
}
