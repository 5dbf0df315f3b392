//! The test programs of all crates, several at a time: while those of one crate wait for drives,
//! those of another compute.

use crate::job::Job;
use crate::run::{Failure, show};
use crate::tests_build::{self, TestProgram};
use std::num::NonZero;
use std::time::Duration;

/// Programs that take longest, first: the others fill in.
const LONGEST: [&str; 4] = ["cli it", "real it", "sim it", "lab it"];

/// Runs the tests of every crate; prints time and processor time of each program.
pub fn run() -> Result<(), Failure> {
    let mut programs = tests_build::test_programs()?;
    let place = |program: &TestProgram| {
        let name = program.name();
        LONGEST.iter().position(|longest| *longest == name)
    };
    programs.sort_by_key(|program| place(program).unwrap_or(LONGEST.len()));
    let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
    let mut waiting = programs.into_iter();
    let mut running: Vec<Job> = Vec::new();
    let mut failed = 0;
    loop {
        while running.len() < cores
            && let Some(program) = waiting.next()
        {
            running.push(start(&program, cores)?);
        }
        let mut left = Vec::new();
        for mut job in running {
            match job.poll()? {
                None => left.push(job),
                Some(outcome) => failed += usize::from(!outcome.passed),
            }
        }
        running = left;
        if running.is_empty() && waiting.len() == 0 {
            break;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    match failed {
        0 => Ok(()),
        failed => Err(format!("{failed} test programs failed")),
    }
}

/// The tests of the program wait two thirds of their time, mostly for drives: twice as many threads
/// as cores.
fn start(program: &TestProgram, cores: usize) -> Result<Job, Failure> {
    let mut command = program.command();
    command
        .arg("--quiet")
        .env("RUST_TEST_THREADS", (2 * cores).to_string());
    Job::start(&format!("test {}", program.name()), command)
}

/// Compares every test with fio, by the job file that repeats it; every test run does four.
pub fn fio_in_full() -> Result<(), Failure> {
    let mut command = tests_build::test_program("cli it")?.command();
    command
        .args(["--quiet", "beside_fio::"])
        .env("FOURCORNERS_NIGHTLY", "1");
    show(command)
}
