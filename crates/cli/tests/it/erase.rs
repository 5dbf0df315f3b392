//! How a real drive (here a file) is made as new, asked for by name.

use crate::program;

use program::{Desk, lines};

const TEST: &str = "sequential-write-128k";

#[test]
fn is_it_said_how_the_drive_was_made_new() {
    for (options, by, fact) in [
        (&[][..], "discarded", "TRIM of the whole drive"),
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
