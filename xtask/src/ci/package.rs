//! Every crate that can be published, packed and built from its package alone: what a crate embeds
//! is in it, and each dependency has a version.

use crate::run::{Failure, cargo, command, show};

/// Members of the workspace that stay here (`publish = false`).
const UNPUBLISHED: [&str; 3] = ["fourcorners-python", "fourcorners-testkit", "xtask"];

/// Packs and builds them: as packages they have neither the workspace's lock nor its profiles.
/// Nothing is downloaded that building the workspace does not need.
pub fn package() -> Result<(), Failure> {
    let mut words = vec!["package", "--quiet", "--offline", "--workspace"];
    // A working copy may have changes that are not committed.
    words.push("--allow-dirty");
    words.extend(UNPUBLISHED.iter().flat_map(|name| ["--exclude", name]));
    let mut package = command(&cargo(), &words);
    package
        .env("CARGO_INCREMENTAL", "0")
        .env("CARGO_PROFILE_DEV_DEBUG", "false")
        .env_remove("RUSTC_WORKSPACE_WRAPPER");
    show(package)
}
