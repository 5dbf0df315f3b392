//! `articles/<name>.toml`: a published article as drives, charts and the tests behind them.

mod check;

use super::{DefinitionError, Suite, SuiteTest, parse};
use serde::Deserialize;

/// A published article, to be reproduced.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Article {
    /// The file's name: its number and subject, as in `002-crucial-c300`.
    pub name: String,
    /// Title as printed.
    pub title: String,
    /// Author or publisher.
    pub by: String,
    /// As printed, as in `13 July 2010`.
    pub date: String,
    /// Where it is published.
    pub address: Option<String>,
    /// Suite of its year. A suite takes the drives and ports of its first article if no DRIVE is
    /// named.
    pub suite: String,
    /// What it asks, in one sentence.
    pub summary: String,
    /// What it concludes: see below.
    #[serde(rename = "conclusion", default)]
    pub conclusions: Vec<Conclusion>,
    /// Its test machine: pairs of name and value.
    #[serde(default)]
    pub bench: Vec<(String, String)>,
    /// Its drives: see below.
    #[serde(rename = "drive", default)]
    pub drives: Vec<ArticleDrive>,
    /// Its charts, in order: see below.
    #[serde(rename = "chart", default)]
    pub charts: Vec<ArticleChart>,
}

/// A conclusion of an article.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Conclusion {
    /// The conclusion in our words, one sentence.
    pub says: String,
    /// Ids of the published figures behind it; none: not covered by our tests.
    #[serde(default)]
    pub figures: Vec<String>,
}

/// A drive that an article tests.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct ArticleDrive {
    /// A file in `drives/`.
    pub name: String,
    /// Ports, one run each; default: its own link.
    #[serde(default)]
    pub ports: Vec<String>,
    /// What the article says of it, or leaves open.
    #[serde(default)]
    pub note: String,
}

/// A chart of an article.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct ArticleChart {
    /// Its title.
    pub title: String,
    /// What the article reads off it.
    #[serde(default)]
    pub says: String,
    /// Drives on it; default: all.
    #[serde(default)]
    pub drives: Vec<String>,
    /// Ports on it; default: all.
    #[serde(default)]
    pub ports: Vec<String>,
    /// Tests behind it, each like `[[test]]` of a suite.
    #[serde(rename = "test", default)]
    pub tests: Vec<SuiteTest>,
}

impl ArticleChart {
    fn takes_drive(&self, drive: &str) -> bool {
        self.drives.is_empty() || self.drives.iter().any(|name| name == drive)
    }

    fn takes_port(&self, port: &str) -> bool {
        self.ports.is_empty() || self.ports.iter().any(|name| name == port)
    }
}

impl Article {
    /// Reads an article file. Whether its suite and tests exist is the library's to say.
    pub fn parse(file: &str, text: &str) -> Result<Self, DefinitionError> {
        let article: Self = parse(file, text)?;
        match article.problem() {
            Some(problem) => Err(super::wrong(file, problem)),
            None => Ok(article),
        }
    }

    /// As in `002`.
    pub fn number(&self) -> &str {
        self.name.split_once('-').map_or("", |(number, _)| number)
    }

    /// A drive of the article.
    pub fn drive(&self, name: &str) -> Option<&ArticleDrive> {
        self.drives.iter().find(|drive| drive.name == name)
    }

    /// The ports that it plugs a drive into; none: its own link, or another drive.
    pub fn ports_of(&self, drive: &str) -> &[String] {
        self.drive(drive).map_or(&[], |drive| &drive.ports)
    }

    /// The drives on a chart.
    pub fn drives_on(&self, chart: &ArticleChart) -> Vec<&ArticleDrive> {
        let drives = self.drives.iter();
        drives
            .filter(|drive| chart.takes_drive(&drive.name))
            .collect()
    }

    /// What the article does to a drive behind a port: the tests of all charts that it is on, in
    /// order, each once. Another drive goes through all tests, and so does one of the article's
    /// behind a port that the article does not name.
    pub fn suite_for(&self, drive: &str, port: Option<&str>) -> Suite {
        let own = self.drive(drive);
        let port = port.filter(|port| own.is_some_and(|own| own.ports.iter().any(|it| it == port)));
        let is_on = |chart: &&ArticleChart| {
            own.is_none_or(|own| chart.takes_drive(&own.name))
                && port.is_none_or(|port| chart.takes_port(port))
        };
        let mut tests: Vec<SuiteTest> = Vec::new();
        for test in self.charts.iter().filter(is_on).flat_map(|it| &it.tests) {
            if !tests.iter().any(|other| other.is_run_as(test)) {
                tests.push(test.clone());
            }
        }
        Suite {
            name: self.name.clone(),
            title: self.title.clone(),
            why: self.summary.clone(),
            comparable: true,
            fixed_span_at_most_half_the_drive: false,
            torture_s: None,
            ports: self.ports_of(drive).to_vec(),
            tests,
        }
    }
}
