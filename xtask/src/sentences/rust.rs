//! String literals of Rust that users see, and doc comments that clap shows.

use super::{Found, Kind, one_line, split, with_plain_places};
use crate::run::Failure;
use crate::tidy::{Source, tokens};
use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

/// Macros and methods whose literals nobody sees unless there is a bug.
const UNSEEN: [&str; 14] = [
    "assert",
    "assert_eq",
    "assert_ne",
    "debug_assert",
    "debug_assert_eq",
    "debug_assert_ne",
    "env",
    "expect",
    "expect_err",
    "include_bytes",
    "include_str",
    "panic",
    "todo",
    "unreachable",
];

/// What a library's file says: literals of the wording, else errors.
pub fn found(source: &Source) -> Result<Vec<Found>, Failure> {
    let path = &source.path;
    let is_test = path.ends_with("tests.rs") || path.contains("/tests/");
    if !path.contains("/src/") || is_test || path.starts_with("crates/testkit/") {
        return Ok(Vec::new());
    }
    let is_said = path.contains("wording") || path.starts_with("crates/cli/");
    let mut walk = Walk {
        kind: if is_said { Kind::Terminal } else { Kind::Error },
        found: Vec::new(),
    };
    walk.code(tokens(source)?);
    walk.found.sort_by_key(|found| found.line);
    Ok(walk.found)
}

struct Walk {
    /// Of a literal in code.
    kind: Kind,
    found: Vec<Found>,
}

impl Walk {
    fn code(&mut self, tokens: TokenStream) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let text = |at: Option<usize>| at.map(|at| tokens[at].to_string()).unwrap_or_default();
        let (mut is_test, mut is_options) = (false, false);
        for (at, token) in tokens.iter().enumerate() {
            match token {
                TokenTree::Literal(literal) => {
                    let kind = self.kind;
                    self.literal(&literal.to_string(), literal.span().start().line, kind);
                }
                TokenTree::Punct(punct) if punct.as_char() == ';' => is_test = false,
                TokenTree::Group(group) => {
                    let before = text(at.checked_sub(1));
                    if group.delimiter() == Delimiter::Bracket && "#!".contains(&before) {
                        is_test |= group.stream().to_string() == "cfg (test)";
                        is_options |= is_clap(group);
                        self.attribute(group);
                    } else if group.delimiter() == Delimiter::Brace && is_test {
                        is_test = false;
                    } else {
                        let called = match before.as_str() {
                            "!" => text(at.checked_sub(2)),
                            _ => before,
                        };
                        if !UNSEEN.contains(&called.as_str()) {
                            self.code(group.stream());
                        }
                        if group.delimiter() == Delimiter::Brace && std::mem::take(&mut is_options)
                        {
                            self.options(group.stream());
                        }
                    }
                }
                _ => {}
            }
        }
    }

    /// Errors' texts, and what clap is told in place of a doc comment.
    fn attribute(&mut self, group: &Group) {
        let mut tokens = group.stream().into_iter();
        let kind = match tokens.next().map(|name| name.to_string()).as_deref() {
            Some("error") => Kind::Error,
            Some("arg" | "command" | "clap" | "value") => Kind::Help,
            _ => return,
        };
        if let Some(TokenTree::Group(arguments)) = tokens.next() {
            for token in arguments.stream() {
                if let TokenTree::Literal(literal) = token {
                    self.literal(&literal.to_string(), literal.span().start().line, kind);
                }
            }
        }
    }

    fn literal(&mut self, code: &str, line: usize, kind: Kind) {
        if let Some(text) = value(code) {
            let text = one_line(&with_plain_places(&text));
            self.found.push(Found { line, kind, text });
        }
    }

    /// Doc comments of fields and variants.
    fn options(&mut self, tokens: TokenStream) {
        let mut paragraph = String::new();
        let mut first = 0;
        for token in tokens {
            let comment = match &token {
                TokenTree::Punct(punct) if punct.as_char() == '#' => continue,
                TokenTree::Group(group) => comment(group),
                _ => None,
            };
            if let Some(comment) = &comment
                && !comment.trim().is_empty()
            {
                if paragraph.is_empty() {
                    first = token.span().start().line;
                }
                paragraph += comment;
                continue;
            }
            for text in split(&one_line(&std::mem::take(&mut paragraph))) {
                let (line, kind, text) = (first, Kind::Help, text.into());
                self.found.push(Found { line, kind, text });
            }
        }
    }
}

/// Whether clap derives options from what follows.
fn is_clap(attribute: &Group) -> bool {
    let text = attribute.stream().to_string();
    let derives = ["Args", "Parser", "Subcommand", "ValueEnum"];
    text.starts_with("derive") && derives.iter().any(|name| text.contains(name))
}

/// The text of a doc comment's line.
fn comment(attribute: &Group) -> Option<String> {
    let mut tokens = attribute.stream().into_iter();
    if tokens.next()?.to_string() != "doc" {
        return None;
    }
    value(&tokens.nth(1)?.to_string())
}

/// What a string literal stands for; none for other literals.
fn value(code: &str) -> Option<String> {
    if let Some(raw) = code.strip_prefix('r') {
        let raw = raw.trim_matches('#');
        return Some(raw.strip_prefix('"')?.strip_suffix('"')?.into());
    }
    let mut letters = code
        .strip_prefix('"')?
        .strip_suffix('"')?
        .chars()
        .peekable();
    let mut text = String::new();
    while let Some(letter) = letters.next() {
        let escaped = match letter {
            '\\' => letters.next()?,
            _ => {
                text.push(letter);
                continue;
            }
        };
        match escaped {
            '\n' => while letters.next_if(|letter| letter.is_whitespace()).is_some() {},
            'n' | 'r' | 't' => text.push(' '),
            'u' => {
                let digits: String = letters
                    .by_ref()
                    .take_while(|letter| *letter != '}')
                    .collect();
                let number = u32::from_str_radix(digits.trim_start_matches('{'), 16).ok()?;
                text.push(char::from_u32(number)?);
            }
            'x' => drop((letters.next(), letters.next())),
            other => text.push(other),
        }
    }
    Some(text)
}
