//! Several samples of one model: how far drives and runs differ, and what new firmware changes.

pub mod change;
pub mod deviation;
pub mod distribution;
pub mod notes;
pub mod one_way;
mod paired;
pub mod samples;

pub use change::{Both, Change, ChangeVerdict, changes};
pub use deviation::Deviation;
pub use notes::{Note, notes};
pub use one_way::{Interval, OneWay, Spread, mean};
pub use samples::{NotAlike, Sample, check_alike, pairs, samples, versions};
