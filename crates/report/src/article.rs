//! The article that a page reproduces.

use fourcorners_bench::record::Run;
use fourcorners_bench::{Article, ArticleChart, Conclusion, SuiteTest, shipped};
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
    /// What it concludes.
    pub conclusions: Vec<ConclusionData>,
    /// In the article's order.
    pub charts: Vec<ArticleChartData>,
}

/// A conclusion of the article.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ConclusionData {
    pub says: String,
    /// Ids of the statements that carry it; empty: no test speaks of it.
    pub statements: Vec<String>,
}

/// A chart of the article.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ArticleChartData {
    pub title: String,
    /// What the article reads off it; may be empty.
    pub says: String,
    /// The tests behind it.
    pub tests: Vec<ArticleTestData>,
}

/// A test of a chart, as these runs have it.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ArticleTestData {
    pub test: String,
    /// As in a run's folder; empty for the test's own way.
    pub variant: String,
}

impl ArticleTestData {
    fn of(test: &SuiteTest) -> Option<Self> {
        let definition = shipped().ok()?.test(&test.id).ok()?;
        Some(Self {
            test: test.id.clone(),
            variant: test.variant(definition).to_string(),
        })
    }
}

impl ArticleData {
    /// Of an article.
    pub(crate) fn of(article: &Article) -> Self {
        let chart = |chart: &ArticleChart| ArticleChartData {
            title: chart.title.clone(),
            says: chart.says.clone(),
            tests: chart.tests.iter().filter_map(ArticleTestData::of).collect(),
        };
        let conclusion = |it: &Conclusion| ConclusionData {
            says: it.says.clone(),
            statements: it.figures.clone(),
        };
        Self {
            title: article.title.clone(),
            by: article.by.clone(),
            date: article.date.clone(),
            address: article.address.clone(),
            summary: article.summary.clone(),
            conclusions: article.conclusions.iter().map(conclusion).collect(),
            charts: article.charts.iter().map(chart).collect(),
        }
    }
}
