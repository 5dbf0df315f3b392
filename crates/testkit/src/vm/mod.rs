//! Virtual machines (QEMU, emulated where KVM does not work) for what a test cannot do to its
//! own host: overwrite a disk that the running system is on, unplug a drive, cut the power.
//!
//! A guest boots one of Debian's kernels and runs one shell script as its only work. Kernel and
//! tools come from Debian packages that [`Packages`] downloads once and unpacks in a cache
//! folder; nothing is installed. Scripts report to the host in lines `@key=value`.

mod accelerator;
mod cpio;
mod debian;
mod drive;
mod file_system;
mod guest;
mod image;
mod kernel;
mod packages;
mod qmp;
mod reports;
mod tool;
mod tree;

pub use accelerator::Accelerator;
pub use drive::{Drive, Fails};
pub use file_system::{FileSystem, PARTITION_AT, create_disk, first_data, partition};
pub use guest::Guest;
pub use image::Image;
pub use kernel::Kernel;
pub use packages::Packages;
pub use qmp::Qmp;
pub use reports::Reports;
pub use tree::Tree;

/// What went wrong, and what to do, for the person who runs the tests.
pub type Failure = String;
