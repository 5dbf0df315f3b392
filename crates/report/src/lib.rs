//! From runs to something to look at: judgements, one self-contained page, and tables for the
//! terminal. Page and tables say the same, because both are made from [`data::PageData`].

mod charts;
mod comparison;
mod contrasts;
mod curves;
pub mod data;
mod expect;
mod figures;
mod final_words;
mod health;
mod judgements;
mod junit;
mod latency;
mod markdown;
mod marks;
mod meters;
mod page;
mod prices;
mod replay_rows;
mod replays;
mod responses;
mod results;
mod select;
mod spread;
mod steady_state;
mod tables;
mod vantage;
mod warnings;
mod why;
mod words;

pub use comparison::{ComparedDrive, ComparedFigure, ComparedValue, Comparison, Verdict, compare};
pub use data::PageData;
pub use expect::{Answer, ExpectError, Expectation};
pub use figures::{Figure, figures};
pub use final_words::FinalWord;
pub use judgements::{Headline, Judgement, Rule};
pub use junit::{JunitSuite, junit};
pub use markdown::markdown;
pub use marks::{DriveMark, Mark, MarkQuantity};
pub use page::{PageError, html, write_page};
pub use select::what_was_run;
pub use steady_state::{Steady, SteadyWindow};
pub use tables::tables;
pub use warnings::Warning;
pub use words::count;
