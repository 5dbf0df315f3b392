//! Sweeps: one test on many variants of a simulated drive.
//!
//! `file` (what varies, what is recorded) -> `design` (the points) -> `point` (one point: drive,
//! tests, options) -> `measure` (its figures) -> `folder` (a line per point, as each is done) ->
//! `table` (Parquet) and `page`.

mod base_test;
mod design;
mod error;
mod figure;
mod file;
mod folder;
mod measure;
mod page;
mod parameter;
mod point;
mod run;
mod schema;
mod shard;
mod shipped;
mod sweep;
mod table;
mod value;
mod wording;

pub use base_test::BaseTest;
pub use error::SweepError;
pub use figure::{Better, FIGURES, Figure, Unit};
pub use folder::{Folder, Points, Row};
pub use page::{Chart, PageData, html};
pub use run::{Done, Progress, finish, run};
pub use schema::schema;
pub use shard::Shard;
pub use shipped::{sweep_names, sweep_text};
pub use sweep::{Recorded, Source, Sweep, SweepLine};
pub use table::{Column, columns};
pub use value::Value;
