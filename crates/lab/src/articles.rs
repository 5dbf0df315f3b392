//! Whose drives are tested where none are named, and what an article does to one.

use crate::catalogue::library;
use crate::error::LabError;
use fourcorners_bench::{Article, Library, Options, Plan, PlanError, plan, plan_suite};
use fourcorners_block::{Identity, Seed};

/// The article whose drives a suite takes that is from no article.
const OF_OTHER_SUITES: &str = "003";

/// The drives of a suite or an article, by name, for a review that names none.
///
/// # Errors
/// A file of the program is wrong.
pub fn drives_of(suite: &str) -> Result<Vec<String>, LabError> {
    let library = library()?;
    let article = match library.drives_from(suite) {
        Some(article) => article,
        None => library.article(OF_OTHER_SUITES)?,
    };
    let drives = article.drives.iter();
    Ok(drives.map(|drive| drive.name.clone()).collect())
}

/// What is done to a drive by a suite, a single test or an article.
pub(crate) fn plan_of(
    library: &Library,
    name: &str,
    identity: &Identity,
    port: Option<&str>,
    tests: &Options,
    seed: Seed,
) -> Result<Plan, PlanError> {
    match of(library, name) {
        Some(article) => {
            let suite = article.suite_for(&identity.name, port);
            plan_suite(library, &suite, identity, tests, seed)
        }
        None => plan(library, name, identity, tests, seed),
    }
}

/// The article of this name, unless a suite or test has it, as a job file of the user's may.
pub(crate) fn of<'a>(library: &'a Library, name: &str) -> Option<&'a Article> {
    let is_other = library.suites.contains_key(name) || library.tests.contains_key(name);
    library.articles.get(name).filter(|_| !is_other)
}
