//! `cargo xtask test tidy`: what can be enforced of how the project is written.

mod columns;
mod litter;
mod matching;
mod phrases;

pub use columns::tokens;

use crate::formats;
use crate::run::{self, Failure, command, output};
use std::fs;

/// A tracked file with its text.
pub struct Source {
    /// From the repository's root.
    pub path: String,
    pub text: String,
}

/// Lines are short, phrases that STYLE replaced do not come back, no code reads a sentence, and no
/// litter is tracked.
pub fn tidy() -> Result<(), Failure> {
    let sources = sources()?;
    let mut found = litter::tracked(&run::root())?;
    for source in &sources {
        found.extend(columns::too_long(source)?);
        found.extend(matching::on_text(source)?);
    }
    found.extend(matching::unused(&sources)?);
    found.extend(phrases::banned(&sources));
    found.extend(formats::outdated()?);
    match found.is_empty() {
        true => Ok(()),
        false => Err(found.join("\n")),
    }
}

/// Everything that people write: neither what is generated nor records of what was.
pub fn sources() -> Result<Vec<Source>, Failure> {
    let endings = [".rs", ".ts", ".mjs", ".css", ".html", ".toml", ".md"];
    let generated = [
        "web/dist/",
        "web/src/generated.ts",
        "web/src/browse/generated.ts",
        "docs/accuracy.md",
        "records/",
    ];
    let listed = output(command("git", &["ls-files"]))?;
    let paths = listed.lines().filter(|path| {
        endings.iter().any(|ending| path.ends_with(ending))
            && !generated.iter().any(|start| path.starts_with(start))
    });
    paths
        .filter(|path| run::root().join(path).exists())
        .map(|path| {
            let text = fs::read_to_string(run::root().join(path))
                .map_err(|error| format!("{path}: {error}"))?;
            Ok(Source {
                path: path.into(),
                text,
            })
        })
        .collect()
}
