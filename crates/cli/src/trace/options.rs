//! The command line of `trace`.

use super::recorder::Recorder;
use crate::options::measuring::Common;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Subcommand};
use fourcorners_bench::Pace;
use fourcorners_trace::{Broken, Form, OpenOptions};
use std::num::{NonZeroU16, NonZeroU64};
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
    #[command(after_long_help = COMMANDS, after_help = "--help prints the commands that record \
        elsewhere.")]
    Record(Record),
    /// Issue a trace to drives again, and write the review page
    ///
    /// All of the drive up to the last byte that the trace touches is written once before, also
    /// what the trace leaves out, unless --state says otherwise. Real drives are overwritten only
    /// if named with --destroy.
    Replay(Box<Replay>),
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
    /// Traces: files of any form, gzip or zstd or not; - is standard input. One of blktrace's
    /// files, or their folder, stands for all of them
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    pub reading: Reading,
    /// Draw a picture of the trace, too: where it reads and writes over time, and its sizes. FILE
    /// is made
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
    /// Form to be written; own is ours, which holds all [default: as OUT ends: .fct is own, .csv
    /// csv ...]
    #[arg(long, value_name = "FORM", value_parser = form())]
    pub to: Option<Form>,
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
    /// Form to be written; own is ours, which holds all [default: as OUT ends: .fct is own, .csv
    /// csv ...]
    #[arg(long, value_name = "FORM", value_parser = form())]
    pub to: Option<Form>,
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
    /// File to be made, best on another device: what is written to it is recorded, too; - is
    /// standard output
    #[arg(value_name = "OUT")]
    pub output: PathBuf,
    /// Form to be written; own is ours, which holds all [default: as OUT ends: .fct is own, .csv
    /// csv ...]
    #[arg(long, value_name = "FORM", value_parser = form())]
    pub to: Option<Form>,
    /// End after this time, as in 60s or 5min [default: at Ctrl-C]
    #[arg(long, value_name = "TIME", value_parser = crate::options::measuring::seconds)]
    pub duration: Option<u64>,
    /// Program that records [default: blktrace where it can, else bpftrace]
    #[arg(long, value_enum, value_name = "PROGRAM")]
    pub with: Option<Recorder>,
    /// No progress on stderr
    #[arg(long, short)]
    pub quiet: bool,
}

#[derive(Args)]
pub struct Replay {
    /// Trace: a file of any form, gzip or zstd or not
    pub file: String,
    /// Drives
    #[arg(value_name = "DRIVE", required = true)]
    pub drives: Vec<String>,
    /// When I/Os are issued: dependencies (its think time after the I/O that it waited for),
    /// timestamps (as recorded), or as-fast-as-possible
    #[arg(long, value_name = "PACE", default_value_t)]
    pub pace: Pace,
    /// Cut think times and gaps to this, as in 25ms
    #[arg(long, value_name = "TIME", value_parser = milliseconds)]
    pub idle_limit: Option<NonZeroU64>,
    /// I/Os at once at most, with --pace as-fast-as-possible [default: 32]
    #[arg(long, value_name = "N")]
    pub queue_depth: Option<NonZeroU16>,
    /// Begin again at LBA 0 where the drive ends, if the trace is larger
    #[arg(long)]
    pub wrap: bool,
    /// Lay the trace's streams (volumes, files) over each other, all from LBA 0 on, not one behind
    /// the other
    #[arg(long)]
    pub overlay: bool,
    #[command(flatten)]
    pub reading: Reading,
    #[command(flatten)]
    pub common: Common,
}

fn milliseconds(text: &str) -> Result<NonZeroU64, String> {
    let expected = || "expected a whole number of ms or s, from 1ms on, as in 25ms".to_string();
    let split = text.find(|c: char| !c.is_ascii_digit());
    let (number, unit) = text.split_at(split.unwrap_or(text.len()));
    let factor = match unit.trim() {
        "ms" => 1,
        "s" => 1000,
        _ => return Err(expected()),
    };
    let number = number.parse::<u64>().ok();
    let milliseconds = number.and_then(|number| number.checked_mul(factor));
    milliseconds.and_then(NonZeroU64::new).ok_or_else(expected)
}

fn form() -> impl TypedValueParser<Value = Form> {
    PossibleValuesParser::new(Form::all().map(Form::name))
        .try_map(|name| Form::named(&name).ok_or("no form"))
}

/// What --help says of recording by hand.
const COMMANDS: &str = r#"Without fourcorners on a host, as root, one of these commands records a minute:

  blktrace -d /dev/sdX -a queue -a issue -a requeue -a complete -w 60 -o work

    makes work.blktrace.0, .1 ..., one file a processor, of all I/Os. It needs
    debugfs (mount -t debugfs debugfs /sys/kernel/debug), which a locked-down
    kernel (Secure Boot) refuses. Then, here:
    fourcorners trace convert work.blktrace.0 work.fct

  bpftrace -q -e '
    tracepoint:block:block_rq_issue
    /(uint64)args->dev == (8 << 20) + 0 && args->nr_sector/ {
      printf("8,0 %d 1 %llu.%09llu %d D %s %llu + %d [%s]\n",
        cpu, elapsed / 1000000000, elapsed % 1000000000, pid,
        args->rwbs, args->sector, args->nr_sector, comm) }
    tracepoint:block:block_rq_complete
    /(uint64)args->dev == (8 << 20) + 0 && args->nr_sector/ {
      printf("8,0 %d 1 %llu.%09llu %d C %s %llu + %d [%d]\n",
        cpu, elapsed / 1000000000, elapsed % 1000000000, pid,
        args->rwbs, args->sector, args->nr_sector, args->error) }
    interval:s:60 { exit() }' > work.txt

    prints reads, writes and TRIMs of the device 8,0 (MAJ:MIN in lsblk) as
    blkparse does; no flushes. Then, here:
    fourcorners trace convert work.txt work.fct --from blkparse

Addresses are the whole disk's, also of work on a partition."#;
