//! Sentences of HTML, Markdown and TOML.

use super::{Found, Kind, one_line, split};

/// Texts between tags that begin or end a block, and attributes that are read.
pub fn html(text: &str) -> Vec<Found> {
    const INLINE: [&str; 10] = [
        "a", "abbr", "b", "code", "em", "i", "span", "strong", "sub", "sup",
    ];
    const READ: [&str; 4] = ["aria-label=\"", "alt=\"", "placeholder=\"", "title=\""];
    let mut paragraphs = Paragraphs::new(Kind::Page);
    let (mut rest, mut line) = (text, 1);
    while let Some(start) = rest.find('<') {
        paragraphs.add(line, &rest[..start]);
        line += rest[..start].matches('\n').count();
        rest = &rest[start..];
        let name_end = rest[1..].find(|letter: char| !letter.is_alphanumeric() && letter != '/');
        let name = &rest[1..1 + name_end.unwrap_or(0)];
        let close = match name {
            "style" => "</style>",
            "script" => "</script>",
            _ if rest.starts_with("<!--") => "-->",
            _ => ">",
        };
        let end = rest.find(close).map_or(rest.len(), |at| at + close.len());
        let (tag, after) = rest.split_at(end);
        if !INLINE.contains(&name.trim_start_matches('/')) {
            paragraphs.end();
        }
        for read in READ.iter().filter_map(|name| tag.split_once(name)) {
            let value = read.1.split('"').next().unwrap_or_default();
            paragraphs.alone(line, value);
        }
        line += tag.matches('\n').count();
        rest = after;
    }
    paragraphs.add(line, rest);
    paragraphs.end();
    for found in &mut paragraphs.found {
        found.text = plain(&found.text);
    }
    paragraphs.found
}

/// Entities as letters, and places to be filled as `{}`.
fn plain(text: &str) -> String {
    let mut text = text.replace("&nbsp;", " ").replace("&amp;", "&");
    while let Some((start, end)) = text.find("{{").zip(text.find("}}")) {
        text.replace_range(start..end + 2, "{}");
    }
    text
}

/// Sentences, headings and cells; no code.
pub fn markdown(text: &str) -> Vec<Found> {
    let mut paragraphs = Paragraphs::new(Kind::Docs);
    let (mut fenced, mut blank) = (false, true);
    for (at, line) in text.lines().enumerate() {
        let number = at + 1;
        let start = line.trim_start();
        if start.starts_with("```") {
            fenced = !fenced;
            paragraphs.end();
            continue;
        }
        let is_code = fenced || (line.starts_with("    ") && blank);
        // What follows code with the same indent is code too.
        blank = line.trim().is_empty() || (is_code && !fenced);
        if is_code || line.trim().is_empty() {
            paragraphs.end();
        } else if start.starts_with('|') {
            paragraphs.end();
            for cell in cells(start) {
                paragraphs.alone(number, &without_links(&cell));
            }
        } else if start.starts_with('#') {
            paragraphs.end();
            paragraphs.alone(number, &without_links(start.trim_start_matches('#')));
        } else {
            let (marker, item) = start.split_once(' ').unwrap_or(("", start));
            let is_number = |marker: &str| marker.parse::<u32>().is_ok();
            let is_item = ["*", "-", "+", ">"].contains(&marker)
                || marker.strip_suffix('.').is_some_and(is_number);
            if is_item {
                paragraphs.end();
            }
            paragraphs.add(number, if is_item { item } else { start });
            paragraphs.add(number, "\n");
        }
    }
    paragraphs.end();
    for found in &mut paragraphs.found {
        found.text = without_links(&found.text);
    }
    paragraphs.found
}

/// The cells of a table's row; a bar after a backslash or in code is text.
fn cells(row: &str) -> Vec<String> {
    let mut cells = vec![String::new()];
    let mut code = false;
    let mut before = ' ';
    for letter in row.trim().trim_matches('|').chars() {
        code ^= letter == '`';
        match (letter, cells.last_mut()) {
            ('|', _) if !code && before != '\\' => cells.push(String::new()),
            (_, Some(cell)) => cell.push(letter),
            (_, None) => {}
        }
        before = letter;
    }
    cells
}

/// `[text](address)` as its text.
fn without_links(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some(middle) = rest.find("](") {
        let Some(open) = rest[..middle].rfind('[') else {
            break;
        };
        let Some(close) = rest[middle..].find(')') else {
            break;
        };
        plain += &rest[..open];
        plain += &rest[open + 1..middle];
        rest = &rest[middle + close + 1..];
    }
    plain + rest
}

/// Values that the page, the lists and the errors show.
pub fn toml(text: &str) -> Vec<Found> {
    const SHOWN: [&str; 5] = ["title", "says", "summary", "note", "why"];
    let mut found = Vec::new();
    for (at, line) in text.lines().enumerate() {
        if line.starts_with('#') {
            continue;
        }
        for (start, _) in line.match_indices(" = \"") {
            let key = line[..start].rsplit([' ', '{', ',']).next().unwrap_or("");
            if SHOWN.contains(&key) {
                let text = quoted(&line[start + 4..]);
                let (line, kind) = (at + 1, Kind::Data);
                found.push(Found { line, kind, text });
            }
        }
    }
    found
}

/// Up to the quote that no backslash precedes.
fn quoted(text: &str) -> String {
    let mut value = String::new();
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '"' => break,
            '\\' => value.extend(letters.next()),
            _ => value.push(letter),
        }
    }
    value
}

/// Text that goes on over lines, split into sentences where it ends.
struct Paragraphs {
    kind: Kind,
    text: String,
    /// Of its first word.
    line: usize,
    found: Vec<Found>,
}

impl Paragraphs {
    const fn new(kind: Kind) -> Self {
        Self {
            kind,
            text: String::new(),
            line: 1,
            found: Vec::new(),
        }
    }

    fn add(&mut self, line: usize, text: &str) {
        if self.text.trim().is_empty() {
            let blank = text.len() - text.trim_start().len();
            self.line = line + text[..blank].matches('\n').count();
        }
        self.text += text;
    }

    fn end(&mut self) {
        let text = std::mem::take(&mut self.text);
        self.alone(self.line, &text);
    }

    /// A text that neither continues nor is continued.
    fn alone(&mut self, line: usize, text: &str) {
        let text = one_line(text);
        for text in split(&text).into_iter().filter(|text| !text.is_empty()) {
            let (kind, text) = (self.kind, text.into());
            self.found.push(Found { line, kind, text });
        }
    }
}
