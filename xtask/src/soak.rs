//! Long sittings of tests that are never through: cases are numbered, and each sitting goes on
//! where the record says that the last one ended. Their time is processor time, which other work on
//! the machine does not spend. With `--kills`: runs that are killed and go on, numbered likewise,
//! by the wall clock.

use crate::run::{self, Failure};
use crate::tests_build;
use std::io::Write as _;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

const RECORD: &str = "records/soak.tsv";
const HEAD: &str = "# unix_s\tsubject\tfrom_case\tto_case\toperations\tseconds\tclock\n";
/// A sitting is recorded at least so often: what is interrupted loses no more.
const PART_S: u64 = 300;

/// Runs that are killed and go on: as many kills as are asked for.
const KILLS: &str = "kills";

/// A test that reads where to begin and how long to go on from its environment.
struct Subject {
    name: &'static str,
    /// Program and whole name of the test.
    program: &'static str,
    test: &'static str,
    /// Of the time for all subjects.
    share: u64,
}

/// Processor time in every test run, of all subjects together, in seconds.
const SHORT_CPU_S: u64 = 8;
/// The same in nightly.
const NIGHTLY_CPU_S: u64 = 240;

/// The mapping has most to find.
const SUBJECTS: &[Subject] = &[
    Subject {
        name: "mapping",
        program: "sim lib",
        test: "ssd::model_test::soak::is_the_map_right_under_every_combination_of_mechanisms",
        share: 30,
    },
    Subject {
        name: "drive-files",
        program: "drive-file it",
        test: "drive_file_fuzz::does_any_drive_file_end_in_a_drive_or_a_sentence",
        share: 6,
    },
    Subject {
        name: "trace-text",
        program: "trace foreign",
        test: "text::does_any_text_end_in_records_or_a_sentence",
        share: 5,
    },
    Subject {
        name: "trace-own",
        program: "trace foreign",
        test: "own::does_any_file_of_our_own_form_end_in_records_or_a_sentence",
        share: 4,
    },
    Subject {
        name: "trace-blktrace",
        program: "trace foreign",
        test: "blktrace::does_any_recording_of_blktrace_end_in_records_or_a_sentence",
        share: 4,
    },
    Subject {
        name: "nbd",
        program: "serve it",
        test: "nbd::any_bytes::any_conversation_is_heard_alike",
        share: 2,
    },
    Subject {
        name: "fio-job",
        program: "fio foreign",
        test: "fio_job::does_any_job_file_end_in_a_test_or_in_sentences",
        share: 2,
    },
    Subject {
        name: "definitions",
        program: "accuracy foreign",
        test: "definitions::does_any_definition_end_in_a_value_or_in_sentences",
        share: 3,
    },
];

/// What is asked for.
struct Sitting {
    subjects: Vec<&'static Subject>,
    /// Processor time of all of them together.
    cpu_minutes: u64,
}

impl Sitting {
    fn of(options: &[&str]) -> Result<Self, Failure> {
        let mut sitting = Self {
            subjects: SUBJECTS.iter().collect(),
            cpu_minutes: 10,
        };
        for pair in options.chunks(2) {
            match pair {
                ["--cpu-minutes", minutes] => {
                    sitting.cpu_minutes = minutes
                        .parse()
                        .map_err(|error| format!("--cpu-minutes: {error}"))?;
                }
                ["--subject", name] => sitting.subjects = vec![subject(name)?],
                _ => {
                    let usage = "cargo xtask soak [--subject NAME] [--cpu-minutes N] | --kills N";
                    return Err(format!("usage: {usage}; subjects: {}", names()));
                }
            }
        }
        Ok(sitting)
    }
}

fn subject(name: &str) -> Result<&'static Subject, Failure> {
    let mut subjects = SUBJECTS.iter();
    let subject = subjects.find(|subject| subject.name == name);
    subject.ok_or_else(|| format!("there is no subject {name}; there are {}", names()))
}

fn names() -> String {
    let names: Vec<&str> = SUBJECTS.iter().map(|subject| subject.name).collect();
    names.join(", ")
}

/// Goes on for so many minutes in all, and keeps the record.
pub fn soak(options: &[&str]) -> Result<(), Failure> {
    if let ["--kills", kills] = options {
        return self::kills(kills);
    }
    let Sitting {
        subjects,
        cpu_minutes,
    } = Sitting::of(options)?;
    let shares: u64 = subjects.iter().map(|subject| subject.share).sum();
    for subject in subjects {
        let mut left = cpu_minutes * 60 * subject.share / shares;
        while left > 0 {
            let part = left.min(PART_S);
            left -= part;
            let line = run_for(subject, next_case(subject.name)?, part)?;
            keep(&line)?;
            print!("{line}");
        }
        let (cases, operations) = total(subject.name)?;
        println!(
            "{}: {cases} cases, {operations} operations in all",
            subject.name
        );
    }
    Ok(())
}

/// Kills runs of the program so many times, each at another instant; keeps the record.
fn kills(kills: &str) -> Result<(), Failure> {
    kills
        .parse::<u32>()
        .map_err(|error| format!("--kills: {error}"))?;
    let words = [
        "test",
        "--quiet",
        "--release",
        "--package",
        "fourcorners",
        "--test",
        "it",
        "--",
        "--nocapture",
        "killed::",
    ];
    let mut command = run::command(&run::cargo(), &words);
    command
        .env("FOURCORNERS_KILLS", kills)
        .env("FOURCORNERS_KILLS_FROM", next_case(KILLS)?.to_string());
    let begin = Instant::now();
    let printed = run::output(command)?;
    let line = account(KILLS, &printed, begin.elapsed())?;
    keep(&line)?;
    print!("{line}");
    Ok(())
}

/// A little of each subject, without a record: part of every test run.
pub fn short() -> Result<(), Failure> {
    each_for(SHORT_CPU_S)
}

/// More of each subject, without a record: part of nightly.
pub fn nightly() -> Result<(), Failure> {
    each_for(NIGHTLY_CPU_S)
}

fn each_for(cpu_s: u64) -> Result<(), Failure> {
    let shares: u64 = SUBJECTS.iter().map(|subject| subject.share).sum();
    for subject in SUBJECTS {
        let from = next_case(subject.name)?;
        let cpu_s = (cpu_s * subject.share / shares).max(1);
        print!("{}", run_for(subject, from, cpu_s)?);
    }
    Ok(())
}

/// Runs a subject by the tests' build, whose assertions and overflow checks are on.
fn run_for(subject: &Subject, from: u64, cpu_s: u64) -> Result<String, Failure> {
    let mut command = tests_build::test_program(subject.program)?.command();
    command.args(["--quiet", "--nocapture", "--exact", subject.test]);
    command
        .env("FOURCORNERS_SOAK_FROM", from.to_string())
        .env("FOURCORNERS_SOAK_CPU_S", cpu_s.to_string());
    let begin = Instant::now();
    let printed = run::output(command)?;
    account(subject.name, &printed, begin.elapsed())
}

/// The record's line of what a test printed: `soak: cases A to B, N operations`, and perhaps
/// `, S s of processor time`.
fn account(subject: &str, printed: &str, wall: Duration) -> Result<String, Failure> {
    let numbers: Vec<&str> = printed
        .lines()
        .find_map(|line| line.split_once("soak: cases "))
        .map(|(_, rest)| {
            rest.split(|c: char| !c.is_ascii_digit())
                .filter(|word| !word.is_empty())
                .collect()
        })
        .unwrap_or_default();
    let wall_s = wall.as_secs().to_string();
    let (from, to, operations, seconds, clock) = match numbers.as_slice() {
        [from, to, operations] => (from, to, operations, wall_s.as_str(), "wall"),
        [from, to, operations, cpu_s, ..] => (from, to, operations, *cpu_s, "cpu"),
        _ => return Err(format!("the soak test printed no account:\n{printed}")),
    };
    let now = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |since| since.as_secs());
    Ok(format!(
        "{now}\t{subject}\t{from}\t{to}\t{operations}\t{seconds}\t{clock}\n"
    ))
}

fn record() -> String {
    std::fs::read_to_string(run::root().join(RECORD)).unwrap_or_default()
}

/// The fields of the record's lines.
fn lines(text: &str) -> Result<Vec<Vec<&str>>, Failure> {
    text.lines()
        .filter(|line| !line.starts_with('#') && !line.is_empty())
        .map(|line| {
            let fields: Vec<&str> = line.split('\t').collect();
            if fields.len() == 7 {
                Ok(fields)
            } else {
                Err(format!("{RECORD}: not seven fields: {line}"))
            }
        })
        .collect()
}

fn number(field: &str) -> Result<u64, Failure> {
    field
        .parse()
        .map_err(|error| format!("{RECORD}: {field}: {error}"))
}

fn next_case(subject: &str) -> Result<u64, Failure> {
    let text = record();
    let mut next = 0;
    for line in lines(&text)?.iter().filter(|line| line[1] == subject) {
        next = next.max(number(line[3])?);
    }
    Ok(next)
}

/// Cases and operations of all sittings.
fn total(subject: &str) -> Result<(u64, u64), Failure> {
    let text = record();
    let (mut cases, mut operations) = (0, 0);
    for line in lines(&text)?.iter().filter(|line| line[1] == subject) {
        cases += number(line[3])? - number(line[2])?;
        operations += number(line[4])?;
    }
    Ok((cases, operations))
}

fn keep(line: &str) -> Result<(), Failure> {
    let path = run::root().join(RECORD);
    let fresh = !path.exists();
    let opened = std::fs::OpenOptions::new()
        .create(true)
        .append(true)
        .open(&path);
    let mut file = opened.map_err(|error| format!("{RECORD}: {error}"))?;
    let text = if fresh {
        format!("{HEAD}{line}")
    } else {
        line.into()
    };
    file.write_all(text.as_bytes())
        .map_err(|error| format!("{RECORD}: {error}"))
}
