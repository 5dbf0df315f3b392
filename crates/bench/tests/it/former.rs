//! Names that ports and tests had before are still understood.

use crate::bed::{NotingDrive, carry_out, lasting, library, planned};
use fourcorners_bench::record::{Entry, Run, RunConditions};
use fourcorners_bench::{KeptRun, Silent, file_names, former};
use fourcorners_block::{Bytes, DriveKind};
use serde_json::json;
use std::fs;

#[test]
fn former_test_id_finds_the_test() {
    let library = library();
    assert_eq!(
        library.test("idle-collection").expect("known").id,
        "idle-gc"
    );
    assert_eq!(former::test("random-read-4k-qd3"), "random-read-4k-qd3");
}

#[test]
fn result_with_a_former_test_id_has_todays() {
    let line = json!({
        "schema_version": 1, "test": "idle-collection", "variant": "", "phase": "after-read",
        "state": "rested", "status": "finished",
    });
    let entry: Entry = serde_json::from_value(line).expect("an entry");
    assert_eq!(entry.test, "idle-gc");
}

#[test]
fn port_with_a_former_name_has_todays() {
    let conditions = json!({"port": "sata-3"});
    let conditions: RunConditions = serde_json::from_value(conditions).expect("conditions");
    assert_eq!(conditions.port.as_deref(), Some("sata-3gbps"));
    assert_eq!(former::port("amd-sb850"), "amd-sb850");
}

/// The story: results were read under today's id, and their lines looked for under the former one;
/// a run that was resumed put all its results aside.
#[test]
fn resumed_run_with_a_former_test_id_keeps_its_results() {
    let mut drive = NotingDrive::new(DriveKind::Simulated, Bytes::mib(64));
    let (_, run, folder) = carry_out("idle-gc", &mut drive, &lasting(1), 1, &mut Silent);
    assert!(!run.entries.is_empty());
    for name in [
        file_names::RUN_JSON,
        file_names::RESULTS,
        file_names::SAMPLES,
    ] {
        let path = folder.path.join(name);
        let text = fs::read_to_string(&path).expect("a file of the run");
        fs::write(&path, text.replace("idle-gc", "idle-collection")).expect("written");
    }
    let plan = planned("idle-gc", &drive, &lasting(1), 1);
    let kept = KeptRun::open(&folder.path).expect("a run");
    drop(kept.go_on(&plan).expect("resumed"));
    let read = Run::open(&folder.path).expect("a run");
    assert_eq!(read.entries, run.entries);
}
