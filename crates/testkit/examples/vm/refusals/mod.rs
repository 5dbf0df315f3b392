//! Drives in use, which are refused.

pub mod mounted_partition;
mod refusal;
pub mod system_disk;
