//! Drives that are replaced under their names while the program is at work: the newcomer is never
//! written.

use crate::program;

use program::{Desk, Ended, ended, fourcorners, started};
use std::fs;
use std::io::Read as _;
use std::os::unix::fs::symlink;
use std::path::Path;

const BYTES: usize = 8 << 20;
const TEST: &str = "sequential-write-128k";

/// A file that something would be missed of.
fn file(desk: &Desk, name: &str, byte: u8) -> String {
    fs::write(desk.at(name), vec![byte; BYTES]).expect("a file");
    desk.text(name)
}

fn is_untouched(desk: &Desk, victim: &str) -> bool {
    let bytes = fs::read(desk.at(victim)).expect("the victim");
    bytes.len() == BYTES && bytes.iter().all(|byte| *byte == 9)
}

/// Runs it, and does something as soon as the first drive is about to be measured.
fn replacing(desk: &Desk, arguments: &[&str], replace: impl FnOnce()) -> Ended {
    let out = desk.text("runs");
    let common = ["--duration", "1s", "--out", &out];
    let is_begun = |said: &str| said.contains("This overwrites");
    let (running, mut messages, mut said) = started(&[arguments, &common].concat(), is_begun);
    replace();
    messages.read_to_string(&mut said).expect("the rest");
    let mut output = running.wait_with_output().expect("its end");
    output.stderr = said.into_bytes();
    ended(output)
}

/// Ended with an error that names this drive, after a first drive or run that is finished.
fn is_refused(ended: &Ended, drive: &str) {
    assert_eq!(ended.code, 1, "{}", ended.stderr);
    let words = format!("{drive} is no longer the drive that was checked: ");
    assert!(ended.stderr.contains(&words), "{}", ended.stderr);
}

/// The story: everything was checked at the start and closed again. When the second drive's turn
/// came, it was opened by its path, and what had that path by then was overwritten.
fn replaced_while_another_is_tested(replace: impl FnOnce(&Desk)) {
    let desk = Desk::new();
    let (one, two) = (file(&desk, "one.img", 7), file(&desk, "two.img", 7));
    file(&desk, "victim.img", 9);
    let link = desk.text("link.img");
    symlink(&two, &link).expect("a link");
    let review = ["review", "--test", TEST, &one, &link];
    let destroy = ["--destroy", &one, "--destroy", &link];
    let ended = replacing(&desk, &[&review[..], &destroy].concat(), || replace(&desk));
    is_refused(&ended, &link);
    assert!(is_untouched(&desk, "victim.img"));
    let results = fs::read_to_string(desk.runs()[0].join("results.jsonl"));
    let results = results.expect("of the first drive");
    assert!(results.contains(r#""status":"finished""#), "{results}");
}

#[test]
fn file_that_replaces_the_second_drive_is_not_written() {
    replaced_while_another_is_tested(|desk| {
        let new = desk.at("new.img");
        fs::hard_link(desk.at("victim.img"), &new).expect("a hard link");
        fs::rename(new, desk.at("two.img")).expect("renamed");
    });
}

#[test]
fn link_to_the_second_drive_that_leads_elsewhere_is_not_followed() {
    replaced_while_another_is_tested(|desk| {
        fs::remove_file(desk.at("link.img")).expect("removed");
        symlink(desk.at("victim.img"), desk.at("link.img")).expect("a link");
    });
}

#[test]
fn file_that_replaces_a_drive_between_repetitions_is_not_written() {
    let desk = Desk::new();
    let drive = file(&desk, "drive.img", 7);
    file(&desk, "victim.img", 9);
    let run = ["run", TEST, &drive, "--destroy", &drive, "--repeat", "2"];
    let ended = replacing(&desk, &run, || {
        fs::remove_file(&drive).expect("removed");
        fs::hard_link(desk.at("victim.img"), &drive).expect("a hard link");
    });
    is_refused(&ended, &drive);
    assert!(is_untouched(&desk, "victim.img"));
}

/// The story: `--size` with `--repeat` took whatever had the new file's path in the second
/// repetition for the file that the first one had created.
fn replaced_after_it_was_created(replace: impl FnOnce(&Path, &Path)) {
    let desk = Desk::new();
    let new = desk.text("new.img");
    file(&desk, "victim.img", 9);
    let run = ["run", TEST, &new, "--size", "8MiB", "--repeat", "2"];
    let ended = replacing(&desk, &run, || {
        fs::remove_file(&new).expect("removed");
        replace(&desk.at("victim.img"), Path::new(&new));
    });
    is_refused(&ended, &new);
    assert!(is_untouched(&desk, "victim.img"));
}

#[test]
fn link_in_place_of_a_created_file_is_not_followed() {
    replaced_after_it_was_created(|victim, new| symlink(victim, new).expect("a link"));
}

#[test]
fn hard_link_in_place_of_a_created_file_is_not_written() {
    replaced_after_it_was_created(|victim, new| fs::hard_link(victim, new).expect("a link"));
}

/// A file of the same name and size is another drive to resume on, too.
#[test]
fn file_that_replaced_the_drive_of_a_run_is_not_resumed_on() {
    let desk = Desk::new();
    let drive = file(&desk, "drive.img", 7);
    desk.run(&["run", TEST, &drive, "--destroy", &drive]).done();
    let run = &desk.runs()[0];
    fs::write(run.join("results.jsonl"), "").expect("as if it was killed");
    let victim = file(&desk, "victim.img", 9);
    fs::rename(&victim, &drive).expect("renamed");
    let run = run.display().to_string();
    fourcorners(&["review", "--resume", &run, "--destroy", &drive]).refused(&[
        "cannot be resumed: the drive was inode ",
        " and is now inode ",
    ]);
    assert!(is_untouched(&desk, "drive.img"));
}

/// The story: another program truncated the file while it was tested. The run ended with code 0,
/// and its figures were of holes.
#[test]
fn file_that_is_truncated_while_it_is_tested_ends_the_run() {
    let desk = Desk::new();
    let drive = file(&desk, "drive.img", 7);
    let run = ["run", TEST, &drive, "--destroy", &drive];
    let ended = replacing(&desk, &run, || {
        let file = fs::File::options().write(true).open(&drive);
        file.and_then(|file| file.set_len(1 << 20))
            .expect("truncated");
    });
    assert_eq!(ended.code, 1, "{}", ended.stderr);
    let words = "was resized while it was in use";
    assert!(ended.stderr.contains(words), "{}", ended.stderr);
}
