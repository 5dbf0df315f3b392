//! Tables of fields in `docs/fields.md`, generated from the doc comments of the Rust types.
//!
//! A line `<!-- fields: FILE TYPE [PREFIX]; ... -->` is followed by the table of these types, up to
//! `<!-- end -->`. A struct gives a row per field, an enum a row per value. PREFIX precedes each
//! name; fields that serde flattens or skips are left out.

mod types;

use crate::run::{self, Failure};
use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;
use types::{Row, Type};

const OPEN: &str = "<!-- fields: ";
const CLOSE: &str = "<!-- end -->";

fn document() -> PathBuf {
    run::root().join("docs/fields.md")
}

/// Writes the tables into the document.
pub fn write() -> Result<(), Failure> {
    let text = read(&document())?;
    let generated = generated(&text)?;
    let path = document();
    fs::write(&path, generated).map_err(|error| format!("{}: {error}", path.display()))
}

/// Tables that differ from what the types say.
pub fn outdated() -> Result<Vec<String>, Failure> {
    let text = read(&document())?;
    let generated = generated(&text)?;
    let lines = text.lines().zip(generated.lines()).enumerate();
    let differs = lines
        .filter(|(_, (found, wanted))| found != wanted)
        .map(|(at, _)| at + 1)
        .next();
    Ok(match differs {
        None if text == generated => Vec::new(),
        line => vec![format!(
            "docs/fields.md:{}: differs from the Rust types: run cargo xtask formats",
            line.unwrap_or_else(|| text.lines().count())
        )],
    })
}

fn read(path: &PathBuf) -> Result<String, Failure> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// The document with every table anew.
fn generated(text: &str) -> Result<String, Failure> {
    let mut out = String::with_capacity(text.len());
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        out.push_str(line);
        out.push('\n');
        let Some(of) = line
            .strip_prefix(OPEN)
            .and_then(|of| of.strip_suffix(" -->"))
        else {
            continue;
        };
        if !lines.any(|line| line == CLOSE) {
            return Err(format!("docs/fields.md: no {CLOSE} after {line}"));
        }
        out.push_str(&table(of)?);
        out.push_str(CLOSE);
        out.push('\n');
    }
    Ok(out)
}

/// The table of types as a marker names them.
fn table(of: &str) -> Result<String, Failure> {
    let mut rows = String::new();
    let mut head = "field";
    for part in of.split("; ") {
        let mut words = part.split(' ');
        let (Some(file), Some(name)) = (words.next(), words.next()) else {
            return Err(format!(
                "docs/fields.md: '{part}' is not FILE TYPE [PREFIX]"
            ));
        };
        let prefix = words.next().unwrap_or_default();
        let source = read(&run::root().join(file))?;
        let Type { is_enum, rows: all } = types::read(file, &source, name)?;
        if is_enum {
            head = "value";
        }
        for row in all {
            let name = format!("`{prefix}{}`", row.name);
            // Described by another type of the same file.
            if !row.about.is_empty() || !rows.contains(&name) {
                let _ = writeln!(rows, "{}", line(&row, prefix));
            }
        }
    }
    Ok(format!("| {head} | meaning |\n|---|---|\n{rows}"))
}

fn line(row: &Row, prefix: &str) -> String {
    let optional = if row.optional { ", optional" } else { "" };
    let fields: Vec<String> = row.fields.iter().map(|name| format!("`{name}`")).collect();
    let fields = match fields.as_slice() {
        [] => String::new(),
        some => format!(" ({})", some.join(", ")),
    };
    let about = row.about.replace('|', "\\|");
    format!("| `{prefix}{}`{optional}{fields} | {about} |", row.name)
}

#[cfg(test)]
mod tests {
    use super::types::read;

    const SOURCE: &str = r#"
        /// A drive.
        struct Drive<'a> {
            /// Its [`Name`](super::Name),
            /// as printed.
            #[serde(rename = "called", default)]
            name: &'a str,
            pub(crate) size: Option<Vec<(u32, u8)>>,
            #[serde(flatten)]
            rest: Rest,
        }
        #[serde(rename_all = "kebab-case")]
        enum Way {
            /// By TRIM.
            SecureErase { at: u32, by: String },
            None,
        }
    "#;

    fn rows(name: &str) -> Vec<String> {
        let found = read("file.rs", SOURCE, name).expect("a type");
        found
            .rows
            .iter()
            .map(|row| super::line(row, "of."))
            .collect()
    }

    #[test]
    fn fields_and_values_become_rows() {
        let fields = [
            "| `of.called`, optional | Its `Name`, as printed. |",
            "| `of.size`, optional |  |",
        ];
        assert_eq!(rows("Drive"), fields);
        let values = [
            "| `of.secure-erase` (`at`, `by`) | By TRIM. |",
            "| `of.none` |  |",
        ];
        assert_eq!(rows("Way"), values);
        assert!(read("file.rs", SOURCE, "Other").is_err());
    }
}
