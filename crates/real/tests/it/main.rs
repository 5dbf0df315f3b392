//! One program of all tests, since linking one for each file took longer than running them.
//! `faults` stays apart: a drive that hangs keeps its device until the program ends, and the safety
//! checks of other tests rightly doubt that device.

mod choice;
mod conformance;
mod data;
#[path = "../host/mod.rs"]
mod host;
mod read_only;
mod refusals;
mod trim;
mod unwritten;
