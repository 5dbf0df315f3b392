//! `show`: all that is known of one thing.

mod trace;

use crate::article;
use crate::end::End;
use crate::options::Show;
use crate::output;
use crate::refusal::Refusal;
use crate::runs;
use fourcorners_accuracy::PrintedFigures;
use fourcorners_bench::record::Run;
use fourcorners_bench::{Library, Options, TestDef, former, near, nearest};
use fourcorners_lab as lab;
use fourcorners_report::wording::damage;
use fourcorners_report::{money, wording};
use std::path::Path;

pub fn show(options: &Show, json: bool) -> Result<End, Refusal> {
    let name = options.name.as_str();
    if options.fio {
        return job_file(options, json);
    }
    if options.csv {
        return csv(name, json);
    }
    let library = lab::library().map_err(|error| error.to_string())?;
    let is_drive = lab::drive_names().iter().any(|drive| drive == name);
    if is_drive || (name.ends_with(".toml") && !lab::is_trace(name)) {
        return drive(name, json);
    }
    let name = former::test(name);
    if let Some(suite) = library.suites.get(name) {
        let shown = lab::SuiteShown::new(suite, library);
        return match json {
            true => output::print_json(&shown),
            false => output::print(&self::suite(&shown)),
        };
    }
    if let Some(test) = library.tests.get(name) {
        return self::test(test, json);
    }
    if let Ok(article) = library.article(name) {
        let shown = lab::ArticleShown::new(article, library);
        return match json {
            true => output::print_json(&shown),
            false => output::print(&article::text(&shown)),
        };
    }
    // Some tests have the name of the trace that they replay, and show it.
    if lab::is_trace(name) {
        let source = lab::trace_source(name)?;
        let shown = lab::SyntheticShown::from(&*source);
        return match json {
            true => output::print_json(&shown),
            false => output::print(&format!("{}\n{DOCUMENTS}", trace::text(&shown))),
        };
    }
    if Path::new(name).join("run.json").exists() {
        return run(name, json);
    }
    Err(unknown(name, library))
}

/// fio's job file of a suite, article or test.
fn job_file(options: &Show, json: bool) -> Result<End, Refusal> {
    if json {
        let error = "--fio prints a job file, not JSON";
        return Err(Refusal::usage(error).hint("leave --json out"));
    }
    let export = lab::FioExport {
        device: options.device.clone(),
        size: options.size,
        tests: Options {
            duration_s: options.duration,
            raw_nand: options.nand,
            ..Options::default()
        },
    };
    let file = lab::write_fio_job(&options.name, &export)?;
    output::print(file.trim_end())
}

/// The seconds of a run as one table.
fn csv(name: &str, json: bool) -> Result<End, Refusal> {
    if json {
        let error = "--csv prints a table, not JSON";
        return Err(Refusal::usage(error).hint("leave --json out"));
    }
    if !runs::is_run(Path::new(name)) {
        let error = format!("--csv: {name} is not the folder of a run");
        let hint = "`fourcorners list runs` lists those in the folder runs";
        return Err(Refusal::usage(error).hint(hint));
    }
    let run = opened(name)?;
    output::print(fourcorners_report::seconds_csv(&run).trim_end())
}

fn opened(folder: &str) -> Result<Run, Refusal> {
    let run = Run::open(Path::new(folder)).map_err(|error| error.to_string())?;
    for damage in &run.damage {
        output::note(&damage::sentence(damage));
    }
    Ok(run)
}

/// A test as its file, with the traces that it replays.
fn test(test: &TestDef, json: bool) -> Result<End, Refusal> {
    let shown = lab::TestShown::new(test).map_err(|error| error.to_string())?;
    if json {
        return output::print_json(&shown);
    }
    let file = lab::suite_text(&format!("tests/{}.toml", test.id)).unwrap_or_default();
    let traces = shown.traces.iter().map(trace::text);
    let documents = Some(DOCUMENTS.into()).filter(|_| !shown.traces.is_empty());
    let texts = std::iter::once(file).chain(traces).chain(documents);
    let texts: Vec<String> = texts.collect();
    output::print(texts.join("\n").trim_end())
}

/// A run as its tables.
fn run(folder: &str, json: bool) -> Result<End, Refusal> {
    let run = opened(folder)?;
    if json {
        return output::print_json(&lab::RunShown {
            header: run.header,
            results: run.entries,
            health: run.health,
        });
    }
    let printed = PrintedFigures::read(&[]).map_err(|error| error.to_string())?;
    output::print(fourcorners_report::tables(&[run], &printed, width()).trim_end())
}

fn unknown(name: &str, library: &Library) -> Refusal {
    if let Some(what) = runs::of_power_loss(Path::new(name)) {
        return what.into();
    }
    let names = [lab::drive_names(), lab::trace_names()].concat();
    let all = names
        .iter()
        .chain(library.suites.keys())
        .chain(library.tests.keys())
        .chain(library.articles.keys())
        .map(String::as_str);
    let error = format!("'{name}' is not a drive, suite, article, test, trace or run folder");
    Refusal::usage(error).maybe(near(&nearest(name, all)))
}

/// What the numbers stand for that sources name.
const DOCUMENTS: &str = "A document is an article, given by its number: `fourcorners list \
                         articles`.";

/// A suite as text: its steps, how each differs from the test's own way, and which document it is
/// from.
fn suite(suite: &lab::SuiteShown) -> String {
    let rows = suite.tests.iter();
    let rows = rows.map(|test| vec![test.id.clone(), test.how(), test.source.clone()]);
    let drives = suite.article.as_ref().map_or(String::new(), |number| {
        format!("Without DRIVE: the drives and ports of article {number}.\n")
    });
    let ports = match suite.ports.as_slice() {
        [] => String::new(),
        ports => format!("Simulated drives on {}.\n", ports.join(" and ")),
    };
    format!(
        "{}\n{}\n{ports}{drives}\n{}\n\n{DOCUMENTS}",
        suite.line.title,
        suite.line.why,
        output::table(&["test", "how", "from document"], rows.collect())
    )
}

fn drive(name: &str, json: bool) -> Result<End, Refusal> {
    let lab::Target::Simulated { spec, .. } = lab::resolve(name, false)? else {
        return Err(format!("{name}: not a simulated drive").into());
    };
    let printed = PrintedFigures::read(&[]).map_err(|error| error.to_string())?;
    let checks = printed.checks_of(spec.name());
    if json {
        return output::print_json(&lab::DriveShown::new(spec.as_ref(), checks));
    }
    let gib = f64::from(1 << 30);
    let capacity = spec.capacity().bytes().0 as f64;
    let of = match spec.raw_nand().map(|bytes| bytes.0 as f64) {
        Some(nand) => format!(
            " of {:.1} GiB NAND, spare area {:.1} %",
            nand / gib,
            100.0 - capacity * 100.0 / nand
        ),
        None => String::new(),
    };
    let rows = spec
        .facts()
        .iter()
        .map(|fact| vec![fact.name.clone(), fact.value.clone(), fact.source.clone()])
        .collect();
    let prices = lab::prices(&spec)
        .into_iter()
        .map(|line| {
            let per_gb = line.price_per_nand_gb;
            vec![
                format!("{} {}", money(line.price), line.currency),
                per_gb.map_or(String::new(), money),
                money(line.price_per_usable_gib),
            ]
        })
        .collect::<Vec<_>>();
    let header = ["price", "per GB (10^9) of NAND", "per usable GiB"];
    let prices = match prices.is_empty() {
        true => String::new(),
        false => output::table(&header, prices) + "\n\n",
    };
    output::print(&format!(
        "{}: {:.1} GiB usable{of}; {}\n\n{prices}{}",
        spec.model(),
        capacity / gib,
        wording::drive::checked(checks),
        output::table(&["what", "value", "from"], rows)
    ))
}

/// Columns of tables: the terminal's where stdout is one.
pub fn width() -> Option<u16> {
    elsewhere(120)
}

/// The same of a summary, which fits the narrowest terminal.
pub fn summary_width() -> Option<u16> {
    elsewhere(80)
}

/// So many columns where stdout is no terminal.
fn elsewhere(columns: u16) -> Option<u16> {
    use std::io::IsTerminal as _;
    (!std::io::stdout().is_terminal()).then_some(columns)
}
