//! Folders of runs as somebody else may have left them: does reading one ever wait, go elsewhere,
//! or say too much?

use crate::bed;

use bed::{NotingDrive, carry_out, lasting};
use fourcorners_bench::record::{Damage, FigureOf, Harm, Run};
use fourcorners_bench::{FolderError, KeptRun, Silent, is_being_written};
use fourcorners_block::{Bytes, DriveKind};
use std::fs;
use std::io::Write as _;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;

fn small() -> NotingDrive {
    NotingDrive::new(DriveKind::Simulated, Bytes::gib(8))
}

fn refused(path: &Path, words: &[&str]) {
    let Err(FolderError::Refused {
        path: named,
        reason,
    }) = Run::open(path)
    else {
        panic!("{words:?} was read")
    };
    let whole = format!("{}: {reason}", named.display());
    for word in words {
        assert!(whole.contains(word), "{word}: {whole}");
    }
    assert!(KeptRun::open(path).is_err(), "nor taken up again");
}

/// The story: `mkfifo RUN/samples.jsonl`, and `compare` and `show` waited for ever; a link showed
/// lines of another file.
#[test]
fn does_a_pipe_a_link_or_an_endless_file_among_a_runs_files_end_in_a_sentence() {
    let (_, _, folder) = carry_out("hd-tach", &mut small(), &lasting(1), 1, &mut Silent);
    let path = &folder.path;
    for name in [
        "run.json",
        "results.jsonl",
        "samples.jsonl",
        "positions.jsonl",
        "histograms.jsonl",
        "health.json",
    ] {
        let (file, aside) = (path.join(name), path.join("aside"));
        let there = fs::rename(&file, &aside).is_ok();
        let made = Command::new("mkfifo").arg(&file).status();
        assert!(made.expect("mkfifo").success());
        refused(path, &[name, "is not a regular file"]);
        assert!(!is_being_written(path));
        fs::remove_file(&file).expect("removed");
        for target in ["aside", "/dev/zero"] {
            symlink(target, &file).expect("a link");
            refused(path, &[name, "is a symbolic link, which is not followed"]);
            fs::remove_file(&file).expect("removed");
        }
        let long = fs::File::create(&file).expect("a file");
        long.set_len(1 << 40).expect("a hole");
        refused(path, &[name, "is larger than the limit of "]);
        fs::remove_file(&file).expect("removed");
        if there {
            fs::rename(&aside, &file).expect("put back");
        }
        Run::open(path).expect("readable again");
    }
    symlink("/", path.join("interrupted")).expect("a link");
    refused(path, &["interrupted", "is a symbolic link"]);
}

/// The story: 100,000 lines `{}` behind `samples.jsonl`, and as many lines on the terminal and in a
/// page of 30 MB.
#[test]
fn are_many_broken_lines_told_in_few_sentences() {
    let (_, whole, folder) = carry_out("hd-tach", &mut small(), &lasting(1), 1, &mut Silent);
    let path = folder.path.join("samples.jsonl");
    let mut file = fs::File::options()
        .append(true)
        .open(&path)
        .expect("samples");
    file.write_all("{}\n".repeat(100_000).as_bytes())
        .expect("written");
    let long = format!("{{\"test\": 1, \"{}\": 0}}\n", "x".repeat(1 << 20));
    let mut results = fs::File::options()
        .append(true)
        .open(folder.path.join("results.jsonl"))
        .expect("results");
    results.write_all(long.as_bytes()).expect("written");
    let run = Run::open(&folder.path).expect("readable all the same");
    assert_eq!(run.samples, whole.samples);
    assert!(run.damage.len() < 10, "{}", run.damage.len());
    let last = Damage {
        file: "samples.jsonl".into(),
        what: Harm::MoreLines(99_995),
    };
    assert!(run.damage.contains(&last), "{:?}", run.damage);
    let is_short = |one: &Damage| format!("{one:?}").len() < 1000;
    assert!(run.damage.iter().all(is_short));
}

/// The story: one speed of 1e308 MB/s in `results.jsonl` set the scale of the chart for every drive
/// of a comparison, and one of -5 MB/s drew a bar to the left.
#[test]
fn are_figures_that_no_drive_can_have_left_out_and_named() {
    let (_, whole, folder) = carry_out("hd-tach", &mut small(), &lasting(1), 1, &mut Silent);
    let path = folder.path.join("results.jsonl");
    let kept = fs::read_to_string(&path).expect("results");
    for speed in [1e308, -5.0] {
        let mut run = whole.clone();
        let first = &mut run.entries[0];
        let title = first.title();
        let measured = first.measured.as_mut().expect("measured");
        measured.throughput_mb_per_s = speed;
        let line = serde_json::to_string(first).expect("a line");
        let rest: String = kept.split_inclusive('\n').skip(1).collect();
        fs::write(&path, format!("{line}\n{rest}")).expect("written");
        let found = Run::open(&folder.path).expect("readable all the same");
        assert_eq!(found.entries, whole.entries[1..]);
        let named = |one: &&Damage| match &one.what {
            Harm::Impossible(figure) => figure.of == FigureOf::Phase(title.clone()),
            _ => false,
        };
        assert_eq!(
            found.damage.iter().filter(named).count(),
            1,
            "{:?}",
            found.damage
        );
    }
    fs::write(&path, kept).expect("put back");
    let samples = folder.path.join("samples.jsonl");
    let mut lines = fs::read_to_string(&samples).expect("samples");
    let mut absurd = whole.samples[0].clone();
    for _ in 0..20 {
        (absurd.second, absurd.ios) = (u32::MAX, u64::MAX);
        lines.push_str(&serde_json::to_string(&absurd).expect("a line"));
        lines.push('\n');
    }
    fs::write(&samples, lines).expect("written");
    let found = Run::open(&folder.path).expect("readable all the same");
    assert_eq!(found.samples, whole.samples);
    assert_eq!(found.entries, whole.entries);
    assert_eq!(found.damage.len(), 6, "{:?}", found.damage);
}
