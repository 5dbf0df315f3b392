//! The text forms of traces, in and out.

mod any_bytes;
mod bed;
mod block_events;
mod fio;
#[path = "../records/mod.rs"]
mod records;
mod round_trips;
mod samples;
