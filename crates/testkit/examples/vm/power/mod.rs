//! Power cuts.

pub mod cut;
