//! Every sentence that a user can see, one per line: `file:line`, kind and text.

mod documents;
mod rust;
mod typescript;

use crate::run::Failure;
use crate::tidy::{Source, sources};
use std::fmt::Write as _;

const USAGE: &str = "usage: cargo xtask sentences [--out FILE] [--sample N [--seed S]]";

/// Where a user meets a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Page,
    Terminal,
    Error,
    Help,
    Docs,
    Data,
}

impl Kind {
    const fn name(self) -> &'static str {
        match self {
            Self::Page => "page",
            Self::Terminal => "terminal",
            Self::Error => "error",
            Self::Help => "help",
            Self::Docs => "docs",
            Self::Data => "data",
        }
    }
}

/// A text with the line that it begins on, counted from 1.
#[derive(Debug, PartialEq, Eq)]
struct Found {
    line: usize,
    kind: Kind,
    text: String,
}

/// Writes the sentences of all tracked files to stdout or a file.
pub fn sentences(options: &[&str]) -> Result<(), Failure> {
    let (mut out, mut sample, mut seed) = (None, None, 0);
    let number = |text: &str| text.parse::<u64>().map_err(|_| Failure::from(USAGE));
    for option in options.chunks(2) {
        match option {
            ["--out", file] => out = Some(*file),
            ["--sample", count] => sample = Some(number(count)?),
            ["--seed", text] => seed = number(text)?,
            _ => return Err(USAGE.into()),
        }
    }
    let mut lines = Vec::new();
    for source in sources()? {
        for Found { line, kind, text } in of_file(&source)? {
            lines.push(format!("{}:{line}\t{}\t{text}\n", source.path, kind.name()));
        }
    }
    if let Some(count) = sample {
        lines = sampled(lines, count, seed);
    }
    let text: String = lines.concat();
    match out {
        Some(file) => std::fs::write(file, text).map_err(|error| format!("{file}: {error}")),
        None => {
            print!("{text}");
            Ok(())
        }
    }
}

fn of_file(source: &Source) -> Result<Vec<Found>, Failure> {
    let path = source.path.as_str();
    let within = |folders: &[&str]| folders.iter().any(|folder| path.starts_with(folder));
    let is_document = ["README.md", "CHANGELOG.md", "ARCHITECTURE.md"].contains(&path);
    let text = &source.text;
    let mut found = match path.rsplit('.').next() {
        Some("rs") if within(&["crates/", "python/src/"]) => rust::found(source)?,
        Some("ts") if within(&["web/src/wording/"]) => typescript::found(text),
        Some("html") if within(&["crates/report/src/", "crates/browse/src/"]) => {
            documents::html(text)
        }
        Some("md") if is_document || within(&["docs/", "python/"]) => documents::markdown(text),
        Some("toml") if within(&["suites/", "articles/", "drives/", "traces/", "scenarios/"]) => {
            documents::toml(text)
        }
        _ => Vec::new(),
    };
    found.retain(|found| is_phrase(&found.text));
    Ok(found)
}

/// Of at least two words, placeholders aside, and no markup.
fn is_phrase(text: &str) -> bool {
    let words = text.split_whitespace();
    let is_word = |word: &&str| word.chars().any(char::is_alphabetic);
    words.filter(is_word).count() > 1 && !text.starts_with('<')
}

/// Some of the lines, in their order: the same for the same seed.
fn sampled(lines: Vec<String>, count: u64, seed: u64) -> Vec<String> {
    let mut state = seed;
    // SplitMix64.
    let mut next = || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    };
    let mut keyed: Vec<(u64, usize, String)> = Vec::new();
    for (at, line) in lines.into_iter().enumerate() {
        keyed.push((next(), at, line));
    }
    keyed.sort_unstable();
    keyed.truncate(usize::try_from(count).unwrap_or(usize::MAX));
    keyed.sort_unstable_by_key(|(_, at, _)| *at);
    keyed.into_iter().map(|(_, _, line)| line).collect()
}

/// A text on one line: white space is a blank.
fn one_line(text: &str) -> String {
    let mut line = String::new();
    for word in text.split_whitespace() {
        let _ = match line.is_empty() {
            true => write!(line, "{word}"),
            false => write!(line, " {word}"),
        };
    }
    line
}

/// A format string with every placeholder as `{}`.
fn with_plain_places(text: &str) -> String {
    let mut plain = String::new();
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        plain.push(letter);
        match letter {
            '{' | '}' if letters.peek() == Some(&letter) => drop(letters.next()),
            '{' => {
                letters.by_ref().find(|letter| *letter == '}');
                plain.push('}');
            }
            _ => {}
        }
    }
    plain
}

/// Its sentences: each ends with a mark that a capital, a digit or an opening quote follows.
fn split(text: &str) -> Vec<&str> {
    const NOT_AN_END: [&str; 6] = ["e.g.", "i.e.", "vs.", "No.", "etc.", "p."];
    let mut parts = Vec::new();
    let mut start = 0;
    for (at, _) in text.match_indices(' ') {
        let (before, after) = (&text[start..at], &text[at + 1..]);
        let last = before.rsplit(' ').next().unwrap_or(before);
        let ended = last.trim_end_matches(['"', '\'', ')', '*', '`']);
        let is_end = ended.ends_with(['.', '?', '!']) && !NOT_AN_END.contains(&last);
        let begins = |letter: char| letter.is_uppercase() || "\"'`*([{0123456789".contains(letter);
        if is_end && after.starts_with(begins) {
            parts.push(before);
            start = at + 1;
        }
    }
    parts.push(&text[start..]);
    parts
}

#[cfg(test)]
mod tests {
    use super::{Found, Source, of_file, sampled, split};

    fn texts(path: &str, text: &str) -> Vec<String> {
        let (path, text) = (path.into(), text.into());
        let found = of_file(&Source { path, text }).expect("a source");
        let shown = |Found { line, kind, text }| format!("{line} {} {text}", kind.name());
        found.into_iter().map(shown).collect()
    }

    #[test]
    fn rust_literals_are_found_without_tests_and_assertions() {
        let wording = "//! About words.\n/// A comment.\nfn f() {\n \
                       let _ = format!(\"{drive} is \\\n \
                       slow, {x:?} {{}}\");\n x.expect(\"never seen here\");\n}\n\
                       #[cfg(test)]\nmod tests { const X: &str = \"not shown here\"; }\n";
        let found = texts("crates/report/src/wording/event.rs", wording);
        assert_eq!(found, ["4 terminal {} is slow, {} {}"]);
        let error = "enum E {\n#[error(\"{0} is not there\")]\nOne(u8) }";
        let found = texts("crates/real/src/error.rs", error);
        assert_eq!(found, ["2 error {} is not there"]);
    }

    #[test]
    fn options_are_help() {
        let options = "/// Not shown by clap.\n#[derive(Args)]\nstruct Common {\n\
                       /// Random seed; the same\n/// again\n\
                       #[arg(long, help = \"Or this help\")]\n\
                       seed: u64 }\n/// A function.\nfn f() {}";
        let found = texts("crates/cli/src/options.rs", options);
        let expected = ["4 help Random seed; the same again", "6 help Or this help"];
        assert_eq!(found, expected);
    }

    #[test]
    fn typescript_literals_are_joined() {
        let wording = "// A comment.\nimport { x } from \"./a few\";\n\
                       export const a = (b: string) =>\n\
                       `${b} is ${one ? `not here` : \"there\"} again, ` +\n  \"and more\";\n";
        let found = texts("web/src/wording/page.ts", wording);
        assert_eq!(
            found,
            ["4 page not here", "4 page {} is {} again, and more"]
        );
    }

    #[test]
    fn documents_are_split_into_sentences() {
        let text = "# A heading\n\nOne [link](x.md) is\nhere. Two is `it`.\n\n    code is \
                    skipped\n\n\
                    ```\nmore code here\n```\n| a head | b |\n|---|---|\n| two words | one |\n";
        let found = texts("docs/a.md", text);
        let expected = [
            "1 docs A heading",
            "3 docs One link is here.",
            "3 docs Two is `it`.",
            "11 docs a head",
            "13 docs two words",
        ];
        assert_eq!(found, expected);
        let page = "<style>a b</style>\n<p title=\"A tip here\">One <b>bold</b>\nword.</p>\
                    <p>{{two}} are&nbsp;these here</p>";
        let found = texts("crates/report/src/wording/page.html", page);
        let expected = [
            "2 page A tip here",
            "2 page One bold word.",
            "3 page {} are these here",
        ];
        assert_eq!(found, expected);
        let data =
            "title = \"Two words\"\nid = \"not this one\"\nx = { says = \"It is \\\"so\\\"\" }";
        let found = texts("suites/tests/a.toml", data);
        assert_eq!(found, ["1 data Two words", "3 data It is \"so\""]);
    }

    #[test]
    fn sentences_end_before_a_capital() {
        let text = "Takes 1.5 s, e.g. `x`. It is 4 KiB. (Twice.) and so on";
        let expected = [
            "Takes 1.5 s, e.g. `x`.",
            "It is 4 KiB.",
            "(Twice.) and so on",
        ];
        assert_eq!(split(text), expected);
    }

    #[test]
    fn sample_depends_on_its_seed_only() {
        let lines: Vec<String> = (0..50).map(|number| number.to_string()).collect();
        let one = sampled(lines.clone(), 5, 1);
        assert_eq!((one.len(), &one), (5, &sampled(lines.clone(), 5, 1)));
        assert_ne!(one, sampled(lines, 5, 2));
    }
}
