//! The folders that are embedded are looked at again when a file appears in them or goes.

fn main() {
    for folder in ["suites", "articles"] {
        println!("cargo:rerun-if-changed={folder}");
    }
}
