//! Figures that were printed about drives, as data: what was measured, under which conditions,
//! and when a simulated figure holds beside it.
//!
//! `catalogue` (the files) -> `file` (TOML to values, with file and line in every error) -> `entry`
//! ([`Figure`], [`Fact`], [`Waiting`]); `holds` judges a value.

mod catalogue;
mod class;
mod entry;
mod file;
mod fit;
mod holds;
mod quantity;
mod source;

pub use catalogue::{PublishedError, published};
pub use class::Class;
pub use entry::{Fact, Figure, Measure, Published, Waiting};
pub use file::{Context, EntryError};
pub use fit::{Fit, FitParameter, Sought};
pub use holds::{Holds, Verdict};
pub use quantity::{Quantity, Unit};
pub use source::Source;
