//! Options of every verb that measures.

use clap::{Args, ValueEnum};
use fourcorners_bench::{Conditions, Options};
use fourcorners_block::{Bytes, DataClass};
use fourcorners_lab::{Amount, Change, EngineChoice, Erase, Expectation, PowerSource, change};
use std::fmt;
use std::path::PathBuf;

/// What makes no sense of a drive that is only read.
const WRITING: &[&str] = &[
    "size",
    "destroy",
    "serial",
    "spare",
    "nand",
    "state",
    "data",
    "erase",
    "verify",
    "max_writes",
];

#[derive(Args)]
pub struct Common {
    /// Folder for the runs, and for the page of a review
    #[arg(long, value_name = "DIR", default_value = "runs")]
    pub out: PathBuf,
    /// Random seed; the same seed gives the same simulated run
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Run N times, each with its own seed
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1,
        value_parser = clap::value_parser!(u32).range(1..=1000)
    )]
    pub repeat: u32,
    /// Create DRIVE as a regular file of this size (as in 4GiB)
    #[arg(long)]
    pub size: Option<Bytes>,
    /// Only read DRIVE, with the data that is on it: it is opened read-only, and nothing is erased
    /// or written. Tests that write are left out
    #[arg(long, conflicts_with_all = WRITING)]
    pub read_only: bool,
    /// Overwrite this device or file; may be repeated
    #[arg(long, value_name = "DEVICE")]
    pub destroy: Vec<PathBuf>,
    /// Serial number that confirms overwriting a drive that holds data
    #[arg(long, value_name = "TEXT")]
    pub serial: Option<String>,
    /// Attach simulated drives to this port, as in marvell-88se9128; may be repeated to test each
    /// drive on each port [default: the article's or suite's ports, else the drive's own link]
    #[arg(long, value_name = "PORT")]
    pub port: Vec<String>,
    /// Change a parameter of simulated drives, as in gc.low_watermark=8 (`fourcorners show DRIVE`
    /// lists them); may be repeated
    #[arg(long, value_name = "KEY=VALUE", value_parser = change)]
    pub set: Vec<Change>,
    /// Spare area as a share of the raw NAND, as in 25%
    #[arg(long, value_name = "P%", value_parser = percent)]
    pub spare: Option<u32>,
    /// Raw NAND of a real drive, for spare area (as in 256GiB)
    #[arg(long, value_name = "SIZE")]
    pub nand: Option<Bytes>,
    /// Price of a real drive, as in 189.90 (US dollars) or '189.90 EUR'
    #[arg(long, value_name = "AMOUNT")]
    pub price: Option<Amount>,
    /// Write at most this to each drive, as in 2TB: tests that would exceed it are left out, timed
    /// tests stop early
    #[arg(long, value_name = "SIZE")]
    pub max_writes: Option<Bytes>,
    /// Rated endurance of a real drive (TBW), as in 600TB
    #[arg(long, value_name = "SIZE", value_parser = rated)]
    pub tbw: Option<Bytes>,
    /// Length of every timed or idle phase, or of a round of a steady-state test, as in 60s or 5min
    /// (results are then not comparable)
    #[arg(long, value_name = "TIME", value_parser = seconds)]
    pub duration: Option<u64>,
    /// Start from this state instead of the test's own: new (fresh), filled, used, tortured,
    /// trimmed
    #[arg(long, value_name = "STATE")]
    pub state: Option<String>,
    /// Write this data: full-random, one-buffer, repeating, zero, or ratio-460 (compresses to 460
    /// thousandths)
    #[arg(long, value_name = "DATA")]
    pub data: Option<DataClass>,
    /// Alignment of addresses, as in 512
    #[arg(long, value_name = "SIZE", value_parser = alignment)]
    pub align: Option<Bytes>,
    /// Measure only N zones in each whole-drive pass
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub zones: Option<u32>,
    /// Record every measured I/O in the run's folder (ios.bin, 40 bytes each)
    #[arg(long)]
    pub log_ios: bool,
    /// Threshold for every run, as in 'random-write-4k-qd32.iops_mean >= 10000'; may be repeated.
    /// It is TEST[+VARIANT][/PHASE].METRIC, one of >= > <= < ==, and a value; metrics are the
    /// fields of `measured` (docs/formats.md). Exit code 3 if one is not met. Stored in the run
    /// folder, so --resume checks it too
    #[arg(long, value_name = "EXPECTATION")]
    pub expect: Vec<Expectation>,
    /// Also write the results as JUnit XML (overwrites FILE); -: print it instead of tables
    #[arg(long, value_name = "FILE")]
    pub junit: Option<PathBuf>,
    /// Also write findings and tables as Markdown (overwrites FILE); -: print it instead of tables
    #[arg(long, value_name = "FILE")]
    pub markdown: Option<PathBuf>,
    /// How to erase a real drive before tests that need a fresh one [default: TRIM, where the drive
    /// supports it]
    #[arg(long, value_enum, value_name = "WAY")]
    pub erase: Option<EraseBy>,
    /// Power sensor of a real drive: hwmon, hwmon:CHIP/SENSOR, or nvme (an estimate)
    #[arg(long, value_name = "SOURCE", value_parser = power, conflicts_with = "power_command")]
    pub power: Option<PowerSource>,
    /// Shell command that prints the power of a real drive in watts, one number per line
    #[arg(long, value_name = "CMD")]
    pub power_command: Option<String>,
    /// I/O engine for real drives
    #[arg(long, value_enum, default_value_t = Engine::Auto)]
    pub engine: Engine,
    /// Abort if a real drive takes longer than this for an I/O [default: 60s]
    #[arg(long, value_name = "TIME", value_parser = seconds)]
    pub timeout: Option<u64>,
    /// Verify data read from real drives; stamps every written block, which changes the data
    #[arg(long)]
    pub verify: bool,
    /// Simulation threads; results do not depend on their number [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Show every second as it is measured, full-screen: IOPS, latency, time left
    #[arg(long, conflicts_with = "quiet")]
    pub live: bool,
    /// No progress on stderr
    #[arg(long, short)]
    pub quiet: bool,
}

#[derive(Clone, Copy, ValueEnum)]
pub enum EraseBy {
    /// TRIM the whole drive, or fail
    Blkdiscard,
    /// NVMe: format with user data erase (nvme-cli); not yet tried on hardware
    NvmeFormat,
    /// NVMe: sanitize all of the drive, by block or crypto erase (nvme-cli); not yet tried on
    /// hardware
    NvmeSanitize,
    /// SATA: ATA security erase (hdparm); not yet tried on hardware
    AtaSecureErase,
    /// Erase nothing
    None,
}

#[derive(Clone, Copy, ValueEnum)]
pub enum Engine {
    /// The fastest for this drive; plain system calls if io_uring is not available
    Auto,
    /// io_uring, or fail
    IoUring,
    /// io_uring with polling, or fail
    Polled,
    /// Linux AIO
    Aio,
    /// Plain system calls, one at a time
    Synchronous,
}

fn alignment(text: &str) -> Result<Bytes, String> {
    let bytes = text.parse::<Bytes>().map_err(|error| error.to_string())?;
    if bytes.0 > 0 && bytes.0.is_multiple_of(512) {
        return Ok(bytes);
    }
    Err("expected a multiple of 512 bytes, as in 512 or 4KiB".into())
}

fn rated(text: &str) -> Result<Bytes, String> {
    let bytes = text.parse::<Bytes>().map_err(|error| error.to_string())?;
    match bytes.0 {
        0 => Err("expected more than nothing, as in 600TB".into()),
        _ => Ok(bytes),
    }
}

/// Why an option's value cannot be read, with what to write instead.
#[derive(Debug)]
pub struct Unreadable {
    problem: &'static str,
    hint: Option<String>,
}

impl Unreadable {
    fn new(problem: &'static str) -> Self {
        Self {
            problem,
            hint: None,
        }
    }
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.problem)?;
        match &self.hint {
            Some(hint) => write!(f, "\nhint: {hint}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Unreadable {}

pub fn percent(text: &str) -> Result<u32, Unreadable> {
    let number = text.strip_suffix('%').map(str::trim);
    let parsed = number.unwrap_or(text).parse();
    match (number, parsed) {
        (Some(_), Ok(percent)) if (1..=90).contains(&percent) => Ok(percent),
        (None, Ok(percent)) => Err(Unreadable {
            problem: "a share needs its unit, %",
            hint: Some(format!("{percent}%")),
        }),
        _ => Err(Unreadable::new("expected 1% to 90%")),
    }
}

fn power(text: &str) -> Result<PowerSource, String> {
    let source = text.parse::<PowerSource>();
    source.map_err(|error| format!("{error}; for a program that prints watts, use --power-command"))
}

/// A length of time.
pub fn seconds(text: &str) -> Result<u64, Unreadable> {
    let split = text
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(text.len());
    let (number, unit) = text.split_at(split);
    let factor = match unit.trim() {
        "" if !number.is_empty() => {
            return Err(Unreadable {
                problem: "a time needs a unit: s, min or h",
                hint: Some(format!("{number}s")),
            });
        }
        "s" => 1,
        "min" | "m" => 60,
        "h" => 3600,
        _ => {
            let problem = "expected a whole number with unit s, min or h, as in 90s, 5min, 1h";
            return Err(Unreadable::new(problem));
        }
    };
    match number
        .parse::<u64>()
        .ok()
        .and_then(|number| number.checked_mul(factor))
    {
        Some(seconds) if (1..=10_000_000).contains(&seconds) => Ok(seconds),
        _ => Err(Unreadable::new(
            "expected 1s to 10000000s, as in 90s, 5min, 1h",
        )),
    }
}

impl Common {
    /// Where the power of a real drive is read.
    pub fn power_source(&self) -> Option<PowerSource> {
        let command = self.power_command.clone().map(PowerSource::Command);
        command.or_else(|| self.power.clone())
    }

    /// What is changed in the tests.
    pub fn tests(&self) -> Options {
        Options {
            power_is_measured: self.power_source().is_some(),
            duration_s: self.duration,
            spare_percent: self.spare,
            raw_nand: self.nand,
            zones: self.zones,
            verify: self.verify,
            read_only: self.read_only,
            // What is left of it depends on the run.
            max_writes: None,
            conditions: Conditions {
                state: self.state.clone(),
                data: self.data,
                align: self.align,
                span: None,
            },
        }
    }
}

impl From<Engine> for EngineChoice {
    fn from(engine: Engine) -> Self {
        match engine {
            Engine::Auto => Self::Auto,
            Engine::IoUring => Self::IoUring,
            Engine::Polled => Self::Polled,
            Engine::Aio => Self::Aio,
            Engine::Synchronous => Self::Synchronous,
        }
    }
}

impl From<EraseBy> for Erase {
    fn from(by: EraseBy) -> Self {
        match by {
            EraseBy::Blkdiscard => Self::Discard,
            EraseBy::NvmeFormat => Self::NvmeFormat,
            EraseBy::NvmeSanitize => Self::NvmeSanitize,
            EraseBy::AtaSecureErase => Self::AtaSecureErase,
            EraseBy::None => Self::Leave,
        }
    }
}
