//! The browser's TypeScript knows what the Rust types say.

use fourcorners_browse::{FiguresDocument, RunsDocument};
use fourcorners_testkit::typescript::assert_fresh;
use schemars::SchemaGenerator;

#[test]
fn browser_types_in_typescript_are_fresh() {
    assert_fresh(
        "browse/generated.ts",
        &[
            SchemaGenerator::subschema_for::<RunsDocument>,
            SchemaGenerator::subschema_for::<FiguresDocument>,
        ],
    );
}
