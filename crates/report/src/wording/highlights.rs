//! What stands out among all drives, in words.

use super::findings::given_back;
use super::numbers::{count, duration, percent, speed, time};
use fourcorners_block::Bytes;
use fourcorners_findings::charts::Work;
use fourcorners_findings::highlights::{FullLoss, GivenBack, OneRead, Standing};
use fourcorners_findings::names::PassOp;

/// What it is about.
pub fn subject(says: &Standing) -> String {
    match says {
        Standing::OneRead { fastest, .. } => {
            let span = Bytes(fastest.span_bytes);
            match fastest.is_just_written {
                true => format!("Random read at QD1, {span} just written"),
                false => format!("Random read at QD1 over {span}"),
            }
        }
        Standing::Idle { .. } => "Write cache after idle time".into(),
        Standing::FullDrive { percent, .. } => format!("Drive {percent} % full"),
    }
}

/// `names`: of all drives.
pub fn text(says: &Standing, names: &[String]) -> String {
    let name = |drive: usize| names.get(drive).map_or("", String::as_str);
    let list = |drives: &[usize]| {
        let all: Vec<&str> = drives.iter().map(|drive| name(*drive)).collect();
        all.join(", ")
    };
    match says {
        Standing::OneRead { fastest, slowest } => {
            let of = |read: &OneRead| {
                let (us, iops) = (duration(read.mean_us), count(read.iops));
                format!("{} ({us}, {iops} IOPS)", name(read.drive))
            };
            match fastest.drive == slowest.drive {
                true => of(fastest),
                false => format!("fastest {}, slowest {}", of(fastest), of(slowest)),
            }
        }
        Standing::Idle {
            back,
            full,
            longest_s,
        } => {
            let of = |one: &GivenBack| {
                let (size, rest) = (given_back(one.size), time(one.seconds));
                format!("{}: {size} after {rest}", name(one.drive))
            };
            let full = (!full.is_empty())
                .then(|| format!("none after {}: {}", time(*longest_s), list(full)));
            let parts: Vec<String> = back.iter().map(of).chain(full).collect();
            parts.join("; ")
        }
        Standing::FullDrive { losses, none, .. } => {
            let of = |loss: &FullLoss| {
                let (drive, lost) = (name(loss.drive), percent(loss.share() * 100.0));
                let [empty, full] = [loss.empty, loss.full].map(speed);
                let work = works(&loss.work);
                format!("{drive}: {work} {lost} slower ({empty} to {full} MB/s)")
            };
            let none = (!none.is_empty()).then(|| format!("less than 10 %: {}", list(none)));
            let parts: Vec<String> = losses.iter().map(of).chain(none).collect();
            parts.join("; ")
        }
    }
}

/// `random writes`.
fn works(work: &Work) -> &'static str {
    match (work.random, work.op) {
        (true, PassOp::Read) => "random reads",
        (true, PassOp::Write) => "random writes",
        (false, PassOp::Read) => "sequential reads",
        (false, PassOp::Write) => "sequential writes",
    }
}
