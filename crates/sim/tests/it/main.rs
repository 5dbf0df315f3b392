//! One program of all tests, since linking one for each file took longer than running them.

mod ablation;
mod behaviour;
mod conformance;
mod disk;
mod documented;
mod in_place;
mod power_cuts;
#[path = "../small/mod.rs"]
mod small;
mod state;
mod theory;
mod throughput;
