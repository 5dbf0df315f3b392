//! Cases in virtual machines: what a test cannot do to its own host. `cargo xtask vm` runs it.
//!
//! A case is a file in one of the folders here, with its guests' scripts beside it, and an entry in
//! [`CASES`].

mod case;
mod drivers;
mod faults;
mod power;
mod refusals;
mod served;

use case::{Case, Failure, Outcome, Setting};
use fourcorners_testkit::vm::Image;
use std::collections::VecDeque;
use std::path::Path;
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// All cases, the longest first, so that lanes end together.
const CASES: &[Case] = &[
    drivers::suites_of_today::CASE,
    served::killed::CASE,
    power::cut::CASE,
    refusals::stacks::CASE,
    refusals::in_use::CASE,
    faults::hot_unplug::CASE,
    faults::bad_sectors::CASE,
    faults::full_disk::CASE,
    faults::scsi_debug::CASE,
    drivers::kernel_disks::CASE,
    power::two_drives::CASE,
    power::loss::CASE,
    power::loss_killed::CASE,
    drivers::polled::CASE,
    drivers::disks::CASE,
    drivers::nvme_format::CASE,
    drivers::nvme_identity::CASE,
    drivers::sata::CASE,
    drivers::large::CASE,
    drivers::browse::CASE,
    served::backend::CASE,
    served::in_guest::CASE,
    faults::dropped_writes::CASE,
    faults::hung::CASE,
    faults::hot_swap::CASE,
    refusals::signatures::CASE,
    refusals::thin_pool::CASE,
    refusals::mounted_partition::CASE,
    refusals::system_disk::CASE,
];

/// Guests that run at a time. Each has two processors, and mostly waits for one of them.
const LANES: usize = 2;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let result = match words.as_slice() {
        ["--binary", binary, "--folder", folder, names @ ..] => {
            chosen(names).and_then(|cases| run(cases, Path::new(binary), Path::new(folder)))
        }
        _ => Err("usage: vm --binary PATH --folder PATH --all | CASE...".into()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

fn chosen(names: &[&str]) -> Result<Vec<&'static Case>, Failure> {
    match names {
        ["--all"] => return Ok(CASES.iter().collect()),
        [] => return Err(format!("which cases?\n{}", list())),
        _ => {}
    }
    let find = |name: &&str| {
        let case = CASES.iter().find(|case| case.name == *name);
        case.ok_or_else(|| format!("unknown case {name}\n{}", list()))
    };
    names.iter().map(find).collect()
}

fn list() -> String {
    let line = |case: &Case| format!("  {:32} {}", case.name, case.proves);
    let lines: Vec<String> = CASES.iter().map(line).collect();
    format!("--all: all of these\n{}", lines.join("\n"))
}

/// Runs the cases, and prints a line for each and the log's path for each that failed.
fn run(cases: Vec<&'static Case>, binary: &Path, folder: &Path) -> Result<(), Failure> {
    let begin = Instant::now();
    // Libraries are looked for by absolute paths.
    let folder = std::fs::create_dir_all(folder).and_then(|()| folder.canonicalize());
    let folder = folder.map_err(|error| format!("the folder for virtual machines: {error}"))?;
    let image = Image::make(&folder.join("cache"), binary)?;
    let all = cases.len();
    let waiting = Mutex::new(VecDeque::from(cases));
    let failed = Mutex::new(0);
    println!("guests run with {:?}", image.accelerator());
    println!("{:32} {:8} {:>7}  proves", "case", "result", "seconds");
    let work = || {
        loop {
            let next = lock(&waiting).pop_front();
            let Some(case) = next else { break };
            let outcome = one(case, &image, &folder.join(case.name));
            let mut failed = lock(&failed);
            *failed += usize::from(outcome.result.is_err());
            print(case, &outcome);
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..LANES.min(all) {
            scope.spawn(work);
        }
    });
    let seconds = begin.elapsed().as_secs_f64();
    println!("{:32} {:8} {seconds:7.1}", "all, side by side", "");
    match *lock(&failed) {
        0 => Ok(()),
        failed => Err(format!("{failed} of {all} cases failed")),
    }
}

fn one(case: &Case, image: &Image, folder: &Path) -> Outcome {
    let begin = Instant::now();
    let console = folder.join("console.log");
    let result = Setting::new(image, folder).and_then(|setting| (case.run)(&setting));
    Outcome {
        result,
        seconds: begin.elapsed().as_secs_f64(),
        console,
    }
}

fn print(case: &Case, outcome: &Outcome) {
    let word = if outcome.result.is_ok() {
        "passed"
    } else {
        "FAILED"
    };
    let (name, seconds) = (case.name, outcome.seconds);
    println!("{name:32} {word:8} {seconds:7.1}  {}", case.proves);
    if let Err(message) = &outcome.result {
        for line in message.lines() {
            println!("    {line}");
        }
        println!("    console: {}", outcome.console.display());
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
