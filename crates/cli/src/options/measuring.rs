//! Options of every verb that measures.

use clap::{Args, ValueEnum};
use fourcorners_bench::{Conditions, Options};
use fourcorners_block::{Bytes, DataClass};
use fourcorners_lab::{Amount, EngineChoice, Erase, Expectation, PowerSource};
use std::path::PathBuf;

#[derive(Args)]
pub struct Common {
    /// Folder for the runs, and for the page of a review
    #[arg(long, value_name = "DIR", default_value = "runs")]
    pub out: PathBuf,
    /// Root of all randomness: the same seed gives the same run
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Repeat everything so many times, with seeds of their own
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1,
        value_parser = clap::value_parser!(u32).range(1..=1000)
    )]
    pub repeat: u32,
    /// Make DRIVE, a regular file that does not exist, of this size (as in 4GiB)
    #[arg(long)]
    pub size: Option<Bytes>,
    /// Overwrite this device or file; may be repeated
    #[arg(long, value_name = "DEVICE")]
    pub destroy: Vec<PathBuf>,
    /// Serial number that confirms overwriting a drive that holds data
    #[arg(long, value_name = "TEXT")]
    pub serial: Option<String>,
    /// Plug simulated drives into this port, as in marvell-88se9128; may be repeated: each drive is
    /// then tested behind each [default: the article's or the suite's ports, else the drive's own
    /// link]
    #[arg(long, value_name = "PORT")]
    pub port: Vec<String>,
    /// Leave this share of the raw NAND spare, as in 25%
    #[arg(long, value_name = "P%", value_parser = percent)]
    pub spare: Option<u32>,
    /// Raw NAND of a real drive, for spare area (as in 256GiB)
    #[arg(long, value_name = "SIZE")]
    pub nand: Option<Bytes>,
    /// What a real drive costs, as in 189.90 (US dollars) or '189.90 EUR'
    #[arg(long, value_name = "AMOUNT")]
    pub price: Option<Amount>,
    /// Length of every timed or idle phase, or of a round where it goes on until it is steady, as
    /// in 60s or 5min (results are then not comparable)
    #[arg(long, value_name = "TIME", value_parser = seconds)]
    pub duration: Option<u64>,
    /// Begin from this state instead of the test's own: new, filled, used, tortured, trimmed
    #[arg(long, value_name = "STATE")]
    pub state: Option<String>,
    /// Write this data: full-random, one-buffer, repeating, zero, or ratio-460 (compresses to 460
    /// thousandths)
    #[arg(long, value_name = "DATA")]
    pub data: Option<DataClass>,
    /// Align addresses to no more than this, as in 512
    #[arg(long, value_name = "SIZE", value_parser = alignment)]
    pub align: Option<Bytes>,
    /// Sample so many zones of a whole-drive pass instead of all of it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub zones: Option<u32>,
    /// Record every measured I/O in the run's folder (ios.bin, 40 bytes each)
    #[arg(long)]
    pub log_ios: bool,
    /// Expect this of every run, as in 'random-write-4k-qd32.iops_mean >= 10000'; may be repeated.
    /// It is TEST[+VARIANT][/PHASE].METRIC, one of >= > <= < ==, and a value; metrics are the
    /// fields of `measured` (docs/formats.md). Exit code 3 if it is not met. Kept in the run's
    /// folder, and looked at again by --resume
    #[arg(long, value_name = "EXPECTATION")]
    pub expect: Vec<Expectation>,
    /// Write the results as JUnit XML, too; FILE is overwritten; -: print it instead of tables
    #[arg(long, value_name = "FILE")]
    pub junit: Option<PathBuf>,
    /// Write findings and tables as Markdown, too; FILE is overwritten; -: print it instead of
    /// tables
    #[arg(long, value_name = "FILE")]
    pub markdown: Option<PathBuf>,
    /// How a real drive is made as new [default: TRIM of all where the drive takes it]
    #[arg(long, value_enum, value_name = "WAY")]
    pub erase: Option<EraseBy>,
    /// Measure what a real drive draws: hwmon, hwmon:CHIP/SENSOR, or nvme (an estimate)
    #[arg(long, value_name = "SOURCE", value_parser = power, conflicts_with = "power_command")]
    pub power: Option<PowerSource>,
    /// Measure what a real drive draws with a shell command that prints watts, a number a line
    #[arg(long, value_name = "CMD")]
    pub power_command: Option<String>,
    /// How real drives are driven
    #[arg(long, value_enum, default_value_t = Engine::Auto)]
    pub engine: Engine,
    /// Give up a real drive that does not answer an I/O for so long [default: 60s]
    #[arg(long, value_name = "TIME", value_parser = seconds)]
    pub timeout: Option<u64>,
    /// Check what is read from real drives: stamps every block written, which changes the data
    #[arg(long)]
    pub verify: bool,
    /// Threads that simulate drives; results do not depend on it [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Show every second as it is measured, on the whole terminal of stderr: IOPS, latency, time
    /// left
    #[arg(long, conflicts_with = "quiet")]
    pub live: bool,
    /// No progress on stderr
    #[arg(long, short)]
    pub quiet: bool,
}

#[derive(Clone, Copy, ValueEnum)]
pub enum EraseBy {
    /// TRIM of all, or an error
    Blkdiscard,
    /// NVMe: format with user data erase (nvme-cli); not yet tried on hardware
    NvmeFormat,
    /// SATA: ATA security erase (hdparm); not yet tried on hardware
    AtaSecureErase,
    /// Erase nothing
    None,
}

#[derive(Clone, Copy, ValueEnum)]
pub enum Engine {
    /// What reads fastest from this drive, at queue depth 1 and above; without io_uring, plain
    /// calls
    Auto,
    /// io_uring or nothing
    IoUring,
    /// io_uring that polls the drive; refused where it cannot be polled
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

fn percent(text: &str) -> Result<u32, String> {
    let number = text.trim_end_matches('%').trim();
    match number.parse() {
        Ok(percent) if (1..=90).contains(&percent) => Ok(percent),
        _ => Err("expected 1% to 90%".into()),
    }
}

fn power(text: &str) -> Result<PowerSource, String> {
    let source = text.parse::<PowerSource>();
    source
        .map_err(|error| format!("{error}; a program that prints watts goes with --power-command"))
}

/// A length of time.
pub fn seconds(text: &str) -> Result<u64, String> {
    let split = text
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(text.len());
    let (number, unit) = text.split_at(split);
    let factor = match unit.trim() {
        "" | "s" => 1,
        "min" | "m" => 60,
        "h" => 3600,
        _ => return Err("expected a whole number of s, min or h, as in 90s, 5min, 1h".into()),
    };
    match number
        .parse::<u64>()
        .ok()
        .and_then(|number| number.checked_mul(factor))
    {
        Some(seconds) if (1..=10_000_000).contains(&seconds) => Ok(seconds),
        _ => Err("expected 1s to 10000000s, as in 90s, 5min, 1h".into()),
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
            EraseBy::AtaSecureErase => Self::AtaSecureErase,
            EraseBy::None => Self::Leave,
        }
    }
}
