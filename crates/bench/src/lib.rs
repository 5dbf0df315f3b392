//! Tests as data, and the engine that runs them on any drive.

pub mod record;
