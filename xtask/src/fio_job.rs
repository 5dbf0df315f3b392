//! Every test versus the job file that repeats it: ours and fio in turns, on a loop device over
//! memory, with the rate of each measured phase and their ratio.

use crate::engine::median;
use crate::loop_device::LoopDevice;
use crate::run::{self, Failure};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

const DEVICE_BYTES: u64 = 512 << 20;
const USAGE: &str = "allowed are --pairs, --seconds, --only, --json";

struct Options {
    pairs: usize,
    seconds: u32,
    only: String,
    json: bool,
}

/// I/Os a second by job.
type Rates = BTreeMap<String, f64>;

/// Prints a row a phase, or all of it as JSON.
pub fn compare(words: &[&str]) -> Result<(), Failure> {
    let options = parse(words)?;
    let program = run::binary()?;
    let desk = Desk::new()?;
    let device = LoopDevice::new(Path::new("/dev/shm"), DEVICE_BYTES)?;
    let mut rows = Vec::new();
    for test in tests(&program)? {
        if !test.contains(&options.only) {
            continue;
        }
        let measure = Measure {
            program: &program,
            test: &test,
            device: device.path(),
            seconds: options.seconds,
            folder: &desk.0,
        };
        let (mut ours, mut fio) = (Vec::new(), Vec::new());
        for pair in 0..options.pairs {
            // Who is first takes turns.
            if pair % 2 == 0 {
                ours.push(measure.ours()?);
                fio.push(measure.fio()?);
            } else {
                fio.push(measure.fio()?);
                ours.push(measure.ours()?);
            }
        }
        for row in compared(&ours, &fio) {
            if !options.json {
                println!(
                    "{:40} ours {:9.0} IOPS, fio {:9.0}, ratio {:.3} ({:.3} to {:.3})",
                    text(&row["job"]),
                    number(&row["ours_iops"]),
                    number(&row["fio_iops"]),
                    number(&row["ratio"]),
                    number(&row["ratio_min"]),
                    number(&row["ratio_max"]),
                );
            }
            rows.push(row);
        }
    }
    if options.json {
        let document = json!({
            "device": format!("loop device over /dev/shm, {DEVICE_BYTES} bytes"),
            "pairs": options.pairs,
            "duration_s": options.seconds, "rows": rows,
        });
        println!("{document}");
    }
    Ok(())
}

/// Medians, and the ratios within each pair.
fn compared(ours: &[Rates], fio: &[Rates]) -> Vec<Value> {
    let jobs = ours.first().into_iter().flat_map(BTreeMap::keys);
    let row = |job: &String| {
        let of = |all: &[Rates]| {
            all.iter()
                .filter_map(|rates| rates.get(job).copied())
                .collect()
        };
        let (ours, fio): (Vec<f64>, Vec<f64>) = (of(ours), of(fio));
        let ratios: Vec<f64> = ours
            .iter()
            .zip(&fio)
            .map(|(ours, fio)| ours / fio)
            .collect();
        (!ratios.is_empty()).then(|| {
            json!({
                "job": job, "ours_iops": median(&ours), "fio_iops": median(&fio),
                "ratio": median(&ratios),
                "ratio_min": ratios.iter().copied().fold(f64::INFINITY, f64::min),
                "ratio_max": ratios.iter().copied().fold(0.0, f64::max),
                "ours_iops_all": ours, "fio_iops_all": fio,
            })
        })
    };
    jobs.filter_map(row).collect()
}

struct Measure<'a> {
    program: &'a Path,
    test: &'a str,
    device: &'a str,
    seconds: u32,
    folder: &'a Path,
}

impl Measure<'_> {
    fn ours(&self) -> Result<Rates, Failure> {
        let duration = format!("{}s", self.seconds);
        let words = [
            "run",
            self.test,
            self.device,
            "--destroy",
            self.device,
            "--duration",
            &duration,
            "--json",
            "--quiet",
            "--out",
            "runs",
        ];
        let document = self.own_session(&self.program.to_string_lossy(), &words)?;
        let results = document["runs"][0]["results"].as_array().cloned();
        let rate = |entry: &Value| {
            let iops = entry["measured"]["iops_mean"]
                .as_f64()
                .filter(|iops| *iops > 0.0)?;
            Some((format!("{}-{}", self.test, text(&entry["phase"])), iops))
        };
        Ok(results.iter().flatten().filter_map(rate).collect())
    }

    fn fio(&self) -> Result<Rates, Failure> {
        let duration = format!("{}s", self.seconds);
        let words = [
            "show",
            self.test,
            "--fio",
            "--device",
            self.device,
            "--duration",
            &duration,
        ];
        let file = run::output(run::command(&self.program.to_string_lossy(), &words))?;
        let path = self.folder.join("job.fio");
        std::fs::write(&path, file).map_err(|error| format!("{}: {error}", path.display()))?;
        let document = self.own_session("fio", &["--output-format=json", "job.fio"])?;
        let rate = |job: &Value| {
            let iops = number(&job["read"]["iops"]) + number(&job["write"]["iops"]);
            (text(&job["jobname"]).to_string(), iops)
        };
        Ok(document["jobs"]
            .as_array()
            .iter()
            .copied()
            .flatten()
            .map(rate)
            .collect())
    }

    /// The JSON that a program prints in a session of its own: the scheduler then treats it as any
    /// other.
    fn own_session(&self, program: &str, words: &[&str]) -> Result<Value, Failure> {
        let mut command = Command::new("setsid");
        command
            .arg("--wait")
            .arg(program)
            .args(words)
            .current_dir(self.folder);
        let printed = run::output(command)?;
        // fio says before its JSON where the output of commands goes.
        let begin = printed.find('{').unwrap_or(0);
        serde_json::from_str(&printed[begin..])
            .map_err(|error| format!("{program} {words:?}: {error} in: {printed}"))
    }
}

fn tests(program: &Path) -> Result<Vec<String>, Failure> {
    let printed = run::output(run::command(
        &program.to_string_lossy(),
        &["list", "tests", "--json"],
    ))?;
    let listed: Value =
        serde_json::from_str(&printed).map_err(|error| format!("list tests: {error}"))?;
    let ids = listed.as_array().into_iter().flatten();
    Ok(ids.map(|one| text(&one["id"]).to_string()).collect())
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or("")
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or(f64::NAN)
}

/// A folder for runs, job files and logs, gone in the end.
struct Desk(PathBuf);

impl Desk {
    fn new() -> Result<Self, Failure> {
        let folder =
            std::env::temp_dir().join(format!("fourcorners-fio-job-{}", std::process::id()));
        std::fs::create_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        Ok(Self(folder))
    }
}

impl Drop for Desk {
    fn drop(&mut self) {
        if let Err(error) = std::fs::remove_dir_all(&self.0) {
            eprintln!("could not remove {}: {error}", self.0.display());
        }
    }
}

fn parse(words: &[&str]) -> Result<Options, Failure> {
    let mut options = Options {
        pairs: 5,
        seconds: 2,
        only: String::new(),
        json: false,
    };
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let mut value = || words.next().copied().ok_or(format!("{word} needs a value"));
        let wrong = |error: std::num::ParseIntError| format!("{word}: {error}");
        match *word {
            "--pairs" => options.pairs = value()?.parse().map_err(wrong)?,
            "--seconds" => options.seconds = value()?.parse().map_err(wrong)?,
            "--only" => options.only = value()?.into(),
            "--json" => options.json = true,
            _ => return Err(format!("unknown option {word}; {USAGE}")),
        }
    }
    if options.pairs == 0 || options.seconds == 0 {
        return Err("--pairs and --seconds must be at least 1".into());
    }
    Ok(options)
}
