//! The programs that record what a block device does.

use crate::{End, output};
use clap::ValueEnum;
use fourcorners_trace::{Form, TextForm};
use std::io::{BufRead as _, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;

/// What debugfs has of block devices, where it is mounted.
const DEBUGFS: &str = "/sys/kernel/debug/block";
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
    /// The one that is asked for, or the first that can record here; with its path.
    pub fn choose(asked: Option<Self>) -> Result<(Self, PathBuf), String> {
        if let Some(recorder) = asked {
            return Ok((recorder, recorder.can_record()?));
        }
        let first = match Self::Blktrace.can_record() {
            Ok(program) => return Ok((Self::Blktrace, program)),
            Err(reason) => reason,
        };
        match Self::Bpftrace.can_record() {
            Ok(program) => Ok((Self::Bpftrace, program)),
            Err(second) => Err(format!(
                "nothing can record here: {first}; {second} (`fourcorners trace record --help` has the commands)"
            )),
        }
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
        if self == Self::Blktrace && !Path::new(DEBUGFS).exists() {
            return Err(format!(
                "{name} needs debugfs and root (mount -t debugfs debugfs /sys/kernel/debug)"
            ));
        }
        Ok(program)
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
            "tracepoint:block:block_rq_{name} /(uint64)args->dev == {kernels} && args->nr_sector/ {{ \
             printf(\"{major},{minor} %d 1 %llu.%09llu %d {letter} %s %llu + %d [{note_format}]\\n\", cpu, \
             elapsed / 1000000000, elapsed % 1000000000, pid, args->rwbs, args->sector, args->nr_sector, {note}) }} "
        )
    };
    let end = duration_s.map_or_else(String::new, |seconds| {
        format!("interval:s:{seconds} {{ exit() }}")
    });
    event("issue", 'D', "comm") + &event("complete", 'C', "args->error") + &end
}

/// A recorder at work.
pub struct Recording {
    name: &'static str,
    child: Arc<Mutex<Child>>,
    said: JoinHandle<String>,
}

impl Recording {
    /// Starts it; what it prints comes besides.
    pub fn start(
        name: &'static str,
        mut command: Command,
    ) -> Result<(Self, Box<dyn Read + Send>), String> {
        command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = command
            .spawn()
            .map_err(|error| format!("{name} cannot be started: {error}"))?;
        let (Some(output), Some(messages)) = (child.stdout.take(), child.stderr.take()) else {
            return Err(format!("{name} cannot be read"));
        };
        let child = Arc::new(Mutex::new(child));
        let killed = child.clone();
        let said = std::thread::spawn(move || {
            let mut said = String::new();
            for line in BufReader::new(messages).lines().map_while(Result::ok) {
                // blktrace says that it cannot begin, and waits for ever.
                if line.starts_with("FAILED") {
                    let _ended_by_itself = lock(&killed).kill();
                }
                said += line.trim();
                said += "; ";
            }
            said
        });
        Ok((Self { name, child, said }, Box::new(output)))
    }

    /// Waits for its end, or ends it where what was made of its output failed; says what it said.
    pub fn end(self, made: Result<End, String>) -> Result<End, String> {
        if made.is_err() {
            let _ended_by_itself = lock(&self.child).kill();
        }
        let waited = lock(&self.child).wait();
        let said = self.said.join().unwrap_or_default();
        let said = format!("{}: {}", self.name, said.trim_end_matches("; "));
        let silent = said.ends_with(": ");
        match made {
            Err(reason) if silent => Err(reason),
            Err(reason) => Err(format!(
                "{reason} ({said}). Recording needs root, and a kernel that allows it"
            )),
            Ok(end) => {
                // Programs talk; what was lost matters.
                if ["lost", "drop"]
                    .iter()
                    .any(|word| said.to_lowercase().contains(word))
                {
                    output::say(&said);
                }
                waited.map_err(|error| format!("{}: {error}", self.name))?;
                Ok(end)
            }
        }
    }
}

fn lock(child: &Mutex<Child>) -> std::sync::MutexGuard<'_, Child> {
    child.lock().unwrap_or_else(PoisonError::into_inner)
}
