//! Tests as data, and what runs them on any drive.
//!
//! `definition` (files to values) -> `plan` (what will be done to this drive, in order) ->
//! `run` -> `record` (what a run's folder holds, written by `folder`). This crate knows drives
//! only as [`fourcorners_block::Drive`].

mod definition;
mod digest;
mod disk;
mod folder;
pub mod former;
pub mod health;
mod histogram;
mod io_log;
pub mod kept_lines;
mod library;
mod mean;
mod measure;
mod mix;
mod observer;
mod op_tally;
pub mod plain_file;
mod plan;
pub mod plausible;
pub mod power_loss;
pub mod record;
mod rounds;
mod run;
mod shipped;
pub mod steady_state;
mod trace;
mod uniform;
mod work;
mod workload;

pub use definition::{
    AS_LEFT, Article, ArticleChart, ArticleDrive, Better, CellsDef, ChartKind, Conclusion,
    Conditions, Contradiction, DefinitionError, Direction, Feeds, Fit, NEW, Pace, PageDef, Pattern,
    PhaseDef, PointsDef, ReplayDef, Role, RoundsDef, RoundsUntil, Span, SpareArea, SpareMade,
    StateDef, Suite, SuiteTest, SweepBy, SweepFigure, TestDef, TrackDef, TrackedValue, Unit, Until,
    Variant, WRITTEN, WorkDef,
};
pub use digest::digest;
pub use disk::{Disk, Operation};
pub use folder::{
    FolderError, FolderWriter, HEADER_LIMIT, Hold, KeptRun, Writes, is_being_written,
    names as file_names, read_header, read_lines, review_of, short,
};
pub use library::{Library, UnknownName, near, nearest};
pub use mean::geometric_mean;
pub use observer::{Latency, Observer, Progress, Silent};
pub use plan::{Action, Budget, Options, Past, PhaseKey, Plan, PlanError, plan, plan_suite};
pub use rounds::{Cell, LeftOutCell, Points, Rounds};
pub use run::{Bell, NewDrive, RunEnd, RunError, SharedRun, run};
pub use shipped::{shipped, suite_text};
pub use trace::{Extent, FileTrace, FileTraceError, LazyTrace, Trace, Volumes, mean_data};
pub use uniform::uniform;
pub use work::{RecoveryGoal, Replay, Work, ZONE_BYTES};
