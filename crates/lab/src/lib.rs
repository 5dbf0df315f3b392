//! Joins drives, tests and pages: the catalogue, what a name on the command line means, and
//! the review. The command line (and later Python) is thin over this.

mod alone;
mod articles;
mod asked_again;
mod beforehand;
mod budget;
mod catalogue;
mod changes;
mod command;
mod compare;
mod crew;
mod default_suite;
mod doctor;
mod documents;
mod error;
mod files;
mod fio_job;
mod gather;
mod go_on;
mod host_facts;
mod job;
mod located;
mod memory;
mod message;
mod misuse;
mod one_run;
mod options;
mod outcome;
mod overwritten;
mod own_suite;
mod pins;
mod ports;
mod power_loss;
mod prices;
mod qualify;
mod queue;
mod real_run;
#[cfg(test)]
#[allow(dead_code, reason = "the tests of real use all of it")]
#[path = "../../real/src/recorded.rs"]
mod recorded;
mod renamed;
mod request;
mod resume;
mod resumed;
mod review;
mod run_folder;
mod run_names;
mod schema;
mod siblings;
mod synthetic;
mod target;
mod thresholds;
mod traces;
mod watched;
mod watcher;
mod wear;

pub use alone::{measure_alone, recording_ns, simulate_alone};
pub use articles::drives_of;
pub use catalogue::{
    definition_text, drive_family, drive_file_as, drive_names, drive_spec, drive_spec_with,
    is_trace, library, port, port_names, suite_text, trace_names, trace_source,
};
pub use compare::{Compared, compare_runs};
pub use default_suite::DefaultSuite;
pub use doctor::doctor;
pub use documents::{
    AboutShown, ArticleBenchLine, ArticleChartLine, ArticleDriveLine, ArticleLine, ArticleShown,
    ConclusionLine, DriveLine, DriveShown, PhaseCounts, RunLine, RunShown, SuiteLine, SuiteShown,
    SuiteTestLine, SyntheticShown, TestLine, TestShown, TraceLine, TraceShown, TraceWritten,
};
pub use error::LabError;
pub use files::{check_writable, junit_of_nothing};
pub use fio_job::{FioExport, read_fio_job, write_fio_job};
pub use fourcorners_bench::{Latency, Observer, PhaseKey, Progress};
pub use fourcorners_drive_file::Change;
pub use fourcorners_host::doctor::{DeviceFindings, Diagnosis, Finding, Level};
pub use fourcorners_host::{PowerError, PowerSource};
pub use fourcorners_real::{EngineChoice, Erase, OpenError, own_session};
#[cfg(test)]
use fourcorners_real::{Host, Node};
pub use fourcorners_report::{Answer, Expectation};
pub use job::RunStatus;
pub use memory::{affordable, available_memory, needed_bytes};
pub use message::Message;
pub use misuse::Misuse;
pub use options::ReviewOptions;
pub use outcome::{Outcome, RunOutcome};
pub use own_suite::{OwnSuite, is_suite_file, suite_of, suite_of_run};
pub use ports::{Chosen, plugged};
pub use power_loss::{
    PowerCut, PowerLossError, PowerLossOptions, PowerLossWatcher, check_power_loss, power_loss,
};
pub use prices::{Amount, prices};
pub use qualify::{Limits, Qualified, qualify_runs};
pub use resume::{ResumeOptions, resume};
pub use review::review;
pub use schema::schema;
pub use target::{Target, change, resolve, resolve_set, resolve_simulated};
pub use traces::REPLAY;
pub use watcher::Watcher;

/// The wall-clock time now, RFC 3339 in UTC, for `wall.jsonl`.
pub fn wall_clock() -> String {
    jiff::Timestamp::now().to_string()
}
