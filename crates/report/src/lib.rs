//! From runs to something to look at: judgements, one self-contained page, and tables for the
//! terminal. Page and tables say the same, because both are made from [`data::PageData`].

mod article;
mod charts;
mod comparison;
mod comparison_table;
mod comparison_text;
mod consistency;
mod csv;
pub mod data;
mod desktop;
mod expect;
mod figures;
mod fills;
mod final_words;
mod findings;
mod frame;
mod highlights;
mod junit;
mod known;
mod latency;
mod markdown;
mod marks;
mod page;
mod printed;
mod qualify;
mod remarks;
mod rounds;
mod rule;
mod statements;
mod steady_state;
mod summary;
mod tables;
mod terminal;
mod trace;
mod visible;
mod warnings;
pub mod wording;

pub use article::{ArticleChartData, ArticleData, ArticleTestData, article_of};
pub use comparison::{ComparedDrive, ComparedFigure, Comparison, compare};
pub use comparison_table::TitleOf;
pub use comparison_text::comparison_text;
pub use csv::seconds_csv;
pub use data::PageData;
pub use desktop::{
    Attached, Quartet, QuartetKind, QuartetRow, Rate, quick_look, svg as share_image, write_images,
};
pub use expect::{Answer, ExpectError, Expectation};
pub use figures::{Figure, figures};
pub use fills::{Fill, FillChart};
pub use final_words::{FinalWord, List};
pub use findings::{Headline, Judgement};
pub use fourcorners_findings::apart::{
    Kind as DifferenceKind, folder_names, kinds as difference_kinds, run_names,
};
pub use fourcorners_findings::cache_table::{CacheEnd, CacheRow, CacheSize, CacheTable};
pub use fourcorners_findings::comparison::{ComparedValue, Verdict};
pub use fourcorners_findings::names::{
    MissingStatus, PassOp, PassSection, PassState, Section, Unit,
};
pub use fourcorners_findings::select::{WhichDrive, copy_of, results_of, review_of, what_was_run};
pub use fourcorners_findings::sweeps::{SweepChart, SweepLine, SweepPoint};
pub use frame::Frame;
pub use highlights::Highlight;
pub use junit::{JunitSuite, junit, junit_of_qualification};
pub use markdown::{markdown, markdown_of_comparison, markdown_of_nothing, markdown_of_review};
pub use marks::{DriveMark, Mark, MarkBound, MarkQuantity};
pub use page::{PageError, html, write_new, write_page};
pub use printed::{NothingPrinted, Printed};
pub use qualify::{
    JudgedOn, JudgedSample, Limit, LimitAnswer, LimitVerdict, NotQualified, Qualification,
    QualifiedMetric, QualifiedSample, Side, Undecided, markdown_of_qualification,
    qualification_text, qualify,
};
pub use remarks::PhaseRemark;
pub use rounds::{RoundsOfPhase, RoundsTest};
pub use rule::Rule;
pub use statements::{
    DriveStatement, Share, Statement, StatementClass, StatementOrigin, StatementQuantity,
    StatementUnit, Tally,
};
pub use steady_state::{Steady, SteadyWindow};
pub use summary::summary;
pub use terminal::tables;
pub use trace::{Pictured, tables as trace_tables};
pub use visible::visible;
pub use warnings::Warning;
pub use wording::differences;
pub use wording::numbers::{count, money};
