//! The sweeps that are part of the program.

use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "../../sweeps"]
struct Sweeps;

/// The names of all sweeps, sorted.
pub fn sweep_names() -> Vec<String> {
    let mut names: Vec<String> = Sweeps::iter()
        .filter_map(|file| file.strip_suffix(".toml").map(str::to_string))
        .collect();
    names.sort();
    names
}

/// The file of a sweep.
pub fn sweep_text(name: &str) -> Option<String> {
    let file = Sweeps::get(&format!("{name}.toml"))?;
    Some(String::from_utf8_lossy(&file.data).into_owned())
}
