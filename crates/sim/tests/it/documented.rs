//! Does docs/formats.md name every policy that a drive's file can ask for?

use fourcorners_sim::spec::{Defect, Frontiers, Pacing, VictimPolicy};
use std::fmt::Write;

/// The table of GC policies, as it should stand there.
fn table() -> String {
    let mut table = String::from("| key | value | meaning |\n|---|---|---|\n");
    macro_rules! rows {
        ($key:literal, $Enum:ident) => {
            for one in $Enum::ALL {
                let (name, about) = (one.name(), one.about().trim_end_matches('.'));
                writeln!(table, "| `{}` | `{name}` | {about} |", $key).expect("a string");
            }
        };
    }
    rows!("gc.victim", VictimPolicy);
    rows!("gc.pacing", Pacing);
    rows!("gc.frontiers", Frontiers);
    rows!("gc.defect", Defect);
    table
}

#[test]
fn every_gc_policy_is_in_the_table_of_formats_md() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/formats.md");
    let text = std::fs::read_to_string(path).expect("docs/formats.md");
    let section = text.split("### GC policies\n\n").nth(1);
    let rows = section.expect("the section").lines();
    let found: Vec<&str> = rows.take_while(|line| line.starts_with('|')).collect();
    let expected = table();
    assert!(
        expected.lines().eq(found),
        "docs/formats.md, GC policies, is to be:\n\n{expected}"
    );
}
