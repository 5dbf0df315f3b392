//! The program as a user runs it, and a simulated drive so small that a review takes
//! milliseconds.
#![allow(dead_code, reason = "each test program uses its part")]

mod drives;

#[allow(unused_imports, reason = "each test program uses its part")]
pub use drives::{LIKE, small_drive_text, small_hard_disk_text, with};
use serde_json::Value;
use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStderr, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// The program, not yet started.
pub fn program(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fourcorners"));
    command.args(arguments).stdin(Stdio::null());
    command
}

/// The program at work, once it has said enough: with what it has said, and what it goes on to say.
pub fn started(
    arguments: &[&str],
    is_enough: impl Fn(&str) -> bool,
) -> (Child, BufReader<ChildStderr>, String) {
    let mut running = program(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut messages = BufReader::new(running.stderr.take().expect("stderr"));
    let mut said = String::new();
    while !is_enough(&said) {
        assert!(
            messages.read_line(&mut said).expect("a message") > 0,
            "ended early: {said}"
        );
    }
    (running, messages, said)
}

/// Kills the program as soon as it is time.
pub fn kill_once(arguments: &[&str], is_time: impl Fn() -> bool) {
    let mut running = program(arguments)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let patience = Instant::now() + Duration::from_secs(60);
    while !is_time() {
        assert!(Instant::now() < patience, "it is never time");
        std::thread::sleep(Duration::from_millis(10));
    }
    running.kill().expect("killed");
    running.wait().expect("its end");
}

/// What a terminal sends for Ctrl-C.
pub fn interrupt(running: &Child) {
    let pid = running.id().to_string();
    let killed = Command::new("kill").args(["-INT", &pid]).status();
    assert!(killed.expect("kill").success());
}

/// How the program ended.
pub struct Ended {
    pub code: i32,
    pub stdout: String,
    pub stderr: String,
}

/// Runs it to its end. Nothing that a user does may make it panic.
pub fn fourcorners(arguments: &[&str]) -> Ended {
    ended(program(arguments).output().expect("the program starts"))
}

/// What was said, and that nobody panicked.
pub fn ended(output: Output) -> Ended {
    let ended = Ended {
        code: output.status.code().unwrap_or(-1),
        stdout: String::from_utf8(output.stdout).expect("UTF-8 on stdout"),
        stderr: String::from_utf8(output.stderr).expect("UTF-8 on stderr"),
    };
    assert!(!ended.stderr.contains("a bug in"), "{}", ended.stderr);
    assert!(!ended.stderr.contains("panicked"), "{}", ended.stderr);
    ended
}

impl Ended {
    /// It refused: code 1, nothing on stdout, one `error:`, and every word of these.
    pub fn refused(&self, words: &[&str]) {
        self.refused_with(1, words);
    }

    /// The same where the command line is wrong: code 2.
    pub fn misused(&self, words: &[&str]) {
        self.refused_with(2, words);
    }

    fn refused_with(&self, code: i32, words: &[&str]) {
        assert_eq!(self.code, code, "{}", self.stderr);
        assert_eq!(self.stdout, "", "{}", self.stderr);
        // One line each, with notes before them at most.
        let lines = |of: &str| {
            self.stderr
                .lines()
                .filter(|line| line.starts_with(of))
                .count()
        };
        assert_eq!(lines("error: "), 1, "{}", self.stderr);
        assert!(lines("hint: ") <= 1, "{}", self.stderr);
        for word in words {
            assert!(self.stderr.contains(word), "'{word}' in: {}", self.stderr);
        }
    }

    /// It went well.
    pub fn done(&self) -> &Self {
        assert_eq!(self.code, 0, "{}", self.stderr);
        self
    }

    /// All of stdout as one JSON document.
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.stdout)
            .unwrap_or_else(|error| panic!("{error} in: {}", self.stdout))
    }
}

/// A folder with a small drive in it, gone at the end.
pub struct Desk {
    pub folder: tempfile::TempDir,
}

impl Desk {
    /// On the disk that holds the build, because memory file systems differ in what they can.
    pub fn new() -> Self {
        let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder");
        drives::put(folder.path(), &small_drive_text());
        Self { folder }
    }

    pub fn at(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// A path as an argument.
    pub fn text(&self, name: &str) -> String {
        self.at(name).display().to_string()
    }

    pub fn write(&self, name: &str, text: &str) -> String {
        fs::write(self.at(name), text).expect("a file");
        self.text(name)
    }

    /// The small drive.
    pub fn drive(&self) -> String {
        self.text("tiny.toml")
    }

    /// Runs of two simulated seconds, kept in this folder's `runs`.
    pub fn run(&self, arguments: &[&str]) -> Ended {
        let out = self.text("runs");
        let common = ["--out", &out, "--duration", "2s"];
        fourcorners(&[arguments, &common].concat())
    }

    /// A run that is still being measured, with what it has said and what it goes on to say.
    pub fn running(&self) -> (Child, BufReader<ChildStderr>, String) {
        self.running_with(&[])
    }

    /// The same with further options.
    pub fn running_with(&self, options: &[&str]) -> (Child, BufReader<ChildStderr>, String) {
        self.begun(&["run", "consistency"], options)
    }

    /// A review by the suite `quick` that is in its consistency test.
    pub fn reviewing(&self, options: &[&str]) -> (Child, BufReader<ChildStderr>, String) {
        self.begun(&["review", "--suite", "quick"], options)
    }

    fn begun(&self, verb: &[&str], options: &[&str]) -> (Child, BufReader<ChildStderr>, String) {
        let (drive, out) = (self.drive(), self.text("runs"));
        let common = [&drive, "--out", &out, "--duration", "2000h"];
        let arguments = [verb, &common, options].concat();
        started(&arguments, |said| {
            said.contains(": consistency") || said.contains("-write-")
        })
    }

    /// What lies in the folder, sorted.
    pub fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.folder.path()).expect("the folder");
        let name = |entry: fs::DirEntry| entry.file_name().to_string_lossy().into_owned();
        let mut names: Vec<String> = entries.flatten().map(name).collect();
        names.sort();
        names
    }

    /// The folders of the runs, sorted.
    pub fn runs(&self) -> Vec<PathBuf> {
        let mut folders: Vec<PathBuf> = fs::read_dir(self.at("runs"))
            .expect("runs")
            .map(|entry| entry.expect("an entry").path())
            .filter(|path| path.is_dir())
            .collect();
        folders.sort();
        folders
    }
}

/// The lines of a run's file, each a JSON document.
pub fn lines(file: &Path) -> Vec<Value> {
    fs::read_to_string(file)
        .expect("the file")
        .lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}")))
        .collect()
}
