//! The page's TypeScript knows what the Rust types say.

use fourcorners_report::PageData;
use fourcorners_testkit::typescript::assert_fresh;
use schemars::SchemaGenerator;

#[test]
fn page_types_in_typescript_are_fresh() {
    assert_fresh(
        "generated.ts",
        &[SchemaGenerator::subschema_for::<PageData>],
    );
}
