//! The article that a page reproduces.

use fourcorners_bench::record::Run;
use fourcorners_bench::{Article, shipped};
use schemars::JsonSchema;
use serde::Serialize;

/// The article that all runs are of. `None`: they are of several, or of none.
pub fn article_of(runs: &[Run]) -> Option<&'static Article> {
    let suite = runs.first()?.header.suite.as_str();
    let article = shipped().ok()?.articles.get(suite)?;
    let all = runs.iter().all(|run| run.header.suite == suite);
    all.then_some(article)
}

/// What the page says of it.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ArticleData {
    pub title: String,
    /// Author or publisher.
    pub by: String,
    /// As printed.
    pub date: String,
    /// Its address; null: none is known.
    pub address: Option<String>,
    /// What it asks.
    pub summary: String,
    /// What it concludes, one sentence each.
    pub conclusion: Vec<String>,
    /// In the article's order.
    pub charts: Vec<ArticleChartData>,
}

/// A chart of the article.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ArticleChartData {
    pub title: String,
    /// What the article reads off it; may be empty.
    pub says: String,
    /// Ids of the tests behind it.
    pub tests: Vec<String>,
}

impl ArticleData {
    /// Of an article.
    pub(crate) fn of(article: &Article) -> Self {
        let chart = |chart: &fourcorners_bench::ArticleChart| {
            let mut tests: Vec<String> = Vec::new();
            for test in &chart.tests {
                if !tests.contains(&test.id) {
                    tests.push(test.id.clone());
                }
            }
            ArticleChartData {
                title: chart.title.clone(),
                says: chart.says.clone(),
                tests,
            }
        };
        Self {
            title: article.title.clone(),
            by: article.by.clone(),
            date: article.date.clone(),
            address: article.address.clone(),
            summary: article.summary.clone(),
            conclusion: article.conclusion.clone(),
            charts: article.charts.iter().map(chart).collect(),
        }
    }
}
