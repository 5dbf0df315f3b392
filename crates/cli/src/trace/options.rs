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
    /// Print trace statistics: I/Os, sizes, sequential share, queue depth, footprint, times
    Stat(Stat),
    /// Convert a trace to another format
    Convert(Convert),
    /// Generate a synthetic trace from its definition
    Synth(Synth),
    /// Record the I/Os of a block device on this host
    #[command(after_long_help = COMMANDS, after_help = "--help prints commands for recording on \
                                                        other hosts.")]
    Record(Record),
    /// Replay a trace on drives and write a review page
    ///
    /// The drive is first filled once up to the last byte that the trace touches, including gaps,
    /// unless --state says otherwise. Real drives are overwritten only if named with --destroy.
    Replay(Box<Replay>),
}

/// How a trace is read.
#[derive(Args)]
pub struct Reading {
    /// Format of the trace, if its content does not identify it
    #[arg(long, value_name = "FORM", value_parser = form())]
    from: Option<Form>,
    /// Skip and count broken lines and the missing parts of truncated files
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
    /// Traces: files in any format, optionally compressed with gzip or zstd; - is standard input.
    /// For blktrace, give one of its files or their folder; all files of the trace are read
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    pub reading: Reading,
    /// Also draw the trace as SVG: reads and writes over time and address, and I/O sizes. Creates
    /// FILE
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// No progress on stderr
    #[arg(long, short)]
    pub quiet: bool,
}

#[derive(Args)]
pub struct Convert {
    /// Trace in any format, optionally compressed with gzip or zstd; - is standard input
    #[arg(value_name = "IN")]
    pub input: PathBuf,
    /// Output file, compressed if its name ends in .gz or .zst; - is standard output
    #[arg(value_name = "OUT")]
    pub output: PathBuf,
    /// Output format; own is the Four Corners format, which stores everything [default: from the
    /// extension of OUT: .fct is own, .csv is csv ...]
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
    /// Synthetic trace (`fourcorners list traces`), or your own definition file (.toml)
    pub name: String,
    /// Output file, compressed if its name ends in .gz or .zst; - is standard output
    #[arg(value_name = "OUT")]
    pub output: PathBuf,
    /// Output format; own is the Four Corners format, which stores everything [default: from the
    /// extension of OUT: .fct is own, .csv is csv ...]
    #[arg(long, value_name = "FORM", value_parser = form())]
    pub to: Option<Form>,
    /// Random seed; the same seed gives the same trace
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
    /// Output file, best on another device, because writes to it are recorded too; - is standard
    /// output
    #[arg(value_name = "OUT")]
    pub output: PathBuf,
    /// Output format; own is the Four Corners format, which stores everything [default: from the
    /// extension of OUT: .fct is own, .csv is csv ...]
    #[arg(long, value_name = "FORM", value_parser = form())]
    pub to: Option<Form>,
    /// Stop after this time, as in 60s or 5min [default: at Ctrl-C]
    #[arg(long, value_name = "TIME", value_parser = crate::options::measuring::seconds)]
    pub duration: Option<u64>,
    /// Recording program [default: blktrace if it works here, else bpftrace]
    #[arg(long, value_enum, value_name = "PROGRAM")]
    pub with: Option<Recorder>,
    /// No progress on stderr
    #[arg(long, short)]
    pub quiet: bool,
}

#[derive(Args)]
pub struct Replay {
    /// Trace: a file in any format, optionally compressed with gzip or zstd
    pub file: String,
    /// Drives
    #[arg(value_name = "DRIVE", required = true)]
    pub drives: Vec<String>,
    /// When to issue I/Os: dependencies (after the I/O they waited for, plus think time),
    /// timestamps (as recorded), or as-fast-as-possible
    #[arg(long, value_name = "PACE", default_value_t)]
    pub pace: Pace,
    /// Limit think times and gaps to this, as in 25ms
    #[arg(long, value_name = "TIME", value_parser = milliseconds)]
    pub idle_limit: Option<NonZeroU64>,
    /// Maximum I/Os in flight with --pace as-fast-as-possible [default: 32]
    #[arg(long, value_name = "N")]
    pub queue_depth: Option<NonZeroU16>,
    /// Wrap to LBA 0 at the end of the drive if the trace is larger
    #[arg(long)]
    pub wrap: bool,
    /// Overlay the trace's streams (volumes, files), all starting at LBA 0, instead of placing one
    /// after the other
    #[arg(long)]
    pub overlay: bool,
    #[command(flatten)]
    pub reading: Reading,
    #[command(flatten)]
    pub common: Common,
}

fn milliseconds(text: &str) -> Result<NonZeroU64, String> {
    let expected =
        || "expected a whole number with unit ms or s, at least 1ms, as in 25ms".to_string();
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
        .try_map(|name| Form::named(&name).ok_or("no such format"))
}

/// What --help says of recording by hand.
const COMMANDS: &str = r#"To record a minute on a host without fourcorners, run one of these as root:

  blktrace -d /dev/sdX -a queue -a issue -a requeue -a complete -w 60 -o work

    makes work.blktrace.0, .1 ..., one file per CPU, with all I/Os. It needs
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

Addresses are relative to the whole disk, even for I/O on a partition."#;
