//! The page's TypeScript knows what the Rust types say.

use fourcorners_sweep::PageData;
use fourcorners_testkit::typescript::assert_fresh;
use schemars::SchemaGenerator;

#[test]
fn sweep_types_in_typescript_are_fresh() {
    assert_fresh(
        "sweep/generated.ts",
        &[SchemaGenerator::subschema_for::<PageData>],
    );
}
