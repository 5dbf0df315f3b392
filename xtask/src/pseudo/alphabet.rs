//! Literals in another alphabet: what a person would read is no English any more.

/// Each letter in another alphabet.
fn translated(letter: char) -> char {
    let to =
        |first: char, from: u8| char::from_u32(u32::from(first) + u32::from(letter as u8 - from));
    match letter {
        'a'..='z' => to('\u{24d0}', b'a').unwrap_or(letter),
        'A'..='Z' => to('\u{24b6}', b'A').unwrap_or(letter),
        other => other,
    }
}

/// String literals of Rust, with placeholders and escapes as they are; up to the tests, and not in
/// attributes and comments.
pub fn rust(text: &str) -> String {
    let end = text.find("#[cfg(test)]").unwrap_or(text.len());
    let mut out = String::with_capacity(2 * text.len());
    let mut literal = false;
    for line in text[..end].split_inclusive('\n') {
        let start = line.trim_start();
        let is_text = !line.contains("include_str!");
        let is_code = !start.starts_with("//") && !start.starts_with('#') && is_text;
        if !literal && !is_code {
            out.push_str(line);
            continue;
        }
        let mut letters = line.chars().peekable();
        let mut depth = 0_u32;
        while let Some(letter) = letters.next() {
            match letter {
                '"' => literal = !literal,
                '\\' if literal => {
                    out.push(letter);
                    out.extend(letters.next());
                    continue;
                }
                '{' if literal => depth += 1,
                '}' if literal => depth = depth.saturating_sub(1),
                '\'' if !literal => {
                    // A character, or a lifetime.
                    out.push(letter);
                    if letters.peek() == Some(&'"') {
                        out.extend(letters.next());
                    }
                    continue;
                }
                _ => {}
            }
            out.push(match literal && depth == 0 {
                true => translated(letter),
                false => letter,
            });
        }
    }
    out + &text[end..]
}

/// What is between tags and in attributes that are read aloud, but for places that are filled in.
pub fn html(text: &str) -> String {
    const READ: [&str; 3] = ["aria-label=\"", "title=\"", "placeholder=\""];
    let (mut tag, mut place, mut read) = (false, false, false);
    let letters = text.char_indices().map(|(at, letter)| {
        match letter {
            '<' => tag = true,
            '>' => tag = false,
            '"' if tag => read = READ.iter().any(|name| text[..=at].ends_with(name)),
            '{' | '&' => place = true,
            '}' | ';' => place = false,
            _ => {}
        }
        match (tag && !read) || place {
            true => letter,
            false => translated(letter),
        }
    });
    letters.collect()
}

/// String and template literals of TypeScript, but for what is imported, keys and types.
pub fn typescript(text: &str) -> String {
    let mut out = String::with_capacity(2 * text.len());
    for line in text.split_inclusive('\n') {
        let start = line.trim_start();
        let is_code = !["import", "} from", "//", "/*", "*"]
            .iter()
            .any(|code| start.starts_with(code));
        match is_code {
            true => literals(line, &mut out),
            false => out.push_str(line),
        }
    }
    out
}

/// Within `${}` of a template are expressions, which may have literals.
fn literals(line: &str, out: &mut String) {
    let letters: Vec<char> = line.chars().collect();
    let mut within: Vec<char> = Vec::new();
    let mut at = 0;
    while let Some(&letter) = letters.get(at) {
        let mut plain = within.last().is_none_or(|open| *open == '{');
        match (within.last(), letter) {
            (Some('"' | '`'), '\\') => {
                out.push(letter);
                at += 1;
                plain = true;
            }
            (Some(open), close) if *open == close && close != '{' => {
                within.pop();
                plain = true;
            }
            (Some('`'), '$') if letters.get(at + 1) == Some(&'{') => {
                within.push('{');
                out.push('$');
                at += 1;
                plain = true;
            }
            (Some('{'), '}') => {
                within.pop();
            }
            (None | Some('{'), '"') => {
                let end = letters[at + 1..].iter().position(|letter| *letter == '"');
                let end = end.map_or(letters.len(), |length| at + 1 + length);
                let before: String = letters[..at].iter().collect();
                let is_type = before.ends_with('[') && !before.ends_with(" [");
                let is_key = letters.get(end + 1) == Some(&':');
                let compared = before.trim_end().ends_with("==");
                if is_type || is_key || compared {
                    out.extend(&letters[at..=end.min(letters.len() - 1)]);
                    at = end + 1;
                    continue;
                }
                within.push('"');
            }
            (None | Some('{'), '`') => within.push('`'),
            _ => {}
        }
        match letters.get(at) {
            Some(&letter) if plain => out.push(letter),
            Some(&letter) => out.push(translated(letter)),
            None => {}
        }
        at += 1;
    }
}
