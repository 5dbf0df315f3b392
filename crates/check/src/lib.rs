//! Published beside simulated: every printed figure's test is run on the simulated drive, and what was
//! fitted is told apart from what was predicted.
//!
//! `wanted` (which tests of which drives) -> `simulate`, kept by `cache` as `record` -> `value` -> `row`
//! -> `summary`, `markdown`; `fit` seeks the numbers that a drive file calls fitted.

mod cache;
mod check;
mod facts;
mod fit;
mod markdown;
mod number;
mod record;
mod row;
mod simulate;
mod summary;
mod trace_facts;
mod value;
mod wanted;

pub use cache::Cache;
pub use check::{Checked, Filter, check};
pub use facts::FactRow;
pub use fit::{FitError, FitOptions, FitReport, fit};
pub use markdown::markdown;
pub use row::{Kind, Row};
pub use summary::{Family, Share, Summary};
