//! Random writes second by second.

use super::Words;
use crate::wording::label::spare_area as spare;
use crate::wording::numbers::{count, interval};
use fourcorners_findings::judges::seconds::{End, Even, Evenness, NoEnd, SpareArea};
use fourcorners_findings::spread::Difference;

/// In a word.
pub fn even(even: Even) -> &'static str {
    match even {
        Even::Consistent => "consistent",
        Even::Uneven => "uneven",
        Even::Stalls => "with stalls",
    }
}

/// The same, with how far the stalls go: `with stalls down to 28`.
pub fn how_even(is: Even, worst: u64) -> String {
    match is {
        Even::Stalls => format!("{} down to {}", even(is), count(worst as f64)),
        Even::Consistent | Even::Uneven => even(is).into(),
    }
}

/// Why there is no end worth a judgement.
pub fn no_end(why: NoEnd) -> String {
    match why {
        NoEnd::Lost => "its seconds are lost".into(),
        NoEnd::LostFrom { second } => format!("its seconds from {second} on are lost"),
        NoEnd::Early { seconds, from } => format!(
            "its {seconds} s end before second {from}, from which the drives here are compared"
        ),
        NoEnd::Few { seconds, from } => {
            format!("the {seconds} s from second {from} on are too few")
        }
        NoEnd::Unsteady { seconds } => format!("no steady state is confirmed in its {seconds} s"),
    }
}

pub fn evenness(says: &Evenness) -> Words {
    let (end, from_s) = match says {
        Evenness::NoEnd(why) => {
            return Words::text(format!("not judged under random writes: {}", no_end(*why)));
        }
        Evenness::Of { end, from_s } => (end, from_s),
    };
    let mean = count(end.mean.value);
    Words::new(
        format!(
            "{} under random writes: {mean} IOPS on average from second {from_s} on, {} in the \
             worst second",
            even(end.evenness()),
            count(end.worst as f64)
        ),
        format!(
            "{mean} IOPS of random writes from second {from_s} on, {}",
            how_even(end.evenness(), end.worst)
        ),
    )
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
        let [mean, more] = [without, with].map(|end| count(end.mean.value));
        format!("({mean} and {more} IOPS)")
    };
    let text = match change {
        Difference::None => format!("{area} makes no difference {}", figures()),
        Difference::Noise => format!(
            "{area} makes no difference that repeated runs tell apart ({} and {})",
            interval(without.mean, "IOPS"),
            interval(with.mean, "IOPS")
        ),
        Difference::Lower => {
            return Words::text(format!(
                "{area}: not judged, with it the end is slower {}",
                figures()
            ));
        }
        Difference::Higher => format!(
            "{area} makes the mean {:.1} times as much {}",
            with.mean.value / without.mean.value.max(1.0),
            figures()
        ),
    };
    let [worst, worst_of_more] = [without, with].map(|end| count(end.worst as f64));
    let seconds = format!("({worst} and {worst_of_more} IOPS in the worst second)");
    let stalls = |end: &End| end.evenness() == Even::Stalls;
    Words::text(match (stalls(without), stalls(with)) {
        (true, true) if with.worst >= 2 * without.worst => {
            format!("{text}; stalls stay, but far milder {seconds}")
        }
        (true, true) => format!("{text}; the stalls stay {seconds}"),
        (true, false) => format!("{text}; the stalls go {seconds}"),
        (false, true) => format!("{text}; there are stalls then {seconds}"),
        (false, false) => text,
    })
}
