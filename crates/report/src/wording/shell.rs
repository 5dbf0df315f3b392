//! Words of commands that a reader pastes into a shell.

/// A word as a POSIX shell reads it back.
pub fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./:@%+=,".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.into()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_a_shell_would_change_are_quoted() {
        assert_eq!(quoted("runs/a-1"), "runs/a-1");
        assert_eq!(quoted("my runs"), "'my runs'");
        assert_eq!(quoted("it's"), r"'it'\''s'");
    }
}
