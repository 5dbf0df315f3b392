//! `check` and `fit` as a user runs them.

use crate::program;

use serde_json::Value;
use std::io::{BufRead as _, BufReader, Read as _};
use std::path::Path;
use std::process::{Command, Output, Stdio};

fn fourcorners(folder: &Path, words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_fourcorners"))
        .args(words)
        .current_dir(folder)
        .env("XDG_CACHE_HOME", folder.join("cache"))
        .output()
        .expect("the program starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn is_a_published_figure_put_beside_the_simulated_one() {
    let folder = tempfile::tempdir().expect("a folder");
    // A rate, a latency, a comparison of two ports, and a disk.
    let ids = [
        "m4-256-random-write",
        "m4-256-random-write-latency",
        "c300-256-random-read-6gbps",
        "velociraptor-random-read",
    ];
    let words: Vec<&str> = ["check", "--json", "-q"].into_iter().chain(ids).collect();
    let first = fourcorners(folder.path(), &words);
    assert!(first.status.success(), "{}", text(&first.stderr));
    let rows: Vec<Value> = serde_json::from_slice(&first.stdout).expect("an array");
    assert_eq!(rows.len(), ids.len());
    for row in &rows {
        for key in ["id", "drive", "test", "published", "kind", "holds"] {
            assert!(!row[key].is_null(), "{key}: {row}");
        }
        for key in ["simulated", "error"] {
            assert!(row[key].is_number(), "{key}: {row}");
        }
        assert_eq!(row["holds"], Value::Bool(true), "{row}");
    }
    let by_id = |id: &str| rows.iter().find(|row| row["id"] == id).expect("asked for");
    assert_eq!(by_id("m4-256-random-write")["source_document"], "000");
    assert_eq!(by_id("m4-256-random-write")["kind"], "fitted");
    assert_eq!(by_id("velociraptor-random-read")["kind"], "predicted");
    // Kept: the second time nothing is simulated, and the answer is the same.
    let kept = std::fs::read_dir(folder.path().join("cache/fourcorners/check"));
    assert_eq!(kept.expect("the cache").count(), 4);
    assert_eq!(fourcorners(folder.path(), &words).stdout, first.stdout);
}

/// The story: each row of a check that was interrupted said "the check was stopped" and MISSED.
#[test]
fn interrupted_check_misses_nothing() {
    let words = ["check", "crucial-m4-256", "--no-cache", "--threads", "1"];
    let mut running = program::program(&words)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut messages = BufReader::new(running.stderr.take().expect("stderr"));
    let mut said = String::new();
    messages.read_line(&mut said).expect("a drive is begun");
    program::interrupt(&running);
    messages.read_to_string(&mut said).expect("the rest");
    let output = running.wait_with_output().expect("its end");
    assert_eq!(output.status.code(), Some(130), "{said}");
    assert!(
        said.contains(" figures were not run; no share counts them"),
        "{said}"
    );
    let printed = text(&output.stdout);
    assert!(printed.contains("not run"), "{printed}");
    assert!(
        !printed.contains("MISSED") && !printed.contains(" 0 of "),
        "{printed}"
    );
}

#[test]
fn is_a_figure_of_the_users_own_that_cannot_be_told_so() {
    let folder = tempfile::tempdir().expect("a folder");
    let mine = folder.path().join("mine.toml");
    std::fs::write(
        &mine,
        "[[figure]]\nid = \"mine\"\nprinted = \"x\"\nsource = \"https://example.org\"\ndrive = \
         \"my-drive\"\n",
    )
    .expect("written");
    for (code, words, expected) in [
        (1, vec!["check", "--published", "mine.toml"], "mine.toml"),
        (
            1,
            vec!["check", "--published", "none.toml"],
            "none.toml: is missing",
        ),
        (
            2,
            vec!["check", "no-such-figure"],
            "(000 to 004) matches no-such-figure",
        ),
        (1, vec!["fit", "none.toml"], "none.toml: is missing"),
    ] {
        let output = fourcorners(folder.path(), &words);
        assert_eq!(output.status.code(), Some(code), "{words:?}");
        let said = text(&output.stderr);
        assert!(said.contains(expected), "{words:?}: {said}");
    }
}

#[test]
fn does_fit_find_the_number_that_a_measured_rate_needs() {
    // A drive whose owner measured 30,000 random reads a second at QD32.
    let folder = tempfile::tempdir().expect("a folder");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let drive = std::fs::read_to_string(root.join("drives/crucial-m4-256.toml")).expect("there");
    let drive = drive.replace("\"crucial-m4-256\"", "\"mine-256\"");
    let path = folder.path().join("mine-256.toml");
    std::fs::write(&path, &drive).expect("written");
    let mine = r#"
[[figure]]
id = "mine"
printed = "30,000 IOPS"
source = "https://example.org"
drive = "mine-256"
test = "random-read-4k-qd32"
figure = "iops"
unit = "IOPS"
conditions = { port = "sata-6gbps", state = "written", span = "8GiB", data = "full-random", align = "4KiB" }
holds = { figure = 30000 }

[[fit]]
drive = "mine-256"
[[fit.parameter]]
key = "controller.read_unit_us"
figures = ["mine"]
sought = { from = 1.0, to = 41.0, step = 0.5 }
"#;
    std::fs::write(folder.path().join("mine.toml"), mine).expect("written");
    let words = [
        "fit",
        "mine-256.toml",
        "--published",
        "mine.toml",
        "--sweeps",
        "1",
        "--write",
        "-q",
    ];
    let output = fourcorners(folder.path(), &words);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let fitted = std::fs::read_to_string(&path).expect("there");
    let number = |text: &str, key: &str| -> f64 {
        let line = text.lines().find(|line| line.starts_with(key)).expect(key);
        let value = line
            .split("value = ")
            .nth(1)
            .and_then(|rest| rest.split(',').next());
        value
            .and_then(|value| value.parse().ok())
            .expect("a number")
    };
    // A read costs the host processor its command and its unit: 33.3 us in all.
    let all = number(&fitted, "read_command_us") + number(&fitted, "read_unit_us");
    assert!(
        (all - 33.3).abs() < 1.0,
        "{all} us: {}",
        text(&output.stdout)
    );
    // Its owner's own figure can be compared, too, and a range that is none is refused.
    let words = [
        "check",
        "mine",
        "--drive",
        "mine-256.toml",
        "--published",
        "mine.toml",
        "--json",
        "-q",
    ];
    let checked = fourcorners(folder.path(), &words);
    let rows: Vec<Value> = serde_json::from_slice(&checked.stdout).expect("an array");
    assert_eq!(rows[0]["holds"], Value::Bool(true), "{rows:?}");
    let none = mine.replace("to = 41.0", "to = -41.0");
    std::fs::write(folder.path().join("none.toml"), none).expect("written");
    let words = ["fit", "mine-256.toml", "--published", "none.toml", "-q"];
    let refused = text(&fourcorners(folder.path(), &words).stderr);
    assert!(
        refused.contains("none.toml, line 13") && refused.contains("`from` less than `to`"),
        "{refused}"
    );
    let words = ["fit", "mine-256.toml", "--only", "collection.start_free"];
    let refused = text(&fourcorners(folder.path(), &words).stderr);
    assert!(
        refused.contains("collection.start_free is now gc.low_watermark\nhint: "),
        "{refused}"
    );
    let differ = drive.lines().zip(fitted.lines()).filter(|(a, b)| a != b);
    assert_eq!(differ.count(), 1, "one line is changed");
}
