//! Whatever stands in a job file, does it end in a test that can be planned, or in sentences that name
//! the file? Some cases in every test run, and `cargo xtask soak` goes on for as long as one likes.

mod any_drive;
mod fio_job;
