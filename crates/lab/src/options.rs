//! What the user asked of a review.

use crate::own_suite::OwnSuite;
use crate::prices::Amount;
use fourcorners_bench::Options;
use fourcorners_bench::record::UserTrace;
use fourcorners_block::Bytes;
use fourcorners_fio::FioJob;
use fourcorners_host::PowerSource;
use fourcorners_real::{EngineChoice, Erase};
use fourcorners_report::Expectation;
use std::path::{Path, PathBuf};

/// What the user asked for.
#[derive(Clone, Debug)]
pub struct ReviewOptions {
    /// Suite, or a single test's id.
    pub suite: String,
    /// The job file of fio's that this test is, if it is none of ours.
    pub job: Option<FioJob>,
    /// The file that this suite is from, if it is none of ours.
    pub own_suite: Option<OwnSuite>,
    /// Folder for runs and page.
    pub out: PathBuf,
    /// Root of all randomness.
    pub seed: u64,
    /// How often each drive is put through it.
    pub repeat: u32,
    /// Simulated drives at once.
    pub threads: usize,
    /// Size of a regular file to be made.
    pub size: Option<Bytes>,
    /// Real drives that may be overwritten.
    pub destroy: Vec<PathBuf>,
    /// Serial number that confirms overwriting a drive that holds something.
    pub serial: Option<String>,
    /// What the real drive costs, where the user says it.
    pub price: Option<Amount>,
    /// What may be written to each drive in all.
    pub max_writes: Option<Bytes>,
    /// What the maker of the real drive rates it for, where the user says it.
    pub tbw: Option<Bytes>,
    /// Which engine carries I/O to real drives.
    pub engine: EngineChoice,
    /// Seconds after which an I/O of a real drive counts as lost; the default if not said.
    pub timeout_s: Option<u64>,
    /// Where the power of a real drive is read.
    pub power: Option<PowerSource>,
    /// How a real drive is made as new.
    pub erase: Erase,
    /// A trace of the user's, replayed in place of a suite, which then is
    /// [`REPLAY`](crate::REPLAY).
    pub replay: Option<UserTrace>,
    /// What is changed in the tests.
    pub tests: Options,
    /// Record every measured I/O.
    pub log_ios: bool,
    /// What every run has to show.
    pub expectations: Vec<Expectation>,
    /// Files for others to read that the caller writes of the results, each after the option that
    /// names it; only for the commands that resume the review or begin it.
    pub files: Vec<(&'static str, PathBuf)>,
    /// Whether a page is written.
    pub page: bool,
    /// Whether a review goes on: a file that it was to create may be there.
    pub resumes: bool,
}

impl ReviewOptions {
    /// Simulated drives through a suite, everything else its own way; no page.
    pub fn of_simulated(suite: &str, out: &Path) -> Self {
        Self {
            suite: suite.into(),
            job: None,
            own_suite: None,
            out: out.into(),
            seed: 1,
            repeat: 1,
            threads: 1,
            size: None,
            destroy: Vec::new(),
            serial: None,
            price: None,
            max_writes: None,
            tbw: None,
            engine: EngineChoice::Auto,
            timeout_s: None,
            power: None,
            erase: Erase::Nearest,
            replay: None,
            tests: Options::default(),
            log_ios: false,
            expectations: Vec::new(),
            files: Vec::new(),
            page: false,
            resumes: false,
        }
    }
}
