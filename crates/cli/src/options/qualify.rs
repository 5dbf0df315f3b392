//! Options of `qualify`.

use clap::Args;
use std::path::PathBuf;

#[derive(Args)]
pub struct Qualify {
    /// Runs, or folders of runs, of one drive model
    #[arg(value_name = "RUN", required = true)]
    pub runs: Vec<PathBuf>,
    /// File of limits (TOML): `[[limit]]` with `expect`, as in --expect, and `on`, samples or
    /// population
    #[arg(long, value_name = "FILE.toml")]
    pub limits: Option<PathBuf>,
    /// Runs, or folders of runs, of the older firmware [default: RUNs of the version measured first
    /// if there are two]
    #[arg(long, value_name = "RUN", num_args = 1..)]
    pub against: Vec<PathBuf>,
    /// Print every metric, not only changes
    #[arg(long, short)]
    pub verbose: bool,
    /// Also write limits, changes and spread as Markdown; -: print it instead
    #[arg(long, value_name = "FILE")]
    pub markdown: Option<PathBuf>,
    /// Also write the limits as JUnit XML, one test case each; -: print it instead
    #[arg(long, value_name = "FILE", requires = "limits")]
    pub junit: Option<PathBuf>,
}
