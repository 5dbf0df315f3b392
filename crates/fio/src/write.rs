//! The job file with which fio repeats a plan of ours: the plan for a drive, action by action, each
//! job after the one before. What fio cannot repeat is said in its comments.

use crate::data;
use crate::error::FioError;
use crate::number::written;
use crate::places::Places;
use fourcorners_bench::record::NotRun;
use fourcorners_bench::{Action, Direction, Pace, Pattern, PhaseKey, Plan, Replay, Until, Work};
use fourcorners_block::{Bytes, DriveKind, Identity};

/// Words for why a test of the plan is not in the file.
pub type Why = dyn Fn(&NotRun) -> String;

/// The job file that repeats a plan for a drive, by whose name fio is to find it.
///
/// # Errors
/// That name is no plain path, or fio can repeat nothing of the plan.
pub fn write(plan: &Plan, drive: &Identity, why: &Why) -> Result<String, FioError> {
    let mut file = JobFile {
        path: plain(&drive.name)?,
        is_file: drive.kind == DriveKind::RegularFile,
        takes_trim: drive.discard.is_some(),
        capacity: drive.capacity.bytes(),
        before: Vec::new(),
        jobs: String::new(),
        names: Vec::new(),
        differences: Vec::new(),
    };
    for action in &plan.actions {
        file.action(action, why);
    }
    if file.names.is_empty() {
        return Err(FioError::NoJob(file.differences));
    }
    Ok(file.text(plan))
}

/// A path that neither fio nor a shell takes for something else.
fn plain(path: &str) -> Result<String, FioError> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "/-_.@+,=%:".contains(c);
    match path.chars().all(is_plain) {
        true => Ok(path.into()),
        false => Err(FioError::Path(path.into())),
    }
}

struct JobFile {
    path: String,
    is_file: bool,
    takes_trim: bool,
    capacity: Bytes,
    /// Commands that the next job begins with.
    before: Vec<String>,
    jobs: String,
    /// The jobs' names; a state that is prepared again is another job.
    names: Vec<String>,
    /// What fio does not repeat, each once.
    differences: Vec<String>,
}

impl JobFile {
    fn action(&mut self, action: &Action, why: &Why) {
        match action {
            Action::Purge => self.discard(Bytes(0), self.capacity),
            Action::Trim { from, span } => self.discard(*from, *span),
            Action::Prepare { state, work } => {
                self.comment(&format!("while preparing the state {state}"));
                self.work(&format!("prepare-{state}"), work, None);
            }
            Action::Measure { key, work } if work.rounds.is_some() => {
                self.differs(format!(
                    "{} is left out: fio has no rounds of cells",
                    name(key)
                ));
            }
            Action::Measure { key, work } if work.trim_percent > 0 => {
                self.differs(format!(
                    "{} is left out: fio does not mix TRIM commands with reads and writes",
                    name(key)
                ));
            }
            Action::Measure { key, work } => {
                self.comment(&measured(key));
                self.work(&name(key), work, Some(key));
            }
            Action::Skip { key, because } => {
                let because = why(because);
                self.differs(format!("{} is left out: {because}", name(key)));
            }
            // A drive that cannot return to a state is brought there again.
            Action::Drain | Action::Save(_) | Action::Restore(_) | Action::Again { .. } => {}
        }
    }

    fn comment(&mut self, text: &str) {
        self.jobs.push_str(&format!("\n# {text}\n"));
    }

    fn differs(&mut self, sentence: String) {
        if !self.differences.contains(&sentence) {
            self.differences.push(sentence);
        }
    }

    fn discard(&mut self, from: Bytes, span: Bytes) {
        if !self.takes_trim {
            let sentence = "The drive does not support TRIM, so it keeps its old data before \
                            tests that need the state 'new'";
            self.differs(sentence.into());
            return;
        }
        let (path, bytes) = (&self.path, span.0);
        let offset = match from.0 {
            0 => String::new(),
            from => format!(" --offset {from}"),
        };
        self.before
            .push(match (self.is_file, span == self.capacity) {
                (true, _) => format!("fallocate --punch-hole{offset} --length {bytes} {path}"),
                (false, true) => format!("blkdiscard {path}"),
                (false, false) => format!("blkdiscard{offset} --length {bytes} {path}"),
            });
        self.differs(
            "TRIM (blkdiscard) prepares the state 'new' before the next job; the drive's own \
             erase command (nvme format, hdparm), if it has one, erases more than TRIM does"
                .into(),
        );
    }

    /// A trace is too long for a job file: how fio replays it is said.
    fn replay(&mut self, name: &str, work: &Work, replay: &Replay) {
        let trace = &replay.trace.name;
        let stall = match replay.pace {
            Pace::AsFastAsPossible => " --replay_no_stall=1",
            Pace::Dependencies | Pace::Timestamps => "",
        };
        if replay.think_percent != 100 {
            self.differs(format!(
                "{name} scales its trace's compute times to {} %, which fio cannot do",
                replay.think_percent
            ));
        }
        if let Some(beside) = &replay.beside {
            self.differs(format!(
                "{name} replays the trace {} at the same time, which fio cannot do",
                beside.trace.name
            ));
        }
        self.differs(format!(
            "{name} is not a job in this file: it replays a trace, which fio does from its own \
             log, by timestamps instead of dependencies: 'fourcorners trace synth {trace} \
             {trace}.iolog --to iolog-v3', then 'fio --name={name} --read_iolog={trace}.iolog \
             --replay_redirect={} --direct=1 --ioengine=io_uring --iodepth={}{stall}'",
            self.path,
            work.queue_depth.get(),
        ));
    }

    /// A piece of work as a job, or as two where a pass ends with a shorter I/O.
    fn work(&mut self, name: &str, work: &Work, measured: Option<&PhaseKey>) {
        if let Some(replay) = &work.replay {
            self.replay(name, work, replay);
            return;
        }
        if work.op == Direction::Idle {
            self.before.push(format!("sleep {}", work.duration_s));
            self.jobs.push_str(&format!(
                "# the drive idles for {} s before the next job\n",
                work.duration_s
            ));
            return;
        }
        let places = Places::of(work);
        let mut lines = vec![format!("offset={}", written(places.offset_bytes))];
        lines.retain(|_| places.offset_bytes > 0);
        lines.push(format!("size={}", written(places.bytes)));
        if work.pattern == Pattern::Random {
            lines.push("norandommap=1".into());
            if work.align < work.block {
                lines.push(format!("blockalign={}", written(work.align.0)));
            }
            self.differs(
                "fio draws its own addresses: the same number and distribution, but not \
                the same LBAs"
                    .into(),
            );
        }
        if work.is_timed() && work.until == Until::SpanBytes {
            self.differs(format!(
                "{name} writes all of its bytes. Four Corners stops after {} s if that comes first",
                work.duration_s
            ));
        } else if work.is_timed() {
            lines.push("time_based=1".into());
            lines.push(format!("runtime={}", work.duration_s));
        }
        if work.until == Until::SteadyState {
            self.differs(format!(
                "{name} runs for the maximum time of the test. Four Corners stops at the first \
                 five rounds of {} s that meet SNIA's rule; fio's steadystate uses a different \
                 rule, so check its log",
                work.round_s
            ));
        }
        if let Some(goal) = &work.recovery {
            lines.push(format!("loops={}", goal.passes_max));
            self.differs(format!(
                "{name} writes the maximum number of passes. Four Corners stops at the first pass \
                 that reaches {} % of the clean one",
                goal.percent
            ));
        }
        if let Some(key) = measured {
            let logs = ["write_iops_log", "write_bw_log", "write_lat_log"];
            lines.extend(logs.map(|log| format!("{log}={name}")));
            if key.positions {
                self.differs(
                    "fio does not report a pass's speed by position; add up the bytes in its \
                     per-second log"
                        .into(),
                );
            }
        }
        self.job(name, work, work.block.0, &lines);
        if places.tail_bytes > 0 {
            self.comment("the shorter last I/O of the pass");
            let end = places.offset_bytes + places.bytes;
            let tail = [
                format!("offset={}", written(end)),
                format!("size={}", written(places.tail_bytes)),
            ];
            self.job(&format!("{name}-tail"), work, places.tail_bytes, &tail);
        }
    }

    fn job(&mut self, name: &str, work: &Work, block_bytes: u64, lines: &[String]) {
        let same = self.names.iter().filter(|other| *other == name).count();
        self.names.push(name.into());
        let again = match same {
            0 => String::new(),
            _ => format!("-{}", same + 1),
        };
        let mut all = vec![format!("[{name}{again}]"), "stonewall".into()];
        if !self.before.is_empty() {
            let commands = std::mem::take(&mut self.before);
            all.push(format!("exec_prerun={}", commands.join(" && ")));
        }
        all.push(format!("rw={}", rw(work)));
        all.push(format!("bs={}", written(block_bytes)));
        all.push(format!("iodepth={}", work.queue_depth.get()));
        all.extend(lines.iter().cloned());
        if work.op == Direction::Mixed {
            all.push(format!("rwmixread={}", work.read_percent));
        }
        if let Some(rate) = work.rate_iops {
            all.push(format!("rate_iops={}", rates(work, rate)));
            self.differs(
                "fio counts latency at a fixed rate from the moment it submits an I/O, not from \
                 when it is due, so waits behind a slow I/O are missing from it"
                    .into(),
            );
        }
        if matches!(work.op, Direction::Write | Direction::Mixed) {
            let data = data::in_fio(work.data);
            all.extend(data.options);
            if let Some(near) = data.near {
                self.differs(format!("Data class {}: {near}", work.data));
            }
        }
        self.jobs.push_str(&all.join("\n"));
        self.jobs.push('\n');
    }

    fn text(&self, plan: &Plan) -> String {
        let (path, bytes) = (&self.path, self.capacity.0);
        let mut text = format!(
            "# {} from fourcorners {}, as fio jobs for a drive of {bytes} bytes.\n\
             # Everything on {path} is overwritten. Jobs run one after another.\n",
            plan.suite,
            env!("CARGO_PKG_VERSION"),
        );
        if !self.differences.is_empty() {
            text.push_str("#\n# Differences in fio:\n");
        }
        for sentence in &self.differences {
            text.push_str(&format!("# * {sentence}.\n"));
        }
        text.push_str(&format!(
            "\n[global]\nfilename={}\ndirect=1\nioengine=io_uring\nrandrepeat=1\n\
             log_avg_msec=1000\nper_job_logs=0\n",
            path.replace(':', "\\:")
        ));
        text.push_str(&self.jobs);
        text
    }
}

/// The name of a measured job.
fn name(key: &PhaseKey) -> String {
    let parts = key.names().into_iter().filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join("-")
}

fn measured(key: &PhaseKey) -> String {
    format!(
        "measured: {}, starting from the state {}",
        key.title(),
        key.state
    )
}

/// Its rate as fio takes it: of reads, then of writes.
fn rates(work: &Work, rate: u64) -> String {
    match work.op {
        Direction::Mixed => {
            let reads = (rate * u64::from(work.read_percent) / 100).max(1);
            format!("{reads},{}", rate.saturating_sub(reads).max(1))
        }
        _ => rate.to_string(),
    }
}

fn rw(work: &Work) -> &'static str {
    match (work.op, work.pattern) {
        (Direction::Write, Pattern::Sequential) => "write",
        (Direction::Write, Pattern::Random) => "randwrite",
        (Direction::Mixed, Pattern::Sequential) => "readwrite",
        (Direction::Mixed, Pattern::Random) => "randrw",
        (_, Pattern::Sequential) => "read",
        (_, Pattern::Random) => "randread",
    }
}
