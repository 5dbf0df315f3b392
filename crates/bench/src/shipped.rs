//! The suites, tests, states and articles that are part of the program.

use crate::definition::DefinitionError;
use crate::library::Library;
use include_dir::{Dir, File, include_dir};
use std::sync::OnceLock;

static SUITES: Dir = include_dir!("$CARGO_MANIFEST_DIR/suites");
static ARTICLES: Dir = include_dir!("$CARGO_MANIFEST_DIR/articles");

/// The text of a suite (`four-corners.toml`) or test (`tests/hd-tach.toml`).
pub fn suite_text(name: &str) -> Option<String> {
    Some(SUITES.get_file(name)?.contents_utf8()?.into())
}

/// All of them, without traces; read once per process.
pub fn shipped() -> Result<&'static Library, &'static DefinitionError> {
    static LIBRARY: OnceLock<Result<Library, DefinitionError>> = OnceLock::new();
    LIBRARY.get_or_init(read).as_ref()
}

fn read() -> Result<Library, DefinitionError> {
    let tests = SUITES.dirs().flat_map(Dir::files);
    let mut library = Library::new(SUITES.files().chain(tests).filter_map(named))?;
    for (name, text) in ARTICLES.files().filter_map(named) {
        library.add_article(&format!("articles/{name}"), text)?;
    }
    Ok(library)
}

/// A file's path within its folder, and its text.
fn named<'a>(file: &'a File) -> Option<(&'a str, &'a str)> {
    Some((file.path().to_str()?, file.contents_utf8()?))
}
