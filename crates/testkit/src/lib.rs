//! Test support shared by the workspace: no released binary contains any of it.

pub mod faulty;
pub mod soak;
pub mod typescript;
pub mod vm;
