//! Is the simulated drive's write amplification what theory says? Every row of
//! `theory/write-amplification.csv`, or one point:
//! `cargo run --release -p fourcorners-sim --example theory -- [--quick | --spare-factor X ..]
//! [--json]`

mod formula;
mod point;
#[path = "../../tests/small/mod.rs"]
mod small;
mod table;

use point::Measured;
use std::io::IsTerminal;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use table::{Row, Words};

fn usage() -> String {
    format!(
        "usage: theory [--json] [--quick] [--spare-factor X [--pages-per-block B] \
         [--policy {}] [--workload uniform|hot-cold:F:R|trim-any:Q|trim-in-use:Q] \
         [--frontiers shared|host-moved|hot-cold|pools:P] [--blocks T]]",
        table::policies().join("|")
    )
}

const THREADS: usize = 2;

fn main() -> ExitCode {
    match run() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::from(2)
        }
    }
}

/// Says whether everything is as near to theory as it should be.
fn run() -> Result<bool, String> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let asked = asked(&arguments)?;
    let results = simulate(&asked.rows);
    let rows = || asked.rows.iter().zip(&results);
    if asked.json {
        let objects: Vec<String> = rows().map(object).collect();
        println!("[\n{}\n]", objects.join(",\n"));
    } else {
        println!("{}", head());
        rows().for_each(|(row, result)| println!("{}", line(row, result.as_ref())));
    }
    let is_far = |(row, result): &(&Row, &Option<Measured>)| {
        let error = error_percent(row, result.as_ref());
        error.is_some_and(|error| error.abs() > row.tolerance_percent())
    };
    let far = rows().filter(is_far).count();
    let simulated = results.iter().flatten().count();
    eprintln!(
        "{simulated} of {} rows simulated, {far} further from theory than allowed",
        asked.rows.len()
    );
    Ok(far == 0)
}

/// What a command line asks for.
struct Asked {
    json: bool,
    rows: Vec<Row>,
}

fn asked(arguments: &[String]) -> Result<Asked, String> {
    let (mut json, mut quick) = (false, false);
    let mut words = Words {
        policy: "greedy",
        pages_per_block: "64",
        spare_factor: "",
        workload: "uniform",
        frontiers: "shared",
        blocks: "",
    };
    let mut rest = arguments.iter().map(String::as_str);
    while let Some(option) = rest.next() {
        let field = match option {
            "--json" => {
                json = true;
                continue;
            }
            "--quick" => {
                quick = true;
                continue;
            }
            "--policy" => &mut words.policy,
            "--pages-per-block" => &mut words.pages_per_block,
            "--spare-factor" => &mut words.spare_factor,
            "--workload" => &mut words.workload,
            "--frontiers" => &mut words.frontiers,
            "--blocks" => &mut words.blocks,
            _ => return Err(format!("unknown option '{option}'\n{}", usage())),
        };
        *field = rest
            .next()
            .ok_or_else(|| format!("{option} needs a value\n{}", usage()))?;
    }
    if !words.spare_factor.is_empty() {
        let mut row = table::row(&words)?;
        row.theory = row.point.theory();
        let rows = vec![row];
        return Ok(Asked { json, rows });
    }
    if words.blocks.len() + arguments.len() > usize::from(json) + usize::from(quick) {
        return Err(format!("a point needs --spare-factor\n{}", usage()));
    }
    let rows = kept_rows(quick)?;
    Ok(Asked { json, rows })
}

/// The rows of the table.
fn kept_rows(quick: bool) -> Result<Vec<Row>, String> {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../theory/write-amplification.csv"
    );
    let text = std::fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
    let mut rows = table::read(&text)?;
    if quick {
        rows.retain_mut(table::quick);
    }
    Ok(rows)
}

fn head() -> String {
    format!(
        "{:14} {:>5} {:>8} {:22} {:20} {:>6} {:>8} {:>8} {:>7} {:>7} {:>12}",
        "policy",
        "pages",
        "spare",
        "workload",
        "frontiers",
        "blocks",
        "WA",
        "theory",
        "error",
        "s.e.",
        "host writes"
    )
}

/// Simulates every row, the longest first.
fn simulate(rows: &[Row]) -> Vec<Option<Measured>> {
    let cost = |row: &Row| {
        let point = &row.point;
        u64::from(point.blocks * point.pages_per_block) * u64::from(point.warm_up + point.measured)
    };
    let mut order: Vec<usize> = (0..rows.len()).collect();
    order.sort_by_key(|index| std::cmp::Reverse(cost(&rows[*index])));
    let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let results: Vec<Mutex<Option<Measured>>> = rows.iter().map(|_| Mutex::new(None)).collect();
    std::thread::scope(|scope| {
        for _ in 0..THREADS {
            scope.spawn(|| {
                while let Some(index) = order.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let measured = rows[*index].point.simulate(*index as u64);
                    if std::io::stderr().is_terminal() {
                        let done = done.fetch_add(1, Ordering::Relaxed) + 1;
                        eprint!("\r{done} of {} ", rows.len());
                    }
                    *results[*index].lock().expect("no thread panics") = measured;
                }
            });
        }
    });
    results
        .into_iter()
        .map(|result| result.into_inner().expect("no thread panics"))
        .collect()
}

fn error_percent(row: &Row, result: Option<&Measured>) -> Option<f64> {
    Some((result?.write_amplification / row.expected()? - 1.0) * 100.0)
}

fn line(row: &Row, result: Option<&Measured>) -> String {
    let point = &row.point;
    let what = format!(
        "{:14} {:>5} {:>8} {:22} {:20}",
        row.policy, point.pages_per_block, point.spare_factor, row.workload, row.frontiers
    );
    let Some(measured) = result else {
        return format!("{what} not simulated: copies are in page order");
    };
    let expected = row.expected().map_or("-".into(), |wa| format!("{wa:.4}"));
    let error = error_percent(row, result);
    let beyond = error.is_some_and(|error| error.abs() > row.tolerance_percent());
    format!(
        "{what} {:>6} {:>8.4} {expected:>8} {:>7} {:>7.4} {:>12}{}",
        point.blocks,
        measured.write_amplification,
        error.map_or("-".into(), |error| format!("{error:+.2} %")),
        measured.standard_error,
        measured.writes,
        if beyond { "  BEYOND" } else { "" }
    )
}

fn object((row, result): (&Row, &Option<Measured>)) -> String {
    let number = |value: Option<f64>| value.map_or("null".into(), |value| format!("{value:.5}"));
    let measured = result.as_ref();
    let point = &row.point;
    format!(
        "{{\"policy\":\"{}\",\"pages_per_block\":{},\"spare_factor\":{},\"workload\":\"{}\",\
         \"frontiers\":\"{}\",\
         \"blocks\":{},\"write_amplification\":{},\"theory\":{},\"error_percent\":{},\
          \"standard_error\":{},\
         \"host_writes\":{}}}",
        row.policy,
        point.pages_per_block,
        point.spare_factor,
        row.workload,
        row.frontiers,
        point.blocks,
        number(measured.map(|measured| measured.write_amplification)),
        number(row.expected()),
        number(error_percent(row, measured)),
        number(measured.map(|measured| measured.standard_error)),
        measured.map_or("null".into(), |measured| measured.writes.to_string())
    )
}
