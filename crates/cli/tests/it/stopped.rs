//! What is left, and said, of a run that was stopped: no figure that looks like a result, and
//! commands to be pasted.

use crate::program;

use program::{Desk, fourcorners, interrupt, small_drive_text, with};
use std::io::Read as _;

/// The story: it said `--destroy DEVICE`, and left out the files for CI; and what was stopped after
/// 5 s had its MB/s in a table, like any result.
#[test]
fn is_a_stopped_phase_no_result_and_its_command_one_to_be_pasted() {
    let desk = Desk::new();
    let (junit, markdown) = (desk.text("all results.xml"), desk.text("r.md"));
    let files = ["--junit", &junit, "--markdown", &markdown];
    let (running, mut messages, mut said) = desk.running_with(&files);
    interrupt(&running);
    messages.read_to_string(&mut said).expect("the rest");
    let output = running.wait_with_output().expect("its end");
    assert_eq!(output.status.code(), Some(130), "{said}");
    let run = desk.runs().remove(0).display().to_string();
    let wanted = format!(
        "resume with: fourcorners review --resume {run} --junit '{junit}' --markdown {markdown}"
    );
    assert!(said.contains(&wanted), "{wanted}: {said}");
    let shown = fourcorners(&["show", &run]);
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    let markdown = std::fs::read_to_string(&markdown).expect("written");
    for text in [&printed, &shown.stdout, &markdown] {
        assert!(text.contains("interrupted"), "{text}");
        assert!(!text.contains("IOPS"), "{text}");
    }
}

/// The story: a device was refused, and `r.xml` still held the passes of the drive before it.
#[test]
fn is_an_earlier_pass_gone_where_a_run_is_refused() {
    let desk = Desk::new();
    let pass = "<testsuites><testsuite name=\"the drive before\"/></testsuites>";
    let (junit, markdown) = (desk.write("r.xml", pass), desk.write("r.md", "* passed"));
    let files = ["--junit", &junit, "--markdown", &markdown];
    let nowhere = desk.text("nowhere.img");
    let refused = desk.run(&[&["run", "consistency", &nowhere][..], &files].concat());
    refused.refused(&["does not exist"]);
    let read = |path: &str| std::fs::read_to_string(path).expect("the file");
    let xml = read(&junit);
    assert!(
        xml.contains("errors=\"1\"") && xml.contains("<error message=\""),
        "{xml}"
    );
    for text in [&xml, &read(&markdown)] {
        assert!(
            text.contains("does not exist") && text.contains("nowhere.img"),
            "{text}"
        );
        assert!(!text.contains("pass"), "{text}");
    }
    // So is that of a run to be taken up again, and of a comparison.
    for verb in [
        &["review", "--resume", &nowhere][..],
        &["compare", &nowhere],
    ] {
        std::fs::write(&junit, pass).expect("written");
        let refused = fourcorners(&[verb, &["--junit", &junit]].concat());
        assert_eq!(refused.code, 1, "{}", refused.stderr);
        assert!(read(&junit).contains("errors=\"1\""), "{verb:?}");
    }
    assert_eq!(desk.names(), ["nand", "r.md", "r.xml", "tiny.toml"]);
}

/// The story: the same, where clap refused the command line; no other file than an earlier result
/// is replaced then, as nothing has looked at what stands behind --junit.
#[test]
fn earlier_pass_is_gone_where_the_command_line_is_wrong() {
    let desk = Desk::new();
    let pass = "<?xml version=\"1.0\"?>\n<testsuites><testsuite name=\"before\"/></testsuites>";
    let (junit, other) = (desk.write("r.xml", pass), desk.write("drive.img", "data"));
    let with_equals = format!("--junit={junit}");
    for arguments in [
        &["review", "--no-such-option", "--junit", &junit][..],
        &["review", &with_equals, "--repeat", "many"],
    ] {
        std::fs::write(&junit, pass).expect("written");
        assert_eq!(fourcorners(arguments).code, 2);
        let xml = std::fs::read_to_string(&junit).expect("the file");
        assert!(
            !xml.contains("before") && xml.contains("errors=\"1\""),
            "{xml}"
        );
    }
    for arguments in [
        &["review", "--no-such-option", "--junit", &other][..],
        &["review", "--no-such-option", "--junit"],
        &["review", "--no-such-option", "--", "--junit", &junit],
    ] {
        assert_eq!(fourcorners(arguments).code, 2);
    }
    assert_eq!(std::fs::read_to_string(&other).expect("the file"), "data");
    // Help is no refusal.
    std::fs::write(&junit, pass).expect("written");
    fourcorners(&["review", "--junit", &junit, "--help"]).done();
    assert_eq!(std::fs::read_to_string(&junit).expect("the file"), pass);
}

/// What is killed cannot say so afterwards.
#[test]
fn is_an_earlier_pass_gone_where_a_run_is_killed() {
    let desk = Desk::new();
    let junit = desk.write("r.xml", "an earlier pass");
    let (mut running, _messages, _) = desk.running_with(&["--junit", &junit]);
    running.kill().expect("killed");
    running.wait().expect("its end");
    let xml = std::fs::read_to_string(&junit).expect("the file");
    assert!(
        xml.contains("errors=\"1\"") && xml.contains("not finished"),
        "{xml}"
    );
}

/// Nothing is written over that the run reads or is about: what is refused is left as it was.
#[test]
fn is_what_is_to_be_run_no_file_for_results() {
    let desk = Desk::new();
    let drive = desk.drive();
    let text = std::fs::read(&drive).expect("the drive's file");
    desk.run(&["run", "consistency", &drive, "--junit", &drive])
        .refused(&["--junit", "the drive under test"]);
    assert_eq!(std::fs::read(&drive).expect("the drive's file"), text);
    let job = desk.write("a.fio", "[a]\nrw=write\nbs=4k\nsize=1m\n");
    desk.run(&["run", &job, &drive, "--markdown", &job])
        .refused(&["--markdown", "the file to run"]);
    assert!(
        std::fs::read_to_string(&job)
            .expect("it")
            .starts_with("[a]")
    );
}

/// A link stays one, a file keeps its permissions, and a pipe is written to.
#[test]
fn are_links_permissions_and_pipes_kept() {
    use std::os::unix::fs::PermissionsExt as _;
    let desk = Desk::new();
    let real = desk.write("real.xml", "an earlier one");
    let mode = std::fs::Permissions::from_mode(0o640);
    std::fs::set_permissions(&real, mode).expect("permissions");
    let link = desk.text("link.xml");
    std::os::unix::fs::symlink(&real, &link).expect("a link");
    let drive = desk.drive();
    let run = ["run", "consistency", &drive, "--quiet"];
    desk.run(&[&run[..], &["--junit", &link]].concat()).done();
    assert!(std::fs::symlink_metadata(&link).expect("it").is_symlink());
    let there = std::fs::metadata(&real).expect("it");
    assert_eq!(there.permissions().mode() & 0o777, 0o640);
    let xml = std::fs::read_to_string(&real).expect("it");
    assert!(xml.contains("errors=\"0\""), "{xml}");
    desk.run(&[&run[..], &["--junit", "/dev/null"]].concat())
        .done();
    let pipe = desk.text("pipe");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.expect("mkfifo").success());
    let reader = std::thread::spawn({
        let pipe = pipe.clone();
        move || std::fs::read_to_string(pipe).expect("what was written")
    });
    desk.run(&[&run[..], &["--junit", &pipe]].concat()).done();
    let xml = reader.join().expect("read");
    assert_eq!(xml.matches("<?xml").count(), 1, "{xml}");
    assert!(xml.contains("errors=\"0\""), "{xml}");
}

/// The story: a review that was stopped told how to go on with the drive under way, and forgot
/// those behind it.
#[test]
fn drive_that_was_never_begun_is_named_with_the_command_for_all() {
    let desk = Desk::new();
    let second = desk.write(
        "second.toml",
        &with(&small_drive_text(), "name", "\"second\""),
    );
    let options = [
        second.as_str(),
        "--threads",
        "1",
        "--json",
        "--expect",
        "consistency.ios > 1",
    ];
    let (running, mut messages, mut said) = desk.reviewing(&options);
    interrupt(&running);
    messages.read_to_string(&mut said).expect("the rest");
    let output = running.wait_with_output().expect("its end");
    assert_eq!(output.status.code(), Some(130), "{said}");
    let document: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let runs = document["runs"].as_array().expect("runs");
    let left = runs.iter().find(|run| run["folder"].is_null());
    let left = left.expect("one was not begun");
    let name = left["drive"].as_str().expect("a name");
    let not_started = format!("note: not started: {name}\n");
    assert!(said.contains(&not_started), "{said}");
    let run = desk.runs().remove(0).display().to_string();
    let resume = format!("resume the review with: fourcorners review --resume {run}\n");
    assert!(said.contains(&resume), "{said}");
    // Or that drive alone.
    let begin = left["begin"].as_str().expect("a command");
    for part in [
        format!("{name}.toml --suite quick --seed 1 --duration 7200000s"),
        format!("--out {}", desk.text("runs")),
        "--expect 'consistency.ios > 1'".into(),
    ] {
        assert!(begin.contains(&part), "{part}: {begin}");
    }
}

/// The story: `--resume runs` said that an entity was not found, and `--suite nope` offered tests.
#[test]
fn is_what_was_meant_named_where_a_name_is_wrong() {
    let desk = Desk::new();
    desk.run(&["run", "consistency", &desk.drive()]).done();
    let run = desk.runs().remove(0).display().to_string();
    let resume = |folder: &str| fourcorners(&["review", "--resume", &desk.text(folder)]);
    resume("runs").refused(&["contains several runs", &run]);
    resume("nand").refused(&["not the folder of a run", "run.json"]);
    resume("nowhere").refused(&["no such folder", "list runs"]);
    let suite = desk.run(&["review", &desk.drive(), "--suite", "four-corner"]);
    suite.misused(&["no suite is called 'four-corner'", "four-corners"]);
    let none = desk.run(&["review", &desk.drive(), "--suite", "nope"]);
    none.misused(&["list suites"]);
    assert!(!none.stderr.contains("list tests"), "{}", none.stderr);
}

/// How many phases ended how, and folders that are none.
#[test]
fn does_the_list_of_runs_say_how_their_phases_ended() {
    let desk = Desk::new();
    let slow = with(&small_drive_text(), "command_latency_us", "1000000000");
    let slow = desk.write("slow.toml", &slow);
    assert_eq!(desk.run(&["run", "consistency", &slow]).code, 1);
    std::fs::create_dir(desk.at("runs/none")).expect("a folder");
    let out = desk.text("runs");
    let list = fourcorners(&["list", "runs", "--out", &out]);
    assert!(
        list.done().stdout.contains("0 of 1 finished, 1 failed"),
        "{}",
        list.stdout
    );
    assert!(
        list.stderr
            .contains("runs/none: skipped: it has no run.json"),
        "{}",
        list.stderr
    );
    let json = fourcorners(&["list", "runs", "--out", &out, "--json"]).json();
    let counted = [
        "planned",
        "finished",
        "failed",
        "skipped",
        "interrupted",
        "measured",
    ]
    .map(|how| json[0][format!("phases_{how}")].as_u64());
    assert_eq!(counted, [1, 0, 1, 0, 0, 0].map(Some), "{json}");
}
