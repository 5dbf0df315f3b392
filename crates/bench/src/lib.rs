//! Test suites, plans and run folders.
//!
//! `definition` (files to values) -> `plan` (actions for one drive, in order) -> `crates/run`
//! carries it out -> `record` (contents of a run folder), written by `folder`. Of a drive, this
//! crate sees only its `Identity`.

mod definition;
mod digest;
mod disk;
mod folder;
pub mod former;
pub mod health;
pub mod histogram;
mod io_layout;
mod io_log;
pub mod kept_lines;
mod library;
mod mean;
mod observer;
pub mod plain_file;
mod plan;
pub mod plausible;
pub mod power_loss;
pub mod record;
mod rounds;
mod shipped;
pub mod steady_state;
mod trace;
mod uniform;
mod work;

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
    Buffer, FolderError, FolderWriter, HEADER_LIMIT, Hold, KeptRun, Sink, Writes, is_being_written,
    names as file_names, read_header, read_lines, review_of, short,
};
pub use io_layout::IoLayout;
pub use io_log::{IoLog, RECORD_BYTES};
pub use library::{Library, UnknownName, near, nearest};
pub use mean::geometric_mean;
pub use observer::{Latency, Observer, Progress, Silent};
pub use plan::{
    Action, Begins, Budget, Options, Part, Past, PhaseKey, Plan, PlanError, plan, plan_suite,
};
pub use rounds::{Cell, LeftOutCell, Points, Rounds};
pub use shipped::{shipped, suite_text};
pub use trace::{Extent, FileTrace, FileTraceError, LazyTrace, Trace, Volumes, mean_data};
pub use uniform::uniform;
pub use work::{Beside, LONGEST_REPLAY, RecoveryGoal, Replay, Work, ZONE_BYTES};
