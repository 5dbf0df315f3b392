//! The text forms of traces, in and out.

mod any_bytes;
mod bed;
mod fio;
mod round_trips;
mod samples;
