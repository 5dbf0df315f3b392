//! Published figures beside simulated ones: every printed figure's test is run on the simulated
//! drive, and what was fitted is told apart from what was predicted.
//!
//! `published` (the figures, and when one holds) -> `check` (runs their tests and compares) ->
//! `fit` (seeks the numbers that a drive file calls fitted); `marks` puts figures on a run's page,
//! `statements` judges by a page's runs what was printed (`printed` is both).

mod check;
mod fit;
mod marks;
mod plugged;
mod printed;
mod published;
mod statements;

pub use check::{
    Cache, Checked, FactRow, Family, Filter, Row, SET_ASIDE, Share, Summary, check, markdown, needs,
};
pub use fit::{FitError, FitOptions, FitReport, fit};
pub use printed::PrintedFigures;
pub use published::{
    Class, Context, EntryError, Fact, Figure, Fit, FitParameter, Holds, Kind, Measure, Missing,
    Planned, Published, PublishedError, Quantity, Sought, Source, Unit, Verdict, Waiting,
    published,
};
