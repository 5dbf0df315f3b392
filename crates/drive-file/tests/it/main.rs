//! One program of all tests, since linking one for each file took longer than running them.

mod drive_file_fuzz;
mod drive_files;
mod firmware_sections;
mod former_keys;
mod pacing_keys;
mod siblings;
