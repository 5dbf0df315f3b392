//! The suites, tests, states and articles that are part of the program.

use crate::definition::DefinitionError;
use crate::library::Library;
use rust_embed::RustEmbed;
use std::sync::OnceLock;

#[derive(RustEmbed)]
#[folder = "../../suites"]
struct Suites;

#[derive(RustEmbed)]
#[folder = "../../articles"]
struct Articles;

/// The text of a suite (`four-corners.toml`) or test (`tests/hd-tach.toml`).
pub fn suite_text(name: &str) -> Option<String> {
    Suites::get(name).map(|file| String::from_utf8_lossy(&file.data).into_owned())
}

/// All of them, without traces; read once per process.
pub fn shipped() -> Result<&'static Library, &'static DefinitionError> {
    static LIBRARY: OnceLock<Result<Library, DefinitionError>> = OnceLock::new();
    LIBRARY.get_or_init(read).as_ref()
}

fn read() -> Result<Library, DefinitionError> {
    let suites = texts::<Suites>();
    let suites = suites.iter();
    let suites = suites.map(|(name, text)| (name.as_str(), text.as_str()));
    let mut library = Library::new(suites)?;
    for (name, text) in texts::<Articles>() {
        library.add_article(&format!("articles/{name}"), &text)?;
    }
    Ok(library)
}

fn texts<T: RustEmbed>() -> Vec<(String, String)> {
    let of = |name: &str| T::get(name).map(|it| String::from_utf8_lossy(&it.data).into_owned());
    let files = T::iter().filter_map(|name| Some((name.to_string(), of(&name)?)));
    files.collect()
}
