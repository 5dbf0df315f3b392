//! fio's dialect of INI: sections of `name=value` and bare names; `;` and `#` begin a comment
//! anywhere in a line. Every line keeps its number, for the sentence about what cannot be run.

use crate::options;

/// A section, with its options in their order.
#[derive(Debug)]
pub(crate) struct Section {
    pub name: String,
    pub line: usize,
    pub options: Vec<Given>,
}

/// An option as it stands in the file.
#[derive(Clone, Debug)]
pub(crate) struct Given {
    pub name: String,
    /// `1` where the name stands alone.
    pub value: String,
    pub line: usize,
}

/// What is wrong with a line, and what to do.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Problem {
    pub line: usize,
    pub sentence: String,
}

/// Words that fio replaces in values, besides `${NAME}`.
const KEYWORDS: [&str; 3] = ["$pagesize", "$mb_memory", "$ncpus"];

impl Given {
    /// Whether fio would replace a variable in the value.
    pub fn has_variable(&self) -> bool {
        self.value.contains("${") || KEYWORDS.iter().any(|word| self.value.contains(word))
    }
}

impl Section {
    /// Whether its options are those of every job after it; fio looks at the name's beginning only.
    pub fn is_global(&self) -> bool {
        self.name.starts_with("global")
    }
}

/// The sections of a job file, or all of its broken lines.
pub(crate) fn sections(text: &str) -> Result<Vec<Section>, Vec<Problem>> {
    let (mut sections, mut problems) = (Vec::<Section>::new(), Vec::new());
    for (index, whole) in text.lines().enumerate() {
        let line = index + 1;
        let mut wrong = |sentence: &str| {
            problems.push(Problem {
                line,
                sentence: sentence.into(),
            });
        };
        let text = whole.split([';', '#']).next().unwrap_or("").trim();
        if text.is_empty() {
            continue;
        }
        if let Some(rest) = text.strip_prefix('[') {
            match rest.strip_suffix(']').map(str::trim) {
                Some(name) if !name.is_empty() => sections.push(Section {
                    name: name.into(),
                    line,
                    options: Vec::new(),
                }),
                _ => wrong("expected a section name in brackets, as in [job]"),
            }
            continue;
        }
        let (name, value) = match text.split_once('=') {
            Some((name, value)) => (name.trim(), value.trim()),
            None => (text, "1"),
        };
        match sections.last_mut() {
            Some(section) => section.options.push(Given {
                name: name.into(),
                value: value.into(),
                line,
            }),
            // What it says may be another file's secret: only an option's name is repeated.
            None => match options::meaning(name) {
                Some(_) => wrong(&format!(
                    "'{name}' is before the first section; put [global] or a job's [name] above it"
                )),
                None => wrong(
                    "this line is before the first section; a job file begins with [global] or a \
                     job's [name]",
                ),
            },
        }
    }
    if problems.is_empty() {
        Ok(sections)
    } else {
        Err(problems)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn are_comments_and_bare_names_read_as_fio_reads_them() {
        let text =
            "; all\r\n[global] # for all\r\n direct = 1;yes\n\n[a job]\nstonewall\nbs=4k # small\n";
        let sections = sections(text).expect("a job file");
        assert_eq!(sections.len(), 2);
        assert!(sections[0].is_global());
        assert_eq!(sections[1].name, "a job");
        let options: Vec<(&str, &str, usize)> = sections
            .iter()
            .flat_map(|section| &section.options)
            .map(|given| (given.name.as_str(), given.value.as_str(), given.line))
            .collect();
        let expected = [("direct", "1", 3), ("stonewall", "1", 6), ("bs", "4k", 7)];
        assert_eq!(options, expected);
    }

    #[test]
    fn is_every_broken_line_named() {
        let problems = sections("rw=read\n[job\n[]\n[job]\n").expect_err("broken");
        let lines: Vec<usize> = problems.iter().map(|problem| problem.line).collect();
        assert_eq!(lines, [1, 2, 3]);
    }
}
