//! Our engine beside fio on one device: interleaved pairs, each program in its own session so
//! that the scheduler's autogroups treat both alike, and the device trimmed before each.

use crate::loop_device::LoopDevice;
use crate::run::{self, Failure};
use serde_json::{Value, json};
use std::path::Path;

/// `(our test, fio's rw, queue depth)`.
const POINTS: &[(&str, &str, u32)] = &[
    ("random-write-4k-qd3", "randwrite", 3),
    ("random-write-4k-qd32", "randwrite", 32),
    ("random-read-4k-qd3", "randread", 3),
];

/// Compares; prints a table, or rows as JSON.
pub fn compare(options: &[&str]) -> Result<(), Failure> {
    let (mut target, mut pairs, mut seconds, mut as_json) = (None, 7_usize, 5_u32, false);
    let mut words = options.iter();
    while let Some(word) = words.next() {
        let mut value = || words.next().copied().ok_or(format!("{word} needs a value"));
        match *word {
            "--target" => target = Some(value()?.to_string()),
            "--pairs" => {
                pairs = value()?
                    .parse()
                    .map_err(|error| format!("--pairs: {error}"))?
            }
            "--seconds" => {
                seconds = value()?
                    .parse()
                    .map_err(|error| format!("--seconds: {error}"))?
            }
            "--json" => as_json = true,
            _ => {
                return Err(format!(
                    "unknown option {word}; allowed are --target, --pairs, --seconds, --json"
                ));
            }
        }
    }
    if pairs == 0 || seconds == 0 {
        return Err("--pairs and --seconds must be at least 1".into());
    }
    let made = if target.is_none() {
        Some(LoopDevice::new(Path::new("/dev/shm"), 9 << 30)?)
    } else {
        None
    };
    let device = target.unwrap_or_else(|| {
        made.as_ref()
            .map_or(String::new(), |made| made.path().into())
    });
    let binary = run::binary()?;
    let mut rows = Vec::new();
    for (test, rw, depth) in POINTS {
        let (mut ours, mut theirs) = (Vec::new(), Vec::new());
        for pair in 0..pairs {
            // Which goes first, turns.
            for turn in 0..2 {
                run::output(run::command("blkdiscard", &["--force", &device]))?;
                if (pair + turn) % 2 == 0 {
                    ours.push(our_iops(&binary, test, &device, seconds)?);
                } else {
                    theirs.push(fio_iops(rw, *depth, &device, seconds)?);
                }
            }
        }
        let ratios: Vec<f64> = ours
            .iter()
            .zip(&theirs)
            .map(|(ours, theirs)| ours / theirs)
            .collect();
        rows.push(json!({
            "test": test, "queue_depth": depth, "device": device, "pairs": pairs, "duration_s": seconds,
            "iops_ours": ours, "iops_fio": theirs,
            "iops_ours_median": median(&ours), "iops_fio_median": median(&theirs), "ratio_median": median(&ratios),
        }));
        if !as_json {
            println!(
                "{test:24} ours {:9.0} IOPS, fio {:9.0} IOPS, median of {pairs} ratios {:.3}",
                median(&ours),
                median(&theirs),
                median(&ratios)
            );
        }
    }
    if as_json {
        println!("{}", Value::Array(rows));
    }
    Ok(())
}

fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted.get(sorted.len() / 2).copied().unwrap_or(f64::NAN)
}

fn our_iops(binary: &Path, test: &str, device: &str, seconds: u32) -> Result<f64, Failure> {
    let out = std::env::temp_dir().join(format!("fourcorners-engine-{}", std::process::id()));
    let (binary, folder) = (binary.to_string_lossy(), out.to_string_lossy());
    let duration = format!("{seconds}s");
    let printed = run::output(run::command(
        "setsid",
        &[
            "--wait",
            &binary,
            "run",
            test,
            device,
            "--destroy",
            device,
            "--duration",
            &duration,
            "--out",
            &folder,
            "--quiet",
            "--json",
        ],
    ));
    let _ = std::fs::remove_dir_all(&out);
    let value: Value =
        serde_json::from_str(&printed?).map_err(|error| format!("our JSON: {error}"))?;
    iops_of(&value, test).ok_or_else(|| format!("our JSON holds no iops_mean for {test}: {value}"))
}

/// The mean of the entry of that test, wherever it stands in the document.
fn iops_of(value: &Value, test: &str) -> Option<f64> {
    match value {
        Value::Object(map) => {
            if map.get("test").and_then(Value::as_str) == Some(test)
                && let Some(iops) = map
                    .get("measured")
                    .and_then(|measured| measured.get("iops_mean"))
                    .and_then(Value::as_f64)
            {
                return Some(iops);
            }
            map.values().find_map(|inner| iops_of(inner, test))
        }
        Value::Array(items) => items.iter().find_map(|inner| iops_of(inner, test)),
        _ => None,
    }
}

fn fio_iops(rw: &str, depth: u32, device: &str, seconds: u32) -> Result<f64, Failure> {
    // What our test does: 4 KiB over the first 8 GiB; a read test's span is written first.
    let job = |rw: &str, rest: &[String]| {
        let mut words: Vec<String> = vec![
            "--wait".into(),
            "fio".into(),
            "--name=pair".into(),
            format!("--filename={device}"),
        ];
        words.extend(
            [
                "--ioengine=io_uring",
                "--direct=1",
                "--norandommap",
                "--randrepeat=0",
                "--size=8G",
            ]
            .map(String::from),
        );
        words.extend(["--output-format=json".into(), format!("--rw={rw}")]);
        words.extend(rest.iter().cloned());
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        run::output(run::command("setsid", &words))
    };
    if rw == "randread" {
        job("write", &["--bs=128k".into(), "--iodepth=32".into()])?;
    }
    let timed = [
        format!("--iodepth={depth}"),
        "--bs=4k".into(),
        format!("--runtime={seconds}"),
        "--time_based".into(),
    ];
    let printed = job(rw, &timed)?;
    let value: Value =
        serde_json::from_str(&printed).map_err(|error| format!("fio's JSON: {error}"))?;
    let side = if rw == "randread" { "read" } else { "write" };
    value["jobs"][0][side]["iops"]
        .as_f64()
        .ok_or_else(|| "fio's JSON holds no iops".into())
}
