//! Titles, headers and cells of the tables of results.

use super::label;
use super::numbers::{duration, range};
use fourcorners_bench::record::ReplayedIo;
use fourcorners_block::DataClass;
use fourcorners_findings::amplification::WriteAmplification;
use fourcorners_findings::names::{PassOp, PassSection, PassState, Section, Unit};

/// Title and header of a table.
pub struct Head {
    /// Above it.
    pub title: String,
    /// Above each column.
    pub header: Vec<String>,
}

const PUBLISHED: &str = "published";

fn head<const COLUMNS: usize>(title: impl Into<String>, header: [&str; COLUMNS]) -> Head {
    Head {
        title: title.into(),
        header: header.map(String::from).to_vec(),
    }
}

/// A bar chart.
pub fn bars(title: &str, section: Section, unit: Unit) -> Head {
    let name = unit.to_string();
    let (name, note, counted) = match unit {
        // Of the busy time, as the rate is.
        Unit::MbPerS if section == Section::RecordedUse => {
            ("MB/s", ", MB = 10^6 bytes", "IOPS while busy")
        }
        Unit::MbPerS => ("MB/s", ", MB = 10^6 bytes", "IOPS"),
        Unit::Microseconds => ("us", "", ""),
        _ => (name.as_str(), "", ""),
    };
    head(
        format!("{title} ({name}{note})"),
        ["", name, counted, "", PUBLISHED],
    )
}

/// A chart of latencies.
pub fn latencies(title: &str) -> Head {
    head(
        format!("Write latency: {title}"),
        ["", "mean", "99 %", "max", "at", PUBLISHED],
    )
}

/// `40.0 ms [38.1 ms to 44.0 ms]`.
pub fn with_interval(value: &str, low: &str, high: &str) -> String {
    format!("{value} [{}]", range(low, high))
}

/// Fills.
pub fn fills() -> Head {
    head(
        "Fills (MB = 10^6 bytes)",
        [
            "",
            "GB written",
            "cache GB",
            "cache MB/s",
            "after it",
            "later",
            "mean MB/s",
        ],
    )
}

/// What the trimmed reads of a table of passes are of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TrimmedReads {
    /// There are none.
    None,
    /// Of drives of this host alone.
    OfDrives,
    /// Of simulated drives, too.
    OfSimulatedDrives,
}

/// Passes over the whole drive: a column per operation and state.
pub fn passes(
    section: PassSection,
    ops: &[PassOp],
    states: &[PassState],
    trimmed: TrimmedReads,
) -> Head {
    let title = match section {
        PassSection::HdTach => "HD Tach (mean MB/s)",
        PassSection::Idle => "Idle GC, HD Tach (mean MB/s)",
    };
    let note = match trimmed {
        TrimmedReads::None => "",
        TrimmedReads::OfDrives => "; trimmed reads cover LBAs without data",
        TrimmedReads::OfSimulatedDrives => {
            "; trimmed reads cover LBAs without data, which a simulated drive answers from its map"
        }
    };
    let columns = ops.iter().flat_map(|op| {
        let names = states.iter().enumerate();
        names.map(|(place, state)| match place {
            0 => pass(*op, *state),
            _ => pass_state(*state).into(),
        })
    });
    let first = std::iter::once(String::new());
    Head {
        title: format!("{title}{note}"),
        header: first.chain(columns).chain([PUBLISHED.into()]).collect(),
    }
}

/// `Crucial RealSSD C300, repeating data`: a drive whose passes wrote several kinds of data.
pub fn of_kind(drive: &str, written: DataClass) -> String {
    format!("{drive}, {}", label::data(written))
}

/// `read clean`.
pub fn pass(op: PassOp, state: PassState) -> String {
    let op = match op {
        PassOp::Read => "read",
        PassOp::Write => "write",
    };
    format!("{op} {}", pass_state(state))
}

/// `read trimmed: reads of unwritten space`; empty: nothing.
pub fn remark_on_pass(op: PassOp, state: PassState, remark: &str) -> String {
    match remark {
        "" => String::new(),
        some => format!("{}: {some}", pass(op, state)),
    }
}

/// The state of the drive in which a pass begins.
pub fn pass_state(state: PassState) -> &'static str {
    match state {
        PassState::Clean => "clean",
        PassState::Tortured => "tortured",
        PassState::Trimmed => "trimmed",
        PassState::AtOnce => "immediately",
        PassState::Rested => "rested",
    }
}

/// Consistency runs, by their first seconds and by those from which they are compared.
pub fn consistency(first_s: usize, late_from_s: u32) -> Head {
    head(
        "Consistency, IOPS (4 KiB random writes, QD32, all LBAs)",
        [
            "",
            "spare area",
            &format!("first {first_s} s"),
            &format!("median after {late_from_s} s"),
            "1st percentile",
            "worst second",
            "mean",
            "slow seconds",
            "WA",
            "P/E cycles used",
            PUBLISHED,
        ],
    )
}

/// Write amplification, where it is of the whole run with a note.
pub fn amplification(of: WriteAmplification) -> String {
    match of.from_s {
        Some(_) => format!("{:.2}", of.factor),
        None => format!("{:.2} (whole run)", of.factor),
    }
}

/// A mean of a run that was shorter than the first seconds of others.
pub fn mean_of_fewer(iops: f64, seconds: usize) -> String {
    format!("{iops:.0} in {seconds} s")
}

/// Steady states.
pub fn steady_state() -> Head {
    head(
        "Steady state of random writes (SNIA: spread of five rounds at most 20 %, drift at most \
         10 %)",
        ["", "", "steady", "spread", "drift"],
    )
}

/// Replays.
pub fn replays() -> Head {
    head(
        "Replays (recorded and service times; late: submitted more than 1 ms late)",
        [
            "",
            "trace",
            "pace",
            "I/Os",
            "recorded",
            "idle cut",
            "late",
            "99 % (read, write)",
            "worst",
        ],
    )
}

/// How fast a trace was replayed: the pace by its name on the command line.
pub fn pace(name: &str, think_percent: Option<u32>) -> String {
    match think_percent {
        Some(percent) => format!("{name}, {percent} % of the think time"),
        None => name.into(),
    }
}

/// The idle time that was cut, and what each pause was cut to.
pub fn idle_cut(cut: &str, limit_ms: Option<u64>) -> String {
    match limit_ms {
        Some(limit) => format!("{cut} (to {limit} ms)"),
        None => cut.into(),
    }
}

/// The I/O that took longest: `12.3 ms (write at 4.5 s)`.
pub fn slowest(io: &ReplayedIo) -> String {
    format!("{} ({} at {:.1} s)", duration(io.took_us), io.op, io.due_s)
}

/// Jobs of a job file.
pub fn job_file() -> Head {
    head(
        "Jobs of the job file (MB = 10^6 bytes)",
        ["", "job", "MB/s", "IOPS", "mean", "99 %", "max"],
    )
}

/// The reads or the writes of a job that does both.
pub fn part_of_job(job: &str, op: PassOp) -> String {
    let part = match op {
        PassOp::Read => "reads",
        PassOp::Write => "writes",
    };
    format!("{job}, {part}")
}

/// What meters and the drives' own health logs say.
pub fn meters_and_health() -> Head {
    head("Meters, health and wear", ["", "what", ""])
}

/// Tests without a result.
pub fn not_measured() -> Head {
    head("Not measured", ["", "test", "why"])
}

/// What drives cost.
pub fn prices() -> Head {
    head(
        "Price (GB = 10^9 bytes)",
        [
            "",
            "year",
            "drive",
            "GiB of NAND",
            "usable GiB",
            "per GB of NAND",
            "per GiB of NAND",
            "per usable GiB",
        ],
    )
}

/// A size of a drive.
pub fn gib(gib: Option<f64>) -> String {
    gib.map_or("not known".into(), |gib| format!("{gib:.1}"))
}

/// What is in none of the other tables.
pub fn others() -> Head {
    head(
        "Other tests",
        ["", "test", "MB/s", "IOPS", "us", "W", "max W"],
    )
}
