//! The command line.

pub mod measuring;

use clap::{Args, Parser, Subcommand, ValueEnum};
use fourcorners_block::Bytes;
use measuring::{Common, seconds};
use std::path::PathBuf;

#[derive(Parser)]
#[command(name = "fourcorners", version, about, max_term_width = 100)]
#[command(
    after_help = "A drive is a name of the catalogue (`fourcorners list drives`), a drive file \
        (.toml), a block device, \
or a regular file made with --size. Real drives are written only if named with --destroy.\n\
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
    /// Put drives through a suite or a published article's tests, and write the review page
    Review(Review),
    /// Run one test on one drive
    Run(Run),
    /// Look at runs in a web browser, compare them test by test, follow one that goes on
    ///
    /// Serves pages about the runs in some folders until Ctrl-C. Nothing is written. Only this host
    /// can connect unless --bind says otherwise; then whoever connects needs a token.
    Browse(Browse),
    /// Write the pages of runs as a static site, for any web host
    ///
    /// A list, every run's page, and the comparison of any of them. Without a FOLDER all drives of
    /// the catalogue are simulated first.
    Site(Site),
    /// Set runs that are there side by side, and write their page
    ///
    /// Every figure of every run in one table, repetitions put together, with the change from the
    /// first; a difference that repeated runs do not bear out is called not distinguishable.
    /// Nothing is measured.
    Compare(Compare),
    /// Compare published figures with simulated ones
    Check(Check),
    /// Seek the fitted numbers of a drive file, so that published or measured figures come out
    Fit(Fit),
    /// Say what this host can measure, and what would spoil it
    ///
    /// Looks at processors, kernel, folders, programs and disks. Nothing is changed, and no device
    /// is opened for writing. Exit status 0: nothing was found that would spoil a measurement; 1:
    /// something was, or an argument was wrong. Disks that are not named do not count.
    Doctor(Doctor),
    /// List drives, suites, articles, tests, synthetic traces, or the runs in a folder
    List {
        /// What to list
        what: What,
        /// Folder of the runs
        #[arg(long, value_name = "DIR", default_value = "runs")]
        out: PathBuf,
    },
    /// Show all that is known of a drive, suite, article, test, synthetic trace, or run's folder
    Show(Show),
    /// Look at recorded work, convert it, make it, record it, replay it
    #[command(subcommand)]
    Trace(crate::trace::Trace),
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
    /// Runs in a folder
    Runs,
}

/// What a run that is taken up again has from its folder.
const OF_A_NEW_RUN: &[&str] = &[
    "drives",
    "suite",
    "article",
    "out",
    "seed",
    "repeat",
    "size",
    "port",
    "spare",
    "nand",
    "duration",
    "state",
    "data",
    "align",
    "zones",
    "engine",
    "threads",
    "price",
    "log_ios",
    "verify",
    "erase",
    "power",
    "power_command",
];

#[derive(Args)]
pub struct Review {
    /// Drives; without any, those of the article, or of the suite's article (four-corners, quick:
    /// article 003), simulated
    #[arg(value_name = "DRIVE")]
    pub drives: Vec<String>,
    /// Suite (`fourcorners list suites`)
    #[arg(long, default_value = "four-corners")]
    pub suite: String,
    /// Reproduce a published article (`fourcorners list articles`): its drives behind its ports,
    /// each through the tests of the charts that it is on; a number or a name
    #[arg(long, value_name = "ARTICLE", conflicts_with = "suite")]
    pub article: Option<String>,
    /// Go on with a run that was killed or stopped: its folder. What it was run with stands there,
    /// expectations too (--expect adds to them); a real drive needs its --destroy again
    #[arg(long, value_name = "RUN", conflicts_with_all = OF_A_NEW_RUN)]
    pub resume: Option<PathBuf>,
    /// Print every table, finding and note, not a screen of them
    #[arg(long, short)]
    pub verbose: bool,
    #[command(flatten)]
    pub common: Common,
}

#[derive(Args)]
pub struct Show {
    /// Name of a drive, suite, article (or its number), test or synthetic trace, or path of a run's
    /// folder, or of a file of your own that describes a drive or a trace (.toml)
    pub name: String,
    /// Print the job file with which fio repeats this suite, article or test; its comments say what
    /// fio does otherwise
    #[arg(long)]
    pub fio: bool,
    /// The device or file that fio is to be given
    #[arg(long, value_name = "DEVICE", requires = "fio")]
    pub device: Option<PathBuf>,
    /// Its size, if it is not there to be asked (as in 240GB)
    #[arg(long, requires = "fio")]
    pub size: Option<Bytes>,
    /// Its raw NAND, for tests with more spare area (as in 256GiB)
    #[arg(long, value_name = "SIZE", requires = "fio")]
    pub nand: Option<Bytes>,
    /// Length of every timed or idle phase, as in 60s
    #[arg(long, value_name = "TIME", value_parser = seconds, requires = "fio")]
    pub duration: Option<u64>,
}

#[derive(Args)]
pub struct Run {
    /// Test (`fourcorners list tests`), or a job file of fio's (FILE.fio)
    pub test: String,
    /// Drive
    pub drive: String,
    #[command(flatten)]
    pub common: Common,
}

#[derive(Args)]
pub struct Browse {
    /// Folders of runs, or runs
    #[arg(value_name = "FOLDER", default_value = "runs")]
    pub folders: Vec<PathBuf>,
    /// Port; 0: any that is free
    #[arg(long, value_name = "N", default_value_t = 8470)]
    pub port: u16,
    /// Address of this host to listen on; 0.0.0.0: all of them
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1")]
    pub bind: std::net::IpAddr,
    /// What whoever connects has to know, at least 16 of A-Z a-z 0-9 - _ [default: none on this
    /// host alone, else one is made]
    #[arg(long, value_name = "TOKEN")]
    pub token: Option<String>,
}

#[derive(Args)]
pub struct Site {
    /// Folder of the site, which does not exist yet
    #[arg(value_name = "OUT")]
    pub out: PathBuf,
    /// Folders of runs, or runs; without any, the drives of the catalogue are simulated
    #[arg(value_name = "FOLDER")]
    pub folders: Vec<PathBuf>,
    /// Suites that the catalogue's drives are put through, separated by commas; all: every one but
    /// quick (takes hours)
    #[arg(
        long,
        value_name = "SUITE,...",
        value_delimiter = ',',
        default_value = "four-corners",
        conflicts_with = "folders"
    )]
    pub suite: Vec<String>,
    /// Only these drives of the catalogue, separated by commas
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
    /// Keep the runs of the catalogue's drives in this folder [default: they are deleted]
    #[arg(long, value_name = "DIR", conflicts_with = "folders")]
    pub keep: Option<PathBuf>,
    /// Simulated drives at once [default: as many as there are cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// No progress on stderr
    #[arg(long, short)]
    pub quiet: bool,
}

#[derive(Args)]
pub struct Compare {
    /// Runs' folders, or folders that hold runs; the others are compared with the first
    #[arg(value_name = "RUN", required = true)]
    pub runs: Vec<PathBuf>,
    /// Folder for the page [default: the one that the first run is in]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Write all figures side by side, findings and tables as Markdown, too; -: print it instead of
    /// the figures
    #[arg(long, value_name = "FILE")]
    pub markdown: Option<PathBuf>,
    /// Write the results as JUnit XML, too; -: print it instead of the figures
    #[arg(long, value_name = "FILE")]
    pub junit: Option<PathBuf>,
}

#[derive(Args)]
pub struct Check {
    /// Only these figures: by id, drive, family, test, or document (000 to 004)
    #[arg(value_name = "WHICH")]
    pub figures: Vec<String>,
    /// Figures of your own, in the form of published/*.toml; may be repeated
    #[arg(long, value_name = "FILE")]
    pub published: Vec<PathBuf>,
    /// A drive file of your own that those figures name; may be repeated
    #[arg(long, value_name = "DRIVE.toml")]
    pub drive: Vec<PathBuf>,
    /// Print only what does not hold
    #[arg(long)]
    pub missed: bool,
    /// Write all of it as Markdown, too; -: print it instead of the table
    #[arg(long, value_name = "FILE")]
    pub markdown: Option<PathBuf>,
    /// Folder of kept results [default: fourcorners/check in the user's cache]
    #[arg(long, value_name = "DIR")]
    pub cache: Option<PathBuf>,
    /// Neither use nor keep results
    #[arg(long)]
    pub no_cache: bool,
    /// Simulated drives at once [default: as many as there are cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// No progress on stderr
    #[arg(long, short)]
    pub quiet: bool,
}

#[derive(Args)]
pub struct Doctor {
    /// Block devices or existing files to be measured; without any, all disks are listed
    #[arg(value_name = "DEVICE")]
    pub devices: Vec<String>,
    /// Folder that the runs would be kept in
    #[arg(long, value_name = "DIR", default_value = "runs")]
    pub out: PathBuf,
}

#[derive(Args)]
pub struct Fit {
    /// The drive's file, as in drives/crucial-m4-256.toml
    #[arg(value_name = "DRIVE.toml")]
    pub drive: PathBuf,
    /// Only these parameters, as in controller.write_command_us; may be repeated
    #[arg(long, value_name = "KEY")]
    pub only: Vec<String>,
    /// Figures and fits of your own, in the form of published/*.toml; may be repeated
    #[arg(long, value_name = "FILE")]
    pub published: Vec<PathBuf>,
    /// Put the numbers into the file
    #[arg(long)]
    pub write: bool,
    /// Go through all parameters so many times at most
    #[arg(long, value_name = "N", default_value_t = 3)]
    pub sweeps: u16,
    /// Folder of kept results [default: fourcorners/check in the user's cache]
    #[arg(long, value_name = "DIR")]
    pub cache: Option<PathBuf>,
    /// Trials at once [default: as many as there are cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// No progress on stderr
    #[arg(long, short)]
    pub quiet: bool,
}
