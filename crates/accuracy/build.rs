//! A digest of everything that decides what a simulated drive does, so that kept results are used
//! only by the engine that made them.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    // A new file of the folder that is embedded.
    println!("cargo:rerun-if-changed=published");
    let mut hasher = DefaultHasher::new();
    // A published crate has no sources of the engine next to it: there the version decides, which
    // is that of all crates (Cargo.toml).
    env!("CARGO_PKG_VERSION").hash(&mut hasher);
    for file in engine() {
        std::fs::read(file).unwrap_or_default().hash(&mut hasher);
    }
    println!("cargo:rustc-env=ENGINE_DIGEST={:016x}", hasher.finish());
}

/// The sources of the engine, in a checkout.
fn engine() -> Vec<PathBuf> {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut files = Vec::new();
    for engine in ["block", "sim", "trace", "bench"] {
        let source = crates.join(engine).join("src");
        if source.exists() {
            println!("cargo:rerun-if-changed={}", source.display());
            collect(&source, &mut files);
        }
    }
    files.sort();
    files
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}
