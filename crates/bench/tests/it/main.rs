//! One program of all tests, since linking one for each file took longer than running them.

mod articles;
#[path = "../bed/mod.rs"]
mod bed;
mod budget;
mod conditions;
mod definitions;
mod earlier;
mod folders;
mod formats;
mod former;
mod io_log;
mod limits;
mod mixed;
mod odd_recordings;
mod operations;
mod page_keys;
mod plans;
mod power;
mod power_cuts;
mod power_loss;
mod quartet;
mod recovery;
mod replay;
mod rest;
mod reviews;
mod rounds;
mod runs;
mod shared;
mod steady_state;
mod strange_folders;
mod suites;
mod watched;
mod whole_and_parts;
mod writers;
