//! Lines of at most 100 columns, comments and strings too.

use super::Source;
use crate::run::Failure;
use proc_macro2::{TokenStream, TokenTree};
use std::collections::BTreeSet;
use std::str::FromStr;

const MOST: usize = 100;

/// Lines that are longer. Data may be: values in TOML, tables in Markdown, links, raw strings and
/// those that span lines.
pub fn too_long(source: &Source) -> Result<Vec<String>, Failure> {
    if source.path.ends_with(".md") {
        return Ok(Vec::new());
    }
    let data = match source.path.ends_with(".rs") {
        true => data_lines(tokens(source)?),
        false => BTreeSet::new(),
    };
    let is_toml = source.path.ends_with(".toml");
    let lines = source
        .text
        .lines()
        .enumerate()
        .map(|(at, line)| (at + 1, line));
    let long = lines.filter(|(at, line)| {
        let is_value = is_toml && !line.trim_start().starts_with('#');
        let is_link = line.split_whitespace().any(|word| word.len() > 80);
        !is_value && !is_link && !data.contains(at) && line.chars().count() > MOST
    });
    Ok(long
        .map(|(at, line)| {
            let columns = line.chars().count();
            format!("{}:{at}: {columns} columns, {MOST} at most", source.path)
        })
        .collect())
}

/// A file of Rust as tokens.
pub fn tokens(source: &Source) -> Result<TokenStream, Failure> {
    TokenStream::from_str(&source.text).map_err(|error| format!("{}: {error}", source.path))
}

/// Lines of string literals that cannot be broken without changing what they say.
fn data_lines(tokens: TokenStream) -> BTreeSet<usize> {
    let mut lines = BTreeSet::new();
    for token in tokens {
        match token {
            TokenTree::Group(group) => lines.extend(data_lines(group.stream())),
            TokenTree::Literal(literal) => {
                let text = literal.to_string();
                let breaks = text.matches('\n').count() > text.matches("\\\n").count();
                if breaks || text.starts_with('r') || text.starts_with("br") {
                    let span = literal.span();
                    lines.extend(span.start().line..=span.end().line);
                }
            }
            TokenTree::Ident(_) | TokenTree::Punct(_) => {}
        }
    }
    lines
}
