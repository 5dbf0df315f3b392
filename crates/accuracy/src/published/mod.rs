//! Figures that were printed about drives, as data: what was measured, under which conditions,
//! and when a simulated figure holds beside it.
//!
//! `catalogue` (the files) -> `file` (TOML to values, with file and line in every error) -> `entry`
//! ([`Figure`], [`Planned`], [`Fact`], [`Waiting`]); `holds` judges a value.

mod catalogue;
mod class;
mod entry;
mod file;
mod fit;
mod holds;
mod source;

pub use catalogue::{PublishedError, published};
pub use entry::{Fact, Figure, Measure, Missing, Planned, Published, Waiting};
pub use file::{Context, EntryError};
pub use fit::{Fit, FitParameter, Sought};
pub use fourcorners_report::{
    StatementClass as Class, StatementOrigin as Kind, StatementQuantity as Quantity,
    StatementUnit as Unit,
};
pub use holds::{Holds, Verdict};
pub use source::Source;
