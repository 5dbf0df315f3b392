//! The programs that are compared, how each is started, and what it says.

use super::point::Point;
use super::target::Target;
use super::{Measured, Options};
use crate::run::{self, Failure};
use serde_json::Value;
use std::path::PathBuf;
use std::process::Command;

pub const PLAIN: &str = "fio io_uring";
pub const TUNED: &str = "fio tuned";
pub const T_IO_URING: &str = "t/io_uring";

/// A program with its way of being used.
pub struct Tool {
    pub name: &'static str,
    /// I/Os that are handed over and waited for at a time; 0: as soon as one is done.
    pub batch: u32,
    /// One of fio's engines as it comes.
    pub is_plain_fio: bool,
    program: Program,
    seconds: u32,
}

enum Program {
    Ours,
    /// Its engine, and further options.
    Fio(&'static str, Vec<String>),
    TIoUring(PathBuf),
}

impl Tool {
    /// All that take part at a point.
    pub fn of(point: &Point, options: &Options, synchronous: bool) -> Vec<Self> {
        let tool = |name, batch, program| Self {
            name,
            batch,
            is_plain_fio: matches!(&program, Program::Fio(_, more) if more.is_empty()),
            program,
            seconds: options.seconds,
        };
        let depth = point.depth;
        // What the best results of fio's users were had with.
        let submit = if depth <= 3 {
            depth
        } else {
            (depth / 2).min(32)
        };
        let complete = if synchronous { submit } else { 1 };
        let tuned = vec![
            "--fixedbufs=1".into(),
            "--registerfiles=1".into(),
            "--norandommap=1".into(),
            format!("--iodepth_batch_submit={submit}"),
            format!("--iodepth_batch_complete_min={complete}"),
            format!("--iodepth_batch_complete_max={depth}"),
        ];
        let mut tools = vec![
            tool("ours", 0, Program::Ours),
            tool(PLAIN, 0, Program::Fio("io_uring", Vec::new())),
            tool("fio libaio", 0, Program::Fio("libaio", Vec::new())),
            tool(TUNED, submit, Program::Fio("io_uring", tuned)),
        ];
        if depth > 1 {
            tools.push(tool("ours in batches", submit, Program::Ours));
        } else {
            tools.push(tool("fio psync", 0, Program::Fio("psync", Vec::new())));
        }
        if let Some(path) = options.t_io_uring.clone().filter(|_| !point.write) {
            tools.push(tool(T_IO_URING, submit, Program::TIoUring(path)));
        }
        tools
    }

    /// Its words.
    fn words(&self, point: &Point, target: &str, span: &str) -> (String, Vec<String>) {
        let (depth, seconds) = (point.depth, self.seconds);
        match &self.program {
            Program::Ours => {
                let pattern = if point.random { "random" } else { "sequential" };
                let words = [
                    target,
                    point.op(),
                    pattern,
                    &point.block_bytes.to_string(),
                    &depth.to_string(),
                    &seconds.to_string(),
                    span,
                    &self.batch.to_string(),
                ];
                (example(), words.map(String::from).to_vec())
            }
            Program::Fio(engine, more) => {
                let mut words: Vec<String> = [
                    "--name=point",
                    "--thread=1",
                    "--direct=1",
                    "--time_based=1",
                    "--output-format=json",
                    "--scramble_buffers=0",
                ]
                .map(String::from)
                .to_vec();
                words.extend([
                    format!("--ioengine={engine}"),
                    format!("--filename={target}"),
                    format!("--size={span}"),
                    format!("--rw={}", point.fio_rw()),
                    format!("--bs={}", point.block_bytes),
                    format!("--iodepth={depth}"),
                    format!("--runtime={seconds}"),
                ]);
                words.extend(more.iter().cloned());
                ("fio".into(), words)
            }
            Program::TIoUring(path) => {
                let random = u8::from(point.random);
                let words = [
                    format!("-d{depth}"),
                    format!("-s{}", self.batch),
                    format!("-c{}", self.batch),
                    format!("-b{}", point.block_bytes),
                    format!("-R{random}"),
                    // It says nothing of its last second.
                    format!("-r{}", seconds + 1),
                    "-p0".into(),
                    target.into(),
                ];
                (path.to_string_lossy().into_owned(), words.to_vec())
            }
        }
    }

    /// How it was called, for the record.
    pub fn line(&self, point: &Point, target: &Target) -> String {
        let (program, words) = self.words(point, &target.path, "SPAN");
        let program = program.rsplit('/').next().unwrap_or(&program).to_string();
        format!("setsid --wait {program} {}", words.join(" "))
    }

    fn understood(&self, printed: &str, point: &Point) -> Result<Understood, Failure> {
        let wrong = || {
            format!(
                "{} printed nothing that is understood: {printed}",
                self.name
            )
        };
        let json = || serde_json::from_str::<Value>(printed).map_err(|_| wrong());
        match &self.program {
            Program::Ours => {
                let value = json()?;
                let number = |key: &str| value["measured"][key].as_f64().ok_or_else(wrong);
                let engine = value["engine"].as_str().map(String::from);
                Ok(Understood {
                    engine,
                    latency_p50_us: number("latency_p50_us").ok(),
                    choosing_cpu_us: value["choosing_cpu_us"].as_f64().ok_or_else(wrong)?,
                    ..Understood::plain(number("iops_mean")?, number("ios")?)
                })
            }
            Program::Fio(..) => {
                let value = json()?;
                let side = &value["jobs"][0][point.op()];
                let number = |key: &str| side[key].as_f64().ok_or_else(wrong);
                Ok(Understood::plain(number("iops")?, number("total_ios")?))
            }
            Program::TIoUring(_) => {
                let rates: Vec<f64> = printed
                    .lines()
                    .filter_map(|line| rate(line.strip_prefix("IOPS=")?))
                    .collect();
                if rates.is_empty() {
                    return Err(wrong());
                }
                let mean = rates.iter().sum::<f64>() / rates.len() as f64;
                let ios = mean * f64::from(self.seconds + 1);
                Ok(Understood::plain(mean, ios))
            }
        }
    }
}

/// What a tool says of itself.
struct Understood {
    iops: f64,
    ios: f64,
    engine: Option<String>,
    latency_p50_us: Option<f64>,
    /// Spent on choosing an engine before anything was measured, as a run does once.
    choosing_cpu_us: f64,
}

impl Understood {
    fn plain(iops: f64, ios: f64) -> Self {
        Self {
            iops,
            ios,
            engine: None,
            latency_p50_us: None,
            choosing_cpu_us: 0.0,
        }
    }
}

/// `482.10K, BW=...`
fn rate(text: &str) -> Option<f64> {
    let number = text.split(',').next()?;
    let (digits, factor) = match number.strip_suffix('K') {
        Some(digits) => (digits, 1e3),
        None => number
            .strip_suffix('M')
            .map_or((number, 1.0), |digits| (digits, 1e6)),
    };
    Some(digits.parse::<f64>().ok()? * factor)
}

/// Runs a tool once. CPU is user and system time of the whole process, from its start to its
/// end, over the I/Os that it counted; but for what our own spends on choosing its engine, which
/// a run does once, and which would weigh most in the shortest comparison.
pub fn measure(
    tool: &Tool,
    point: &Point,
    target: &Target,
    span: u64,
    _options: &Options,
) -> Result<Measured, Failure> {
    let (program, words) = tool.words(point, &target.path, &span.to_string());
    let mut command = Command::new("setsid");
    command
        .arg("--wait")
        .arg(program)
        .args(words)
        .current_dir(run::root());
    let before = run::children_cpu_us()?;
    let printed = run::output(command)?;
    let cpu_us = run::children_cpu_us()? - before;
    let said = tool.understood(&printed, point)?;
    Ok(Measured {
        iops: said.iops,
        cpu_us_per_io: (cpu_us as f64 - said.choosing_cpu_us) / said.ios.max(1.0),
        engine: said.engine,
        latency_p50_us: said.latency_p50_us,
    })
}

/// Where our program is built.
fn example() -> String {
    run::target()
        .join("release/examples/engine")
        .to_string_lossy()
        .into_owned()
}

/// Our program, built.
pub fn ours(arguments: &[&str]) -> Result<Command, Failure> {
    run::show(run::command(
        &run::cargo(),
        &[
            "build",
            "--quiet",
            "--release",
            "--package",
            "fourcorners-lab",
            "--example",
            "engine",
        ],
    ))?;
    Ok(run::command(&example(), arguments))
}
