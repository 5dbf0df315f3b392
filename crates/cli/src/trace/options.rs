//! The command line of `trace`.

use super::record::COMMANDS;
use super::recorder::Recorder;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Subcommand};
use fourcorners_trace::{Broken, Form, OpenOptions};
use std::path::PathBuf;

#[derive(Subcommand)]
pub enum Trace {
    /// Say what traces are: I/Os, sizes, sequential share, queue depth, footprint, times
    Stat(Stat),
    /// Write a trace in another form
    Convert(Convert),
    /// Make a synthetic trace, as its definition wants it
    Synth(Synth),
    /// Record the work of a block device of this host
    #[command(after_long_help = COMMANDS, after_help = "--help prints the commands that record elsewhere.")]
    Record(Record),
}

/// How a trace is read.
#[derive(Args)]
pub struct Reading {
    /// Its form, where its content does not tell
    #[arg(long, value_name = "FORM", value_parser = form())]
    from: Option<Form>,
    /// Pass over lines that cannot be understood, and what a cut file lacks; they are counted
    #[arg(long)]
    skip_broken: bool,
}

impl Reading {
    pub fn options(&self) -> OpenOptions {
        OpenOptions {
            form: self.from,
            broken: match self.skip_broken {
                true => Broken::Skip,
                false => Broken::Refuse,
            },
        }
    }
}

#[derive(Args)]
pub struct Stat {
    /// Traces: files of any form, gzip or zstd or not; - is standard input. One of blktrace's files, or
    /// their folder, stands for all of them
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    pub reading: Reading,
    /// Draw a picture of the trace, too: where it reads and writes over time, and its sizes. FILE is made
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// No progress on stderr
    #[arg(long, short)]
    pub quiet: bool,
}

#[derive(Args)]
pub struct Convert {
    /// Trace of any form, gzip or zstd or not; - is standard input
    #[arg(value_name = "IN")]
    pub input: PathBuf,
    /// File to be made, compressed if its name ends in .gz or .zst; - is standard output
    #[arg(value_name = "OUT")]
    pub output: PathBuf,
    /// Form to be written
    #[arg(long, value_name = "FORM", value_parser = form(), default_value = "own")]
    pub to: Form,
    #[command(flatten)]
    pub reading: Reading,
    /// No progress on stderr
    #[arg(long, short)]
    pub quiet: bool,
}

#[derive(Args)]
pub struct Synth {
    /// Name of a synthetic trace (`fourcorners list traces`), or a definition of your own (.toml)
    pub name: String,
    /// File to be made, compressed if its name ends in .gz or .zst; - is standard output
    #[arg(value_name = "OUT")]
    pub output: PathBuf,
    /// Form to be written
    #[arg(long, value_name = "FORM", value_parser = form(), default_value = "own")]
    pub to: Form,
    /// Root of all randomness: the same seed gives the same trace
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// No progress on stderr
    #[arg(long, short)]
    pub quiet: bool,
}

#[derive(Args)]
pub struct Record {
    /// Block device
    #[arg(value_name = "DEVICE")]
    pub device: PathBuf,
    /// File to be made, best on another device: what is written to it is recorded, too; - is standard
    /// output
    #[arg(value_name = "OUT")]
    pub output: PathBuf,
    /// Form to be written
    #[arg(long, value_name = "FORM", value_parser = form(), default_value = "own")]
    pub to: Form,
    /// End after this time, as in 60s or 5min [default: at Ctrl-C]
    #[arg(long, value_name = "TIME", value_parser = crate::options::seconds)]
    pub duration: Option<u64>,
    /// Program that records [default: blktrace where it can, else bpftrace]
    #[arg(long, value_enum, value_name = "PROGRAM")]
    pub with: Option<Recorder>,
    /// No progress on stderr
    #[arg(long, short)]
    pub quiet: bool,
}

fn form() -> impl TypedValueParser<Value = Form> {
    PossibleValuesParser::new(Form::all().map(Form::name))
        .try_map(|name| Form::named(&name).ok_or("no form"))
}
