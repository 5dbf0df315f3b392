//! Thresholds for CI: exit codes, what is refused before anything is measured, and the JUnit file.

use crate::program;

use program::{Desk, Ended, small_drive_text, with};

/// So many writes a second the small drive does by far.
const FEW: &str = "consistency.iops_mean >= 1 IOPS";
const TOO_MANY: &str = "consistency.iops_mean >= 1e9";

fn run(desk: &Desk, drive: &str, options: &[&str]) -> Ended {
    let run = ["run", "consistency", drive, "--quiet"];
    desk.run(&[&run[..], options].concat())
}

#[test]
fn is_the_exit_code_zero_if_all_is_met_and_three_if_not() {
    let desk = Desk::new();
    let met = run(&desk, &desk.drive(), &["--expect", FEW]);
    assert!(met.done().stdout.contains("met") && !met.stdout.contains("NOT MET"));
    let options = ["--expect", FEW, "--expect", TOO_MANY, "--repeat", "2"];
    let unmet = run(&desk, &desk.drive(), &options);
    assert_eq!(unmet.code, 3, "{}", unmet.stderr);
    let said = |word: &str| {
        unmet
            .stdout
            .lines()
            .filter(|line| line.starts_with(word))
            .count()
    };
    assert_eq!((said("met"), said("NOT MET")), (2, 2), "{}", unmet.stdout);
    assert!(unmet.stdout.contains("tiny #2"), "{}", unmet.stdout);
}

#[test]
fn does_the_document_say_what_was_expected_of_each_run() {
    let desk = Desk::new();
    let ended = run(&desk, &desk.drive(), &["--expect", TOO_MANY, "--json"]);
    assert_eq!(ended.code, 3);
    let document = ended.json();
    let answer = &document["runs"][0]["expectations"][0];
    assert_eq!(answer["expectation"], TOO_MANY);
    assert_eq!(
        (&answer["met"], &answer["unit"]),
        (&false.into(), &"IOPS".into())
    );
    let measured = &document["runs"][0]["results"][0]["measured"]["iops_mean"];
    assert_eq!(&answer["value"], measured);
    let without = run(&desk, &desk.drive(), &["--json"]);
    assert!(
        without.done().json()["runs"][0]
            .get("expectations")
            .is_none()
    );
}

#[test]
fn is_an_expectation_of_a_skipped_test_not_met() {
    let desk = Desk::new();
    let drive = desk.drive();
    // There is nothing to be read on a new drive.
    let test = ["run", "random-read-4k-qd3", &drive, "--state", "new"];
    let expected = ["--expect", "random-read-4k-qd3+from-new.iops_mean > 1"];
    let skipped = desk.run(&[&test[..], &expected].concat());
    assert_eq!(skipped.code, 3, "{}", skipped.stderr);
    assert!(skipped.stdout.contains("skipped: "), "{}", skipped.stdout);
}

#[test]
fn is_a_test_that_failed_an_error_whatever_was_expected() {
    let desk = Desk::new();
    let slow = with(&small_drive_text(), "command_latency_us", "1000000000");
    let drive = desk.write("slow.toml", &slow);
    let failed = run(&desk, &drive, &["--expect", FEW]);
    assert_eq!(failed.code, 1, "{}", failed.stderr);
    assert!(failed.stdout.contains("NOT MET"), "{}", failed.stdout);
}

#[test]
fn is_what_cannot_be_met_refused_before_anything_is_measured() {
    let desk = Desk::new();
    for (expectation, code, word) in [
        ("consistency.iops_men > 1", 2, "iops_mean"),
        ("consistency", 2, "iops_mean >= 10000"),
        ("consistancy.iops_mean > 1", 1, "consistency"),
        ("trim/read.iops_mean > 1", 1, "consistency"),
        ("consistency/read.iops_mean > 1", 1, "consistency/measure"),
        ("consistency+spare-25.iops_mean > 1", 1, "'consistency'"),
    ] {
        let refused = run(&desk, &desk.drive(), &["--expect", expectation]);
        assert_eq!(refused.code, code, "{expectation}: {}", refused.stderr);
        assert!(
            refused.stderr.contains(word),
            "{expectation}: {}",
            refused.stderr
        );
    }
    assert!(!desk.at("runs").exists());
}

#[test]
fn is_the_named_file_overwritten_with_the_results() {
    let desk = Desk::new();
    let file = desk.write("results.xml", "an older run's");
    let hostile = with(&small_drive_text(), "name", r#""<&\"'>""#);
    let drive = desk.write("hostile.toml", &hostile);
    let options = ["--expect", TOO_MANY, "--junit", &file];
    let ended = run(&desk, &drive, &options);
    assert_eq!(ended.code, 3, "{}", ended.stderr);
    let xml = std::fs::read_to_string(&file).expect("the file");
    assert!(
        xml.starts_with("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites"),
        "{xml}"
    );
    for part in [
        "<testsuite name=\"&lt;&amp;&quot;&apos;&gt;\" timestamp=\"20",
        "tests=\"2\" failures=\"1\"",
        "<property name=\"seed\" value=\"1\"/>",
        "<property name=\"capacity_bytes\" value=\"12582912\"/>",
        "<testcase name=\"consistency measure\"",
        "<testcase name=\"expected consistency.iops_mean &gt;= 1e9\"",
        "<failure message=\"expected consistency.iops_mean &gt;= 1e9; measured ",
    ] {
        assert!(xml.contains(part), "{part}: {xml}");
    }
}

#[test]
fn is_a_place_where_no_file_can_be_refused_before_anything_is_measured() {
    let desk = Desk::new();
    let folder = desk.folder.path().display().to_string();
    let nowhere = desk.text("nowhere/results.xml");
    for (file, word) in [
        (folder.as_str(), "a folder"),
        (nowhere.as_str(), "folder does not exist"),
    ] {
        run(&desk, &desk.drive(), &["--junit", file]).refused(&["--junit", word]);
    }
    let drive = desk.text("disk.img");
    let itself = ["--size", "16MiB", "--junit", &drive];
    run(&desk, &drive, &itself).refused(&["--junit", "the drive under test"]);
    assert!(!desk.at("runs").exists());
}

#[test]
fn does_a_run_until_steady_say_so_in_the_results_and_in_a_word() {
    let desk = Desk::new();
    let drive = desk.drive();
    let steady = ["run", "steady-state", &drive, "--quiet"];
    let expected = [
        "--expect",
        "steady-state.steady_state.range_percent <= 20 %",
    ];
    let ended = desk.run(&[&steady[..], &expected].concat());
    assert!(
        ended.done().stdout.contains("Steady state"),
        "{}",
        ended.stdout
    );
    // Reached, and in rounds of 2 s, which the rule says nothing of.
    let word = "too short";
    assert!(ended.stdout.contains(word), "{}", ended.stdout);
    let results = program::lines(&desk.runs()[0].join("results.jsonl"));
    let state = &results[0]["measured"]["steady_state"];
    assert!(state["reached_at_round"].is_u64(), "{state}");
    assert_eq!(state["round_s"], 2);
}

#[test]
fn is_markdown_written_beside_junit_and_both_with_what_was_found() {
    let desk = Desk::new();
    let (junit, markdown) = (desk.text("results.xml"), desk.text("results.md"));
    let files = ["--junit", &junit, "--markdown", &markdown];
    run(&desk, &desk.drive(), &files).done();
    let [junit, markdown] =
        [junit, markdown].map(|path| std::fs::read_to_string(path).expect("written"));
    assert!(
        markdown.starts_with("# Four Corners: ") && markdown.contains("## Commands"),
        "{markdown}"
    );
    let finding = "not judged";
    assert!(
        junit.contains("<system-out>") && junit.contains(finding),
        "{junit}"
    );
    assert!(markdown.contains(finding), "{markdown}");
}

#[test]
fn is_markdown_refused_where_it_would_overwrite_the_drive_or_the_other_file() {
    let desk = Desk::new();
    let folder = desk.text(".");
    let refused = run(&desk, &desk.drive(), &["--markdown", &folder]);
    assert!(
        refused.code != 0
            && refused.stderr.contains("--markdown")
            && refused.stderr.contains("this is a folder"),
        "{}",
        refused.stderr
    );
    let file = desk.text("results");
    let refused = run(
        &desk,
        &desk.drive(),
        &["--markdown", &file, "--junit", &file],
    );
    assert!(
        refused.code != 0 && refused.stderr.contains("name the same file"),
        "{}",
        refused.stderr
    );
}

/// The story: `run ... --junit -` made a file named "-", so no pipe could read it.
#[test]
fn is_one_document_alone_on_stdout_where_it_was_asked_for_there() {
    let desk = Desk::new();
    for (flag, first) in [("--junit", "<?xml"), ("--markdown", "# Four Corners")] {
        let ended = run(&desk, &desk.drive(), &[flag, "-", "--expect", TOO_MANY]);
        assert!(ended.stdout.starts_with(first), "{}", ended.stdout);
        assert!(!ended.stdout.contains("run: "), "{}", ended.stdout);
        for said in ["run: ", "NOT MET"] {
            assert!(ended.stderr.contains(said), "{said}: {}", ended.stderr);
        }
    }
    run(&desk, &desk.drive(), &["--junit", "-", "--json"]).misused(&["--json", "stdout"]);
}

/// The story: what was expected stood nowhere, so a drive that had failed it passed when its run
/// was taken up again.
#[test]
fn does_a_run_that_is_taken_up_again_know_what_was_expected_of_it() {
    let desk = Desk::new();
    assert_eq!(run(&desk, &desk.drive(), &["--expect", TOO_MANY]).code, 3);
    let folder = desk.runs().remove(0);
    std::fs::write(folder.join("results.jsonl"), "").expect("as if it had been killed");
    let resume = ["review", "--resume", &folder.display().to_string()].map(String::from);
    let resume = |more: &[&str]| {
        let resume = resume.iter().map(String::as_str);
        program::fourcorners(&resume.chain(more.iter().copied()).collect::<Vec<_>>())
    };
    let again = resume(&[]);
    assert_eq!(again.code, 3, "{}", again.stderr);
    assert!(again.stdout.contains("NOT MET"), "{}", again.stdout);
    // Finished, and asked once more, with another and with the same.
    let more = resume(&["--expect", FEW, "--expect", TOO_MANY, "--json"]);
    assert_eq!(more.code, 3, "{}", more.stderr);
    let document = more.json();
    let answers = document["runs"][0]["expectations"].as_array().expect("all");
    let told: Vec<_> = answers
        .iter()
        .map(|one| (one["expectation"].as_str(), one["met"].as_bool()))
        .collect();
    assert_eq!(
        told,
        [(Some(TOO_MANY), Some(false)), (Some(FEW), Some(true))]
    );
}

/// The story: forty drives went through one bay, and were one suite of that bay's name forty times.
#[test]
fn are_two_drives_of_one_bay_two_suites() {
    let desk = Desk::new();
    for seed in ["1", "2"] {
        run(&desk, &desk.drive(), &["--seed", seed]).done();
    }
    let runs = desk.runs();
    for (run, serial) in runs.iter().zip(["S-ONE", "S-TWO"]) {
        let path = run.join("run.json");
        let text = std::fs::read_to_string(&path).expect("run.json");
        let mut header: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        header["identity"]["kind"] = "block-device".into();
        header["identity"]["serial"] = serial.into();
        std::fs::write(&path, header.to_string()).expect("written");
    }
    let (junit, runs) = (desk.text("r.xml"), desk.text("runs"));
    program::fourcorners(&["compare", &runs, "--junit", &junit]).done();
    let xml = std::fs::read_to_string(&junit).expect("the file");
    for serial in ["S-ONE", "S-TWO"] {
        let property = format!("<property name=\"serial\" value=\"{serial}\"/>");
        assert!(xml.contains(&property), "{xml}");
        let suites = xml.lines().filter(|line| line.contains("<testsuite "));
        let own = suites.filter(|line| line.contains(&format!(", serial {serial}\"")));
        assert_eq!(own.count(), 1, "{xml}");
    }
}
