//! Why a test is not run on a drive.

use super::writes;
use fourcorners_bench::Contradiction;
use fourcorners_bench::record::{NotRun, TooLittleSpare};
use fourcorners_block::Bytes;

pub fn sentence(because: &NotRun) -> String {
    match because {
        NotRun::Contradiction(contradiction) => self::contradiction(contradiction),
        NotRun::MaxWrites { .. } => writes::exceeds(because).unwrap_or_default(),
        NotRun::MaxWritesUsedUp { in_it: true } => {
            "stopped early: --max-writes was used up; its figures are not compared".into()
        }
        NotRun::MaxWritesUsedUp { in_it: false } => "--max-writes was used up before it".into(),
        NotRun::WouldWrite => "it writes (--read-only)".into(),
        NotRun::NoMeter => "no power meter; give a sensor of this host (--power hwmon), the power \
             state of an NVMe drive (--power nvme) or a program that prints watts \
             (--power-command CMD)"
            .into(),
        NotRun::NoTrim => "the drive does not support TRIM".into(),
        NotRun::TrimWaits => "needs a block device, Linux 6.12 or newer and io_uring (--engine \
                              io-uring or auto): otherwise TRIM commands are sent one at a time, \
                              with no other I/O in flight"
            .into(),
        NotRun::NoNand { percent } => {
            format!("{percent} % spare area: this drive has no NAND")
        }
        NotRun::NandNotKnown { percent } => format!(
            "{percent} % spare area: the drive does not report its raw NAND; give it, as in \
             --nand 256GiB"
        ),
        NotRun::TooLittleSpare(too_little) => too_little_spare(too_little),
        NotRun::NothingLeft {
            percent,
            nand_bytes,
        } => format!(
            "{percent} % spare area of {} NAND leaves less than 1MiB to test",
            Bytes(*nand_bytes)
        ),
        NotRun::TooSmall {
            needed_bytes,
            drive_bytes,
            half_would_do,
        } => {
            let instead = match half_would_do {
                true => "; the suite 'quick' and --duration use half of a small drive",
                false => "",
            };
            format!(
                "needs a span of {}, but the drive has only {}{instead}",
                Bytes(*needed_bytes),
                Bytes(*drive_bytes)
            )
        }
        NotRun::TraceTooLarge {
            trace,
            beside,
            end_bytes,
            drive_bytes,
        } => {
            let beside = beside.as_ref();
            let beside = beside.map_or(String::new(), |trace| format!(", followed by '{trace}',"));
            format!(
                "the trace '{trace}'{beside} needs {:.1} GB, but the drive has only {:.1} GB; to \
                 wrap to LBA 0 at the end of the drive, use --wrap (trace replay), fit = \"wrap\" \
                 (test) or --duration",
                *end_bytes as f64 / 1e9,
                *drive_bytes as f64 / 1e9
            )
        }
        NotRun::TraceTooLong {
            trace,
            waiting_s,
            longest_s,
        } => format!(
            "the trace '{trace}' lasts {waiting_s:.0} s, but a replay lasts at most {longest_s:.0} \
             s; limit its idle time (--idle-limit 1s), replay only its beginning (--duration) or \
             skip its pauses (--pace as-fast-as-possible)"
        ),
        NotRun::Earlier { text } => text.clone(),
    }
}

fn contradiction(contradiction: &Contradiction) -> String {
    match contradiction {
        Contradiction::OwnState { test, state } => {
            format!("{test} prepares its own state; it cannot start from '{state}'")
        }
        Contradiction::NothingToRead { test } => format!(
            "{test} reads, but a fresh drive holds no data; use state = \"written\", \"filled\" or \
             \"used\""
        ),
        Contradiction::Alignment {
            test,
            align_bytes,
            io_bytes,
        } => format!(
            "align = \"{}\" does not divide the I/O size of {test}, {}",
            Bytes(*align_bytes),
            Bytes(*io_bytes)
        ),
    }
}

fn too_little_spare(too_little: &TooLittleSpare) -> String {
    let gib = |bytes: u64| bytes as f64 / (1_u64 << 30) as f64;
    format!(
        "{} % spare area of {} NAND leaves {:.1} GiB, but the drive has only {:.1} GiB ({:.1} % \
         spare from the factory)",
        too_little.percent,
        Bytes(too_little.nand_bytes),
        gib(too_little.span_bytes),
        gib(too_little.capacity_bytes),
        100.0 - too_little.capacity_bytes as f64 * 100.0 / too_little.nand_bytes as f64
    )
}
