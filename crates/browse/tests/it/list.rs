//! What the list says of folders of runs.

use crate::bed::{collection, finished, header};
use fourcorners_bench::FolderWriter;
use fourcorners_bench::record::*;
use fourcorners_block::DriveKind;
use fourcorners_browse::{Listing, Progress, RunRow};
use fourcorners_report::wording::damage::sentences;
use fourcorners_report::{NothingPrinted, PageData, markdown, tables};
use serde_json::Value;
use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::time::Instant;

fn list(root: &Path) -> Listing {
    collection(&[root]).index.list()
}

fn row(root: &Path, folder: &str) -> RunRow {
    let listing = list(root);
    let row = listing.runs.iter().find(|row| row.folder == folder);
    row.unwrap_or_else(|| panic!("{folder} is not in {listing:?}"))
        .clone()
}

fn reason(listing: &Listing, folder: &str) -> String {
    let broken = listing.broken.iter().find(|broken| broken.folder == folder);
    broken
        .unwrap_or_else(|| panic!("{folder} is not in {listing:?}"))
        .reason
        .clone()
}

#[test]
fn does_a_row_say_what_the_run_was() {
    let root = tempfile::tempdir().expect("a folder");
    let mut header = header("crucial-m4-256");
    header.identity.model = "Crucial m4 256GB".into();
    header.facts.push(Fact {
        name: "about.year".into(),
        value: "2011".into(),
        source: String::new(),
    });
    finished(root.path(), "one", &header);
    let row = row(root.path(), "one");
    assert_eq!(row.maker.as_deref(), Some("Crucial"));
    assert_eq!(row.year, Some(2011));
    assert_eq!(row.capacity_bytes, 256_000_000_000);
    assert_eq!(
        (row.progress, row.finished, row.planned),
        (Progress::Finished, 3, 3)
    );
    assert_eq!(row.started.as_deref(), Some("2026-11-22T10:00:00Z"));
    assert_eq!(row.random_read_mb_per_s, Some(1000.0 * 4096.0 / 1e6));
    assert_eq!(row.random_write_mb_per_s, Some(2000.0 * 4096.0 / 1e6));
    assert_eq!(row.sequential_read_mb_per_s, None);
    assert_eq!(row.problems, [""; 0]);
}

#[test]
fn are_broken_folders_named_with_their_reasons_and_the_rest_shown() {
    let root = tempfile::tempdir().expect("a folder");
    let at = |name: &str| finished(root.path(), name, &header("drive"));
    at("whole");
    let cut = at("cut");
    let file = fs::OpenOptions::new()
        .append(true)
        .open(cut.join("results.jsonl"));
    file.expect("the file")
        .write_all(b"{\"schema_vers")
        .expect("written");
    fs::remove_file(at("no-samples").join("samples.jsonl")).expect("removed");
    fs::remove_file(at("no-header").join("run.json")).expect("removed");
    fs::write(at("no-json").join("run.json"), "<html>").expect("written");
    let newer = at("newer").join("run.json");
    let text = fs::read_to_string(&newer).expect("text");
    fs::write(
        &newer,
        text.replace("\"schema_version\": 2", "\"schema_version\": 99"),
    )
    .expect("written");
    fs::create_dir(root.path().join("holidays")).expect("a folder");
    fs::write(root.path().join("notes.txt"), "no run").expect("written");

    let listing = list(root.path());
    let shown: Vec<&str> = listing.runs.iter().map(|row| row.folder.as_str()).collect();
    assert_eq!(shown, ["cut", "no-samples", "whole"]);
    let problems = |folder| row(root.path(), folder).problems.join("; ");
    assert_eq!(
        problems("cut"),
        "results.jsonl: the last line is incomplete; left out"
    );
    assert_eq!(problems("no-samples"), "samples.jsonl: is missing");
    assert_eq!(reason(&listing, "no-header"), "run.json: is missing");
    assert!(reason(&listing, "no-json").starts_with("run.json: expected value at line 1"));
    assert!(reason(&listing, "newer").contains("newer fourcorners"));
    assert_eq!(listing.broken.len(), 3, "{listing:?}");
}

#[test]
fn is_a_run_that_goes_on_told_from_one_that_ended_early() {
    let root = tempfile::tempdir().expect("a folder");
    let writer = FolderWriter::create(&root.path().join("run"), &header("drive")).expect("new");
    assert_eq!(row(root.path(), "run").progress, Progress::Running);
    drop(writer);
    assert_eq!(row(root.path(), "run").progress, Progress::EndedEarly);
}

#[test]
fn can_a_run_be_taken_up_again_while_its_folder_is_looked_at() {
    let root = tempfile::tempdir().expect("a folder");
    let path = root.path().join("run");
    drop(FolderWriter::create(&path, &header("drive")).expect("new"));
    let listings = collection(&[root.path()]);
    std::thread::scope(|scope| {
        let looking = scope.spawn(|| (0..300).for_each(|_| drop(listings.index.list())));
        while !looking.is_finished() {
            drop(fourcorners_bench::KeptRun::open(&path).expect("free to be taken up"));
        }
    });
}

#[test]
fn does_a_row_follow_its_files() {
    let root = tempfile::tempdir().expect("a folder");
    let path = finished(root.path(), "one", &header("drive"));
    let kept = collection(&[root.path()]);
    assert_eq!(kept.index.list(), kept.index.list());
    fs::remove_file(path.join("histograms.jsonl")).expect("removed");
    assert_eq!(
        kept.index.list().runs[0].problems,
        ["histograms.jsonl: is missing"]
    );
    fs::remove_dir_all(path).expect("removed");
    assert_eq!(kept.index.list(), Listing::default());
}

#[test]
fn are_repetitions_one_group_and_other_runs_not() {
    let root = tempfile::tempdir().expect("a folder");
    let mut again = header("drive");
    again.repeat = 2;
    let mut other = header("drive");
    other.seed = 2;
    let mut newer = header("drive");
    newer.version = "1".into();
    for (name, header) in [
        ("1", header("drive")),
        ("2", again),
        ("3", other),
        ("4", newer),
    ] {
        finished(root.path(), name, &header);
    }
    let group = |folder| row(root.path(), folder).group;
    assert_eq!(group("1"), group("2"));
    assert_ne!(group("1"), group("3"));
    assert_ne!(group("1"), group("4"));
}

#[test]
fn is_a_run_itself_a_folder_of_one_run() {
    let root = tempfile::tempdir().expect("a folder");
    let path = finished(root.path(), "one", &header("drive"));
    assert_eq!(list(&path).runs.len(), 1);
    // Named twice, it is shown once.
    assert_eq!(collection(&[root.path(), &path]).index.list().runs.len(), 1);
}

#[test]
fn are_a_thousand_runs_listed_in_a_few_seconds() {
    let root = tempfile::tempdir().expect("a folder");
    let one = finished(root.path(), "0", &header("drive"));
    // As large as those of a suite: 12 KB of results, a header with the facts of a drive.
    let line = fs::read_to_string(one.join("results.jsonl")).expect("text");
    fs::write(one.join("results.jsonl"), line.repeat(4)).expect("written");
    let files: Vec<_> = fs::read_dir(&one).expect("files").flatten().collect();
    for number in 1..1000 {
        let folder = root.path().join(number.to_string());
        fs::create_dir(&folder).expect("a folder");
        for file in &files {
            fs::copy(file.path(), folder.join(file.file_name())).expect("copied");
        }
    }
    let collection = collection(&[root.path()]);
    let start = Instant::now();
    assert_eq!(collection.index.list().runs.len(), 1000);
    let first = start.elapsed();
    assert_eq!(collection.index.list().runs.len(), 1000);
    let both = start.elapsed();
    println!("a thousand runs: {first:?}, again: {:?}", both - first);
    // A second on an idle machine; this one may be a busy one, and the build is not optimised.
    assert!(first.as_secs() < 10, "{first:?}");
}

#[test]
fn is_a_maker_known_by_the_models_that_drives_tell() {
    let root = tempfile::tempdir().expect("a folder");
    let models = [
        ("Crucial m4 256GB", "Crucial"),
        ("CT250MX500SSD1", "Crucial"),
        ("ST1000DM010-2EP102", "Seagate"),
        ("STEC ZeusIOPS", "STEC"),
        ("WDC WD3000HLFS", "WD"),
        ("WD VelociRaptor", "WD"),
        ("KINGSTON SV100S2128G", "Kingston"),
        ("INTEL SSDSA2M160", "Intel"),
        ("SSDSC2BA200G3", "Intel"),
        ("OCZ Vertex 2", "OCZ"),
        ("MZ7PD256", "Samsung"),
        ("", ""),
    ];
    for (number, (model, _)) in models.iter().enumerate() {
        let mut header = header("drive");
        header.identity.model = (*model).into();
        finished(root.path(), &number.to_string(), &header);
    }
    for (number, (model, maker)) in models.iter().enumerate() {
        let row = row(root.path(), &number.to_string());
        assert_eq!(row.maker.unwrap_or_default(), *maker, "{model}");
    }
}

/// The story: 1e308 MB/s of a folder of another program's stood in the list, and every other bar
/// beside it was empty.
#[test]
fn are_figures_that_no_drive_can_have_left_out_and_named() {
    let root = tempfile::tempdir().expect("a folder");
    let mut header = header("x");
    header.identity.capacity.0 = 1 << 60;
    header.prices = vec![Price {
        currency: "EUR".into(),
        price: 1e308,
        price_per_nand_gb: None,
        price_per_usable_gib: 1e308,
    }];
    let path = finished(root.path(), "1", &header).join("results.jsonl");
    let text = fs::read_to_string(&path).expect("results");
    let lines: Vec<String> = text
        .lines()
        .map(|line| {
            let mut entry: Value = serde_json::from_str(line).expect("JSON");
            match entry["test"].as_str().expect("a test") {
                "random-read-4k-qd3" => entry["measured"]["throughput_mb_per_s"] = 1e308.into(),
                "random-write-4k-qd3" => entry["measured"]["throughput_mb_per_s"] = (-1.0).into(),
                _ => {}
            }
            format!("{entry}\n")
        })
        .collect();
    fs::write(&path, lines.concat()).expect("written");
    let row = row(root.path(), "1");
    assert_eq!(
        (row.random_read_mb_per_s, row.random_write_mb_per_s),
        (None, None)
    );
    assert_eq!(row.capacity_bytes, 0);
    let problems = row.problems.join("\n");
    for named in [
        "run.json: impossible capacity of 1152921504606846976 sectors",
        "results.jsonl: random-read-4k-qd3 measure: impossible speed of 1e308 MB/s",
        "results.jsonl: random-write-4k-qd3 measure: impossible speed of -1e0 MB/s",
    ] {
        assert!(problems.contains(named), "{named}: {problems}");
    }
    let figures = collection(&[root.path()])
        .figures(&row.id)
        .expect("figures");
    let figures = serde_json::to_value(&figures).expect("JSON");
    let left_out = figures["left_out"].as_array().expect("sentences");
    assert_eq!(left_out.len(), 4, "{left_out:?}");
    assert!(
        !figures["figures"].to_string().contains("e308"),
        "{figures}"
    );
    assert!(!figures["figures"].as_array().expect("figures").is_empty());
}

/// The story: a capacity that no drive has was not known in the list, and 1 EiB on the review page
/// and in tables.
#[test]
fn is_a_capacity_that_no_drive_has_not_known_wherever_it_is_told() {
    let root = tempfile::tempdir().expect("a folder");
    let mut header = header("x");
    // 2^63 bytes.
    header.identity.capacity.0 = 1 << 54;
    header.prices = vec![Price {
        currency: "EUR".into(),
        price: 100.0,
        price_per_nand_gb: None,
        price_per_usable_gib: 0.5,
    }];
    let path = finished(root.path(), "1", &header);
    let row = row(root.path(), "1");
    let run = Run::open(&path).expect("a run");
    assert_eq!((row.capacity_bytes, run.header.capacity()), (0, None));
    // The same sentence for the same run.
    let said = |all: &[String]| all.iter().filter(|one| one.contains("sectors")).count();
    let damage = sentences(&run.damage);
    assert_eq!((said(&row.problems), said(&damage)), (1, 1));
    let runs = [run];
    let data = PageData::new(&runs, &NothingPrinted);
    assert_eq!(data.drives[0].capacity_gb, 0.0);
    assert_eq!(data.prices[0].usable_gib, None);
    for text in [
        tables(&runs, &NothingPrinted, Some(160)),
        markdown(&runs, &NothingPrinted),
    ] {
        let price = text.lines().find(|line| line.contains("100.00 EUR"));
        assert!(
            price.is_some_and(|line| line.matches("not known").count() == 2),
            "{text}"
        );
    }
    // What was written over such a drive is some of it, or all.
    let figures = collection(&[root.path()]).figures(&row.id);
    let figures = serde_json::to_value(figures.expect("figures")).expect("JSON");
    let random = figures["figures"]
        .as_array()
        .expect("figures")
        .iter()
        .find(|figure| figure["test"] == "random-write-4k-qd3");
    assert!(random.expect("a figure")["span_bytes"].is_u64());
}

/// The story: of a seed above 2^53 a browser showed other digits than the run had.
#[test]
fn are_seeds_texts_where_a_browser_reads_them() {
    let root = tempfile::tempdir().expect("a folder");
    let mut header = header("x");
    header.seed = u64::MAX;
    finished(root.path(), "1", &header);
    let row = serde_json::to_value(row(root.path(), "1")).expect("JSON");
    assert_eq!(row["seed"], "18446744073709551615");
}

/// The story: reviews of two drives at /dev/sdb, kept in two places under one name, were
/// repetitions of one drive in the browser and two drives in `compare`.
#[test]
fn are_reviews_of_one_name_in_two_places_told_apart_and_those_of_simulated_drives_repetitions() {
    let root = tempfile::tempdir().expect("a folder");
    let places = ["here", "there"].map(|name| root.path().join(name));
    let mut real = header("drive");
    real.identity.kind = DriveKind::BlockDevice;
    for place in &places {
        finished(place, "real", &real);
        finished(place, "simulated", &header("drive"));
    }
    finished(&places[0], "alone", &real);
    let [here, there] = &places;
    let collection = collection(&[here, there]);
    let rows = collection.index.list().runs;
    let row = |folder: &str| {
        let row = rows.iter().find(|row| row.folder == folder);
        row.unwrap_or_else(|| panic!("{folder} is not in {rows:?}"))
    };
    assert_eq!(row("alone").path, here.join("alone"));
    assert_ne!(row("here/real").group, row("there/real").group);
    assert_eq!(row("here/simulated").group, row("there/simulated").group);
    // Either way they hold one measurement.
    let results = |folder: &str| {
        let figures = collection.figures(&row(folder).id).expect("figures");
        serde_json::to_value(figures).expect("JSON")["results"].clone()
    };
    assert_eq!(results("here/real"), results("there/real"));
    assert_eq!(results("here/simulated"), results("there/simulated"));
    assert!(results("here/real").is_string());
}
