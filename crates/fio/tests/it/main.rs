//! fio's job files: are they run as fio would, and do ours come back from them?

#[path = "../../../bench/tests/bed/mod.rs"]
mod bed;
mod commonly_used;
mod jobs;
mod mixes;
mod written;
