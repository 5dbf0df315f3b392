//! The forms of trace files, in and out.

pub mod text;
