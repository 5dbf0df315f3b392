//! What a drive costs, by its file or `--price`.

use crate::program;

use program::{Desk, fourcorners};

fn header(desk: &Desk) -> serde_json::Value {
    let run = desk.runs().pop().expect("a run");
    let text = std::fs::read_to_string(run.join("run.json")).expect("run.json");
    serde_json::from_str(&text).expect("JSON")
}

#[test]
fn is_the_price_that_the_user_says_kept_with_the_run_of_a_real_drive() {
    let desk = Desk::new();
    let scratch = desk.text("scratch.img");
    let words = ["--size", "16MiB", "--price", "8 EUR", "--nand", "20MiB"];
    desk.run(&[&["run", "sequential-write-128k", &scratch], &words[..]].concat())
        .done();
    let header = header(&desk);
    let price = &header["prices"][0];
    assert_eq!(
        (&price["currency"], &price["price"]),
        (&"EUR".into(), &8.0.into())
    );
    assert_eq!(price["price_per_usable_gib"], 512.0);
    let per_gb = price["price_per_nand_gb"]
        .as_f64()
        .expect("its NAND is said");
    assert!(
        (per_gb - 8e9 / f64::from(20 << 20)).abs() < 1e-6,
        "{per_gb}"
    );
    let command = header["command"].as_str().expect("a command");
    assert!(command.contains("--price '8 EUR'"), "{command}");
}

#[test]
fn is_a_price_for_a_simulated_drive_or_one_that_is_none_refused() {
    let desk = Desk::new();
    let drive = desk.drive();
    desk.run(&["run", "hd-tach", &drive, "--price", "100"])
        .misused(&["is in its file"]);
    let free = desk.run(&["run", "hd-tach", &drive, "--price", "free"]);
    assert_eq!(free.code, 2, "{}", free.stderr);
    assert!(free.stderr.contains("189.90 EUR"), "{}", free.stderr);
}

#[test]
fn does_show_say_which_document_each_step_of_a_suite_is_from() {
    for suite in [
        "anandtech-2009",
        "anandtech-2010",
        "anandtech-2011",
        "anandtech-2013",
    ] {
        let document = fourcorners(&["show", suite, "--json"]).done().json();
        let tests = document["tests"].as_array().expect("tests");
        assert!(!tests.is_empty());
        let text = fourcorners(&["show", suite]).done().stdout.clone();
        for test in tests {
            let source = test["source"].as_str().expect("a source");
            assert!(
                !source.is_empty() && text.contains(source),
                "{suite}: {test}"
            );
        }
    }
}
