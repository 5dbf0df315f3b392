//! `cargo xtask vm`: what a test cannot do to its own host, done to virtual machines.
//!
//! A case is a file in `vm/`, with its guest's script beside it, and an entry in [`CASES`].

mod bad_sectors;
mod hot_unplug;
mod mounted_partition;
mod power_cut;
mod refusal;
mod system_disk;

use crate::install::install_missing;
use crate::qemu::{Drive, Guest, Image, Packages};
use crate::run::{self, Failure, scratch};
use std::path::PathBuf;
use std::time::Instant;

/// All cases.
const CASES: &[Case] = &[
    system_disk::CASE,
    mounted_partition::CASE,
    hot_unplug::CASE,
    power_cut::CASE,
    bad_sectors::CASE,
];

/// A scenario in one or more guests.
struct Case {
    name: &'static str,
    run: fn(&Setting) -> Result<(), Failure>,
}

/// What a case works with.
struct Setting<'a> {
    image: &'a Image,
    /// Its own, empty at first: disk images, and the console's log.
    folder: PathBuf,
}

impl Setting<'_> {
    /// Boots a guest; see [`Guest::boot`].
    fn boot(&self, script: &str, drives: &[Drive]) -> Result<Guest, Failure> {
        Guest::boot(self.image, script, drives, &self.console())
    }

    fn console(&self) -> PathBuf {
        self.folder.join("console.log")
    }

    fn packages(&self) -> &Packages {
        self.image.packages()
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }
}

/// Runs the cases of these names, or all; prints a line each. `--binary PATH` before the names:
/// with that build of fourcorners.
///
/// # Errors
/// One failed, or cannot be run here.
pub fn run(words: &[&str]) -> Result<(), Failure> {
    let (binary, names) = match words {
        ["--binary", path, names @ ..] => (Some(PathBuf::from(path)), names),
        names => (None, names),
    };
    let cases = chosen(names)?;
    install_missing(&[("qemu-system-x86_64", "qemu-system-x86")])?;
    let binary = binary.map_or_else(run::binary, Ok)?;
    let image = Image::make(&run::target().join("vm"), &binary)?;
    let mut failed = 0;
    println!("{:32} {:8} {:>7}", "case", "result", "seconds");
    for case in &cases {
        let begin = Instant::now();
        let setting = Setting {
            image: &image,
            folder: scratch(&format!("vm/{}", case.name))?,
        };
        let result = (case.run)(&setting);
        let seconds = begin.elapsed().as_secs_f64();
        let word = if result.is_ok() { "passed" } else { "FAILED" };
        println!("{:32} {word:8} {seconds:7.1}", case.name);
        if let Err(message) = result {
            failed += 1;
            for line in message.lines() {
                println!("    {line}");
            }
            println!("    console: {}", setting.console().display());
        }
    }
    if failed == 0 {
        Ok(())
    } else {
        Err(format!("{failed} of {} cases failed", cases.len()))
    }
}

fn chosen(names: &[&str]) -> Result<Vec<&'static Case>, Failure> {
    let all: Vec<&str> = CASES.iter().map(|case| case.name).collect();
    if let Some(unknown) = names.iter().find(|name| !all.contains(name)) {
        return Err(format!(
            "unknown case {unknown}\nhint: the cases are {}",
            all.join(", ")
        ));
    }
    let is_chosen = |case: &&Case| names.is_empty() || names.contains(&case.name);
    Ok(CASES.iter().filter(is_chosen).collect())
}

/// Everything that is wrong with the outcome of a case, not only the first.
#[derive(Default)]
struct Findings(Vec<Failure>);

impl Findings {
    fn note(&mut self, result: Result<(), Failure>) {
        self.0.extend(result.err());
    }

    fn into_result(self) -> Result<(), Failure> {
        if self.0.is_empty() {
            Ok(())
        } else {
            Err(self.0.join("\n"))
        }
    }
}
