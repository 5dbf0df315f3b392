//! The text forms of traces, in and out.

mod any_bytes;
mod bed;
mod block_events;
mod fio;
use crate::records;
mod round_trips;
mod samples;
