//! A run that is followed: what is appended to its folder, as events.

use crate::row::{Progress, RunRow};
use crate::tail::Tail;
use fourcorners_bench::record::{Entry, Event, Sample, Status, Wall};
use fourcorners_bench::{HEADER_LIMIT, file_names, is_being_written, plain_file};
use fourcorners_report::wording::event;
use serde::Serialize;
use std::path::{Path, PathBuf};

/// Follows the folder of a run.
#[derive(Debug)]
pub struct Follower {
    folder: PathBuf,
    /// Seconds, results, and what happened.
    tails: [Tail; 3],
}

/// An event.
#[derive(Debug, Clone, PartialEq)]
pub struct Told {
    pub event: &'static str,
    /// JSON.
    pub data: String,
    /// For `Last-Event-ID`: where to go on after it. Only the last event of a look knows.
    pub place: Option<String>,
}

/// A look at the folder.
#[derive(Debug, Default)]
pub struct Look {
    /// In order.
    pub told: Vec<Told>,
    /// Nothing more will come.
    pub ended: bool,
    /// There is more to be read right now.
    pub more: bool,
}

impl Look {
    /// The folder can be read no more, for a reason.
    pub fn lost(reason: String) -> Self {
        let data = serde_json::json!({ "finished": false, "reason": reason });
        Self {
            told: vec![told("end", data.to_string())],
            ended: true,
            more: false,
        }
    }
}

/// Seconds of one phase, one after the other.
#[derive(Debug, Serialize)]
struct Seconds {
    phase: String,
    /// Each as second, I/Os, bytes, mean latency and longest latency in microseconds.
    seconds: Vec<(u32, u64, u64, f64, f64)>,
}

/// A phase that ended.
#[derive(Debug, Serialize)]
struct Ended<'a> {
    phase: String,
    #[serde(flatten)]
    status: &'a Status,
    iops_mean: Option<f64>,
    throughput_mb_per_s: Option<f64>,
}

impl Follower {
    /// Goes on after the event of that place; from the begin where there is none, or it is no
    /// place.
    pub fn new(folder: &Path, place: Option<&str>) -> Self {
        let offsets: Option<Vec<u64>> =
            place.and_then(|place| place.split('-').map(|part| part.parse().ok()).collect());
        let offsets = offsets
            .filter(|offsets| offsets.len() == 3)
            .unwrap_or(vec![0; 3]);
        let names = [file_names::SAMPLES, file_names::RESULTS, file_names::WALL];
        let tail = |number: usize| Tail::new(folder.join(names[number]), offsets[number]);
        Self {
            folder: folder.into(),
            tails: [tail(0), tail(1), tail(2)],
        }
    }

    /// What is being run: the row of the list, and the phases that were planned.
    ///
    /// # Errors
    /// A sentence: it cannot be read.
    pub fn begin(&self) -> Result<Told, String> {
        #[derive(serde::Deserialize)]
        struct Planned {
            #[serde(default, deserialize_with = "fourcorners_bench::former::read_titles")]
            phases: Vec<String>,
        }
        let row = RunRow::read(&self.folder)?;
        let path = self.folder.join(file_names::RUN_JSON);
        let json = plain_file::read(&path, HEADER_LIMIT).map_err(|error| error.to_string())?;
        let planned: Planned = serde_json::from_slice(&json).map_err(|error| error.to_string())?;
        let data = serde_json::json!({ "run": row, "phases": planned.phases });
        Ok(told("run", data.to_string()))
    }

    /// What is new.
    ///
    /// # Errors
    /// A sentence: a file cannot be read.
    pub fn look(&mut self) -> Result<Look, String> {
        // Asked before reading: what was written until then is read now.
        let goes_on = is_being_written(&self.folder);
        let mut look = Look::default();
        let mut portions = Vec::new();
        for tail in &mut self.tails {
            portions.push(tail.next().map_err(|error| error.to_string())?);
        }
        if portions.iter().any(|portion| portion.again) {
            // Taken up again: what had only been begun was put aside.
            for tail in &mut self.tails {
                tail.rewind();
            }
            look.told.push(told("again", "{}".into()));
            look.more = true;
            return Ok(self.placed(look));
        }
        look.more = portions.iter().any(|portion| portion.more);
        let anything = portions.iter().any(|portion| !portion.lines.is_empty());
        let [samples, results, wall] = portions.as_slice() else {
            return Ok(look);
        };
        for Wall { at, event } in parsed::<Wall>(&wall.lines) {
            // What a simulated run was computed on is no part of it.
            if !matches!(event, Event::Host { .. }) {
                let data = serde_json::json!({ "at": at, "event": event::sentence(&event) });
                look.told.push(told("wall", data.to_string()));
            }
        }
        for seconds in by_phase(&samples.lines) {
            look.told.push(told("seconds", json(&seconds)));
        }
        for entry in parsed::<Entry>(&results.lines) {
            let ended = Ended {
                phase: entry.title(),
                status: &entry.status,
                iops_mean: entry.measured.as_ref().map(|m| m.iops_mean),
                throughput_mb_per_s: entry.measured.as_ref().map(|m| m.throughput_mb_per_s),
            };
            look.told.push(told("phase", json(&ended)));
        }
        if !goes_on && !anything && !look.more {
            look.ended = true;
            let finished = RunRow::read(&self.folder)?.progress == Progress::Finished;
            let data = serde_json::json!({ "finished": finished });
            look.told.push(told("end", data.to_string()));
        }
        Ok(self.placed(look))
    }

    fn placed(&self, mut look: Look) -> Look {
        let offsets = self.tails.iter().map(|tail| tail.offset().to_string());
        if let Some(last) = look.told.last_mut() {
            last.place = Some(offsets.collect::<Vec<_>>().join("-"));
        }
        look
    }
}

fn told(event: &'static str, data: String) -> Told {
    Told {
        event,
        data,
        place: None,
    }
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

/// Lines that are of no use to this reader are passed over: the review page names them.
fn parsed<T: serde::de::DeserializeOwned>(lines: &[Vec<u8>]) -> impl Iterator<Item = T> + '_ {
    lines
        .iter()
        .filter_map(|line| serde_json::from_slice(line).ok())
}

fn by_phase(lines: &[Vec<u8>]) -> Vec<Seconds> {
    let mut phases: Vec<Seconds> = Vec::new();
    for sample in parsed::<Sample>(lines) {
        let phase = sample.title();
        let us = |ns: u64| ns as f64 / 1000.0;
        let second = (
            sample.second,
            sample.ios,
            sample.bytes,
            us(sample.latency_mean_ns),
            us(sample.latency_max_ns),
        );
        match phases.last_mut() {
            Some(last) if last.phase == phase => last.seconds.push(second),
            _ => phases.push(Seconds {
                phase,
                seconds: vec![second],
            }),
        }
    }
    phases
}
