//! One program of all tests, since linking one for each file took longer than running them.

mod ablation;
mod behaviour;
mod conformance;
mod disk;
mod documented;
mod drive_file_fuzz;
mod drive_files;
mod firmware_sections;
mod former_keys;
mod in_place;
mod pacing_keys;
mod power_cuts;
mod siblings;
#[path = "../small/mod.rs"]
mod small;
mod state;
mod theory;
mod throughput;
