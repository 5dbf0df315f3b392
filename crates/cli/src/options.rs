//! The command line.

pub mod measuring;
pub mod qualify;

use crate::power_loss::PowerLossArgs;
use clap::builder::{PathBufValueParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};
use fourcorners_block::Bytes;
use measuring::{Common, percent, seconds};
use std::num::NonZeroU32;
use std::path::PathBuf;

#[derive(Parser)]
#[command(name = "fourcorners", version, about, max_term_width = 100)]
#[command(
    after_help = "A drive is a name from the catalog (`fourcorners list drives`), a drive file \
                  (.toml), a block device, or a regular file created with --size. Real drives are \
                  written only if named with --destroy.\n\
                  MB is 10^6 bytes, MiB 2^20."
)]
pub struct Cli {
    /// Print one JSON document on stdout instead of tables (messages stay on stderr)
    #[arg(long, global = true)]
    pub json: bool,
    #[command(subcommand)]
    pub verb: Verb,
}

#[derive(Subcommand)]
pub enum Verb {
    /// Run a suite or a published article's tests on drives and write a review page
    Review(Review),
    /// Run one test on one drive
    Run(Run),
    /// Browse, compare and follow runs in a web browser
    ///
    /// Serves the runs in the given folders until Ctrl-C and writes nothing. Only this host can
    /// connect unless --bind allows others, which then need a token.
    Browse(Browse),
    /// Write existing runs as a static website
    ///
    /// It contains a list of runs, a page per run, and a comparison of any of them. Without FOLDER
    /// it first simulates all drives of the catalog.
    Site(Site),
    /// Compare existing runs and write a page
    ///
    /// Lists every figure of every run with the change from the first. Repetitions count as one
    /// run; differences within run-to-run noise are marked. Nothing is measured.
    Compare(Compare),
    /// Judge several samples of a drive against limits and against older firmware
    ///
    /// Computes drive-to-drive and run-to-run spread of every figure with 95 % confidence
    /// intervals. Samples are told apart by serial number (simulated drives: by drive file). If
    /// runs have two firmware versions, they are compared; the version measured first is the base.
    /// Nothing is measured. Exit code 3: a limit failed.
    Qualify(qualify::Qualify),
    /// Compare published figures with simulated ones
    Check(Check),
    /// Tune a drive file's parameters to published or measured figures
    Fit(Fit),
    /// Simulate many variants of a drive and chart what changes
    ///
    /// A sweep file names the drive, the tests, the parameters to vary and the figures to record.
    /// Finished points are kept: the same command resumes an interrupted sweep. Results: one row
    /// per point in results.parquet, and a page.
    Sweep(Sweep),
    /// Fit a simulated drive to what a drive showed in a run
    ///
    /// Searches for the drive file whose simulation comes closest to the run: speed of the fresh
    /// drive, fall-off, steady state, stalls. The run needs random writes to the whole drive, as in
    /// the test consistency. Writes NAME.toml and NAME-nand.toml, which then work as a drive.
    Twin(Twin),
    /// Predict what the drive of a run would do with more spare area or another parameter
    ///
    /// Simulates the run's random writes on the drive's twin, without and with the change, and
    /// applies the difference to what the drive did: an error of the twin that both have cancels
    /// out.
    Predict(Predict),
    /// Serve a simulated drive as a block device (NBD)
    ///
    /// Other programs use the drive over a socket, and each reply comes when the simulated drive
    /// has finished: fio, qemu and nbd-client connect to the URI that is printed. `stat` and
    /// `fault` take the socket as well. Ends with Ctrl-C,
    /// and then reports how punctual the replies were. Anyone who can reach the socket can use the
    /// drive.
    Serve(Serve),
    /// Show what a served drive has done: write amplification, GC, wear, lag
    ///
    /// Counters as SMART data has them, since the drive was new. `watch fourcorners stat SOCKET`
    /// shows them live.
    Stat(ServedDrive),
    /// Cut the power of a served drive, wear it out, or make a range unreadable
    #[command(subcommand)]
    Fault(FaultKind),
    /// Check whether this host is fit for measurements
    ///
    /// Checks processors, kernel, folders, programs and disks. Changes nothing and opens no device
    /// for writing. Exit code 1: something would spoil a measurement, or an argument was wrong.
    /// Only the disks you name count.
    Doctor(Doctor),
    /// List drives, suites, articles, tests, synthetic traces, sweeps, or the runs in a folder
    List {
        /// What to list
        what: What,
        /// Folder of the runs
        #[arg(long, value_name = "DIR", default_value = "runs")]
        out: PathBuf,
    },
    /// Show a drive, suite, article, test, synthetic trace or run
    Show(Show),
    /// Record, convert, synthesize, analyze and replay I/O traces
    #[command(subcommand)]
    Trace(crate::trace::Trace),
    /// Check that a drive keeps flushed writes when its power is cut
    ///
    /// Writes and flushes until the drive loses its power: cut it by hand, with --cut, or with that
    /// of the whole machine. Then --check RUN reads everything back and lists each flushed write
    /// that is stale, lost, torn, corrupt, misplaced or unreadable. Exit code 1 if there is one.
    PowerLoss(PowerLossArgs),
    /// Print completions for a shell
    Completions {
        /// Shell
        shell: clap_complete::Shell,
    },
    /// Write the man pages into a folder
    Man {
        /// Folder, made if it is not there
        folder: PathBuf,
    },
    /// Print the JSON schema of what --json prints and of a run's files
    Schema,
}

#[derive(Clone, Copy, ValueEnum)]
pub enum What {
    /// Simulated drives
    Drives,
    /// Suites
    Suites,
    /// Articles that can be reproduced
    Articles,
    /// Tests
    Tests,
    /// Synthetic traces
    Traces,
    /// Sweeps
    Sweeps,
    /// Runs in a folder
    Runs,
}

/// What a run that is taken up again has from its folder.
const OF_A_NEW_RUN: &[&str] = &[
    "drives",
    "suite",
    "test",
    "article",
    "out",
    "seed",
    "repeat",
    "size",
    "read_only",
    "port",
    "set",
    "spare",
    "nand",
    "duration",
    "state",
    "data",
    "align",
    "zones",
    "engine",
    "price",
    "max_writes",
    "tbw",
    "log_ios",
    "verify",
    "erase",
    "power",
];

#[derive(Args)]
pub struct Review {
    /// Drives [default: the simulated drives of the article, or of the suite's article;
    /// four-corners and quick: article 003]
    #[arg(value_name = "DRIVE")]
    pub drives: Vec<String>,
    /// Suite (`fourcorners list suites`), or a suite file of your own (./mine.toml) [default:
    /// modern if all DRIVEs are NVMe, else four-corners; with --read-only: desktop]
    #[arg(long)]
    pub suite: Option<String>,
    /// Only these tests (`fourcorners list tests`), separated by commas; may be repeated
    #[arg(
        long,
        value_name = "TEST,...",
        value_delimiter = ',',
        conflicts_with_all = ["suite", "article"]
    )]
    pub test: Vec<String>,
    /// Reproduce a published article, by number or name (`fourcorners list articles`): its drives,
    /// ports and tests
    #[arg(long, value_name = "ARTICLE", conflicts_with = "suite")]
    pub article: Option<String>,
    /// Resume a review that was interrupted or killed: the folder of any of its runs. Options and
    /// expectations are stored there (--expect adds to them); real drives need --destroy again,
    /// and runs with --power-command need it again
    #[arg(long, value_name = "RUN", conflicts_with_all = OF_A_NEW_RUN)]
    pub resume: Option<PathBuf>,
    /// Print all tables, findings and notes
    #[arg(long, short)]
    pub verbose: bool,
    #[command(flatten)]
    pub common: Common,
}

#[derive(Args)]
pub struct Show {
    /// Drive, suite, article, test, synthetic trace, run folder, or a drive or trace file (.toml)
    pub name: String,
    /// Print every second of this run as CSV
    #[arg(long, conflicts_with = "fio")]
    pub csv: bool,
    /// Print a fio job file for this suite, article or test; its comments list the differences
    #[arg(long)]
    pub fio: bool,
    /// Device or file for fio
    #[arg(long, value_name = "DEVICE", requires = "fio")]
    pub device: Option<PathBuf>,
    /// Size of that device, if it does not exist (as in 240GB)
    #[arg(long, requires = "fio")]
    pub size: Option<Bytes>,
    /// Raw NAND of that device, for tests with more spare area (as in 256GiB)
    #[arg(long, value_name = "SIZE", requires = "fio")]
    pub nand: Option<Bytes>,
    /// Length of every timed or idle phase, as in 60s
    #[arg(long, value_name = "TIME", value_parser = seconds, requires = "fio")]
    pub duration: Option<u64>,
}

#[derive(Args)]
pub struct Run {
    /// Test (`fourcorners list tests`), or a fio job file (FILE.fio)
    pub test: String,
    /// Drive
    pub drive: String,
    #[command(flatten)]
    pub common: Common,
}

#[derive(Args)]
pub struct Sweep {
    /// Sweep (`fourcorners list sweeps`), or a sweep file of your own (./mine.toml)
    pub sweep: String,
    /// Folder of the results [default: sweep-NAME]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Simulate only shard I of N of the points, for job arrays; all shards use the same folder
    #[arg(long, value_name = "I/N")]
    pub shard: Option<String>,
    /// Points simulated in parallel; results do not depend on it [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub threads: Option<u16>,
    /// Print no progress
    #[arg(long, short)]
    pub quiet: bool,
}

#[derive(Args)]
pub struct Twin {
    /// Folder of one run
    pub run: PathBuf,
    /// Drive file to write; its NAND part goes into the same folder
    #[arg(long, value_name = "FILE.toml", default_value = "twin.toml")]
    pub out: PathBuf,
    /// Rounds of the search
    #[arg(
        long,
        value_name = "N",
        default_value_t = 60,
        value_parser = clap::value_parser!(u16).range(4..=10_000)
    )]
    pub rounds: u16,
    /// Number of simulations in parallel; the result does not depend on it [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Print no progress
    #[arg(long, short)]
    pub quiet: bool,
}

#[derive(Args)]
#[command(group = clap::ArgGroup::new("change").required(true).multiple(true))]
pub struct Predict {
    /// Folder of one run
    pub run: PathBuf,
    /// Drive file that `twin` wrote for it (./twin.toml)
    pub twin: String,
    /// Spare area as a share of the raw NAND, as in 25%
    #[arg(long, value_name = "P%", value_parser = percent, group = "change")]
    pub spare: Option<u32>,
    /// Change a value of the drive, as in gc.low_watermark=8; may be repeated
    #[arg(
        long,
        value_name = "KEY=VALUE",
        value_parser = fourcorners_lab::change,
        group = "change"
    )]
    pub set: Vec<fourcorners_lab::Change>,
    /// Print no progress
    #[arg(long, short)]
    pub quiet: bool,
}

#[derive(Args)]
pub struct Serve {
    /// Simulated drive, or drive file (.toml)
    pub drive: String,
    /// Unix socket to listen on [default: DRIVE.sock]
    #[arg(long, value_name = "PATH", conflicts_with = "listen")]
    pub socket: Option<PathBuf>,
    /// TCP address to listen on, as in 127.0.0.1:10809
    #[arg(long, value_name = "ADDR:PORT")]
    pub listen: Option<std::net::SocketAddr>,
    /// Make it a block device of this host: by nbd-client, nbdublk, or nbdfuse and a loop device;
    /// needs root
    #[arg(long, conflicts_with = "listen")]
    pub attach: bool,
    /// Keep data and state of the drive in this folder [default: data in memory, drive fresh]
    #[arg(long, value_name = "DIR")]
    pub store: Option<PathBuf>,
    /// Open a damaged store with what is whole, and keep copies of the damaged files in it
    #[arg(long, requires = "store")]
    pub salvage: bool,
    /// Keep no data, only the drive's state: reads return zeros
    #[arg(long, conflicts_with = "store")]
    pub no_data: bool,
    /// Record what clients do as a trace, with the drive's own times; `trace replay --pace
    /// timestamps --state new` repeats it on a fresh drive
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Run N times slower than the drive, where this host is too slow for it
    #[arg(
        long,
        value_name = "N",
        default_value = "1",
        value_parser = clap::value_parser!(u32).range(1..).try_map(NonZeroU32::try_from),
    )]
    pub dilate: NonZeroU32,
    /// Poll for the last 60 us before a reply is due: more punctual, and keeps a core busy
    #[arg(long)]
    pub spin: bool,
    /// Change a value of the drive, as in gc.low_watermark=8; may be repeated
    #[arg(long, value_name = "KEY=VALUE", value_parser = fourcorners_lab::change)]
    pub set: Vec<fourcorners_lab::Change>,
}

#[derive(Args)]
pub struct ServedDrive {
    /// Socket of the served drive, or its URI; with --listen its control socket, DRIVE-PORT.control
    #[arg(value_parser = PathBufValueParser::new().map(fourcorners_serve::socket_path))]
    pub socket: PathBuf,
}

#[derive(Subcommand)]
pub enum FaultKind {
    /// Cut the power for an instant
    ///
    /// Clients are disconnected, and a drive that `serve --attach` attached comes back as another
    /// block device. Writes that are only in the drive's memory are lost and their blocks hold what
    /// they held before, unless the drive has power-loss protection. Flushed writes are kept.
    PowerLoss(ServedDrive),
    /// Add program/erase cycles to every erase block
    ///
    /// Waits until nothing is in flight. Blocks beyond their endurance become bad at their next
    /// erase. A drive without room for more writes fails them and TRIM with EIO. Needs a drive with
    /// [wear] in its file, as with `serve --set wear.dynamic_leveling=true`.
    Wear {
        #[command(flatten)]
        drive: ServedDrive,
        /// Program/erase cycles, 1 to 1000000
        #[arg(value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
        cycles: u32,
    },
    /// Fail reads of a range until it is rewritten
    Uncorrectable {
        #[command(flatten)]
        drive: ServedDrive,
        /// Where it begins, as in 1GiB; bytes without a unit
        offset: Bytes,
        /// How long it is, as in 4KiB
        length: Bytes,
    },
}

#[derive(Args)]
pub struct Browse {
    /// Runs, or folders of runs
    #[arg(value_name = "FOLDER", default_value = "runs")]
    pub folders: Vec<PathBuf>,
    /// Port; 0: any free one
    #[arg(long, value_name = "N", default_value_t = 8470)]
    pub port: u16,
    /// Address of this host to listen on; 0.0.0.0: all of them
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1")]
    pub bind: std::net::IpAddr,
    /// Token that a connection needs: at least 16 characters from A-Z a-z 0-9 - _ [default: none if
    /// only this host can connect, otherwise a random one]
    #[arg(long, value_name = "TOKEN")]
    pub token: Option<String>,
}

#[derive(Args)]
pub struct Site {
    /// New folder for the site
    #[arg(value_name = "OUT")]
    pub out: PathBuf,
    /// Runs, or folders of runs [default: simulate the drives of the catalog]
    #[arg(value_name = "FOLDER")]
    pub folders: Vec<PathBuf>,
    /// Suites for the catalog's drives, separated by commas; all: every suite except quick (takes
    /// hours)
    #[arg(
        long,
        value_name = "SUITE,...",
        value_delimiter = ',',
        default_value = "four-corners",
        conflicts_with = "folders"
    )]
    pub suite: Vec<String>,
    /// Only these drives of the catalog, separated by commas
    #[arg(
        long,
        value_name = "DRIVE,...",
        value_delimiter = ',',
        conflicts_with = "folders"
    )]
    pub drives: Vec<String>,
    /// Length of every timed or idle phase, as in 60s (results are then not comparable)
    #[arg(long, value_name = "TIME", value_parser = seconds, conflicts_with = "folders")]
    pub duration: Option<u64>,
    /// Keep the runs of the catalog's drives in this folder [default: delete them]
    #[arg(long, value_name = "DIR", conflicts_with = "folders")]
    pub keep: Option<PathBuf>,
    /// Number of drives simulated in parallel [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// No progress on stderr
    #[arg(long, short)]
    pub quiet: bool,
}

#[derive(Args)]
pub struct Compare {
    /// Runs, or folders of runs; each is compared with the first
    #[arg(value_name = "RUN", required = true)]
    pub runs: Vec<PathBuf>,
    /// Folder for the page [default: that of the first run]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Also write the comparison, findings and tables as Markdown; -: print it instead
    #[arg(long, value_name = "FILE")]
    pub markdown: Option<PathBuf>,
    /// Also write the results as JUnit XML; -: print it instead
    #[arg(long, value_name = "FILE")]
    pub junit: Option<PathBuf>,
}

#[derive(Args)]
pub struct Check {
    /// Only these figures: by id, drive, family, test, or document (000 to 004)
    #[arg(value_name = "WHICH")]
    pub figures: Vec<String>,
    /// File of your own figures, in the format of published/*.toml; may be repeated
    #[arg(long, value_name = "FILE")]
    pub published: Vec<PathBuf>,
    /// Your own drive file that those figures name; may be repeated
    #[arg(long, value_name = "DRIVE.toml")]
    pub drive: Vec<PathBuf>,
    /// Print only missed figures
    #[arg(long)]
    pub missed: bool,
    /// Also write everything as Markdown; -: print it instead
    #[arg(long, value_name = "FILE")]
    pub markdown: Option<PathBuf>,
    /// Folder of cached results [default: fourcorners/check in the user's cache]
    #[arg(long, value_name = "DIR")]
    pub cache: Option<PathBuf>,
    /// Do not use the cache
    #[arg(long)]
    pub no_cache: bool,
    /// Number of drives simulated in parallel [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// No progress on stderr
    #[arg(long, short)]
    pub quiet: bool,
}

#[derive(Args)]
pub struct Doctor {
    /// Block devices or existing files to check [default: list all disks]
    #[arg(value_name = "DEVICE")]
    pub devices: Vec<String>,
    /// Folder for the runs
    #[arg(long, value_name = "DIR", default_value = "runs")]
    pub out: PathBuf,
}

#[derive(Args)]
pub struct Fit {
    /// Drive file, as in drives/crucial-m4-256.toml
    #[arg(value_name = "DRIVE.toml")]
    pub drive: PathBuf,
    /// Only these parameters, as in controller.write_command_us; may be repeated
    #[arg(long, value_name = "KEY")]
    pub only: Vec<String>,
    /// File of your own figures and fits, in the format of published/*.toml; may be repeated
    #[arg(long, value_name = "FILE")]
    pub published: Vec<PathBuf>,
    /// Write the numbers into the file
    #[arg(long)]
    pub write: bool,
    /// Maximum number of passes over all parameters
    #[arg(long, value_name = "N", default_value_t = 3)]
    pub sweeps: u16,
    /// Folder of cached results [default: fourcorners/check in the user's cache]
    #[arg(long, value_name = "DIR")]
    pub cache: Option<PathBuf>,
    /// Number of trials in parallel [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// No progress on stderr
    #[arg(long, short)]
    pub quiet: bool,
}
