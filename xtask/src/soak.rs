//! Long runs of the simulator's model test and of the drive files' fuzzing: cases are numbered,
//! and each sitting goes on where the record says that the last one ended. With `--kills`: runs
//! that are killed and go on, numbered likewise.

use crate::run::{self, Failure};
use std::io::Write as _;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

const RECORD: &str = "records/soak.tsv";
const HEAD: &str = "# unix_s\tsubject\tfrom_case\tto_case\toperations\tseconds\n";
/// A sitting is recorded at least so often: what is interrupted loses no more.
const PART_S: u64 = 300;

/// Runs that are killed and go on: as many kills as are asked for.
const KILLS: &str = "kills";

/// A test that reads where to begin and how long to go on from its environment.
struct Subject {
    name: &'static str,
    /// Where the test is, and its name.
    test: &'static [&'static str],
}

const SUBJECTS: &[Subject] = &[
    Subject {
        name: "mapping",
        test: &[
            "--lib",
            "is_the_map_right_under_every_combination_of_mechanisms",
        ],
    },
    Subject {
        name: "drive-files",
        test: &[
            "--test",
            "drive_file_fuzz",
            "does_any_drive_file_end_in_a_drive_or_a_sentence",
        ],
    },
];

/// Goes on for so many minutes in all, and keeps the record.
pub fn soak(options: &[&str]) -> Result<(), Failure> {
    let minutes: u64 = match options {
        [] => 10,
        ["--minutes", minutes] => minutes
            .parse()
            .map_err(|error| format!("--minutes: {error}"))?,
        ["--kills", kills] => return self::kills(kills),
        _ => return Err("usage: cargo xtask soak [--minutes N | --kills N]".into()),
    };
    // The mapping has more to find: it gets nine tenths of the time.
    let seconds = minutes * 60;
    for (subject, share) in SUBJECTS.iter().zip([9, 1]) {
        let mut left = seconds * share / 10;
        while left > 0 {
            let part = left.min(PART_S);
            left -= part;
            let from = next_case(subject.name)?;
            let line = run_for(subject, from, part)?;
            keep(&line)?;
            print!("{line}");
        }
    }
    println!("{} operations in all", total()?);
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
        "killed",
        "--",
        "--nocapture",
    ];
    let mut command = run::command(&run::cargo(), &words);
    command
        .env("FOURCORNERS_KILLS", kills)
        .env("FOURCORNERS_KILLS_FROM", next_case(KILLS)?.to_string());
    let begin = Instant::now();
    let printed = run::output(command)?;
    let line = account(KILLS, &printed, begin.elapsed().as_secs())?;
    keep(&line)?;
    print!("{line}");
    Ok(())
}

/// A minute of it, without a record: what every test run does.
pub fn minute() -> Result<(), Failure> {
    for (subject, seconds) in SUBJECTS.iter().zip([50, 10]) {
        print!("{}", run_for(subject, next_case(subject.name)?, seconds)?);
    }
    Ok(())
}

fn run_for(subject: &Subject, from: u64, seconds: u64) -> Result<String, Failure> {
    let mut words = vec![
        "test",
        "--quiet",
        "--release",
        "--package",
        "fourcorners-sim",
    ];
    let (name, place) = subject
        .test
        .split_last()
        .ok_or("a subject without a test")?;
    words.extend(place);
    words.extend([*name, "--", "--nocapture"]);
    let mut command = run::command(&run::cargo(), &words);
    command
        .env("FOURCORNERS_SOAK_FROM", from.to_string())
        .env("FOURCORNERS_SOAK_SECONDS", seconds.to_string());
    let printed = run::output(command)?;
    account(subject.name, &printed, seconds)
}

/// The record's line of what a test printed.
fn account(subject: &str, printed: &str, seconds: u64) -> Result<String, Failure> {
    // `soak: cases A to B, N operations`
    let numbers: Vec<&str> = printed
        .lines()
        .find_map(|line| line.split_once("soak: cases "))
        .map(|(_, rest)| {
            rest.split(|c: char| !c.is_ascii_digit())
                .filter(|word| !word.is_empty())
                .collect()
        })
        .unwrap_or_default();
    let [from, to, operations] = numbers.as_slice() else {
        return Err(format!("the soak test printed no account:\n{printed}"));
    };
    let now = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |since| since.as_secs());
    Ok(format!(
        "{now}\t{}\t{from}\t{to}\t{operations}\t{seconds}\n",
        subject
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
            if fields.len() == 6 {
                Ok(fields)
            } else {
                Err(format!("{RECORD}: not six fields: {line}"))
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

fn total() -> Result<u64, Failure> {
    let text = record();
    let lines = lines(&text)?;
    let simulated = lines.iter().filter(|line| line[1] != KILLS);
    simulated.map(|line| number(line[4])).sum()
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
