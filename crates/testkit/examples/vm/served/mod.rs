//! Served drives.

pub mod backend;
pub mod in_guest;
pub mod killed;
