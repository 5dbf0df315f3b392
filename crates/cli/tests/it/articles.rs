//! Published articles: listed, shown, and reproduced by one command.

use crate::program;

use program::{Desk, Ended, fourcorners, interrupt, started};
use serde_json::Value;
use std::fs;
use std::io::Read as _;
use std::path::Path;

fn runs(ended: &Ended) -> Vec<Value> {
    let document = ended.done().json();
    document["runs"].as_array().expect("runs").clone()
}

fn header(run: &Path) -> Value {
    let text = fs::read_to_string(run.join("run.json")).expect("run.json");
    serde_json::from_str(&text).expect("JSON")
}

#[test]
fn articles_are_listed_with_number_date_drives_and_charts() {
    let listed = fourcorners(&["list", "articles"]);
    let text = &listed.done().stdout;
    for number in ["000", "001", "002", "003", "004"] {
        assert!(text.lines().any(|line| line.starts_with(number)), "{text}");
    }
    assert!(text.contains("30 August 2009"), "{text}");
    let document = fourcorners(&["list", "articles", "--json"]).done().json();
    let of_003 = &document[3];
    assert_eq!(of_003["name"], "003-m500-consistency");
    assert_eq!(of_003["drives"].as_array().map(Vec::len), Some(5));
}

#[test]
fn article_is_shown_by_number_and_by_name() {
    let by_name = fourcorners(&["show", "003-m500-consistency", "--json"]);
    let shown = fourcorners(&["show", "003", "--json"]).done().json();
    assert_eq!(by_name.done().json(), shown);
    assert_eq!(shown["command"], "fourcorners review --article 003");
    let charts = shown["charts"].as_array().expect("charts");
    assert_eq!(charts[1]["tests"][0]["variant"], "spare-25");
    let text = fourcorners(&["show", "003"]).done().stdout.clone();
    let sentences = [
        "title", "by", "date", "address", "summary", "command", "suite",
    ];
    let told = sentences.map(|key| shown[key].as_str().expect(key));
    let of_charts = charts.iter().flat_map(|it| [&it["title"], &it["says"]]);
    let of_charts = of_charts.map(|it| it.as_str().expect("a text"));
    for words in told.into_iter().chain(of_charts) {
        assert!(text.contains(words), "{words} in {text}");
    }
    for drive in shown["drives"].as_array().expect("drives") {
        assert!(text.contains(drive["name"].as_str().expect("a name")));
    }
    // The suite of its year says whose drives it takes.
    let suite = fourcorners(&["show", "anandtech-2013"]);
    assert!(
        suite.done().stdout.contains("article 003"),
        "{}",
        suite.stdout
    );
}

#[test]
fn article_in_place_of_a_suite_or_test_is_refused_with_a_hint() {
    let desk = Desk::new();
    let drive = desk.drive();
    for (arguments, kind) in [
        (
            &["review", &drive, "--suite", "003-m500-consistency"][..],
            "suite",
        ),
        (&["review", "--suite", "003"], "suite"),
        (&["run", "003", &drive], "test"),
    ] {
        let said = format!("is an article, not a {kind}");
        desk.run(arguments)
            .misused(&[&said, "\nhint: fourcorners review --article 003"]);
    }
    let site = ["site", &desk.text("site"), "--suite", "003"];
    fourcorners(&site).misused(&["is an article, not a suite"]);
    desk.run(&["review", "--article", "anandtech-2013"])
        .misused(&[
            "is a suite, not an article",
            "\nhint: --suite anandtech-2013",
        ]);
    desk.run(&["review", "--article", "m500"]).misused(&[
        "no article is called 'm500'",
        "003-m500-consistency",
        "list articles",
    ]);
    for other in [["--suite", "quick"], ["--resume", "runs/it"]] {
        let ended = desk.run(&[&["review", "--article", "003"], &other[..]].concat());
        assert_eq!(ended.code, 2, "{}", ended.stderr);
        assert!(ended.stderr.contains("--article"), "{}", ended.stderr);
    }
    assert!(!desk.at("runs").exists());
}

#[test]
fn drives_that_are_named_go_through_the_articles_tests() {
    let desk = Desk::new();
    let (simulated, file) = (desk.drive(), desk.text("scratch.img"));
    let article = ["--article", "003", "--nand", "64MiB", "--json", "--quiet"];
    let ended = desk.run(
        &[
            &["review", &simulated, &file, "--size", "60MiB"],
            &article[..],
        ]
        .concat(),
    );
    let runs = runs(&ended);
    assert_eq!(runs.len(), 2);
    for run in &runs {
        assert_eq!(run["suite"], "003-m500-consistency");
        let results = run["results"].as_array().expect("results").iter();
        let results: Vec<(&Value, &Value)> =
            results.map(|it| (&it["test"], &it["variant"])).collect();
        assert_eq!(results.len(), 3, "{results:?}");
        assert!(results.iter().all(|(test, _)| *test == "consistency"));
        assert_eq!(results[1].1, "spare-25");
        assert_eq!(results[2].1, "spare-25-late");
    }
    // 25 % of 64 MiB leave 48 MiB of the file: what lies behind was filled, and is trimmed.
    let content = fs::read(&file).expect("the file");
    let (tested, tail) = content.split_at(48 << 20);
    assert_eq!(tail.len(), 12 << 20);
    assert!(tail.iter().all(|byte| *byte == 0) && tested.iter().any(|byte| *byte != 0));
    let commands = desk
        .runs()
        .into_iter()
        .map(|run| header(&run)["command"].to_string());
    for command in commands {
        assert!(command.contains(" --article 003 --seed 1"), "{command}");
    }
}

/// A drive named as one of the article's, so small that it takes no time.
fn article_drive(desk: &Desk) -> String {
    let text = program::small_drive_text();
    let named = program::with(&text, "name", "\"crucial-c300-256\"");
    // Fast enough for its ports to differ.
    desk.write("c300.toml", &program::with(&named, "mb_per_s", "355"))
}

#[test]
fn run_of_an_article_is_repeated_and_resumed() {
    let desk = Desk::new();
    let drive = article_drive(&desk);
    let out = desk.text("runs");
    let words = [
        "review",
        &drive,
        "--article",
        "002",
        "--duration",
        "1s",
        "--out",
        &out,
    ];
    let (running, mut messages, mut said) = started(&words, |said| said.contains("started"));
    interrupt(&running);
    messages.read_to_string(&mut said).expect("the rest");
    running.wait_with_output().expect("its end");
    let begun = desk.runs();
    let run = begun.first().expect("a run").display().to_string();
    fourcorners(&["review", "--resume", &run, "--quiet"]).done();
    let header = header(&begun[0]);
    assert_eq!(header["suite"], "002-crucial-c300");
    let port = header["conditions"]["port"].as_str().expect("a port");
    let command = header["command"].as_str().expect("a command");
    let repeats = format!("--article 002 --seed 1 --duration 1s --port {port}");
    assert!(command.contains(&repeats), "{command}");
}

#[test]
fn articles_drive_is_run_behind_each_of_its_ports_with_the_tests_of_that_port() {
    let desk = Desk::new();
    let drive = article_drive(&desk);
    let document = desk.run(&["review", &drive, "--article", "002", "--json", "--quiet"]);
    let runs = runs(&document);
    let ports: Vec<&str> = runs.iter().filter_map(|it| it["port"].as_str()).collect();
    assert_eq!(ports, ["sata-3gbps", "marvell-88se9128"]);
    let has = |run: &Value, test: &str| {
        let mut results = run["results"].as_array().expect("results").iter();
        results.any(|it| it["test"] == test)
    };
    // The article tortured drives behind one port only.
    assert!(has(&runs[0], "torture") && !has(&runs[1], "torture"));
    assert!(runs.iter().all(|run| has(run, "random-read-4k-qd3")));
}

#[test]
fn article_is_written_as_a_job_file() {
    let words = [
        "show", "003", "--fio", "--size", "240GB", "--nand", "256GiB",
    ];
    let job = fourcorners(&words).done().stdout.clone();
    assert!(job.contains("consistency"), "{job}");
}
