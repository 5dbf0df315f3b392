//! Articles: which one is meant, and what `list` and `show` say of them.

use crate::output;
use crate::refusal::Refusal;
use fourcorners_bench::Article;
use fourcorners_lab as lab;

/// The article of a name or number.
pub fn named(name: &str) -> Result<&'static Article, Refusal> {
    let library = lab::library()?;
    if library.suites.contains_key(name) {
        let error = format!("{name} is a suite, not an article");
        return Err(Refusal::usage(error).hint(format!("--suite {name}")));
    }
    Ok(library.article(name)?)
}

/// Refuses an article in place of a `kind`: a suite or a test.
pub fn refuse_as(kind: &str, name: &str) -> Result<(), Refusal> {
    let library = lab::library()?;
    let is_other = library.suites.contains_key(name) || library.tests.contains_key(name);
    match library.article(name) {
        Ok(article) if !is_other => {
            let error = format!("{name} is an article, not a {kind}");
            let hint = format!("fourcorners review --article {}", article.number());
            Err(Refusal::usage(error).hint(hint))
        }
        _ => Ok(()),
    }
}

/// A row of `list articles`, after its header.
pub const HEADER: [&str; 5] = ["article", "date", "drives", "charts", "title"];

/// Of an article.
pub fn row(article: &lab::ArticleLine) -> Vec<String> {
    vec![
        article.number.clone(),
        article.date.clone(),
        article.drives.len().to_string(),
        article.charts.len().to_string(),
        article.title.clone(),
    ]
}

/// An article as text.
pub fn text(article: &lab::ArticleShown) -> String {
    let origin = [
        Some(&article.by),
        Some(&article.date),
        article.address.as_ref(),
    ];
    let origin: Vec<&str> = origin.into_iter().flatten().map(String::as_str).collect();
    let head = format!(
        "{}: {}\n{}\n{}\n\nReproduce it: {}\nSuite of its year: {}",
        article.number,
        article.title,
        origin.join(", "),
        article.summary,
        article.command,
        article.suite
    );
    let parts = [
        Some(head),
        Some(format!("Conclusions\n{}", list(&article.conclusions)))
            .filter(|_| !article.conclusions.is_empty()),
        Some(drives(&article.drives)),
        Some(charts(article)),
        Some(bench(&article.bench)).filter(|_| !article.bench.is_empty()),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    parts.join("\n\n")
}

fn list(conclusions: &[lab::ConclusionLine]) -> String {
    let lines = conclusions.iter().map(|it| format!("* {}", it.says));
    let lines: Vec<String> = lines.collect();
    lines.join("\n")
}

fn drives(drives: &[lab::ArticleDriveLine]) -> String {
    let rows = drives.iter().map(|drive| {
        let ports = match drive.ports.as_slice() {
            [] => "the drive's default link".into(),
            ports => ports.join(", "),
        };
        vec![drive.name.clone(), ports, drive.note.clone()]
    });
    output::table(&["drive", "ports", "note"], rows.collect())
}

fn charts(article: &lab::ArticleShown) -> String {
    let of = |chart: &lab::ArticleChartLine| {
        let is_all = chart.drives.len() == article.drives.len();
        let drives = (!is_all).then(|| format!("Drives: {}", chart.drives.join(", ")));
        let ports = Some(format!("Ports: {}", chart.ports.join(", ")));
        let rows = chart.tests.iter().map(|test| {
            let how = test.how();
            vec![test.id.clone(), how, test.source.clone()]
        });
        let lines = [
            Some(chart.title.clone()),
            Some(chart.says.clone()).filter(|says| !says.is_empty()),
            drives,
            ports.filter(|_| !chart.ports.is_empty()),
            Some(output::table(&["test", "how", "from"], rows.collect())),
        ];
        let lines: Vec<String> = lines.into_iter().flatten().collect();
        lines.join("\n")
    };
    let charts: Vec<String> = article.charts.iter().map(of).collect();
    charts.join("\n\n")
}

fn bench(parts: &[lab::ArticleBenchLine]) -> String {
    let rows = parts
        .iter()
        .map(|it| vec![it.name.clone(), it.value.clone()]);
    output::table(&["the article's machine", ""], rows.collect())
}
