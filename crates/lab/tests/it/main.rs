//! One program of all tests, since linking one for each file took longer than running them.

mod articles;
mod carried_out;
mod disks;
#[path = "../../../cli/tests/program/drives.rs"]
mod drives;
mod late_spare;
mod resume;
mod resume_review;
mod sums;
mod threads;
mod unwritten;
mod write_latencies;
