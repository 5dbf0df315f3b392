//! Drives in use, which are refused.

pub mod in_use;
pub mod mounted_partition;
mod refusal;
pub mod signatures;
pub mod stacks;
pub mod system_disk;
pub mod thin_pool;
