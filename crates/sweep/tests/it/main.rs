//! One program of all tests.

mod bed;
mod folders;
mod refusals;
mod shipped;
mod tables;
mod typescript;
