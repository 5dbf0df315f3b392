//! How a real drive (here a file) is made as new, asked for by name.

use crate::program;

use program::{Desk, lines};

const TEST: &str = "sequential-write-128k";

#[test]
fn is_it_said_how_the_drive_was_made_new() {
    for (options, by, fact) in [
        (
            &[][..],
            "already-empty",
            "the file system frees the file's blocks",
        ),
        (&["--erase", "none"], "declined", "none (--erase none)"),
    ] {
        let desk = Desk::new();
        let drive = desk.text("scratch.img");
        let arguments = [&["run", TEST, &drive, "--size", "16MiB"], options].concat();
        desk.run(&arguments).done();
        let run = &desk.runs()[0];
        let wall = lines(&run.join("wall.jsonl"));
        let purged = |line: &serde_json::Value| line["event"] == "purged" && line["by"] == by;
        assert!(wall.iter().any(purged), "'{by}' in {wall:?}");
        let header = std::fs::read_to_string(run.join("run.json")).expect("run.json");
        assert!(header.contains(fact), "'{fact}' in {header}");
        if !options.is_empty() {
            assert!(
                header.contains("--erase none"),
                "the command says it: {header}"
            );
            assert!(header.contains("not-erased"), "not comparable: {header}");
        }
    }
}

/// The story: an erase of a file looked like a dead drive: "has not responded for 71 s, at LBA 0".
/// The kernel was freeing its blocks; and the file was new, so that there was nothing to erase.
#[test]
fn file_with_data_is_erased_by_its_file_system() {
    let desk = Desk::new();
    let drive = desk.text("scratch.img");
    let erases = |options: &[&str]| {
        let ended = desk.run(&[&["run", TEST, &drive], options].concat());
        let said = ended.done().stderr.clone();
        let wall = lines(&desk.runs().pop().expect("a run").join("wall.jsonl"));
        let of = ["purging", "freeing-blocks", "purged"];
        let events = wall.iter().filter_map(|line| line["event"].as_str());
        let events = events.filter(|event| of.contains(event));
        (said, events.map(String::from).collect::<Vec<_>>())
    };
    let (said, events) = erases(&["--size", "16MiB"]);
    assert_eq!(events, ["purged"]);
    assert!(said.contains("not erased: the file is empty"), "{said}");
    let (said, events) = erases(&["--destroy", &drive]);
    assert_eq!(events, ["freeing-blocks", "purged"]);
    assert!(said.contains("the file system is freeing blocks"), "{said}");
    assert!(!said.contains("erasing"), "{said}");
}

#[test]
fn is_a_way_that_does_not_fit_refused_before_a_file_is_made() {
    let desk = Desk::new();
    let drive = desk.text("scratch.img");
    for way in ["nvme-format", "nvme-sanitize", "ata-secure-erase"] {
        desk.run(&["run", TEST, &drive, "--size", "16MiB", "--erase", way])
            .refused(&["it is a file"]);
        assert!(!desk.at("scratch.img").exists());
    }
    desk.run(&["run", TEST, &desk.drive(), "--erase", "blkdiscard"])
        .misused(&["real drives"]);
}
