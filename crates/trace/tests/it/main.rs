//! One program of all tests, since linking one for each file took longer than running them.

mod blktrace;
mod definitions;
mod files;
mod in_order;
mod own_form;
mod published;
#[path = "../records/mod.rs"]
mod records;
mod scenarios;
mod statistics;
mod synthesis;
mod text;
