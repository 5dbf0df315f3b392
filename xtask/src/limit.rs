//! How near the simulator comes to what the hardware allows: steady random writes compared with a
//! probe in C that does the same by hand (`xtask/limit/probe.c`), with the program from before a
//! change, and with MQSim, in turns.

mod mqsim;

use crate::benchmark;
use crate::run::{self, Failure};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::Command;

const USAGE: &str = "usage: cargo xtask speed --limit [--before PROGRAM] [--mqsim PROGRAM] \
                     [--rounds N] [--json] [ROW...]";

/// A row of the benchmark, and how large a drive the probe does the same with.
const ROWS: [(&str, Option<u64>); 3] = [
    ("random-write-steady-256gib", Some(256)),
    ("random-write-steady-16gib", Some(16)),
    ("random-read-256gib", None),
];

/// What is measured.
struct Options {
    rounds: usize,
    before: Option<PathBuf>,
    mqsim: Option<PathBuf>,
    json: bool,
    rows: Vec<(&'static str, Option<u64>)>,
}

/// A program that does the work of a row.
struct Subject {
    name: &'static str,
    measure: Box<dyn Fn() -> Result<Measured, Failure>>,
    host_ios_per_cpu_s: Vec<f64>,
    write_amplification: Option<f64>,
}

/// What a program did in one round.
struct Measured {
    host_ios_per_cpu_s: f64,
    write_amplification: Option<f64>,
}

/// Runs each row's programs in turns, and prints the median of each and ours relative to it.
pub fn limit(words: &[&str]) -> Result<(), Failure> {
    let options = options(words)?;
    let probe = probe()?;
    let mut rows = Vec::new();
    for (row, gib) in &options.rows {
        let mut subjects = subjects(row, *gib, &probe, &options);
        for _ in 0..options.rounds {
            for subject in &mut subjects {
                let measured = (subject.measure)()?;
                subject.host_ios_per_cpu_s.push(measured.host_ios_per_cpu_s);
                subject.write_amplification = measured.write_amplification;
            }
        }
        let result = result(row, &subjects);
        if !options.json {
            show(&result);
        }
        rows.push(result);
    }
    if options.json {
        println!("{}", json!({ "rounds": options.rounds, "rows": rows }));
    }
    Ok(())
}

fn options(words: &[&str]) -> Result<Options, Failure> {
    let mut options = Options {
        rounds: 5,
        before: None,
        mqsim: None,
        json: false,
        rows: Vec::new(),
    };
    let mut words = words.iter();
    while let Some(word) = words.next() {
        match *word {
            "--json" => options.json = true,
            "--rounds" => {
                let rounds = words.next().and_then(|word| word.parse().ok());
                options.rounds = rounds
                    .filter(|rounds| *rounds > 0)
                    .ok_or_else(|| format!("--rounds wants a number from 1; {USAGE}"))?;
            }
            "--before" => {
                let path = words.next().map(PathBuf::from);
                options.before = Some(path.filter(|path| path.is_file()).ok_or_else(|| {
                    format!(
                        "--before wants the program of another commit (there: cargo build \
                         --release -p fourcorners-sim --example speed); {USAGE}"
                    )
                })?);
            }
            "--mqsim" => {
                let path = words.next().map(std::path::absolute);
                let path = path.and_then(Result::ok).filter(|path| path.is_file());
                options.mqsim = Some(path.ok_or_else(|| {
                    format!(
                        "--mqsim wants the program that make builds from \
                         https://github.com/CMU-SAFARI/MQSim; {USAGE}"
                    )
                })?);
            }
            word => {
                let row = ROWS.iter().find(|(row, _)| *row == word);
                options
                    .rows
                    .push(*row.ok_or_else(|| format!("there is no row {word}; {USAGE}"))?);
            }
        }
    }
    if options.rows.is_empty() {
        options.rows = ROWS.to_vec();
    }
    if options.mqsim.is_some() && options.rows.iter().all(|(row, _)| *row != mqsim::ROW) {
        return Err(format!("--mqsim needs the row {}; {USAGE}", mqsim::ROW));
    }
    Ok(options)
}

/// The probe, compiled as C usually is.
fn probe() -> Result<PathBuf, Failure> {
    let program = run::target().join("xtask/limit-probe");
    let folder = run::target().join("xtask");
    std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let source = run::root().join("xtask/limit/probe.c");
    let mut command = run::command("cc", &["-O2", "-Wall", "-Wextra", "-o"]);
    command.arg(&program).arg(source);
    run::show(command)?;
    Ok(program)
}

fn subjects(row: &str, gib: Option<u64>, probe: &Path, options: &Options) -> Vec<Subject> {
    let own_row = row.to_string();
    let ours = move || benchmark::example("fourcorners-sim", "speed", &own_row);
    let mut subjects = vec![printing("ours", ours)];
    if let Some(before) = &options.before {
        let (before, row) = (before.to_string_lossy().into_owned(), row.to_string());
        subjects.push(printing("before", move || run::command(&before, &[&row])));
    }
    if let Some(gib) = gib {
        // As many writes as the row measures: half the drive's units, but at least 20 million.
        let writes = ((gib << 18) / 2).max(20_000_000);
        let probe = probe.to_string_lossy().into_owned();
        let command = move || run::command(&probe, &[&gib.to_string(), &writes.to_string()]);
        subjects.push(printing("probe", command));
    }
    if let Some(program) = options.mqsim.clone().filter(|_| row == mqsim::ROW) {
        subjects.push(subject("MQSim", move || mqsim::measure(&program)));
    }
    subjects
}

/// A program that prints one JSON object.
fn printing(name: &'static str, command: impl Fn() -> Command + 'static) -> Subject {
    subject(name, move || {
        let printed = benchmark::parsed(&run::output(command())?)?;
        let rate = printed["host_ios_per_cpu_s"].as_f64();
        Ok(Measured {
            host_ios_per_cpu_s: rate.ok_or_else(|| format!("{name} printed {printed}"))?,
            write_amplification: printed["write_amplification"].as_f64(),
        })
    })
}

fn subject(
    name: &'static str,
    measure: impl Fn() -> Result<Measured, Failure> + 'static,
) -> Subject {
    Subject {
        name,
        measure: Box::new(measure),
        host_ios_per_cpu_s: Vec::new(),
        write_amplification: None,
    }
}

fn result(row: &str, subjects: &[Subject]) -> Value {
    let ours = median(&subjects[0].host_ios_per_cpu_s);
    let each = subjects.iter().map(|subject| {
        let rate = median(&subject.host_ios_per_cpu_s);
        json!({
            "program": subject.name,
            "host_ios_per_cpu_s": rate,
            "all": subject.host_ios_per_cpu_s,
            "write_amplification": subject.write_amplification,
            "ours_relative": ours / rate,
        })
    });
    json!({ "row": row, "programs": each.collect::<Vec<_>>() })
}

fn median(all: &[f64]) -> f64 {
    let mut sorted = all.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted[sorted.len() / 2]
}

fn show(result: &Value) {
    println!("{}", result["row"].as_str().unwrap_or(""));
    for program in result["programs"].as_array().into_iter().flatten() {
        let number = |key: &str| program[key].as_f64().unwrap_or(f64::NAN);
        println!(
            "  {:8} {:7.3} M I/Os per CPU s  WA {:5.2}  ours is {:.2} of it",
            program["program"].as_str().unwrap_or(""),
            number("host_ios_per_cpu_s") / 1e6,
            number("write_amplification"),
            number("ours_relative")
        );
    }
}
