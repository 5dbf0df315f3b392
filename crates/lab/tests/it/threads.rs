//! Several threads carry out a run's parts: is the folder that of one thread?

use crate::drives;

use fourcorners_bench::record::Run;
use fourcorners_bench::{Observer, Options, Silent, digest};
use fourcorners_lab::{ReviewOptions, RunStatus, Target, Watcher, resolve, review};
use std::path::Path;

struct Nobody;

impl Watcher for Nobody {
    fn observer(&self, _: &str, _: u32) -> Box<dyn Observer + '_> {
        Box::new(Silent)
    }
    fn say(&self, _: &str) {}
    fn stop_requested(&self) -> bool {
        false
    }
}

/// The runs' digests, in the order asked for; and the drives' names in it.
fn reviewed(targets: &[Target], threads: usize, log_ios: bool) -> (Vec<String>, Vec<String>) {
    let out = tempfile::tempdir().expect("a folder");
    let options = ReviewOptions {
        threads,
        log_ios,
        tests: Options {
            duration_s: Some(2),
            ..Options::default()
        },
        ..ReviewOptions::of_simulated("four-corners", out.path())
    };
    let outcome = review(
        targets,
        &options,
        &Nobody,
        &fourcorners_report::NothingPrinted,
    )
    .expect("a review");
    let digests = outcome.runs.iter().map(|run| {
        assert_eq!(run.status, RunStatus::Finished, "{}", run.drive);
        let folder = Path::new(run.folder.as_ref().expect("a folder"));
        let read = Run::open(folder).expect("a run");
        assert!(read.damage.is_empty() && read.is_over());
        digest(folder).expect("a digest")
    });
    let digests = digests.collect();
    let names = outcome.runs.into_iter().map(|run| run.drive);
    (digests, names.collect())
}

#[test]
fn threads_do_not_change_a_digest() {
    let tiny = drives::small_drive_text();
    let larger = drives::with(&tiny, "user_bytes", "11534336");
    let texts = [
        tiny.clone(),
        larger,
        tiny + drives::WEAR_AND_POWER,
        drives::small_hard_disk_text(),
    ];
    let desks: Vec<_> = texts.iter().map(|_| tempfile::tempdir()).collect();
    let targets: Vec<Target> = texts
        .iter()
        .zip(&desks)
        .map(|(text, desk)| {
            let file = drives::put(desk.as_ref().expect("a folder").path(), text);
            resolve(&file.display().to_string(), false).expect("a drive")
        })
        .collect();
    let (wanted, names) = reviewed(&targets, 1, false);
    for threads in [2, 3, 9] {
        let several = reviewed(&targets, threads, false);
        assert_eq!(
            several,
            (wanted.clone(), names.clone()),
            "{threads} threads"
        );
        // One drive alone, with all threads for it.
        for (number, target) in targets.iter().enumerate() {
            let (alone, _) = reviewed(std::slice::from_ref(target), threads, false);
            assert_eq!(alone[0], wanted[number], "{} of {threads}", names[number]);
        }
    }
    // A record of every I/O has them in order.
    let logged = reviewed(&targets[..1], 1, true);
    assert_eq!(reviewed(&targets[..1], 3, true), logged);
}
