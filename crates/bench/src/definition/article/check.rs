//! What is wrong with an article by itself.

use super::{Article, ArticleChart, SuiteTest};
use crate::library::nearest;

/// Digits of an article's number.
const DIGITS: usize = 3;

impl Article {
    /// The first problem, with what to do.
    pub(super) fn problem(&self) -> Option<String> {
        let number = self.number();
        if number.len() != DIGITS || !number.bytes().all(|byte| byte.is_ascii_digit()) {
            return Some(format!(
                "'{}' does not begin with a number\nhint: use three digits and a hyphen, as \
                 in 002-crucial-c300",
                self.name
            ));
        }
        if self.drives.is_empty() {
            return Some("an article needs at least one [[drive]]".into());
        }
        if self.charts.is_empty() {
            return Some("an article needs at least one [[chart]]".into());
        }
        let of_drives = || self.problem_of_drives();
        let of_charts = || self.charts.iter().find_map(|it| self.problem_of_chart(it));
        of_drives()
            .or_else(of_charts)
            .or_else(|| self.drive_without_test())
    }

    fn problem_of_drives(&self) -> Option<String> {
        self.drives.iter().enumerate().find_map(|(index, drive)| {
            let name = &drive.name;
            if self.drives[..index].iter().any(|it| it.name == *name) {
                return Some(format!("drive '{name}' is listed twice"));
            }
            let port = first_twice(&drive.ports)?;
            Some(format!("drive '{name}': port '{port}' is listed twice"))
        })
    }

    fn problem_of_chart(&self, chart: &ArticleChart) -> Option<String> {
        let wrong = |problem: String| Some(format!("chart '{}': {problem}", chart.title));
        if chart.tests.is_empty() {
            return wrong("a chart needs at least one [[chart.test]]".into());
        }
        if let Some(problem) = chart.tests.iter().find_map(SuiteTest::contradiction) {
            return wrong(problem);
        }
        if let Some(name) = first_twice(&chart.drives) {
            return wrong(format!("drive '{name}' is listed twice"));
        }
        if let Some(name) = chart.drives.iter().find(|name| self.drive(name).is_none()) {
            let names = self.drives.iter().map(|drive| drive.name.as_str());
            let hint = match nearest(name, names) {
                near if near.is_empty() => String::new(),
                near => format!("; the nearest are {}", near.join(", ")),
            };
            return wrong(format!(
                "drive '{name}' is not among the article's drives\nhint: add a [[drive]]{hint}"
            ));
        }
        let on = self.drives_on(chart);
        let has = |port: &str| {
            on.iter()
                .any(|drive| drive.ports.iter().any(|it| it == port))
        };
        let port = chart.ports.iter().find(|port| !has(port))?;
        let mut ports: Vec<&str> = on
            .iter()
            .flat_map(|drive| drive.ports.iter().map(String::as_str))
            .collect();
        ports.sort_unstable();
        ports.dedup();
        let hint = match ports.as_slice() {
            [] => "they name no ports".into(),
            ports => format!("they have {}", ports.join(", ")),
        };
        wrong(format!(
            "none of its drives has port '{port}'\nhint: {hint}"
        ))
    }

    /// A drive, or a port of one, that no chart shows.
    fn drive_without_test(&self) -> Option<String> {
        self.drives.iter().find_map(|drive| {
            let name = &drive.name;
            if self.suite_for(name, None).tests.is_empty() {
                return Some(format!("drive '{name}' is on no chart"));
            }
            let is_idle = |port: &&String| self.suite_for(name, Some(port)).tests.is_empty();
            let port = drive.ports.iter().find(is_idle)?;
            Some(format!("drive '{name}' is on no chart with port '{port}'"))
        })
    }
}

fn first_twice(names: &[String]) -> Option<&String> {
    let is_before = |(index, name): &(usize, &String)| names[..*index].contains(name);
    let mut numbered = names.iter().enumerate();
    numbered.find(is_before).map(|(_, name)| name)
}
