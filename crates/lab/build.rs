//! The folders that are embedded are looked at again when a file appears in them or goes.

fn main() {
    for folder in ["drives", "nand", "ports", "traces", "scenarios"] {
        println!("cargo:rerun-if-changed={folder}");
    }
}
