//! No code reads a sentence: strings are not searched for words where findings are made and worded.

use super::Source;
use super::columns::tokens;
use crate::run::Failure;
use proc_macro2::{Delimiter, TokenStream, TokenTree};

const WHERE: [&str; 3] = [
    "crates/findings/src/",
    "crates/report/src/",
    "crates/lab/src/",
];

const METHODS: [&str; 13] = [
    "contains",
    "starts_with",
    "ends_with",
    "find",
    "rfind",
    "split",
    "split_once",
    "rsplit_once",
    "strip_prefix",
    "strip_suffix",
    "matches",
    "trim_start_matches",
    "trim_end_matches",
];

/// What may be searched for, where: names of files and devices, and keys, are no sentences.
const ALLOWED: [(&str, &str); 8] = [
    ("crates/findings/src/advice/mod.rs", "\"ram\""),
    ("crates/findings/src/advice/mod.rs", "\"zram\""),
    ("crates/lab/src/catalogue.rs", "\".toml\""),
    ("crates/lab/src/catalogue.rs", "\"nand/\""),
    ("crates/lab/src/fio_job.rs", "\"/dev\""),
    ("crates/lab/src/host_facts.rs", "\"model name\""),
    ("crates/lab/src/memory.rs", "\"MemAvailable:\""),
    ("crates/report/src/expect/metric.rs", "\"iops_\""),
];

/// Searches for words in this file that are not allowed.
pub fn on_text(source: &Source) -> Result<Vec<String>, Failure> {
    let found = searched(source)?;
    let is_allowed = |word: &str| {
        ALLOWED
            .iter()
            .any(|(path, allowed)| source.path == *path && word == *allowed)
    };
    Ok(found
        .into_iter()
        .filter(|(_, word)| !is_allowed(word))
        .map(|(line, word)| {
            let path = &source.path;
            format!("{path}:{line}: text is searched for {word}: decide by a typed value")
        })
        .collect())
}

/// Allowances that nothing needs.
pub fn unused(sources: &[Source]) -> Result<Vec<String>, Failure> {
    let mut unused = Vec::new();
    for (path, word) in ALLOWED {
        let source = sources.iter().find(|source| source.path == path);
        let found = source.map(searched).transpose()?.unwrap_or_default();
        if !found.iter().any(|(_, searched)| searched == word) {
            unused.push(format!(
                "{path}: {word} is not searched for: delete it from ALLOWED"
            ));
        }
    }
    Ok(unused)
}

/// Literals of two letters or more that are searched for, with their lines.
fn searched(source: &Source) -> Result<Vec<(usize, String)>, Failure> {
    let is_there = WHERE.iter().any(|folder| source.path.starts_with(folder));
    if !is_there || !source.path.ends_with(".rs") || source.path.ends_with("tests.rs") {
        return Ok(Vec::new());
    }
    let mut found = Vec::new();
    walk(tokens(source)?, &mut found);
    Ok(found)
}

fn walk(tokens: TokenStream, found: &mut Vec<(usize, String)>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut is_test = false;
    for (at, token) in tokens.iter().enumerate() {
        let TokenTree::Group(group) = token else {
            // Of `#[cfg(test)] mod tests;`, whose file is not looked at.
            is_test &= !matches!(token, TokenTree::Punct(punct) if punct.as_char() == ';');
            continue;
        };
        if group.delimiter() == Delimiter::Bracket && group.stream().to_string() == "cfg (test)" {
            is_test = true;
            continue;
        }
        if group.delimiter() == Delimiter::Brace && std::mem::take(&mut is_test) {
            continue;
        }
        let method = at.checked_sub(1).map(|before| tokens[before].to_string());
        if method.is_some_and(|method| METHODS.contains(&method.as_str()))
            && let Some(TokenTree::Literal(literal)) = group
                .stream()
                .into_iter()
                .find(|token| token.to_string() != "&")
        {
            let text = literal.to_string();
            let letters = text.as_bytes().windows(2);
            if text.starts_with('"')
                && letters
                    .into_iter()
                    .any(|two| two.iter().all(u8::is_ascii_alphabetic))
            {
                found.push((literal.span().start().line, text));
            }
        }
        walk(group.stream(), found);
    }
}
