//! Which article a page reproduces.

use fourcorners_bench::record::Run;

/// The articles as suites of runs, each with the number that names it as a source.
const ARTICLES: [(&str, &str); 5] = [
    ("000-crucial-m4", "000"),
    ("001-vertex-le-alignment", "001"),
    ("002-crucial-c300", "002"),
    ("003-m500-consistency", "003"),
    ("004-ssd-relapse", "004"),
];

/// The number of the article that all runs are of. `None`: they are of several, or of none.
pub(super) fn article_of(runs: &[Run]) -> Option<&'static str> {
    let suite = runs.first()?.header.suite.as_str();
    let (_, number) = ARTICLES.iter().find(|(name, _)| *name == suite)?;
    let all = runs.iter().all(|run| run.header.suite == suite);
    all.then_some(*number)
}
