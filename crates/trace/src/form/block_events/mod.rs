//! What the two forms of a block trace share, blktrace's binary and blkparse's text: events in the
//! order of time, put together to records, and the words that keep what a record has no field for.

mod by_time;
mod does;
mod in_flight;
mod rest;

pub(super) use by_time::ByTime;
pub(super) use does::Does;
pub(super) use in_flight::InFlight;
pub(super) use rest::{LONGEST_PROCESS_BYTES, Rest, set_error};
