//! Which keys of `[gc]` go with which pacing, and the errors for others.

use fourcorners_drive_file::load;
use std::path::Path;

/// What loading the m4's file says, with some of its text replaced.
fn problem(from: &str, to: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let read = |path: String| std::fs::read_to_string(root.join(path)).ok();
    let text = read("drives/crucial-m4-256.toml".into()).expect("the drive's file");
    assert!(text.contains(from), "{from}");
    let text = text.replace(from, to);
    load("my.toml", &text, &|part| read(format!("nand/{part}.toml")))
        .expect_err(to)
        .to_string()
}

#[test]
fn number_of_another_pacing_is_refused() {
    for pacing in ["trickle", "balanced", "foreground"] {
        let to = format!("pacing = \"{pacing}\"");
        let said = problem("pacing = \"throttle\"", &to);
        let wanted = match pacing {
            "trickle" => "pacing = \"trickle\" needs copies_per_host_write",
            _ => "freed_per_host_write needs pacing = \"throttle\"",
        };
        assert!(said.contains(wanted), "{said}");
    }
}

#[test]
fn throttle_needs_its_number_and_watermarks_apart() {
    let said = problem("freed_per_host_write", "copies_per_host_write");
    assert!(
        said.contains("copies_per_host_write needs pacing"),
        "{said}"
    );
    let said = problem(
        "high_watermark = { value = 4,",
        "high_watermark = { value = 2,",
    );
    assert!(
        said.contains("needs a high_watermark above low_watermark"),
        "{said}"
    );
}
