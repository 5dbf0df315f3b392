//! Jobs of every kind, run to their end: none loses its result, and none measures what it is not.

use crate::program;

use program::{Desk, fourcorners, lines, small_hard_disk_text};
use serde_json::Value;

/// A job of one of the kinds, and what it is to keep to.
struct Job {
    name: String,
    depth: f64,
    /// I/Os a second, at most.
    rate: Option<f64>,
    is_timed: bool,
    text: String,
}

/// What a job does, without its depth, its end and its rate.
const WORK: [&str; 11] = [
    "rw=read",
    "rw=write",
    "rw=rw",
    "rw=randread",
    "rw=randwrite",
    "rw=randrw\nrwmixread=70",
    "rw=randrw\nbs=4k,8k",
    "rw=randrw\nbssplit=4k/70:64k/30",
    "rw=randwrite\nrandom_distribution=zipf:1.2",
    "rw=randread\noffset=1m",
    "rw=write\noffset=1536",
];
const TIMED: &str = "time_based\nruntime=1";
/// Ends by time, by size, by a number, and by whatever is first.
const ENDS: [&str; 4] = [TIMED, "", "number_ios=300", "runtime=1"];
/// Without a rate, and at one below and one above what the drive does.
const RATES: [Option<f64>; 3] = [None, Some(40.0), Some(1e6)];

/// Each combination of work, depth, end and rate.
fn jobs(depths: &[f64], ends: &[&str], rates: &[Option<f64>]) -> Vec<Job> {
    let mut jobs = Vec::new();
    for work in WORK {
        for depth in depths {
            for end in ends {
                // Reads and writes at rates of their own are refused.
                let is_mixed = work.contains("rw=rw") || work.contains("rw=randrw");
                for rate in rates.iter().filter(|rate| rate.is_none() || !is_mixed) {
                    let name = format!("j{}", jobs.len());
                    let paced = rate.map_or(String::new(), |rate| format!("rate_iops={rate}\n"));
                    let text =
                        format!("[{name}]\nstonewall\n{work}\niodepth={depth}\n{end}\n{paced}");
                    jobs.push(Job {
                        name,
                        depth: *depth,
                        rate: *rate,
                        is_timed: *end == TIMED,
                        text,
                    });
                }
            }
        }
    }
    jobs
}

/// The results of a file of jobs on a drive.
fn results(desk: &Desk, jobs: &[Job], drive: &[&str]) -> Vec<Value> {
    let global = "[global]\ndirect=1\nioengine=libaio\nnorandommap\nrefill_buffers\nsize=2m\n";
    let jobs = jobs.iter().map(|job| job.text.as_str());
    let text: String = [global].into_iter().chain(jobs).collect();
    let (file, out) = (desk.write("kinds.fio", &text), desk.text("runs"));
    fourcorners(&[&["run", &file, "--out", &out], drive].concat()).done();
    let run = desk.runs().pop().expect("a run");
    lines(&run.join("results.jsonl"))
}

/// Bytes, I/Os and the longest latency of a part, if there were any.
fn part(of: &Value, longest: &str) -> Option<(f64, f64, f64)> {
    let number = |name: &str| of[name].as_f64();
    Some((number("bytes")?, number("ios")?, number(longest)?))
}

fn is_as_asked(job: &Job, entry: &Value) {
    let (name, measured) = (&job.text, &entry["measured"]);
    assert_eq!(entry["phase"], job.name.as_str());
    assert_eq!(entry["status"], "finished", "{name}: {entry}");
    let number =
        |of: &Value, name: &str| of[name].as_f64().unwrap_or_else(|| panic!("{name}: {of}"));
    let of = |name: &str| number(measured, name);
    let (seconds, ios, bytes) = (of("duration_s"), of("ios"), of("bytes"));
    assert!(ios > 0.0, "{name}");
    if job.is_timed {
        assert_eq!(seconds, 1.0, "{name}");
    }
    if let Some(rate) = job.rate {
        // The first is due at once, or an interval after the start.
        assert!(ios <= rate * seconds + 1.0, "{name}: {ios} in {seconds} s");
    }
    assert_eq!(of("queue_depth"), job.depth, "{name}");
    let replay = &measured["replay"];
    if replay.is_object() {
        let busy = number(replay, "busy_s");
        assert!(busy > 0.0 && busy <= seconds + 1e-9, "{name}: {replay}");
        let rate = bytes / 1e6 / busy;
        assert!(
            (number(replay, "data_rate_mb_per_s") / rate - 1.0).abs() < 1e-6,
            "{name}"
        );
        if job.rate.is_none() {
            let depth = number(replay, "queue_depth_mean");
            assert!(depth <= job.depth + 1e-6, "{name}: {replay}");
        }
        if job.is_timed && job.rate.is_none() {
            // As soon as an I/O ends, another follows.
            assert!(busy > seconds - 1e-3, "{name}: {replay}");
        }
    }
    let replayed = ["reads", "writes"].map(|op| part(&replay[op], "service_max_us"));
    let mixed = ["reads", "writes"].map(|op| part(&measured["mixed"][op], "latency_max_us"));
    let parts: Vec<_> = [replayed, mixed].into_iter().flatten().flatten().collect();
    if !parts.is_empty() {
        let sum = |of: fn(&(f64, f64, f64)) -> f64| parts.iter().map(of).sum::<f64>();
        assert_eq!(
            (sum(|part| part.0), sum(|part| part.1)),
            (bytes, ios),
            "{name}"
        );
        let longest = parts.iter().map(|part| part.2).fold(0.0, f64::max);
        assert_eq!(longest, of("latency_max_us"), "{name}");
    }
}

/// The story: mixed jobs that ended by their time had a busy time of zero and an impossible data
/// rate, for which their results were left out, with exit code 0. Jobs at a rate above the drive's
/// ignored their depth and their time.
#[test]
fn every_kind_of_job_keeps_its_result_on_simulated_drives() {
    let jobs = jobs(&[1.0, 16.0], &ENDS, &RATES);
    let desk = Desk::new();
    let disk = desk.write("disk.toml", &small_hard_disk_text());
    for drive in [desk.drive(), disk] {
        let results = results(&desk, &jobs, &[&drive]);
        assert_eq!(results.len(), jobs.len());
        jobs.iter()
            .zip(&results)
            .for_each(|(job, entry)| is_as_asked(job, entry));
    }
}

#[test]
fn every_kind_of_timed_job_keeps_its_result_on_a_file() {
    // Each waits for its second: those that could lose their results, and one above the drive's
    // rate.
    let is_brief = |job: &Job| match job.rate {
        None => job.text.contains("rw=randrw") || job.text.contains("zipf"),
        Some(_) => job.text.contains("rw=randread\niodepth"),
    };
    let mut jobs = jobs(&[64.0], &[TIMED], &[None, Some(1e6)]);
    jobs.retain(is_brief);
    let desk = Desk::new();
    let image = desk.text("new.img");
    let drive = [image.as_str(), "--size", "64MiB"];
    let results = results(&desk, &jobs, &drive);
    assert_eq!(results.len(), jobs.len());
    jobs.iter()
        .zip(&results)
        .for_each(|(job, entry)| is_as_asked(job, entry));
}
