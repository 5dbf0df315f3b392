//! One program of all tests, since linking one for each file took longer than running them.

#[path = "../../../cli/tests/program/drives.rs"]
mod drives;
mod resume;
mod sums;
mod threads;
