//! What of a plan fio does not repeat, or repeats otherwise.

/// Phases that are named in the first line.
const NAMED: usize = 3;

#[derive(Default)]
pub(crate) struct Gaps {
    /// Sentences, each once.
    pub differences: Vec<String>,
    /// Phases that fio cannot express: those without a job, and those whose job ends elsewhere.
    pub left_out: Vec<String>,
    pub altered: Vec<String>,
}

impl Gaps {
    pub fn differs(&mut self, sentence: String) {
        if !self.differences.contains(&sentence) {
            self.differences.push(sentence);
        }
    }

    /// A phase is not in the file.
    pub fn leave_out(&mut self, phase: String, because: &str) {
        self.differs(format!("{phase} is left out: {because}"));
        self.left_out.push(phase);
    }

    /// The line that a file begins with of which fio cannot express all; empty: it can.
    pub fn heading(&self) -> String {
        let groups = [
            (&self.left_out, "cannot express"),
            (&self.altered, "cannot end as Four Corners does:"),
        ];
        let groups = groups.iter().filter(|(phases, _)| !phases.is_empty());
        let said = groups.map(|(phases, what)| format!("{what} {}", few(phases)));
        match said.collect::<Vec<_>>().as_slice() {
            [] => String::new(),
            said => format!("# fio {}.\n", said.join("; it ")),
        }
    }
}

/// The first of some names, and how many more there are.
fn few(names: &[String]) -> String {
    let first = names.iter().take(NAMED).map(String::as_str);
    let first = first.collect::<Vec<_>>().join(", ");
    match names.len().saturating_sub(NAMED) {
        0 => first,
        more => format!("{first} and {more} more"),
    }
}
