//! The programs that record what a block device does.

use clap::ValueEnum;
use fourcorners_trace::{Form, TextForm};
use std::io::{BufRead as _, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;

/// What debugfs has of block devices, where it is mounted.
const DEBUGFS: &str = "/sys/kernel/debug/block";
/// The kernel's tracepoints, where tracefs is mounted; debugfs mounts it, too.
const TRACEPOINTS: [&str; 2] = [
    "/sys/kernel/tracing/events/block",
    "/sys/kernel/debug/tracing/events/block",
];
/// Where programs are when PATH does not name it: an ordinary user's often leaves these out.
const SYSTEM_FOLDERS: [&str; 2] = ["/usr/sbin", "/sbin"];

/// One of them.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Recorder {
    /// All I/Os; needs debugfs
    Blktrace,
    /// Reads, writes and TRIMs, no flushes; needs BPF
    Bpftrace,
}

impl Recorder {
    /// The one that is asked for, or all that seem to be able to record here, the best first; with
    /// their paths.
    pub fn candidates(asked: Option<Self>) -> Result<Vec<(Self, PathBuf)>, String> {
        if let Some(recorder) = asked {
            return Ok(vec![(recorder, recorder.can_record()?)]);
        }
        let (mut able, mut reasons) = (Vec::new(), Vec::new());
        for recorder in [Self::Blktrace, Self::Bpftrace] {
            match recorder.can_record() {
                Ok(program) => able.push((recorder, program)),
                Err(reason) => reasons.push(reason),
            }
        }
        if able.is_empty() {
            return Err(format!(
                "cannot record on this host: {} (`fourcorners trace record --help` has the \
                 commands)",
                reasons.join("; ")
            ));
        }
        Ok(able)
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::Blktrace => "blktrace",
            Self::Bpftrace => "bpftrace",
        }
    }

    /// What it prints.
    pub fn form(self) -> Form {
        match self {
            Self::Blktrace => Form::Blktrace,
            Self::Bpftrace => Form::Text(TextForm::Blkparse),
        }
    }

    /// Its path, or what is missing.
    fn can_record(self) -> Result<PathBuf, String> {
        let name = self.name();
        let path = std::env::var_os("PATH").unwrap_or_default();
        let mut folders = std::env::split_paths(&path).chain(SYSTEM_FOLDERS.map(PathBuf::from));
        let program = folders
            .find_map(|folder| Some(folder.join(name)).filter(|program| program.is_file()))
            .ok_or_else(|| format!("{name} is not installed (Debian: apt-get install {name})"))?;
        let there = |path: &str| Path::new(path).exists();
        match self {
            Self::Blktrace if !there(DEBUGFS) => Err(format!(
                "{name} needs debugfs and root (mount -t debugfs debugfs /sys/kernel/debug)"
            )),
            Self::Bpftrace if !TRACEPOINTS.into_iter().any(there) => Err(format!(
                "{name} needs tracefs and root (mount -t tracefs tracefs /sys/kernel/tracing)"
            )),
            _ => Ok(program),
        }
    }

    /// How it is run. `number`: the device's major and minor number.
    pub fn command(
        self,
        program: &Path,
        device: &Path,
        number: (u64, u64),
        duration_s: Option<u64>,
    ) -> Command {
        let mut command = Command::new(program);
        match self {
            Self::Blktrace => {
                command.arg("-d").arg(device).args(["-o", "-"]);
                for action in ["queue", "issue", "requeue", "complete"] {
                    command.args(["-a", action]);
                }
                if let Some(seconds) = duration_s {
                    command.args(["-w", &seconds.to_string()]);
                }
            }
            Self::Bpftrace => {
                command.args(["-q", "-e", &script(number, duration_s)]);
            }
        }
        command
    }
}

/// For bpftrace: prints as blkparse does.
fn script((major, minor): (u64, u64), duration_s: Option<u64>) -> String {
    let kernels = major << 20 | minor;
    let event = |name: &str, letter: char, note: &str| {
        let note_format = if note == "comm" { "%s" } else { "%d" };
        format!(
            "tracepoint:block:block_rq_{name} /(uint64)args->dev == {kernels} && args->nr_sector/ \
             {{ \
             printf(\"{major},{minor} %d 1 %llu.%09llu %d {letter} %s %llu + %d \
             [{note_format}]\\n\", cpu, \
             elapsed / 1000000000, elapsed % 1000000000, pid, args->rwbs, args->sector, \
             args->nr_sector, {note}) }} "
        )
    };
    let end = duration_s.map_or_else(String::new, |seconds| {
        format!("interval:s:{seconds} {{ exit() }}")
    });
    event("issue", 'D', "comm") + &event("complete", 'C', "args->error") + &end
}

/// A recorder at work.
pub struct Recording {
    child: Arc<Mutex<Child>>,
    said: JoinHandle<Vec<String>>,
}

/// How a recorder ended.
pub struct Recorded {
    /// Whether it ended as it should.
    pub well: bool,
    /// Its messages.
    said: Vec<String>,
}

impl Recording {
    /// Starts it; what it prints comes besides.
    pub fn start(mut command: Command) -> Result<(Self, Box<dyn Read + Send>), String> {
        command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = command
            .spawn()
            .map_err(|error| format!("cannot be started: {error}"))?;
        let (Some(output), Some(messages)) = (child.stdout.take(), child.stderr.take()) else {
            return Err("its output cannot be read".into());
        };
        let child = Arc::new(Mutex::new(child));
        let killed = child.clone();
        let said = std::thread::spawn(move || {
            let mut said = Vec::new();
            for line in BufReader::new(messages).lines().map_while(Result::ok) {
                // blktrace says that it cannot begin, and waits for ever.
                if line.starts_with("FAILED") {
                    let _ended_by_itself = lock(&killed).kill();
                }
                said.push(line.trim().to_string());
            }
            said
        });
        Ok((Self { child, said }, Box::new(output)))
    }

    /// Waits for its end; `kill`: ends it, since what was made of its output failed.
    pub fn end(self, kill: bool) -> Recorded {
        if kill {
            let _ended_by_itself = lock(&self.child).kill();
        }
        let waited = lock(&self.child).wait();
        Recorded {
            well: waited.is_ok_and(|status| status.success()),
            said: self.said.join().unwrap_or_default(),
        }
    }
}

impl Recorded {
    /// All that it said, in brackets; empty if it said nothing.
    pub fn words(&self) -> String {
        let said: Vec<&str> = self.said.iter().map(String::as_str).collect();
        match said.join("; ").trim_matches([';', ' ']) {
            "" => String::new(),
            said => format!(" ({said})"),
        }
    }

    /// Programs talk; what was lost matters.
    pub fn lost(&self) -> bool {
        let words = self.words().to_lowercase();
        words.contains("lost") || words.contains("drop")
    }

    /// blktrace that is killed leaves the device set up: nobody else could record it. One that
    /// could not set it up leaves alone what is another's.
    pub fn tear_down(&self, recorder: Recorder, program: &Path, device: &Path) {
        if recorder == Recorder::Blktrace && !self.words().contains("BLKTRACESETUP") {
            let mut command = Command::new(program);
            command.arg("-d").arg(device).arg("-k");
            let _nothing_was_left = command.stdin(Stdio::null()).output();
        }
    }
}

fn lock(child: &Mutex<Child>) -> std::sync::MutexGuard<'_, Child> {
    child.lock().unwrap_or_else(PoisonError::into_inner)
}
