//! What surrounds a drive: is it erased as asked, and never another?

#[path = "../../../real/tests/host/mod.rs"]
mod bed;
mod erasing;
