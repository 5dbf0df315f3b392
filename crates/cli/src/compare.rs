//! `compare`: runs that are there already, side by side.

use crate::files::{self, Files};
use crate::options::Compare;
use crate::{End, output};
use fourcorners_bench::nearest;
use fourcorners_bench::record::Run;
use fourcorners_browse::{Index, RunRow};
use fourcorners_lab as lab;
use fourcorners_report::{ComparedFigure, ComparedValue, Comparison, Verdict, visible};
use std::collections::HashSet;
use std::path::{Path, PathBuf};

pub fn compare(options: &Compare, json: bool) -> Result<End, String> {
    let files = Files::new(options.junit.clone(), options.markdown.clone());
    files.check(&[])?;
    let rows = rows(options)?;
    let [first, _, ..] = rows.as_slice() else {
        return Err(format!(
            "{} is one run, and there is nothing to compare it with: name two runs or more, or a folder that holds them",
            rows[0].path.display()
        ));
    };
    let first = first.path.clone();
    let read = rows.iter().map(|row| Run::open(&row.path));
    let runs: Vec<Run> = read
        .collect::<Result<_, _>>()
        .map_err(|error| error.to_string())?;
    for run in &runs {
        for damage in &run.damage {
            output::say(&format!("fourcorners: {}: {damage}", run.path.display()));
        }
    }
    // Beside the first run, if nothing else was said.
    let beside = first.parent().map(Path::to_path_buf).unwrap_or_default();
    let out = options.out.clone().unwrap_or(beside);
    std::fs::create_dir_all(&out).map_err(|error| {
        format!(
            "{}: {error}. Name a folder for the page with --out",
            out.display()
        )
    })?;
    let compared = lab::compare_runs(runs, &out).map_err(|error| error.to_string())?;
    if json {
        output::print_json(&compared)?;
    } else {
        output::print(&text(&compared.comparison)?)?;
        if let Some(page) = &compared.page {
            output::print(page)?;
        }
    }
    files::say_if_large(&compared.outcome);
    let problem = compared.outcome.page_problem.as_ref();
    if let Some(problem) = problem {
        output::say(&format!("fourcorners: {problem}"));
    }
    let all_written = files.write(&compared.outcome);
    Ok(if all_written && problem.is_none() {
        End::Done
    } else {
        End::Failed
    })
}

/// The runs, in the order in which they were named, each once. What is none is passed over, as shells put all that is
/// in a folder in place of `runs/*`; not where nothing remains to be compared.
fn rows(options: &Compare) -> Result<Vec<RunRow>, String> {
    let (mut rows, mut files, mut empty) = (Vec::new(), Vec::new(), Vec::new());
    let mut known: HashSet<PathBuf> = HashSet::new();
    for named in &options.runs {
        let path = located(named)?;
        if !path.is_dir() {
            files.push(format!("{}: is no folder, and so no run", named.display()));
            continue;
        }
        let index = Index::new(&[path]).map_err(|error| error.to_string())?;
        let listing = index.list();
        for broken in &listing.broken {
            output::say(&format!(
                "fourcorners: {}: left out: {}",
                broken.folder, broken.reason
            ));
        }
        if listing.runs.is_empty() {
            empty.push(format!(
                "{}: no run that can be read is in it; `fourcorners list runs --out DIR` shows what is",
                named.display()
            ));
        }
        let new = |row: &RunRow| known.insert(row.path.clone());
        rows.extend(listing.runs.into_iter().filter(new));
    }
    if rows.len() < 2
        && let Some(reason) = files.first().or(empty.first())
    {
        return Err(reason.clone());
    }
    if let [first, others @ ..] = files.as_slice() {
        let more = match others.len() {
            0 => String::new(),
            more => format!("; {} more likewise", more),
        };
        output::say(&format!("fourcorners: left out: {first}{more}"));
    }
    for reason in empty {
        output::say(&format!("fourcorners: left out: {reason}"));
    }
    Ok(rows)
}

/// A folder as it was named, or of that name among the runs.
fn located(named: &Path) -> Result<PathBuf, String> {
    let runs = Path::new("runs");
    let [own, among] = [named.to_path_buf(), runs.join(named)];
    if own.exists() {
        return Ok(own);
    }
    if among.exists() {
        return Ok(among);
    }
    let there = std::fs::read_dir(runs).into_iter().flatten().flatten();
    let names: Vec<String> = there
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    let wanted = named.to_string_lossy();
    let hint = match nearest(&wanted, names.iter().map(String::as_str)).as_slice() {
        [] => "`fourcorners list runs` names those in the folder runs".into(),
        near => format!("the nearest in the folder runs are {}", near.join(", ")),
    };
    Err(format!("{}: there is no such run; {hint}", named.display()))
}

/// The drives with their letters, a table of all figures, and the notes.
fn text(comparison: &Comparison) -> Result<String, String> {
    let letter = |drive: usize| match u8::try_from(drive) {
        Ok(place @ 0..26) => char::from(b'A' + place).to_string(),
        _ => (drive + 1).to_string(),
    };
    let drives = comparison.drives.iter().enumerate().map(|(place, drive)| {
        let runs = match drive.runs.as_slice() {
            [one] => one.clone(),
            several => format!("{} runs: {}", several.len(), several.join(", ")),
        };
        vec![letter(place), drive.model.clone(), runs]
    });
    let drives = output::table(&["", "drive", "measured in"], drives.collect());
    let library = lab::library().map_err(|error| error.to_string())?;
    let title = |test: &str| match library.tests.get(test) {
        Some(test) => test.title.clone(),
        None if test == "price" => "Price".into(),
        None => test.replace('-', " "),
    };
    let count = comparison.drives.len();
    let mut rows: Vec<Vec<String>> = Vec::new();
    let mut test = "";
    for figure in &comparison.figures {
        if figure.test != test {
            test = &figure.test;
            if !rows.is_empty() {
                rows.push(vec![String::new(); count + 3]);
            }
            let mut head = vec![title(test)];
            head.resize(count + 3, String::new());
            rows.push(head);
        }
        rows.push(row(figure, &letter));
    }
    let letters = (0..count).map(letter);
    let header = ["".into(), "".into()].into_iter().chain(letters);
    let header: Vec<String> = header.chain(["best".into()]).collect();
    let header: Vec<&str> = header.iter().map(String::as_str).collect();
    let figures = output::table(&header, rows);
    let mut parts = vec![drives, figures];
    parts.push("MB/s: 10^6 bytes a second. In brackets: the change from A. Several runs: their median, and whether the lowest and highest of two drives' runs overlap (not distinguishable).".into());
    parts.extend(
        comparison
            .notes
            .iter()
            .map(|note| visible(&format!("Note: {note}"))),
    );
    Ok(parts.join("\n\n"))
}

/// `  longest latency | µs | 123 | 150 (+22 %) | A`.
fn row(figure: &ComparedFigure, letter: &dyn Fn(usize) -> String) -> Vec<String> {
    let label = match figure.label.as_str() {
        "" => "  throughput",
        label => &format!("  {label}"),
    };
    let mut row = vec![label.to_string(), figure.unit.clone()];
    row.extend(figure.values.iter().map(cell));
    row.push(verdict(figure, letter));
    row
}

fn cell(value: &Option<ComparedValue>) -> String {
    let Some(value) = value else {
        return "-".into();
    };
    let spread = match value.low < value.high {
        true => format!(" [{} to {}]", number(value.low), number(value.high)),
        false => String::new(),
    };
    let change = match value.change_percent {
        Some(percent) if percent.abs() >= 999.5 => {
            format!(" (x{})", number(percent / 100.0 + 1.0))
        }
        Some(percent) if percent.abs() < 0.05 => " (=)".into(),
        Some(percent) if percent.abs() < 9.95 => format!(" ({percent:+.1} %)"),
        Some(percent) => format!(" ({percent:+.0} %)"),
        None => String::new(),
    };
    format!("{}{spread}{change}", number(value.value))
}

/// Three figures or more.
fn number(value: f64) -> String {
    match value.abs() {
        100.0.. => format!("{value:.0}"),
        10.0.. => format!("{value:.1}"),
        _ => format!("{value:.2}"),
    }
}

/// Which drives are best, or level with the best; of one drive alone nothing.
fn verdict(figure: &ComparedFigure, letter: &dyn Fn(usize) -> String) -> String {
    let of = |verdict: Verdict| {
        let own =
            figure.values.iter().enumerate().filter(move |(_, value)| {
                value.as_ref().is_some_and(|value| value.verdict == verdict)
            });
        let letters: Vec<String> = own.map(|(drive, _)| letter(drive)).collect();
        letters.join(", ")
    };
    let values = || figure.values.iter().flatten();
    let level = || values().filter(|value| value.verdict == Verdict::NotDistinguishable);
    let same = |value: &ComparedValue| (value.value, value.low, value.high);
    let alike = level()
        .zip(level().skip(1))
        .all(|(a, b)| same(a) == same(b));
    let best = match of(Verdict::NotDistinguishable) {
        letters if letters.is_empty() => of(Verdict::Best),
        _ if alike && level().count() == figure.values.len() => "equal".into(),
        letters if alike => format!("{letters} equal"),
        letters => format!("{letters} not distinguishable"),
    };
    let others = of(Verdict::Otherwise);
    match (best.as_str(), others.as_str()) {
        (_, "") => best,
        ("", others) => format!("{others} measured otherwise"),
        (best, others) => format!("{best}; {others} measured otherwise"),
    }
}
