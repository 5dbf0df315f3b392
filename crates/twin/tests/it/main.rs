//! One program of all tests.

mod parameters;
mod search;
mod twins;
