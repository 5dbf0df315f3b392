//! The quick look end to end: what is printed of it, and which files it leaves.

use crate::program;

use program::{Desk, lines, small_hard_disk_text};
use serde_json::Value;
use std::path::Path;

/// Figures of the run's phases that are called so, in order.
fn speeds(results: &[Value], op: &str) -> Vec<f64> {
    let measured = results.iter().map(|line| &line["measured"]);
    let own = measured.filter(|one| one["op"] == op);
    own.map(|one| one["throughput_mb_per_s"].as_f64().expect("a speed"))
        .collect()
}

/// Paths of the images next to the pages.
fn images(desk: &Desk) -> Vec<String> {
    let names = std::fs::read_dir(desk.at("runs")).expect("runs");
    let paths = names.map(|entry| entry.expect("an entry").path());
    let images = paths.filter(|path| path.extension().is_some_and(|it| it == "svg"));
    images.map(|path| path.display().to_string()).collect()
}

#[test]
fn desktop_prints_eight_lines_that_end_in_the_page() {
    let desk = Desk::new();
    let ended = desk.run(&["review", &desk.drive(), "--suite", "desktop", "--quiet"]);
    let text = &ended.done().stdout;
    let printed: Vec<&str> = text.lines().collect();
    assert_eq!(printed.len(), 8, "{text}");
    let block = &printed[..7];
    assert!(
        block.iter().all(|line| line.chars().count() <= 80),
        "{text}"
    );
    assert!(
        block[0].starts_with("Tiny 12MB, ") && block[0].ends_with(", SIMULATED"),
        "{text}"
    );
    assert!(Path::new(printed[7]).is_file(), "{text}");
    let results = lines(&desk.runs()[0].join("results.jsonl"));
    assert_eq!(results.len(), 8);
    let (reads, writes) = (speeds(&results, "read"), speeds(&results, "write"));
    for (place, row) in block[2..6].iter().enumerate() {
        let cells: Vec<&str> = row.split_whitespace().collect();
        let (read, write) = match cells.as_slice() {
            [_, _, read, write] => (read, write),
            [_, _, read, _, write, _] => (read, write),
            other => panic!("{other:?} in {text}"),
        };
        for (cell, speed) in [(read, reads[place]), (write, writes[place])] {
            let shown: f64 = cell.replace(',', "").parse().expect("a figure");
            assert!(
                (shown - speed).abs() <= speed / 1000.0 + 0.05,
                "{row}: {speed}"
            );
        }
    }
    let image = images(&desk);
    assert_eq!(image.len(), 1, "{image:?}");
    let said = format!("image to share: {}", image[0]);
    assert!(ended.stderr.contains(&said), "{}", ended.stderr);
    let svg = std::fs::read_to_string(&image[0]).expect("the image");
    assert!(svg.contains("SIMULATED: a model, not a measurement"));
    for word in ["Recommendations", "judge", "steady", "Note:"] {
        assert!(!text.contains(word), "'{word}' in {text}");
    }
}

#[test]
fn desktop_names_its_images_in_json() {
    let desk = Desk::new();
    let disk = desk.write("disk.toml", &small_hard_disk_text());
    let arguments = [
        "review",
        &desk.drive(),
        &disk,
        "--suite",
        "desktop",
        "--json",
    ];
    let document = desk.run(&arguments).done().json();
    let images = document["images"].as_array().expect("images");
    let is_there = |path: &Value| Path::new(path.as_str().expect("a path")).is_file();
    assert!(
        images.len() == 2 && images.iter().all(is_there),
        "{images:?}"
    );
    let other = desk.run(&["review", &desk.drive(), "--suite", "quick", "--json"]);
    assert!(other.done().json().get("images").is_none());
}

#[test]
fn desktop_writes_no_real_drive_without_destroy() {
    let desk = Desk::new();
    let file = desk.write("file.img", &"x".repeat(1 << 20));
    let ended = desk.run(&["review", &file, "--suite", "desktop"]);
    assert_eq!(ended.code, 1, "{}", ended.stderr);
    assert!(ended.stderr.contains("--destroy"), "{}", ended.stderr);
    let kept = std::fs::read_to_string(&file).expect("the file");
    assert!(kept.bytes().all(|byte| byte == b'x') && kept.len() == 1 << 20);
}

#[test]
fn desktop_fits_a_made_file() {
    let desk = Desk::new();
    let file = desk.text("made.img");
    let arguments = [
        "review",
        &file,
        "--size",
        "16MiB",
        "--suite",
        "desktop",
        "--duration",
        "1s",
    ];
    let out = desk.text("runs");
    let ended = program::fourcorners(&[&arguments[..], &["--quiet", "--out", &out]].concat());
    let text = &ended.done().stdout;
    // A host that is busy with other tests adds notes.
    let lines = text.lines().filter(|line| !line.starts_with("* "));
    assert_eq!(lines.count(), 8, "{text}");
    assert!(text.contains("8 MiB, 1 s per test"), "{text}");
    assert!(!text.contains("SIMULATED"), "{text}");
}
