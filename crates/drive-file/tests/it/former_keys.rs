//! Is a file with keys of before refused with all that is to be renamed?

use fourcorners_drive_file::{FileText, load_among};
use std::path::Path;

fn read(path: &str) -> Option<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    std::fs::read_to_string(root.join(path)).ok()
}

/// The error of a drive file; those that it is like are read with `gc` named as it was.
fn error(text: &str) -> String {
    let nand = |part: &str| read(&format!("nand/{part}.toml"));
    let other = |name: &str| {
        let name = format!("drives/{name}.toml");
        let text = read(&name)?.replace("[gc]", "[collection]");
        Some(FileText { name, text })
    };
    let error = load_among("my.toml", text, &nand, &other).expect_err("a former key");
    error.to_string()
}

fn line_of(text: &str, start: &str) -> usize {
    let line = text.lines().position(|line| line.starts_with(start));
    line.expect(start) + 1
}

#[test]
fn one_error_names_every_former_key_of_a_file() {
    let text = read("drives/crucial-c300-256.toml").expect("a file");
    let text = text
        .replace("copy_unit_us =", "move_unit_us =")
        .replace("[gc]", "[collection]")
        .replace("[gc.idle]", "[collection.idle]")
        .replace("low_watermark =", "start_free =");
    let line = |start: &str| line_of(&text, start);
    let expected = format!(
        "my.toml:{}: controller.move_unit_us is now controller.copy_unit_us\n\
         hint: rename these 4 and keep their values\n  \
         line {}: controller.move_unit_us -> controller.copy_unit_us\n  \
         line {}: collection -> gc\n  \
         line {}: collection.start_free -> gc.low_watermark\n  \
         line {}: collection.idle -> gc.idle",
        line("move_unit_us"),
        line("move_unit_us"),
        line("[collection]"),
        line("start_free"),
        line("[collection.idle]"),
    );
    assert_eq!(error(&text), expected);
}

/// A section that was renamed does not hide the keys in it that were not.
#[test]
fn former_key_in_a_section_of_today_is_refused() {
    let text = read("drives/crucial-m4-256.toml").expect("a file");
    let text = text.replace("high_watermark =", "stop_free =");
    let expected = format!(
        "my.toml:{}: gc.stop_free is now gc.high_watermark\n\
         hint: rename it and keep its value",
        line_of(&text, "stop_free")
    );
    assert_eq!(error(&text), expected);
}

#[test]
fn former_key_of_a_sibling_is_refused_before_it_is_called_another_drives() {
    let start = "like = \"crucial-m4-256\"\nname = \"x\"\nmodel = \"x\"\n";
    let cache = "{ value = 64, from = \"assumed\", source = \"test\" }";
    let text = format!("{start}layout.mapping_cache_kib = {cache}\n");
    let message = error(&text);
    assert!(
        message.starts_with("my.toml:4: layout.mapping_cache_kib is now layout.l2p_cache_kib\n"),
        "{message}"
    );
    // Its own keys are right; the other file's are not.
    let m4 = read("drives/crucial-m4-256.toml").expect("a file");
    let expected = format!(
        "drives/crucial-m4-256.toml:{}: collection is now gc\n",
        line_of(&m4, "[gc]")
    );
    assert!(error(start).starts_with(&expected), "{}", error(start));
}
