//! Structs and enums of a Rust file, as serde names them.

use crate::run::Failure;
use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use std::iter::Peekable;
use std::str::FromStr;

pub struct Type {
    pub is_enum: bool,
    pub rows: Vec<Row>,
}

/// A field, or a value of an enum.
pub struct Row {
    pub name: String,
    /// The doc comment, on one line.
    pub about: String,
    /// Whether a file may leave it out.
    pub optional: bool,
    /// Fields of an enum's value.
    pub fields: Vec<String>,
}

/// The type of this name in a file.
pub fn read(file: &str, source: &str, name: &str) -> Result<Type, Failure> {
    let tokens = TokenStream::from_str(source).map_err(|error| format!("{file}: {error}"))?;
    let mut attributes = Attributes::default();
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Punct(punct) if punct.as_char() == '#' => attributes.add(tokens.next()),
            TokenTree::Ident(word) if word == "struct" || word == "enum" => {
                let is_it = tokens.next().is_some_and(|found| found.to_string() == name);
                let body = tokens.find_map(|token| match token {
                    TokenTree::Group(group) if group.delimiter() != Delimiter::Bracket => {
                        Some(group)
                    }
                    _ => None,
                });
                if let Some(body) = body.filter(|_| is_it) {
                    let is_enum = word == "enum";
                    let rows = rows(&body, is_enum, &attributes.rename_all);
                    return Ok(Type { is_enum, rows });
                }
                attributes = Attributes::default();
            }
            TokenTree::Ident(word) if word == "pub" => {}
            TokenTree::Group(group) if group.delimiter() == Delimiter::Parenthesis => {}
            _ => attributes = Attributes::default(),
        }
    }
    Err(format!("{file}: no struct or enum {name}"))
}

/// Fields of a struct or values of an enum.
fn rows(body: &Group, is_enum: bool, rename_all: &str) -> Vec<Row> {
    let mut rows = Vec::new();
    let mut tokens = body.stream().into_iter().peekable();
    while tokens.peek().is_some() {
        let mut attributes = Attributes::default();
        while let Some(TokenTree::Punct(_)) = tokens.peek() {
            tokens.next();
            attributes.add(tokens.next());
        }
        let Some(name) = name(&mut tokens) else { break };
        let (kind, fields) = rest(&mut tokens);
        // A table within the file has a table of its own.
        let is_nested = kind.trim_end_matches('>').ends_with("File");
        if attributes.skipped || is_nested {
            continue;
        }
        let renamed = match is_enum {
            true => renamed(&name, rename_all),
            false => name,
        };
        rows.push(Row {
            name: attributes.rename.unwrap_or(renamed),
            about: without_links(attributes.about.trim()),
            optional: !is_enum && (attributes.default || kind.starts_with("Option")),
            fields,
        });
    }
    rows
}

/// The next name, behind its visibility.
fn name(tokens: &mut Peekable<proc_macro2::token_stream::IntoIter>) -> Option<String> {
    tokens.find_map(|token| match token {
        TokenTree::Ident(word) if word != "pub" => Some(word.to_string()),
        _ => None,
    })
}

/// What follows a name up to the comma: the type, or the fields of an enum's value.
fn rest(tokens: &mut Peekable<proc_macro2::token_stream::IntoIter>) -> (String, Vec<String>) {
    let mut kind = String::new();
    let mut fields = Vec::new();
    let mut depth = 0;
    for token in tokens {
        match &token {
            TokenTree::Punct(punct) => match punct.as_char() {
                '<' => depth += 1,
                '>' => depth -= 1,
                ',' if depth == 0 => break,
                ':' if kind.is_empty() => continue,
                _ => {}
            },
            TokenTree::Group(group) if kind.is_empty() && group.delimiter() == Delimiter::Brace => {
                fields = rows(group, false, "")
                    .into_iter()
                    .map(|row| row.name)
                    .collect();
            }
            _ => {}
        }
        kind += &token.to_string();
    }
    (kind, fields)
}

#[derive(Default)]
struct Attributes {
    about: String,
    rename: Option<String>,
    rename_all: String,
    default: bool,
    skipped: bool,
}

impl Attributes {
    fn add(&mut self, attribute: Option<TokenTree>) {
        let Some(TokenTree::Group(group)) = attribute else {
            return;
        };
        let mut tokens = group.stream().into_iter();
        match tokens.next().map(|name| name.to_string()).as_deref() {
            Some("doc") => {
                let text = tokens
                    .nth(1)
                    .map(|text| text.to_string())
                    .unwrap_or_default();
                self.about += &text
                    .trim_matches('"')
                    .replace("\\\"", "\"")
                    .replace("\\'", "'");
            }
            Some("serde") => {
                if let Some(TokenTree::Group(arguments)) = tokens.next() {
                    self.serde(arguments.stream());
                }
            }
            _ => {}
        }
    }

    fn serde(&mut self, arguments: TokenStream) {
        let mut words = arguments.into_iter();
        while let Some(word) = words.next() {
            let mut value = || {
                let text = words.nth(1).map(|text| text.to_string());
                text.unwrap_or_default().trim_matches('"').to_string()
            };
            match word.to_string().as_str() {
                "rename" => self.rename = Some(value()),
                "rename_all" => self.rename_all = value(),
                "default" => self.default = true,
                "flatten" | "skip" | "skip_deserializing" => self.skipped = true,
                _ => {}
            }
        }
    }
}

/// A value as serde writes it.
fn renamed(name: &str, rule: &str) -> String {
    let apart = |by: char| {
        let mut text = String::new();
        for (at, letter) in name.char_indices() {
            if letter.is_uppercase() && at > 0 {
                text.push(by);
            }
            text.extend(letter.to_lowercase());
        }
        text
    };
    match rule {
        "kebab-case" => apart('-'),
        "snake_case" => apart('_'),
        "lowercase" => name.to_lowercase(),
        _ => name.into(),
    }
}

/// `[text](address)` and `[text]` as text.
fn without_links(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("[`") {
        let Some((name, behind)) = after.split_once("`]") else {
            break;
        };
        plain += before;
        plain += &format!("`{name}`");
        rest = match behind
            .strip_prefix('(')
            .and_then(|link| link.split_once(')'))
        {
            Some((_, behind)) => behind,
            None => behind,
        };
    }
    plain + rest
}
