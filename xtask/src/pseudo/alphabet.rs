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

/// What stands between tags, but for places that are filled in.
pub fn html(text: &str) -> String {
    let (mut tag, mut place) = (false, false);
    let letters = text.chars().map(|letter| {
        match letter {
            '<' => tag = true,
            '>' => tag = false,
            '{' | '&' => place = true,
            '}' | ';' => place = false,
            _ => {}
        }
        match tag || place {
            true => letter,
            false => translated(letter),
        }
    });
    letters.collect()
}
