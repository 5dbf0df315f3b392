//! Our engine versus fio and t/io_uring on one target: every tool in a session of its own (the
//! scheduler's autogroups then treat them alike), interleaved in one run, the order turning.

mod point;
mod target;
mod tool;

use crate::run::{self, Failure};
use point::Point;
use serde_json::{Value, json};
use std::path::PathBuf;
use target::Target;
use tool::{Tool, measure};

/// So much of the target is used at most.
const SPAN_BYTES: u64 = 8 << 30;

/// What was asked for.
struct Options {
    target: Option<PathBuf>,
    t_io_uring: Option<PathBuf>,
    seconds: u32,
    pairs: usize,
    only: String,
    json: bool,
}

const USAGE: &str =
    "allowed are --target, --t-io-uring, --seconds, --pairs, --only, --json, --null";

/// Compares; prints a table, or rows and ratios as JSON.
pub fn compare(words: &[&str]) -> Result<(), Failure> {
    if words == ["--null"] {
        let ns = run::output(tool::ours(&["null", "20000000"])?)?;
        println!(
            "{:.1} ns an I/O, with all that is recorded",
            ns.trim().parse::<f64>().unwrap_or(f64::NAN)
        );
        return Ok(());
    }
    let options = parse(words)?;
    let target = Target::new(options.target.as_deref())?;
    let span = target.bytes.min(SPAN_BYTES) >> 17 << 17;
    // Our engine writes first: it refuses what must not be overwritten, before fio is asked.
    run::output(tool::ours(&["fill", &target.path, &span.to_string()])?)?;
    let points = point::all()
        .into_iter()
        .filter(|point| point.name().contains(&options.only));
    let (mut rows, mut ratios) = (Vec::new(), Vec::new());
    for point in points {
        let tools = Tool::of(&point, &options, target.is_synchronous());
        let measured = rounds(&tools, &point, &target, span, &options)?;
        rows.extend(
            tools
                .iter()
                .zip(&measured)
                .map(|(tool, all)| row(tool, &point, &target, all)),
        );
        ratios.extend(compared(&tools, &point, &measured));
        if !options.json {
            print(&point, &tools, &measured, &ratios);
        }
    }
    if options.json {
        let document = json!({
            "target": target.path, "what": target.what, "span_bytes": span,
            "pairs": options.pairs, "duration_s": options.seconds,
            "data": "random, incompressible: ours as in docs/methodology/test-data.md; fio's \
                     buffers random and not scrambled (--scramble_buffers=0)",
            "rows": rows, "ratios": ratios,
        });
        println!("{document}");
    }
    Ok(())
}

/// What one tool did in one round.
#[derive(Clone)]
struct Measured {
    iops: f64,
    cpu_us_per_io: f64,
    /// Where the tool says it.
    engine: Option<String>,
    latency_p50_us: Option<f64>,
}

/// By tool, then by round.
fn rounds(
    tools: &[Tool],
    point: &Point,
    target: &Target,
    span: u64,
    options: &Options,
) -> Result<Vec<Vec<Measured>>, Failure> {
    let mut measured: Vec<Vec<Measured>> = vec![Vec::new(); tools.len()];
    for round in 0..options.pairs {
        for turn in 0..tools.len() {
            let index = (round + turn) % tools.len();
            let one = measure(&tools[index], point, target, span, options)?;
            measured[index].push(one);
        }
    }
    Ok(measured)
}

fn row(tool: &Tool, point: &Point, target: &Target, all: &[Measured]) -> Value {
    let iops: Vec<f64> = all.iter().map(|one| one.iops).collect();
    let cpu: Vec<f64> = all.iter().map(|one| one.cpu_us_per_io).collect();
    let p50: Vec<f64> = all.iter().filter_map(|one| one.latency_p50_us).collect();
    let engines: Vec<&String> = all.iter().filter_map(|one| one.engine.as_ref()).collect();
    json!({
        "tool": tool.name, "device": target.path, "test": point.name(),
        "queue_depth": point.depth, "batch": tool.batch,
        "iops": median(&iops), "cpu_us_per_io": median(&cpu), "iops_all": iops,
        "cpu_us_per_io_all": cpu,
        "engine": engines, "latency_p50_us_all": p50, "command": tool.line(point, target),
    })
}

/// Ratios of IOPS within each round, ours over theirs.
fn compared(tools: &[Tool], point: &Point, measured: &[Vec<Measured>]) -> Vec<Value> {
    let all = |index: usize| {
        measured[index]
            .iter()
            .map(|one| one.iops)
            .collect::<Vec<_>>()
    };
    let cpu = |index: usize| {
        median(
            &measured[index]
                .iter()
                .map(|one| one.cpu_us_per_io)
                .collect::<Vec<_>>(),
        )
    };
    let find = |name: &str| tools.iter().position(|tool| tool.name == name);
    let best = (0..tools.len())
        .filter(|index| tools[*index].is_plain_fio)
        .max_by(|a, b| median(&all(*a)).total_cmp(&median(&all(*b))));
    let pairs = [
        ("ours", "plain fio", find(tool::PLAIN)),
        ("ours", "the best of plain fio's engines", best),
        ("ours in batches", "tuned fio", find(tool::TUNED)),
        ("ours in batches", "t/io_uring", find(tool::T_IO_URING)),
    ];
    let mut ratios = Vec::new();
    for (mine, against, theirs) in pairs {
        let (Some(mine), Some(theirs)) = (find(mine), theirs) else {
            continue;
        };
        let each: Vec<f64> = all(mine)
            .iter()
            .zip(all(theirs))
            .map(|(ours, theirs)| ours / theirs)
            .collect();
        ratios.push(json!({
            "test": point.name(), "queue_depth": point.depth, "ours": tools[mine].name,
            "against": against, "tool": tools[theirs].name,
            "iops_ratio": median(&each),
            "iops_ratio_min": each.iter().copied().fold(f64::INFINITY, f64::min),
            "cpu_ratio": cpu(mine) / cpu(theirs), "pairs": each.len(),
        }));
    }
    ratios
}

fn print(point: &Point, tools: &[Tool], measured: &[Vec<Measured>], ratios: &[Value]) {
    println!("{}", point.name());
    for (tool, all) in tools.iter().zip(measured) {
        let iops: Vec<f64> = all.iter().map(|one| one.iops).collect();
        let cpu: Vec<f64> = all.iter().map(|one| one.cpu_us_per_io).collect();
        let engine = all
            .last()
            .and_then(|one| one.engine.clone())
            .unwrap_or_default();
        println!(
            "  {:18} batch {:3} {:9.0} IOPS {:7.2} CPU us an I/O  {engine}",
            tool.name,
            tool.batch,
            median(&iops),
            median(&cpu)
        );
    }
    for ratio in ratios
        .iter()
        .filter(|ratio| ratio["test"] == point.name().as_str())
    {
        let number = |key: &str| ratio[key].as_f64().unwrap_or(f64::NAN);
        println!(
            "  {} / {} ({}): IOPS {:.3} (least {:.3}), CPU {:.2}",
            ratio["ours"].as_str().unwrap_or(""),
            ratio["against"].as_str().unwrap_or(""),
            ratio["tool"].as_str().unwrap_or(""),
            number("iops_ratio"),
            number("iops_ratio_min"),
            number("cpu_ratio")
        );
    }
}

/// The middle one; of an even number, the upper.
pub fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted.get(sorted.len() / 2).copied().unwrap_or(f64::NAN)
}

fn parse(words: &[&str]) -> Result<Options, Failure> {
    let mut options = Options {
        target: None,
        t_io_uring: None,
        seconds: 2,
        pairs: 7,
        only: String::new(),
        json: false,
    };
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let mut value = || words.next().copied().ok_or(format!("{word} needs a value"));
        match *word {
            "--target" => options.target = Some(value()?.into()),
            "--t-io-uring" => options.t_io_uring = Some(value()?.into()),
            "--only" => options.only = value()?.into(),
            "--pairs" => {
                options.pairs = value()?
                    .parse()
                    .map_err(|error| format!("--pairs: {error}"))?
            }
            "--seconds" => {
                options.seconds = value()?
                    .parse()
                    .map_err(|error| format!("--seconds: {error}"))?
            }
            "--json" => options.json = true,
            _ => return Err(format!("unknown option {word}; {USAGE}")),
        }
    }
    if options.pairs == 0 || options.seconds == 0 {
        return Err("--pairs and --seconds must be at least 1".into());
    }
    if let Some(path) = options.t_io_uring.as_ref().filter(|path| !path.is_file()) {
        return Err(format!(
            "{}: there is no such program; it is built by 'make t/io_uring' in fio's source",
            path.display()
        ));
    }
    Ok(options)
}
