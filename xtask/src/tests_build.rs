//! The build of all tests, which every step uses: test programs, the program and the examples, with
//! assertions and overflow checks.

use crate::run::{self, Failure, cargo, command};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Set while the build is fresh: no step builds again or waits for cargo's lock.
pub const IS_FRESH: &str = "FOURCORNERS_TESTS_ARE_BUILT";

/// A program of tests.
#[derive(Clone, Debug)]
pub struct TestProgram {
    /// Folder of its crate; its tests run there.
    pub folder: PathBuf,
    /// `lib`, or the name of a file or folder in `tests/`.
    pub target: String,
    path: PathBuf,
}

impl TestProgram {
    /// Crate and target, as in `sim it`.
    pub fn name(&self) -> String {
        let krate = self.folder.file_name().unwrap_or_default();
        format!("{} {}", krate.to_string_lossy(), self.target)
    }

    pub fn command(&self) -> Command {
        let mut command = Command::new(&self.path);
        command.current_dir(&self.folder);
        command
    }
}

/// Builds everything, and keeps the list of test programs for the steps that follow.
pub fn build() -> Result<(), Failure> {
    let words = [
        "test",
        "--quiet",
        "--workspace",
        "--no-run",
        "--message-format=json-render-diagnostics",
    ];
    let mut build = command(&cargo(), &words);
    let output = build
        .stdin(Stdio::null())
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| format!("cargo test --no-run: {error}"))?;
    if !output.status.success() {
        return Err(format!("the tests do not build ({})", output.status));
    }
    let messages = String::from_utf8_lossy(&output.stdout);
    let programs: Vec<String> = messages.lines().filter_map(announced).collect();
    let list = list();
    let written = fs::create_dir_all(list.with_file_name(""))
        .and_then(|()| fs::write(&list, programs.join("\n")));
    written.map_err(|error| format!("{}: {error}", list.display()))
}

/// The list's line for a message of cargo, if it announces a test program.
fn announced(message: &str) -> Option<String> {
    let artifact: Value = serde_json::from_str(message).ok()?;
    let (target, path) = (&artifact["target"], artifact["executable"].as_str()?);
    let folder = Path::new(artifact["manifest_path"].as_str()?).parent()?;
    let target = match target["kind"][0].as_str()? {
        "test" => target["name"].as_str()?,
        kind => kind,
    };
    let is_test = artifact["profile"]["test"] == true;
    is_test.then(|| format!("{}\t{target}\t{path}", folder.display()))
}

fn list() -> PathBuf {
    run::target().join("xtask/test-programs.tsv")
}

/// All test programs, built if they may be stale.
pub fn test_programs() -> Result<Vec<TestProgram>, Failure> {
    ensure_fresh()?;
    let list = list();
    let text = fs::read_to_string(&list).map_err(|error| format!("{}: {error}", list.display()))?;
    let programs = text.lines().map(|line| {
        let mut fields = line.split('\t');
        let mut field = || fields.next().ok_or(format!("{}: {line}", list.display()));
        Ok(TestProgram {
            folder: field()?.into(),
            target: field()?.into(),
            path: field()?.into(),
        })
    });
    programs.collect()
}

/// The test program of this name, as in `sim it`.
pub fn test_program(name: &str) -> Result<TestProgram, Failure> {
    let mut programs = test_programs()?.into_iter();
    let program = programs.find(|program| program.name() == name);
    program.ok_or_else(|| format!("the tests have no program '{name}'"))
}

/// Path of a program, or of `examples/NAME`, as built with the tests. `cargo build` would choose
/// other features of the dependencies, and compile them all again.
pub fn program(name: &str) -> Result<PathBuf, Failure> {
    ensure_fresh()?;
    Ok(run::target().join("debug").join(name))
}

/// Path of the `fourcorners` program that is built with the tests.
pub fn fourcorners() -> Result<PathBuf, Failure> {
    program("fourcorners")
}

fn ensure_fresh() -> Result<(), Failure> {
    match std::env::var_os(IS_FRESH) {
        Some(_) => Ok(()),
        None => build(),
    }
}
