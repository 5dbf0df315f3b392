//! Why a test is not run on a drive.

use fourcorners_bench::record::NotRun;
use fourcorners_block::Bytes;

pub fn sentence(because: &NotRun) -> String {
    match because {
        NotRun::Contradiction(contradiction) => contradiction.to_string(),
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
        NotRun::TooLittleSpare(too_little) => too_little.to_string(),
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
