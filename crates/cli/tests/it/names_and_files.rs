//! Names that are not there, and drive files that cannot be.

use crate::program;

use program::{Desk, Ended, LIKE, ended, fourcorners, small_drive_text, with};
use std::os::unix::fs::symlink;
use std::process::Command;

#[test]
fn does_an_unknown_drive_name_the_nearest() {
    fourcorners(&["review", "crucial-m4-265"]).misused(&[
        "no drive is called 'crucial-m4-265'",
        "crucial-m4-256",
        "list drives",
    ]);
    fourcorners(&["run", "hd-tach", "samsung-840"]).misused(&["samsung-840-pro-256"]);
}

#[test]
fn does_an_unknown_suite_name_the_nearest() {
    let desk = Desk::new();
    desk.run(&["review", &desk.drive(), "--suite", "quikc"])
        .misused(&["'quikc'", "quick"]);
    assert!(!desk.at("runs").exists(), "nothing is begun");
}

#[test]
fn does_an_unknown_suite_make_no_file() {
    let desk = Desk::new();
    let scratch = desk.text("scratch.img");
    desk.run(&["review", &scratch, "--size", "8MiB", "--suite", "quikc"])
        .misused(&["'quikc'", "quick"]);
    assert!(!desk.at("scratch.img").exists());
}

#[test]
fn does_an_unknown_test_name_the_nearest() {
    let desk = Desk::new();
    desk.run(&["run", "hd-tech", &desk.drive()]).misused(&[
        "'hd-tech'",
        "hd-tach",
        "list suites",
        "list tests",
    ]);
}

#[test]
fn does_show_name_the_nearest_of_all_kinds() {
    fourcorners(&["show", "consistancy"]).misused(&["'consistancy'", "consistency"]);
    fourcorners(&["show", "quik"]).misused(&["'quik'", "quick"]);
    fourcorners(&["show", "plextor-m5"]).misused(&["plextor-m5-pro-xtreme-256"]);
}

#[test]
fn does_a_broken_drive_file_name_file_line_column_and_what_was_expected() {
    let desk = Desk::new();
    // Line 3 of the drive file is its name.
    let broken = small_drive_text().replace("model = \"Tiny 12MB\"", "model = Tiny");
    let file = desk.write("broken.toml", &broken);
    for arguments in [vec!["review", &file], vec!["show", &file]] {
        fourcorners(&arguments).refused(&[&file, "line 3", "column 9", "model = Tiny", "expected"]);
    }
    let file = desk.write("type.toml", &with(&small_drive_text(), "dies", "\"four\""));
    fourcorners(&["show", &file]).refused(&[&file, "line 12", "column", "expected u32"]);
}

#[test]
fn is_an_unknown_field_named_with_what_is_allowed() {
    let desk = Desk::new();
    let text = small_drive_text().replace("pacing = ", "paicng = ");
    let file = desk.write("field.toml", &text);
    fourcorners(&["show", &file]).refused(&[
        &file,
        "line ",
        "column 1",
        "unknown field `paicng`",
        "expected one of",
        "`pacing`",
    ]);
    let text = small_drive_text().replace("\"balanced\"", "\"balancd\"");
    let file = desk.write("variant.toml", &text);
    fourcorners(&["show", &file]).refused(&["balancd", "`foreground`", "`balanced`"]);
}

/// Files that users wrote for an earlier version have the keys of before.
#[test]
fn key_of_before_is_refused_with_its_new_name() {
    let desk = Desk::new();
    let text = small_drive_text().replace("low_watermark = ", "start_free = ");
    let line = 1 + text
        .lines()
        .position(|line| line.starts_with("start_free"))
        .expect("start_free");
    let file = desk.write("former.toml", &text);
    for verb in ["show", "review"] {
        fourcorners(&[verb, &file]).refused(&[
            &format!("{file}:{line}: gc.start_free is now gc.low_watermark\n"),
            "hint: rename it",
        ]);
    }
}

#[test]
fn is_an_impossible_value_refused_with_line_and_allowed_range() {
    let desk = Desk::new();
    let text = with(&small_drive_text(), "dies", "0");
    let line = 1 + text
        .lines()
        .position(|line| line.starts_with("dies"))
        .expect("dies");
    let file = desk.write("value.toml", &text);
    fourcorners(&["review", &file]).refused(&[&format!("{file}:{line}: dies is 0"), "1 to 4096"]);
    let file = desk.write(
        "full.toml",
        &with(&small_drive_text(), "user_bytes", "16777216"),
    );
    fourcorners(&["review", &file]).refused(&["do not fit", "16777216"]);
}

#[test]
fn is_a_broken_nand_file_named_by_its_own_path() {
    let desk = Desk::new();
    let broken = desk.write("nand/tiny.toml", "part = 3\n");
    fourcorners(&["show", &desk.drive()]).refused(&[&broken, "line 1, column 8", "a string"]);
}

#[test]
fn is_a_place_for_the_runs_that_is_no_folder_refused() {
    let desk = Desk::new();
    let file = desk.write("file", "kept");
    let scratch = desk.text("scratch.img");
    for drive in [
        vec![desk.drive()],
        vec![scratch.clone(), "--size".into(), "8MiB".into()],
    ] {
        let drive: Vec<&str> = drive.iter().map(String::as_str).collect();
        let ended = fourcorners(&[&["review"], &drive[..], &["--out", &file]].concat());
        ended.refused(&[&file, "not a folder", "--out"]);
    }
    assert!(!desk.at("scratch.img").exists());
    assert_eq!(std::fs::read_to_string(file).expect("the file"), "kept");
}

#[test]
fn is_a_folder_without_runs_said() {
    let desk = Desk::new();
    let out = desk.folder.path().display().to_string();
    let ended = fourcorners(&["list", "runs", "--out", &out, "--json"]);
    assert_eq!(ended.done().json(), serde_json::json!([]));
    assert!(ended.stderr.contains("no runs"), "{}", ended.stderr);
    fourcorners(&["list", "runs", "--out", &desk.text("absent")]).refused(&["absent", "--out"]);
}

#[test]
fn is_a_nand_part_without_a_file_named() {
    let desk = Desk::new();
    let file = desk.write("part.toml", &with(LIKE, "part", "\"no-such-part\""));
    fourcorners(&["review", &file]).refused(&[&file, "no-such-part"]);
}

#[test]
fn is_a_drive_file_that_is_not_there_said() {
    fourcorners(&["review", "no/such.toml"]).refused(&["no/such.toml", "is missing"]);
    fourcorners(&["show", "no/such.toml"]).refused(&["no/such.toml"]);
}

#[test]
fn are_impossible_options_refused_with_what_is_allowed() {
    for (arguments, words) in [
        (
            ["review", "x", "--duration", "5 parsecs"],
            ["--duration", "90s"],
        ),
        (["review", "x", "--duration", "0s"], ["--duration", "1s"]),
        (["review", "x", "--spare", "95%"], ["--spare", "1% to 90%"]),
        (["review", "x", "--repeat", "0"], ["--repeat", "1..=1000"]),
        (["review", "x", "--size", "4 bananas"], ["--size", "8GiB"]),
        (["list", "drive", "--out", "y"], ["similar", "'drives'"]),
        (
            ["list", "x", "--out", "y"],
            [
                "drives, suites, articles, tests, traces, sweeps, runs",
                "'x'",
            ],
        ),
    ] {
        let ended = fourcorners(&arguments);
        assert_eq!(ended.code, 2, "{}", ended.stderr);
        assert_eq!(ended.stdout, "");
        for word in words {
            assert!(ended.stderr.contains(word), "'{word}': {}", ended.stderr);
        }
    }
}

#[test]
fn is_a_review_without_anything_helped() {
    let ended = fourcorners(&[]);
    assert_eq!(ended.code, 2);
    assert!(
        ended.stderr.contains("Usage:") && ended.stderr.contains("review"),
        "{}",
        ended.stderr
    );
}

/// With so little memory and time that a file without end ends the test, not the host.
fn bounded(arguments: &[&str]) -> Ended {
    let mut command = Command::new("sh");
    command.args(["-c", "ulimit -v 4000000; exec timeout 60 \"$0\" \"$@\""]);
    command.arg(env!("CARGO_BIN_EXE_fourcorners"));
    ended(
        command
            .args(arguments)
            .output()
            .expect("the program starts"),
    )
}

/// The story: a drive file that was a link to /dev/zero grew to 14 GB, one of 1 GB of comments was
/// read whole, and a pipe was waited for.
#[test]
fn definition_is_a_regular_file_of_up_to_1_mib() {
    let desk = Desk::new();
    symlink("/dev/zero", desk.at("zero.toml")).expect("a link");
    let made = Command::new("mkfifo").arg(desk.at("pipe.toml")).status();
    assert!(made.expect("mkfifo").success());
    let long = small_drive_text() + &"# comment\n".repeat(200_000);
    let irregular = "is not a regular file";
    for (file, why) in [
        (desk.text("zero.toml"), irregular),
        (desk.text("pipe.toml"), irregular),
        (
            desk.write("long.toml", &long),
            "larger than the limit of 1MiB",
        ),
    ] {
        for arguments in [
            &["run", "random-read-4k-qd3", &file][..],
            &["show", &file],
            &["trace", "synth", &file, "out.fct"],
            &["check", "--published", &file],
            &["check", "--drive", &file],
            &["fit", &file],
        ] {
            let refusal = bounded(arguments);
            assert!(refusal.code == 1, "{arguments:?}: {}", refusal.stderr);
            refusal.refused(&[&file, why]);
        }
    }
}

/// The story: the same of the files that a drive file names, and of fio's.
#[test]
fn file_that_a_definition_names_is_bounded_too() {
    let desk = Desk::new();
    let out = desk.text("zero.fio");
    for name in ["zero.toml", "zero.fio"] {
        symlink("/dev/zero", desk.at(name)).expect("a link");
    }
    bounded(&["run", &out, &desk.drive()]).refused(&[&out, "is not a regular file"]);
    let zero = desk.text("zero.toml");
    let with_part = small_drive_text().replace("part = \"tiny\"", "part = \"zero\"");
    assert!(with_part.contains("\"zero\""), "{with_part}");
    let drive = desk.write("part.toml", &with_part);
    bounded(&["show", &drive]).refused(&[&zero, "is not a regular file"]);
    let drive = desk.write(
        "like.toml",
        "like = \"zero\"\nname = \"a\"\nmodel = \"A\"\n",
    );
    bounded(&["show", &drive]).refused(&[&zero, "is not a regular file"]);
}

#[test]
fn definition_may_be_a_link_to_a_regular_file() {
    let desk = Desk::new();
    symlink(desk.drive(), desk.at("link.toml")).expect("a link");
    fourcorners(&["show", &desk.text("link.toml")]).done();
}

/// The story: what clap did not find wrong itself ended with code 1, as a drive does that fails,
/// and README says 2.
#[test]
fn wrong_command_line_ends_with_code_2() {
    let desk = Desk::new();
    let drive = desk.drive();
    let test = ["run", "consistency", drive.as_str()];
    for (arguments, word) in [
        (
            [&test[..], &["--junit", "-", "--markdown", "-"]].concat(),
            "stdout",
        ),
        ([&test[..], &["--junit", "-", "--json"]].concat(), "stdout"),
        (
            [&test[..], &["--markdown", "-", "--json"]].concat(),
            "stdout",
        ),
        (
            [&test[..], &["--junit", "a", "--markdown", "a"]].concat(),
            "same file",
        ),
        ([&test[..], &["--port", "sata-4"]].concat(), "sata-4"),
        ([&test[..], &["--state", "shiny"]].concat(), "shiny"),
        (vec!["run", "random-raed", drive.as_str()], "random-raed"),
        (vec!["run", "hd-tach", "no-such-drive"], "no-such-drive"),
        (vec!["review", "no-such-drive"], "no-such-drive"),
        (vec!["review", drive.as_str(), "--suite", "quikc"], "quikc"),
        (vec!["doctor", "no-such-drive"], "no-such-drive"),
        (vec!["show", "no-such-drive"], "no-such-drive"),
    ] {
        let ended = fourcorners(&arguments);
        assert_eq!(ended.code, 2, "{arguments:?}: {}", ended.stderr);
        assert!(
            ended.stderr.contains(word),
            "{arguments:?}: {}",
            ended.stderr
        );
    }
    // A device that is not there is no mistake of the command line.
    fourcorners(&["run", "hd-tach", "/dev/no-such"]).refused(&["/dev/no-such", "does not exist"]);
}

/// The story: a new user typed the name that `lsblk` prints, and was told to look into the
/// catalogue.
#[test]
fn is_a_device_without_its_folder_suggested_with_it() {
    let desk = Desk::new();
    let ended = desk.run(&["review", "null"]);
    assert_eq!(ended.code, 2, "{}", ended.stderr);
    assert!(
        ended.stderr.contains("did you mean /dev/null?"),
        "{}",
        ended.stderr
    );
}
