//! The folder that is embedded is looked at again when a file appears in it or goes.

fn main() {
    println!("cargo:rerun-if-changed=sweeps");
}
