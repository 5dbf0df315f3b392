//! The job file with which fio repeats a test of ours: the plan for a drive, action by action, each job
//! after the one before. What fio cannot repeat is said in its comments.

use super::data;
use super::number::written;
use super::places::Places;
use crate::beforehand::to_be_made;
use crate::catalogue::library;
use crate::error::LabError;
use fourcorners_bench::{
    Action, Direction, Options, Pace, Pattern, PhaseKey, Plan, Replay, Until, Work, plan,
};
use fourcorners_block::{Bytes, DiscardLimits, DriveKind, Identity, QueueDepth, Seed};
use fourcorners_report::wording::not_run;
use std::path::{Path, PathBuf};

/// In place of a device that was not named.
const NOWHERE: &str = "/dev/DEVICE";

/// What a job file is written for.
#[derive(Clone, Debug, Default)]
pub struct FioExport {
    /// The device or file that fio is to be given; none: to be put in by hand.
    pub device: Option<PathBuf>,
    /// Its size, where it is not there to be asked.
    pub size: Option<Bytes>,
    /// What is changed in the tests.
    pub tests: Options,
}

/// The job file that repeats a suite, or a single test, on a drive.
///
/// # Errors
/// There is no such suite or test, or the drive is not known well enough to plan it.
pub fn write(name: &str, export: &FioExport) -> Result<String, LabError> {
    let identity = identity(export)?;
    let tests = Options {
        // fio measures none; what else these tests do can be repeated.
        power_is_measured: true,
        ..export.tests.clone()
    };
    let plan = plan(&library()?, name, &identity, &tests, Seed(1))?;
    let mut file = JobFile {
        path: plain(&identity.name)?,
        is_file: identity.kind == DriveKind::RegularFile,
        takes_trim: identity.discard.is_some(),
        capacity: identity.capacity.bytes(),
        before: Vec::new(),
        jobs: String::new(),
        names: Vec::new(),
        differences: Vec::new(),
    };
    for action in &plan.actions {
        file.action(action);
    }
    if file.names.is_empty() {
        return Err(LabError::Refused(format!(
            "there would be no job in the file: {}",
            file.differences.join("; ")
        )));
    }
    Ok(file.text(&plan))
}

/// The drive as far as the plan asks.
fn identity(export: &FioExport) -> Result<Identity, LabError> {
    let path = export.device.as_deref().unwrap_or(Path::new(NOWHERE));
    let identity = match (path.exists(), export.size) {
        (true, None) => fourcorners_real::identify(path)?,
        (false, Some(size)) => Identity {
            kind: match path.starts_with("/dev") {
                true => DriveKind::BlockDevice,
                false => DriveKind::RegularFile,
            },
            discard: Some(DiscardLimits {
                granularity: Bytes(512),
                max: size,
            }),
            ..to_be_made(path, size)
        },
        (true, Some(_)) => {
            return Err(LabError::Refused(format!(
                "{} is there and says its own size; leave --size out",
                path.display()
            )));
        }
        (false, None) => {
            return Err(LabError::Usage(
                "how large the drive is decides what the jobs do: name a device that is there with --device, or say --size, as in 240GB"
                    .into(),
            ));
        }
    };
    Ok(Identity {
        name: path.display().to_string(),
        max_queue_depth: QueueDepth::new(u16::MAX).unwrap_or(QueueDepth::ONE),
        ..identity
    })
}

/// A path that neither fio nor a shell takes for something else.
fn plain(path: &str) -> Result<String, LabError> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "/-_.@+,=%:".contains(c);
    if path.chars().all(is_plain) {
        return Ok(path.into());
    }
    Err(LabError::Refused(format!(
        "'{path}' has characters that fio or the shell would take for something else; name it by a link without them"
    )))
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
    fn action(&mut self, action: &Action) {
        match action {
            Action::Purge => self.discard(self.capacity),
            Action::Trim { span } => self.discard(*span),
            Action::Prepare { state, work } => {
                self.comment(&format!("on the way to the state {state}"));
                self.work(&format!("prepare-{state}"), work, None);
            }
            Action::Measure { key, work } => {
                self.comment(&measured(key));
                self.work(&name(key), work, Some(key));
            }
            Action::Skip { key, because } => {
                let reason = not_run::sentence(because);
                self.differs(format!("{} is not in this file: {reason}", name(key)));
            }
            // A drive that cannot return to a state is brought there again.
            Action::Save(_) | Action::Restore { .. } | Action::Again { .. } => {}
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

    fn discard(&mut self, span: Bytes) {
        if !self.takes_trim {
            let sentence = "The drive takes no TRIM, so what lies on it stays where the state new is asked for";
            self.differs(sentence.into());
            return;
        }
        let (path, bytes) = (&self.path, span.0);
        self.before
            .push(match (self.is_file, span == self.capacity) {
                (true, _) => format!("fallocate --punch-hole --length {bytes} {path}"),
                (false, true) => format!("blkdiscard {path}"),
                (false, false) => format!("blkdiscard --length {bytes} {path}"),
            });
        self.differs(
            "The state new is made by TRIM (blkdiscard) before the next job; where the drive has a command of its own \
             (nvme format, hdparm), that does more"
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
                "{name} computes {} % as long as its trace says, which fio does not",
                replay.think_percent
            ));
        }
        if let Some(beside) = &replay.beside {
            self.differs(format!(
                "{name} has the trace {} beside it, which fio has not",
                beside.trace.name
            ));
        }
        self.differs(format!(
            "{name} is no job of this file: it replays a trace, which fio does from a log of its own, and by instants instead of by what waited for what: \
             'fourcorners trace synth {trace} {trace}.iolog --to iolog-v3', then 'fio --name={name} --read_iolog={trace}.iolog \
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
                "# nothing is asked of the drive for {} s: the next job begins with that\n",
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
            self.differs("fio draws places of its own: as many, as likely, not the same".into());
        }
        if work.is_timed() {
            lines.push("time_based=1".into());
            lines.push(format!("runtime={}", work.duration_s));
        }
        if work.until == Until::SteadyState {
            self.differs(format!(
                "{name} runs as long as ours does at most. Ours ends with the first five rounds of {} s that are steady by SNIA's rule; fio's steadystate is another rule, so look at its log",
                work.round_s
            ));
        }
        if let Some(key) = measured {
            let logs = ["write_iops_log", "write_bw_log", "write_lat_log"];
            lines.extend(logs.map(|log| format!("{log}={name}")));
            if key.positions {
                self.differs(
                    "A pass has no speed by position; add up the bytes of its log of each second"
                        .into(),
                );
            }
        }
        self.job(name, work, work.block.0, &lines);
        if places.tail_bytes > 0 {
            self.comment("the shorter I/O with which the pass ends");
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
        if work.op == Direction::Write {
            let data = data::in_fio(work.data);
            all.extend(data.options);
            if let Some(near) = data.near {
                self.differs(format!("Data of the class {}: {near}", work.data));
            }
        }
        self.jobs.push_str(&all.join("\n"));
        self.jobs.push('\n');
    }

    fn text(&self, plan: &Plan) -> String {
        let (path, bytes) = (&self.path, self.capacity.0);
        let mut text = format!(
            "# {} of fourcorners {}, as fio's jobs for a drive of {bytes} bytes.\n\
             # Everything on {path} is overwritten. One job runs after the other.\n",
            plan.suite,
            env!("CARGO_PKG_VERSION"),
        );
        if !self.differences.is_empty() {
            text.push_str("#\n# What fio does otherwise:\n");
        }
        for sentence in &self.differences {
            text.push_str(&format!("# * {sentence}.\n"));
        }
        text.push_str(&format!(
            "\n[global]\nfilename={}\ndirect=1\nioengine=io_uring\nrandrepeat=1\nlog_avg_msec=1000\nper_job_logs=0\n",
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
    format!("measured: {}, from the state {}", key.title(), key.state)
}

fn rw(work: &Work) -> &'static str {
    match (work.op, work.pattern) {
        (Direction::Write, Pattern::Sequential) => "write",
        (Direction::Write, Pattern::Random) => "randwrite",
        (_, Pattern::Sequential) => "read",
        (_, Pattern::Random) => "randread",
    }
}
