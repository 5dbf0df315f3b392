//! Recommendations as sentences.

use crate::data::PageData;
use crate::rule::Rule;
use crate::statements::{DriveStatement, StatementOrigin};
use crate::wording::advice::{Text, fitted, not_measured, rules, text, whom};
use crate::wording::listed;
use fourcorners_bench::record::Run;
use fourcorners_findings::advice::uses::{USES, Use};
use fourcorners_findings::pages::Pages;
use fourcorners_findings::review::Review;
use schemars::JsonSchema;
use serde::Serialize;

/// A recommendation for one kind of use.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct FinalWord {
    /// The use; null: it says what is left out.
    #[serde(skip)]
    pub of: Option<Use>,
    /// For whom, as in `Without TRIM (RAID, old systems)`.
    pub whom: String,
    /// Numbers of the drives on the page: one, or several that are level; none: no drive is
    /// recommended.
    pub drives: Vec<usize>,
    /// Which, and why, a sentence.
    pub text: String,
    /// The same as a list, where it is too long to be read at once and has several parts; else
    /// null.
    pub list: Option<List>,
    /// Link to a chart, as of a judgement.
    pub evidence: String,
    /// How it was decided.
    pub rule: Rule,
    /// Those of the drives whose models were fitted to published figures of the tests by which it
    /// was decided: that rank is put in, not found.
    pub fitted: Vec<usize>,
    /// Drives about which nothing is said, each with the reason.
    pub not_measured: Vec<String>,
}

/// A text that becomes a list on the page.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct List {
    /// What stands before the colon.
    pub head: String,
    /// What stands behind it, a line each.
    pub items: Vec<String>,
}

/// Letters of a text that is read as a paragraph.
const LONG: usize = 240;

impl List {
    fn of(text: Text) -> Option<Self> {
        let is_long = text.to_string().chars().count() > LONG;
        let Text { head, items } = text;
        (is_long && items.len() > 1).then_some(Self { head, items })
    }
}

/// Recommendations that stand first, at most, and of which uses, the most telling first.
const PICKS: usize = 3;
const TELLING: [Use; 5] = [
    Use::HeavyWriting,
    Use::WithTrim,
    Use::WithoutTrim,
    Use::LightWriting,
    Use::Reading,
];

/// Indexes of the recommendations that matter most; each names a drive.
pub(crate) fn picks(words: &[FinalWord]) -> Vec<usize> {
    let of = |of: &Use| {
        let mut words = words.iter();
        words.position(|word| word.of == Some(*of) && !word.drives.is_empty())
    };
    TELLING.iter().filter_map(of).take(PICKS).collect()
}

/// All of them; `names` of the drives.
pub(crate) fn final_words(review: &Review, names: &[String]) -> Vec<FinalWord> {
    let word = |advice: &fourcorners_findings::advice::Advice| {
        let text = text(advice, names);
        FinalWord {
            of: advice.of,
            whom: whom(advice.of).into(),
            drives: advice.drives.clone(),
            text: text.to_string(),
            list: List::of(text),
            evidence: advice.evidence.clone(),
            rule: rules::rule(advice),
            fitted: Vec::new(),
            not_measured: not_measured(advice, names),
        }
    };
    review.advice.iter().map(word).collect()
}

impl FinalWord {
    /// Notes which of its drives were fitted to its tests, and says so; `names` of the drives.
    pub(crate) fn note_fitted(
        &mut self,
        statements: &[DriveStatement],
        pages: &Pages,
        names: &[String],
    ) {
        let judged = USES.iter().filter(|judged| Some(judged.of) == self.of);
        let tests: Vec<&str> = judged.flat_map(|judged| judged.tests(pages)).collect();
        let is_fitted = |drive: &usize| {
            statements.iter().any(|one| {
                let of = &one.statement;
                let is_its = one.drive == *drive || one.against == Some(*drive);
                of.origin == StatementOrigin::Fitted && is_its && tests.contains(&of.test.as_str())
            })
        };
        self.fitted = self.drives.iter().copied().filter(is_fitted).collect();
        if self.fitted.is_empty() {
            return;
        }
        let of = self.fitted.iter().map(|drive| names[*drive].as_str());
        let said = fitted(&of.collect::<Vec<_>>());
        self.text.push_str(&format!("; {said}"));
        if let Some(list) = &mut self.list {
            list.items.push(said);
        }
    }
}

impl PageData {
    /// The final words that concern the drive of a run, a sentence each: of a page with one drive
    /// all, else those that recommend it.
    pub fn final_words_of(&self, run: &Run) -> Vec<String> {
        let is_it = |drive: usize| self.drives[drive].folders.contains(&run.path);
        let words = self.final_words.iter();
        let own = words
            .filter(|word| self.drives.len() == 1 || word.drives.iter().any(|&drive| is_it(drive)));
        own.map(|word| {
            let text = listed::with_rule(&word.text, word.rule.says);
            format!("{}: {text}", word.whom)
        })
        .collect()
    }
}
