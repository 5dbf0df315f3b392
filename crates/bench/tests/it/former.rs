//! Names that ports and tests had before are still understood.

use crate::bed::library;
use fourcorners_bench::former;
use fourcorners_bench::record::{Entry, RunConditions};
use serde_json::json;

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
