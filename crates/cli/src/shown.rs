//! What `review` prints of its runs: the figures of a quick look, a summary, or all tables.

use crate::show;
use fourcorners_bench::record::Run;
use fourcorners_report::{Printed, quick_look, summary, tables};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// The figures of a quick look.
    QuickLook,
    /// A screen of what was found.
    Summary,
    /// All results.
    Tables,
}

impl Shown {
    /// What is printed, and its text; `short`: all results only where there is nothing shorter.
    pub fn of(runs: &[Run], printed: &dyn Printed, short: bool) -> (Self, String) {
        let figures = || Some((Self::QuickLook, quick_look(runs)?));
        let found = || {
            let text = summary(runs, printed, show::summary_width())?;
            Some((Self::Summary, text))
        };
        let shortest = short.then(|| figures().or_else(found)).flatten();
        shortest.unwrap_or_else(|| (Self::Tables, tables(runs, printed, show::width())))
    }
}
