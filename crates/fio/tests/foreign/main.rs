//! Whatever stands in a job file, does it end in a test that can be planned, or in sentences that
//! name the file? Some cases in every test run, and `cargo xtask soak` goes on for as long as one
//! likes. A program of its own, because its memory is measured.

mod any_drive;
#[path = "../../../bench/tests/bed/mod.rs"]
mod bed;
mod fio_job;
