//! Whatever stands in a definition that people write, does it end in a value that can be planned or
//! run, or in sentences that name the file? Some cases in every test run, and `cargo xtask soak`
//! goes on for as long as one likes. A program of its own, because its memory is measured.

#[path = "../../../fio/tests/foreign/any_drive.rs"]
mod any_drive;
mod definitions;
