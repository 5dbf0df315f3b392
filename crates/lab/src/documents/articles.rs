//! Articles, as `list` and `show` print them.

use super::SuiteTestLine;
use fourcorners_bench::{Article, ArticleChart, ArticleDrive, Conclusion, Library};
use schemars::JsonSchema;
use serde::Serialize;

/// An article in a list.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ArticleLine {
    /// As in `002`.
    pub number: String,
    /// As in `002-crucial-c300`.
    pub name: String,
    /// Title for people.
    pub title: String,
    /// Author or publisher.
    pub by: String,
    /// As printed, as in `13 July 2010`.
    pub date: String,
    /// The suite of its year.
    pub suite: String,
    /// The drives that it tests, by name.
    pub drives: Vec<String>,
    /// Titles of its charts, in order.
    pub charts: Vec<String>,
}

/// An article with all that is known of it.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ArticleShown {
    /// As in `002`.
    pub number: String,
    /// As in `002-crucial-c300`.
    pub name: String,
    /// Title for people.
    pub title: String,
    /// Author or publisher.
    pub by: String,
    /// As printed, as in `13 July 2010`.
    pub date: String,
    /// Absent: not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub address: Option<String>,
    /// The suite of its year.
    pub suite: String,
    /// What it asks, one sentence.
    pub summary: String,
    /// What it concludes.
    pub conclusions: Vec<ConclusionLine>,
    /// The article's own machine; empty: not known.
    pub bench: Vec<ArticleBenchLine>,
    /// The drives that it tests.
    pub drives: Vec<ArticleDriveLine>,
    /// Its charts, in order.
    pub charts: Vec<ArticleChartLine>,
    /// The command that reproduces it.
    pub command: String,
}

/// A conclusion of an article.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ConclusionLine {
    /// One sentence.
    pub says: String,
    /// Ids of the published figures that carry it; empty: no test speaks of it.
    pub figures: Vec<String>,
}

/// A part of an article's machine.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ArticleBenchLine {
    /// As in `CPU`.
    pub name: String,
    pub value: String,
}

/// A drive of an article.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ArticleDriveLine {
    /// Catalogue name.
    pub name: String,
    /// The ports that it is plugged into, a run each; empty: its own link.
    pub ports: Vec<String>,
    /// What the article says of it, or leaves open; may be empty.
    pub note: String,
}

/// A chart of an article.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ArticleChartLine {
    /// Title for people.
    pub title: String,
    /// What the article reads off it; may be empty.
    pub says: String,
    /// The drives on it, by name.
    pub drives: Vec<String>,
    /// The ports of those drives that are on it; empty: all of them.
    pub ports: Vec<String>,
    /// The tests behind it.
    pub tests: Vec<SuiteTestLine>,
}

impl From<&Article> for ArticleLine {
    fn from(article: &Article) -> Self {
        let drives = article.drives.iter();
        let charts = article.charts.iter();
        Self {
            number: article.number().into(),
            name: article.name.clone(),
            title: article.title.clone(),
            by: article.by.clone(),
            date: article.date.clone(),
            suite: article.suite.clone(),
            drives: drives.map(|drive| drive.name.clone()).collect(),
            charts: charts.map(|chart| chart.title.clone()).collect(),
        }
    }
}

impl ArticleShown {
    /// With the tests of the library that it names.
    pub fn new(article: &Article, library: &Library) -> Self {
        let chart = |chart: &ArticleChart| ArticleChartLine {
            title: chart.title.clone(),
            says: chart.says.clone(),
            drives: {
                let drives = article.drives_on(chart).into_iter();
                drives.map(|drive| drive.name.clone()).collect()
            },
            ports: chart.ports.clone(),
            tests: {
                let tests = chart.tests.iter();
                tests.map(|it| SuiteTestLine::new(it, library)).collect()
            },
        };
        let conclusion = |it: &Conclusion| ConclusionLine {
            says: it.says.clone(),
            figures: it.figures.clone(),
        };
        let part = |(name, value): &(String, String)| ArticleBenchLine {
            name: name.clone(),
            value: value.clone(),
        };
        Self {
            number: article.number().into(),
            name: article.name.clone(),
            title: article.title.clone(),
            by: article.by.clone(),
            date: article.date.clone(),
            address: article.address.clone(),
            suite: article.suite.clone(),
            summary: article.summary.clone(),
            conclusions: article.conclusions.iter().map(conclusion).collect(),
            bench: article.bench.iter().map(part).collect(),
            drives: article.drives.iter().map(ArticleDriveLine::from).collect(),
            charts: article.charts.iter().map(chart).collect(),
            command: format!("fourcorners review --article {}", article.number()),
        }
    }
}

impl From<&ArticleDrive> for ArticleDriveLine {
    fn from(drive: &ArticleDrive) -> Self {
        Self {
            name: drive.name.clone(),
            ports: drive.ports.clone(),
            note: drive.note.clone(),
        }
    }
}
