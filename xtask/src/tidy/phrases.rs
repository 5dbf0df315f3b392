//! Phrases that are not the field's, and what to say instead.

use super::Source;

/// A phrase, what to say instead, and how often it still stands in the tree: a number that only
/// falls.
struct Phrase {
    phrase: &'static str,
    instead: &'static str,
    left: usize,
}

const fn phrase(phrase: &'static str, instead: &'static str, left: usize) -> Phrase {
    Phrase {
        phrase,
        instead,
        left,
    }
}

/// What is not written here any more.
const PHRASES: &[Phrase] = &[
    phrase("see the module", "nothing: delete the comment", 0),
    phrase("goes on with", "resumes", 21),
    phrase("go on with", "resume", 9),
    phrase("under way", "in flight, in progress", 64),
    phrase("so many", "the number, or one per", 202),
    phrase("is told", "the verb of who tells", 36),
    phrase("says nothing", "too short to judge", 21),
    phrase("cannot speak of", "not covered by", 2),
    phrase("stood still", "stalled", 11),
    phrase("what is written", "a noun", 36),
    phrase("in words", "nothing, or a sentence", 34),
    phrase("looks so", "steady state", 0),
    phrase("somebody", "who it is", 18),
    phrase("beside", "compared with, next to", 530),
    phrase("stands", "is", 256),
];

/// Phrases that stand in the tree more often than before.
pub fn banned(sources: &[Source]) -> Vec<String> {
    let mut found = Vec::new();
    for phrase in PHRASES {
        let mut lines = Vec::new();
        for source in sources
            .iter()
            .filter(|source| !source.path.starts_with("xtask/src/tidy/"))
        {
            for (at, line) in source.text.lines().enumerate() {
                let line = line.to_lowercase();
                let times = line.matches(phrase.phrase).count();
                lines.extend(std::iter::repeat_n(
                    format!("  {}:{}", source.path, at + 1),
                    times,
                ));
            }
        }
        let Phrase {
            phrase,
            instead,
            left,
        } = phrase;
        if lines.len() > *left {
            let many = lines.len();
            found.push(format!(
                "'{phrase}' {many} times, {left} at most: say {instead}"
            ));
            found.extend(lines.into_iter().take(5));
        }
    }
    found
}
