//! What torture takes of a drive, and what TRIM brings back.

use super::Words;
use super::passes::{in_headline, of_data, shrunk, stall, unfit};
use crate::wording::label;
use crate::wording::numbers::interval;
use crate::wording::tables::pass_state;
use fourcorners_findings::judges::torture::{Back, Loss, Noise, OfOther, Torture};
use fourcorners_findings::spread::Difference;

pub fn words(says: &Torture) -> Words {
    match says {
        Torture::Unfit(why) => Words::text(format!("not judged when tortured: {}", unfit(why))),
        Torture::WithoutClean {
            tortured_mb_per_s,
            trimmed_mb_per_s,
            data,
        } => {
            let words = format!(
                "writes sequentially at {tortured_mb_per_s:.0} MB/s when tortured, and at \
                 {trimmed_mb_per_s:.0} after TRIM{}",
                in_headline(data)
            );
            let other = data.shrunk.as_ref();
            let other = other.map_or(String::new(), |other| format!("; {}", shrunk(other)));
            Words::new(format!("{words}; there is no clean pass{other}"), words)
        }
        Torture::Loss(found) => loss(found),
        Torture::Trim {
            back,
            trimmed_mb_per_s,
        } => trim(back, *trimmed_mb_per_s),
        Torture::TakesNoTrim => {
            Words::new("takes no TRIM that could bring it back", "takes no TRIM")
        }
    }
}

fn loss(found: &Loss) -> Words {
    let (before, after) = (found.clean.value, found.tortured.value);
    let lost = (1.0 - after / before) * 100.0;
    let written = of_data(found.data.class, found.data.of_several);
    let (text, headline) = match found.change {
        Difference::Lower => (
            format!(
                "loses {lost:.0} % of its sequential write speed when tortured ({before:.0} to \
                 {after:.0} MB/s{written})"
            ),
            format!("loses {lost:.0} % of its sequential write speed when tortured"),
        ),
        Difference::Noise => (
            format!(
                "when tortured: a difference within the noise of repeated runs (clean write \
                 passes {}, tortured ones {}{written})",
                interval(found.clean, "MB/s"),
                interval(found.tortured, "MB/s")
            ),
            "tortured or clean: sequential writes within the noise of repeated runs".into(),
        ),
        Difference::Higher => (
            format!(
                "writes sequentially no slower when tortured ({before:.0} and then {after:.0} \
                 MB/s{written}: passes that differ so say little)"
            ),
            "writes sequentially no slower when tortured".into(),
        ),
        Difference::None => (
            format!(
                "keeps its sequential write speed when tortured ({after:.0} of {before:.0} \
                 MB/s{written})"
            ),
            "keeps its sequential write speed when tortured".into(),
        ),
    };
    let slowest = found.stall_mb_per_s.map(stall);
    let of_seconds = slowest.as_ref().map_or(String::new(), |slowest| {
        format!("; {slowest} MB/s in its slowest second")
    });
    let of_others: String = found.others.iter().map(of_other).collect();
    let overwritten = found.times_overwritten.map_or(String::new(), |times| {
        format!("; the torture wrote {:.0} % of its capacity", times * 100.0)
    });
    let other = found.data.shrunk.as_ref();
    let other = other.map_or(String::new(), |other| format!("; {}", shrunk(other)));
    let of_data = in_headline(&found.data);
    let stalls = slowest.map_or(String::new(), |slowest| {
        format!(", {slowest} MB/s in its slowest second")
    });
    Words::new(
        format!("{text}{of_seconds}{of_others}{overwritten}{other}"),
        format!("{headline}{of_data}{stalls}"),
    )
}

/// `; 189 of 189 MB/s of repeating data`.
fn of_other(other: &OfOther) -> String {
    let (data, tortured) = (label::data(other.class), other.tortured);
    match other.clean {
        Some(clean) => format!("; {tortured:.0} of {clean:.0} MB/s of {data}"),
        None => format!("; {tortured:.0} MB/s of {data}"),
    }
}

fn trim(back: &Back, trimmed_mb_per_s: f64) -> Words {
    let words = match back {
        Back::All => return Words::both("TRIM restores it"),
        Back::Noise(found) => {
            return Words::new(noise(found), "TRIM: within the noise of repeated runs");
        }
        Back::Part(percent) => format!("TRIM restores {percent:.0} % of the loss"),
        Back::Nothing => "TRIM restores nothing".into(),
    };
    Words::new(format!("{words} ({trimmed_mb_per_s:.0} MB/s)"), words)
}

/// That repeated runs do not tell the trimmed pass from another.
pub fn noise(found: &Noise) -> String {
    format!(
        "after TRIM: a difference within the noise of repeated runs (trimmed write passes {}, {} \
         ones {})",
        interval(found.trimmed, "MB/s"),
        pass_state(found.than),
        interval(found.other, "MB/s")
    )
}
