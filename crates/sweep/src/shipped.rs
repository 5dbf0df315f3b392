//! The sweeps that are part of the program.

use include_dir::{Dir, include_dir};

static SWEEPS: Dir = include_dir!("$CARGO_MANIFEST_DIR/sweeps");

/// The names of all sweeps, sorted.
pub fn sweep_names() -> Vec<String> {
    let paths = SWEEPS.files().filter_map(|file| file.path().to_str());
    let names = paths.filter_map(|path| path.strip_suffix(".toml"));
    let mut names: Vec<String> = names.map(str::to_string).collect();
    names.sort();
    names
}

/// The file of a sweep.
pub fn sweep_text(name: &str) -> Option<String> {
    let file = SWEEPS.get_file(format!("{name}.toml"))?;
    Some(file.contents_utf8()?.into())
}
