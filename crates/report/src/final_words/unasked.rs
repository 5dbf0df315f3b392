//! The end of the final words: uses of which these runs say nothing, what measures them, and what is never recommended.

use super::{FinalWord, is_memory};
use crate::data::PageData;
use crate::judgements::Rule;
use crate::select::DriveRuns;

/// What a use is judged by.
struct Asked {
    whom: &'static str,
    /// Whether it is asked of a drive alone, and between several.
    of_one: bool,
    of_several: bool,
    tests: &'static [&'static str],
    /// Suites that have all of these tests, as the use needs them.
    suites: &'static [&'static str],
}

const fn asked(
    whom: &'static str,
    tests: &'static [&'static str],
    suites: &'static [&'static str],
) -> Asked {
    Asked {
        whom,
        of_one: false,
        of_several: true,
        tests,
        suites,
    }
}

impl Asked {
    const fn of_one_too(self) -> Self {
        Self {
            of_one: true,
            ..self
        }
    }

    const fn of_one_only(self) -> Self {
        Self {
            of_one: true,
            of_several: false,
            ..self
        }
    }
}

/// All uses, in the order in which they are read; the price is no test's.
const ALL: [Asked; 12] = [
    // A drive alone is judged by shares of its clean pass.
    asked(
        "With TRIM (a system of today)",
        &["hd-tach", "torture", "trim"],
        &["four-corners", "anandtech-2011"],
    )
    .of_one_only(),
    asked(
        "Without TRIM (RAID, old systems)",
        &["hd-tach", "torture"],
        &["four-corners", "anandtech-2011"],
    )
    .of_one_only(),
    asked(
        "With TRIM (a system of today)",
        &["torture", "trim"],
        &["four-corners", "anandtech-2010", "anandtech-2011"],
    ),
    asked(
        "Without TRIM (RAID, old systems)",
        &["torture"],
        &["four-corners", "anandtech-2010", "anandtech-2011"],
    ),
    asked(
        "Kinds of data",
        &["random-write-4k-qd3", "sequential-write-128k"],
        &["anandtech-2010"],
    )
    .of_one_only(),
    asked(
        "Data that cannot be compressed (films, pictures, encrypted data)",
        &["random-write-4k-qd3", "sequential-write-128k"],
        &["four-corners", "anandtech-2010", "anandtech-2011"],
    ),
    asked(
        "Data that compresses well (databases, text, program files)",
        &["random-write-4k-qd3", "sequential-write-128k"],
        &["anandtech-2010"],
    ),
    asked(
        "Light writing (a desk, an office)",
        &["storage-bench-2010-light"],
        &["anandtech-2010"],
    ),
    asked(
        "Light writing (a desk, an office)",
        &["storage-bench-2011-light"],
        &["anandtech-2011"],
    ),
    asked(
        "Mostly reading (starting programs, opening files)",
        &["random-read-4k-qd3"],
        &[
            "four-corners",
            "anandtech-2009",
            "anandtech-2010",
            "anandtech-2011",
        ],
    ),
    asked(
        "Heavy writing (a server, a database)",
        &["consistency"],
        &["four-corners", "anandtech-2013"],
    )
    .of_one_too(),
    asked(
        "Where no second may be slow",
        &["consistency"],
        &["four-corners", "anandtech-2013"],
    ),
];

const RULE: Rule = Rule {
    name: "left out",
    says: "a use stands here, with the tests and suites that ask it, where no drive of the page was run through them; memory is shown as the upper end of the charts, and never recommended",
};

/// What no other word says; `None` where nothing is left out, or a single test was run, of which nobody expects advice.
pub fn word(
    words: &[FinalWord],
    candidates: usize,
    groups: &[DriveRuns<'_>],
    data: &PageData,
) -> Option<FinalWord> {
    let is_asked = |asked: &&Asked| match candidates {
        0 => false,
        1 => asked.of_one,
        _ => asked.of_several,
    };
    let is_told = |asked: &&Asked| words.iter().any(|word| word.whom == asked.whom);
    let unasked = ALL.iter().filter(is_asked).filter(|asked| !is_told(asked));
    let unasked = unasked.filter(|_| !words.is_empty() || has_several_tests(groups));
    let mut parts: Vec<String> = Vec::new();
    for asked in unasked {
        let by = format!("{} (in {})", all_of(asked.tests), asked.suites.join(", "));
        match parts.last_mut().filter(|last| last.starts_with(asked.whom)) {
            Some(same) => same.push_str(&format!(" or {by}")),
            None => parts.push(format!("{}: {by}", asked.whom)),
        }
    }
    if !parts.is_empty() {
        let first = &mut parts[0];
        *first = format!(
            "these runs cannot speak of what follows, each with the tests and the suites that do: {first}"
        );
    }
    let is_of_memory = |group: &DriveRuns<'_>| {
        let run = group.first();
        run.is_some_and(|run| is_memory(&run.header.identity))
    };
    let memory = groups.iter().zip(&data.drives);
    parts.extend(
        memory
            .filter(|(group, _)| is_of_memory(group))
            .map(|(_, drive)| {
                format!(
                    "{} is memory, the upper end of the charts, and is never recommended",
                    drive.model
                )
            }),
    );
    (!parts.is_empty()).then(|| FinalWord {
        whom: "What is left out".into(),
        drives: Vec::new(),
        text: parts.join("; "),
        evidence: "bench".into(),
        rule: RULE,
        not_measured: Vec::new(),
    })
}

/// `hd-tach, torture and trim`.
fn all_of(tests: &[&str]) -> String {
    match tests {
        [others @ .., last] if !others.is_empty() => format!("{} and {last}", others.join(", ")),
        one => one.concat(),
    }
}

/// Whether any run is of more than one test.
fn has_several_tests(groups: &[DriveRuns<'_>]) -> bool {
    let mut runs = groups.iter().flat_map(|group| &group.runs);
    runs.any(|run| {
        let mut tests = run.entries.iter().map(|entry| &entry.test);
        let first = tests.next();
        tests.any(|test| Some(test) != first)
    })
}

#[cfg(test)]
mod tests {
    use super::ALL;
    use crate::final_words::uses::USES;
    use std::collections::BTreeSet;
    use std::path::Path;

    /// A suite's tests may change; readers are sent there.
    #[test]
    fn do_the_suites_that_are_named_have_the_tests() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../suites");
        for asked in &ALL {
            for suite in asked.suites {
                let file = folder.join(format!("{suite}.toml"));
                let text = std::fs::read_to_string(&file).expect("a suite");
                for test in asked.tests {
                    assert!(
                        text.contains(&format!("id = \"{test}\"")),
                        "{suite} lacks {test}, of '{}'",
                        asked.whom
                    );
                }
            }
        }
    }

    #[test]
    fn is_every_use_between_drives_asked_by_something() {
        let named: BTreeSet<&str> = ALL.iter().map(|asked| asked.whom).collect();
        let uses = USES.iter().map(|one| one.whom);
        let forgotten: Vec<&str> = uses.filter(|whom| !named.contains(whom)).collect();
        assert_eq!(forgotten, ["By price"]);
    }
}
