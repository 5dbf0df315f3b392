//! String and template literals of TypeScript.

use super::{Found, Kind, one_line};
use std::iter::Peekable;
use std::str::Chars;

/// All literals but those that name a module; parts that `+` joins are one.
pub fn found(text: &str) -> Vec<Found> {
    let mut reader = Reader {
        letters: text.chars().peekable(),
        line: 1,
        found: Vec::new(),
    };
    reader.code(false);
    let mut found = reader.found;
    found.sort_by_key(|found| found.line);
    found
}

struct Reader<'a> {
    letters: Peekable<Chars<'a>>,
    line: usize,
    found: Vec<Found>,
}

impl Reader<'_> {
    fn next(&mut self) -> Option<char> {
        let letter = self.letters.next()?;
        self.line += usize::from(letter == '\n');
        Some(letter)
    }

    /// Code up to the end, or to the brace that closes a place in a template.
    fn code(&mut self, is_place: bool) {
        let mut depth = 0_u32;
        // Since the last literal, which `+` may continue.
        let mut between = String::from(";");
        let mut last = 0;
        while let Some(letter) = self.next() {
            match letter {
                '/' if self.letters.peek() == Some(&'/') => {
                    while self.letters.peek().is_some_and(|letter| *letter != '\n') {
                        self.next();
                    }
                }
                '/' if self.letters.peek() == Some(&'*') => self.comment(),
                '"' | '`' => {
                    let line = self.line;
                    let text = self.literal(letter);
                    let is_module = between.trim_end().ends_with("from");
                    match (between.trim(), is_module) {
                        ("+", _) => self.found[last].text += &text,
                        (_, true) => {}
                        _ => {
                            last = self.found.len();
                            let kind = Kind::Page;
                            self.found.push(Found { line, kind, text });
                        }
                    }
                    let joined = self.found.get_mut(last);
                    if let Some(found) = joined {
                        found.text = one_line_kept(&found.text);
                    }
                    between.clear();
                    continue;
                }
                '{' => depth += 1,
                '}' if depth == 0 && is_place => return,
                '}' => depth = depth.saturating_sub(1),
                _ => {}
            }
            between.push(letter);
        }
    }

    fn comment(&mut self) {
        let mut before = ' ';
        self.next();
        while let Some(letter) = self.next() {
            if (before, letter) == ('*', '/') {
                return;
            }
            before = letter;
        }
    }

    /// A literal whose opening quote is read.
    fn literal(&mut self, quote: char) -> String {
        let mut text = String::new();
        while let Some(letter) = self.next() {
            match letter {
                _ if letter == quote => break,
                '\\' => text.extend(self.next()),
                '$' if quote == '`' && self.letters.peek() == Some(&'{') => {
                    self.next();
                    self.code(true);
                    text += "{}";
                }
                _ => text.push(letter),
            }
        }
        text
    }
}

/// On one line, with a blank at its end if there was one: what follows may be joined.
fn one_line_kept(text: &str) -> String {
    let line = one_line(text);
    match text.ends_with(char::is_whitespace) {
        true => line + " ",
        false => line,
    }
}
