//! From runs to something to look at: judgements, one self-contained page, and tables for the
//! terminal. Page and tables say the same, because both are made from [`data::PageData`].

mod charts;
mod contrasts;
mod curves;
pub mod data;
mod expect;
mod health;
mod judgements;
mod junit;
mod latency;
mod marks;
mod meters;
mod page;
mod prices;
mod replay_rows;
mod replays;
mod responses;
mod select;
mod steady_state;
mod tables;
mod under_conditions;
mod vantage;
mod words;

pub use data::PageData;
pub use expect::{Answer, ExpectError, Expectation};
pub use junit::{JunitSuite, junit};
pub use marks::{DriveMark, Mark, MarkQuantity};
pub use page::{PageError, html, write_page};
pub use steady_state::{Steady, SteadyWindow};
pub use tables::tables;
