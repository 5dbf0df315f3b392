//! The suites, tests and states that are part of the program.

use crate::definition::DefinitionError;
use crate::library::Library;
use rust_embed::RustEmbed;
use std::sync::OnceLock;

#[derive(RustEmbed)]
#[folder = "../../suites"]
struct Suites;

/// The text of a suite (`four-corners.toml`) or test (`tests/hd-tach.toml`).
pub fn suite_text(name: &str) -> Option<String> {
    Suites::get(name).map(|file| String::from_utf8_lossy(&file.data).into_owned())
}

/// All of them, without traces; read once per process.
pub fn shipped() -> Result<&'static Library, &'static DefinitionError> {
    static LIBRARY: OnceLock<Result<Library, DefinitionError>> = OnceLock::new();
    let read = || {
        let names = Suites::iter();
        let files = names.filter_map(|name| Some((name.to_string(), suite_text(&name)?)));
        let files: Vec<(String, String)> = files.collect();
        let files = files.iter();
        Library::new(files.map(|(name, text)| (name.as_str(), text.as_str())))
    };
    LIBRARY.get_or_init(read).as_ref()
}
