//! Real drivers of the kernel.

pub mod browse;
pub mod disks;
mod identity;
pub mod kernel_disks;
pub mod large;
pub mod nvme_format;
pub mod nvme_identity;
pub mod polled;
pub mod sata;
pub mod suites_of_today;
