//! Test support shared by the workspace: no released binary contains any of it.

pub mod faulty;
pub mod soak;
pub mod typescript;
pub mod vm;

/// Whether tests with a short case do all of it: set `FOURCORNERS_NIGHTLY`.
pub fn is_nightly() -> bool {
    std::env::var_os("FOURCORNERS_NIGHTLY").is_some()
}
