//! The page's findings and tables as Markdown, for a wiki, an issue or a commit.

use crate::comparison::Comparison;
use crate::comparison_table::{TitleOf, sections, simulated};
use crate::data::PageData;
use crate::expect::Answer;
use crate::printed::Printed;
use crate::tables::{Section, differences, results};
use crate::visible::visible;
use crate::wording::comparison_table::{LEGEND, letter, measured_in};
use crate::wording::{listed, markdown as words, statements};
use fourcorners_bench::record::Run;

/// All of it; `printed`: as for [`PageData::new`]. What comes from a drive or a file is text, never
/// markup.
pub fn markdown(runs: &[Run], printed: &dyn Printed) -> String {
    document(runs, printed, Vec::new())
}

/// The same with what was expected: each after the name of its run.
pub fn markdown_of_review(
    runs: &[Run],
    printed: &dyn Printed,
    answers: &[(String, Answer)],
) -> String {
    let row = |(name, answer): &(String, Answer)| {
        let verdict = words::verdict(answer);
        let expected = answer.expectation.clone();
        vec![verdict.into(), expected, name.clone(), answer.measured()]
    };
    let rows = answers.iter().map(row).collect();
    let expected = Section::new(words::expected(), rows);
    let lines = expected.map(|section| table("##", &section));
    let lines = lines.map(|lines| std::iter::once(String::new()).chain(lines).collect());
    document(runs, printed, lines.unwrap_or_default())
}

/// Of runs that have no result, for this reason.
pub fn markdown_of_nothing(runs: &[String], reason: &str) -> String {
    let mut lines = vec![format!("# {}", words::NO_RESULTS), String::new()];
    let reason = plain(reason.trim_end());
    lines.extend(
        runs.iter()
            .map(|name| format!("* **{}**: {reason}", plain(name))),
    );
    lines.push(String::new());
    lines.join("\n")
}

/// The same with all figures side by side.
pub fn markdown_of_comparison(
    runs: &[Run],
    printed: &dyn Printed,
    comparison: &Comparison,
    title: &TitleOf<'_>,
) -> String {
    let mut lines = heading(words::SIDE_BY_SIDE).to_vec();
    let simulated = Some(simulated(comparison)).filter(|line| !line.is_empty());
    lines.extend(simulated.into_iter().flat_map(|line| [line, String::new()]));
    let drives = comparison.drives.iter().enumerate();
    lines.extend(drives.map(|(place, drive)| {
        let runs = plain(&measured_in(&drive.runs));
        format!("* **{}**: {} ({runs})", letter(place), plain(&drive.model))
    }));
    let notes = comparison.notes.iter();
    lines.extend(notes.flat_map(|note| [String::new(), format!("> {}", plain(note))]));
    for section in sections(comparison, title) {
        lines.extend(std::iter::once(String::new()).chain(table("###", &section)));
    }
    lines.extend([String::new(), plain(LEGEND)]);
    document(runs, printed, lines)
}

/// What was found, what stands beside it, and the tables.
fn document(runs: &[Run], printed: &dyn Printed, beside: Vec<String>) -> String {
    let data = PageData::for_texts(runs, printed);
    let mut lines = vec![
        format!("# {}", words::title(&plain(&data.title))),
        String::new(),
    ];
    for headline in &data.headlines {
        let model = plain(&data.drives[headline.drive].model);
        lines.push(format!("* **{model}**: {}.", plain(&headline.sentence())));
    }
    for one in &data.highlights {
        lines.push(format!(
            "* **{}**: {}.",
            plain(&one.subject),
            plain(&one.text)
        ));
    }
    for warning in &data.warnings {
        let [whose, text, remedy] =
            [&warning.whose, &warning.text, &warning.remedy].map(|text| plain(text));
        lines.extend([String::new(), format!("> **{whose}**: {text} {remedy}")]);
    }
    if !data.final_words.is_empty() {
        lines.extend(heading(words::FINAL_WORDS));
    }
    for word in &data.final_words {
        let silent = plain(&word.not_measured.join("; "));
        lines.push(format!(
            "* **{}**: {}. {}",
            plain(&word.whom),
            plain(&word.text),
            words::rule_and_silence(&plain(word.rule.says), &silent)
        ));
    }
    if !data.judgements.is_empty() {
        lines.extend(heading(words::FINDINGS));
    }
    for one in &data.judgements {
        let model = plain(&data.drives[one.drive].model);
        let text = listed::with_rule(&plain(&one.text), &plain(one.rule.says));
        lines.push(format!("* {model}: {text}"));
    }
    if let Some(tally) = statements::tally(&data.tally()) {
        lines.extend([String::new(), format!("{tally}.")]);
    }
    if let Some(section) = differences(&data) {
        lines.push(String::new());
        lines.extend(table("##", &section));
    }
    lines.extend(beside);
    for section in results(runs, &data) {
        lines.push(String::new());
        lines.extend(table("##", &section));
    }
    if !data.drives.is_empty() {
        lines.extend(heading(words::TO_REPEAT_IT));
    }
    for drive in &data.drives {
        let model = plain(&drive.model);
        let made_by = words::made_by(&plain(&drive.version), &drive.seed);
        lines.push(format!("* {model} {made_by}: {}", code(&drive.command)));
    }
    lines.push(String::new());
    lines.join("\n")
}

/// With the empty lines around it.
fn heading(text: &str) -> [String; 3] {
    [String::new(), format!("## {text}"), String::new()]
}

/// A table below its heading.
pub(crate) fn table(level: &str, section: &Section) -> Vec<String> {
    let row = |cells: &[String]| {
        let cells: Vec<String> = cells.iter().map(|cell| plain(cell)).collect();
        format!("| {} |", cells.join(" | "))
    };
    let align = |(column, _): (usize, &String)| if column == 0 { "---" } else { "---:" };
    let line: Vec<&str> = section.header.iter().enumerate().map(align).collect();
    let mut lines = vec![
        format!("{level} {}", plain(&section.title)),
        String::new(),
        row(&section.header),
        format!("| {} |", line.join(" | ")),
    ];
    lines.extend(section.rows.iter().map(|cells| row(cells)));
    lines
}

/// Text in which nothing is markup: CommonMark lets every ASCII punctuation mark be escaped. Those
/// that never begin anything within a line stay as they are, so that the text can be read.
pub(crate) fn plain(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    let text = visible(text);
    let mut characters = text.chars().peekable();
    while let Some(c) = characters.next() {
        match c {
            // GitHub notifies `@name` and links `#1` in what is left when escapes are gone: only a
            // character between the two, of no width, keeps them apart.
            '@' => escaped.push_str("@&#8203;"),
            '#' if characters.peek().is_some_and(char::is_ascii_digit) => {
                escaped.push_str("\\#&#8203;")
            }
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '&' | '|' | '~' | '#' | '!' | '$' => {
                escaped.push('\\');
                escaped.push(c);
            }
            // A bare address becomes a link without these being escaped, in capitals, too.
            ':' if ["http", "https", "ftp"]
                .iter()
                .any(|scheme| ends(&escaped, scheme)) =>
            {
                escaped.push_str("\\:")
            }
            '.' if ends(&escaped, "www") => escaped.push_str("\\."),
            c => escaped.push(c),
        }
    }
    escaped
}

/// Whether a text ends in a word, in capitals or not.
fn ends(text: &str, word: &str) -> bool {
    let end = text.len().checked_sub(word.len());
    let end = end.and_then(|start| text.get(start..));
    end.is_some_and(|end| end.eq_ignore_ascii_case(word))
}

/// A span of code, in a fence that is longer than any in it.
fn code(text: &str) -> String {
    let text = visible(text);
    let (mut longest, mut run) = (0, 0);
    for c in text.chars() {
        run = if c == '`' { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    let fence = "`".repeat(longest + 1);
    match longest {
        0 => format!("{fence}{text}{fence}"),
        _ => format!("{fence} {text} {fence}"),
    }
}
