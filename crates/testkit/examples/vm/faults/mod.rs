//! Drives that fail.

pub mod bad_sectors;
pub mod hot_unplug;
