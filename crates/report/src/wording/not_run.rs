//! Why a test is not run on a drive.

use fourcorners_bench::Contradiction;
use fourcorners_bench::record::{NotRun, TooLittleSpare};
use fourcorners_block::Bytes;

pub fn sentence(because: &NotRun) -> String {
    match because {
        NotRun::Contradiction(contradiction) => self::contradiction(contradiction),
        NotRun::NoMeter => "nobody measures what the drive draws: name a sensor of this host \
             (--power hwmon), let an NVMe drive's power state be its estimate (--power nvme), or \
             give a program that prints watts (--power-command 'CMD')"
            .into(),
        NotRun::NoTrim => "the drive does not take TRIM".into(),
        NotRun::NoNand { percent } => {
            format!("{percent} % spare area is a share of the NAND, and this drive has no NAND")
        }
        NotRun::NandNotKnown { percent } => format!(
            "{percent} % spare area is a share of the raw NAND, which this drive does not tell; \
             give it with --nand, as in --nand 256GiB"
        ),
        NotRun::TooLittleSpare(too_little) => too_little_spare(too_little),
        NotRun::NothingLeft {
            percent,
            nand_bytes,
        } => format!(
            "{percent} % spare area of {} NAND leaves less than 1MiB to be tested",
            Bytes(*nand_bytes)
        ),
        NotRun::TooSmall {
            needed_bytes,
            drive_bytes,
            half_would_do,
        } => {
            let instead = match half_would_do {
                true => "; the suite 'quick', and any with --duration, takes half of a small drive",
                false => "",
            };
            format!(
                "the test needs a span of {}, the drive has {}{instead}",
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
            let beside = beside.map_or(String::new(), |trace| {
                format!(", with '{trace}' behind it,")
            });
            format!(
                "the trace '{trace}'{beside} reaches to {:.1} GB, the drive has {:.1} GB; a \
                 replay that wraps (--wrap of trace replay, fit = \"wrap\" of a test), and any \
                 with --duration, begins again at LBA 0 where the drive ends",
                *end_bytes as f64 / 1e9,
                *drive_bytes as f64 / 1e9
            )
        }
        NotRun::TraceTooLong {
            trace,
            waiting_s,
            longest_s,
        } => format!(
            "the trace '{trace}' lasts {waiting_s:.0} s as recorded, and a replay \
             {longest_s:.0} s at most; if one wrong timestamp is the reason, --idle-limit 1s cuts \
             the gap before it; --duration replays the beginning, --pace as-fast-as-possible \
             waits for nothing"
        ),
        NotRun::Earlier { text } => text.clone(),
    }
}

fn contradiction(contradiction: &Contradiction) -> String {
    match contradiction {
        Contradiction::OwnState { test, state } => {
            format!("{test} makes its own state; it cannot begin from '{state}'")
        }
        Contradiction::NothingToRead { test } => format!(
            "{test} reads, and on a new drive there is nothing to be read: state = \"written\", \
             \"filled\" or \"used\""
        ),
        Contradiction::Alignment {
            test,
            align_bytes,
            io_bytes,
        } => format!(
            "align = \"{}\" does not divide the I/Os of {test}, {} each",
            Bytes(*align_bytes),
            Bytes(*io_bytes)
        ),
    }
}

fn too_little_spare(too_little: &TooLittleSpare) -> String {
    let gib = |bytes: u64| bytes as f64 / (1_u64 << 30) as f64;
    format!(
        "{} % spare area of {} NAND would use {:.1} GiB of LBAs, but the drive has only {:.1} \
         GiB: it leaves {:.1} % spare from the factory",
        too_little.percent,
        Bytes(too_little.nand_bytes),
        gib(too_little.span_bytes),
        gib(too_little.capacity_bytes),
        100.0 - too_little.capacity_bytes as f64 * 100.0 / too_little.nand_bytes as f64
    )
}
