//! Random writes second by second.

use super::Words;
use crate::wording::label::spare_area as spare;
use crate::wording::numbers::{count, interval, percent, short};
use fourcorners_findings::consistency::End;
use fourcorners_findings::judges::seconds::{Even, Evenness, NoEnd, SpareArea};
use fourcorners_findings::spread::Difference;

/// In a word.
pub fn even(even: Even) -> &'static str {
    match even {
        Even::Consistent => "consistent",
        Even::Uneven => "uneven",
        Even::Stalls => "with stalls",
    }
}

/// The same, with how far the stalls go: `stalls in 74 % of the seconds, down to 28`.
pub fn how_even(end: &End) -> String {
    match end.evenness() {
        Even::Stalls => {
            let slow = percent(end.slow_share() * 100.0);
            let worst = count(end.worst as f64);
            format!("stalls in {slow} of the seconds, down to {worst}")
        }
        is @ (Even::Consistent | Even::Uneven) => even(is).into(),
    }
}

/// Why there is no end worth a judgment.
pub fn no_end(why: NoEnd) -> String {
    match why {
        NoEnd::Lost => "its per-second figures are missing".into(),
        NoEnd::LostFrom { second } => {
            format!("its per-second figures from {second} s on are missing")
        }
        NoEnd::Early { seconds, from } => {
            format!("the run ended after {seconds} s; drives are compared from {from} s on")
        }
        NoEnd::Few { seconds, from } => {
            format!("only {seconds} s of the run after {from} s (needs 60 s)")
        }
        NoEnd::Unsteady { seconds } => format!("steady state not confirmed in {seconds} s"),
    }
}

pub fn evenness(says: &Evenness) -> Words {
    let (end, from_s) = match says {
        Evenness::NoEnd(why) => {
            return Words::text(format!(
                "sustained random writes not judged: {}",
                no_end(*why)
            ));
        }
        Evenness::Of { end, from_s } => (end, from_s),
    };
    let median = count(end.median.value);
    let how = how_even(end);
    Words::new(
        format!(
            "sustained random writes: {median} IOPS (median after {from_s} s), {how}; 1st \
             percentile {}, worst second {}, mean {}",
            count(end.p1 as f64),
            count(end.worst as f64),
            count(end.mean)
        ),
        format!("sustained random writes: {}, {how}", middle(end)),
    )
}

/// The mean may differ from the median by more than this share of it before both are needed.
const APART: f64 = 0.1;

/// Half of the seconds are faster: where some hold most of the I/Os, the mean says so.
fn middle(end: &End) -> String {
    let median = count(end.median.value);
    match (end.mean - end.median.value).abs() > APART * end.median.value {
        true => format!("median second {median} IOPS (mean {})", count(end.mean)),
        false => format!("{median} IOPS"),
    }
}

pub fn spare_area(says: &SpareArea) -> Words {
    let SpareArea {
        area,
        change,
        without,
        with,
    } = says;
    let area = spare(*area);
    let figures = || {
        let [median, more] = [without, with].map(|end| count(end.median.value));
        format!("({more} vs. {median} IOPS)")
    };
    let text = match change {
        Difference::None => format!("{area} makes no difference {}", figures()),
        Difference::Noise => format!(
            "{area} makes no difference beyond run-to-run noise ({} and {})",
            interval(without.median, "IOPS"),
            interval(with.median, "IOPS")
        ),
        Difference::Lower => {
            return Words::text(format!(
                "{area} not judged: sustained random writes are slower with it {}",
                figures()
            ));
        }
        Difference::Higher => format!(
            "{area} makes sustained random writes {} times as fast {}",
            short(with.median.value / without.median.value.max(1.0)),
            figures()
        ),
    };
    let [worst, worst_of_more] = [without, with].map(|end| count(end.worst as f64));
    let seconds = format!("(worst second {worst_of_more} vs. {worst} IOPS)");
    let stalls = |end: &End| end.evenness() == Even::Stalls;
    Words::text(match (stalls(without), stalls(with)) {
        (true, true) if with.worst >= 2 * without.worst => {
            format!("{text}; still stalls, but less deeply {seconds}")
        }
        (true, true) => format!("{text}; still stalls {seconds}"),
        (true, false) => format!("{text}; no more stalls {seconds}"),
        (false, true) => format!("{text}, but stalls {seconds}"),
        (false, false) => text,
    })
}
