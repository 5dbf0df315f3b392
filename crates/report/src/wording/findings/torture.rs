//! How much torture slows a drive down, and how much of that TRIM restores.

use super::Words;
use super::passes::{in_headline, of_data, shrunk, stall, unfit};
use crate::wording::label;
use crate::wording::numbers::interval;
use crate::wording::tables::pass_state;
use fourcorners_findings::judges::torture::{Back, Loss, Noise, OfOther, Torture};
use fourcorners_findings::spread::Difference;

pub fn words(says: &Torture) -> Words {
    match says {
        Torture::Unfit(why) => Words::text(format!("torture test not judged: {}", unfit(why))),
        Torture::WithoutClean {
            tortured_mb_per_s,
            trimmed_mb_per_s,
            data,
        } => {
            let words = format!(
                "sequential writes {tortured_mb_per_s:.0} MB/s when tortured, \
                 {trimmed_mb_per_s:.0} after TRIM{}",
                in_headline(data)
            );
            let other = data.shrunk.as_ref();
            let other = other.map_or(String::new(), |other| format!("; {}", shrunk(other)));
            Words::new(format!("{words}; no clean pass{other}"), words)
        }
        Torture::Loss(found) => loss(found),
        Torture::Trim {
            back,
            trimmed_mb_per_s,
        } => trim(back, *trimmed_mb_per_s),
        Torture::TakesNoTrim => Words::both("no TRIM support"),
    }
}

fn loss(found: &Loss) -> Words {
    let (before, after) = (found.clean.value, found.tortured.value);
    let lost = (1.0 - after / before) * 100.0;
    let written = of_data(found.data.class, found.data.of_several);
    let (text, headline) = match found.change {
        Difference::Lower => (
            format!(
                "sequential writes {lost:.0} % slower when tortured ({before:.0} to {after:.0} \
                 MB/s{written})"
            ),
            format!("sequential writes {lost:.0} % slower when tortured"),
        ),
        Difference::Noise => (
            format!(
                "sequential writes when tortured: no difference beyond run-to-run noise (clean \
                 {}, tortured {}{written})",
                interval(found.clean, "MB/s"),
                interval(found.tortured, "MB/s")
            ),
            "no loss beyond run-to-run noise when tortured".into(),
        ),
        Difference::Higher => (
            format!(
                "sequential writes no slower when tortured ({before:.0} to {after:.0} \
                 MB/s{written})"
            ),
            "sequential writes no slower when tortured".into(),
        ),
        Difference::None => (
            format!(
                "sequential writes as fast when tortured ({before:.0} to {after:.0} \
                 MB/s{written})"
            ),
            "sequential writes as fast when tortured".into(),
        ),
    };
    let slowest = found.stall_mb_per_s.map(stall);
    let of_seconds = slowest
        .as_ref()
        .map_or(String::new(), |slowest| format!("; dips to {slowest} MB/s"));
    let of_others: String = found.others.iter().map(of_other).collect();
    let overwritten = found.times_overwritten.map_or(String::new(), |times| {
        format!("; torture wrote {:.0} % of its capacity", times * 100.0)
    });
    let other = found.data.shrunk.as_ref();
    let other = other.map_or(String::new(), |other| format!("; {}", shrunk(other)));
    let of_data = in_headline(&found.data);
    let stalls = slowest.map_or(String::new(), |slowest| format!(", dips to {slowest} MB/s"));
    Words::new(
        format!("{text}{of_seconds}{of_others}{overwritten}{other}"),
        format!("{headline}{of_data}{stalls}"),
    )
}

/// `; repeating data 189 to 189 MB/s`.
fn of_other(other: &OfOther) -> String {
    let (data, tortured) = (label::data(other.class), other.tortured);
    match other.clean {
        Some(clean) => format!("; {data} {clean:.0} to {tortured:.0} MB/s"),
        None => format!("; {data} {tortured:.0} MB/s"),
    }
}

fn trim(back: &Back, trimmed_mb_per_s: f64) -> Words {
    let words = match back {
        Back::All => return Words::both("TRIM restores full speed"),
        Back::Noise(found) => {
            return Words::new(
                noise(found),
                "TRIM makes no difference beyond run-to-run noise",
            );
        }
        Back::Part(percent) => format!("TRIM restores {percent:.0} % of the loss"),
        Back::Nothing => "TRIM restores nothing".into(),
    };
    Words::new(format!("{words} ({trimmed_mb_per_s:.0} MB/s)"), words)
}

/// That repeated runs do not tell the trimmed pass from another.
pub fn noise(found: &Noise) -> String {
    format!(
        "after TRIM: no difference beyond run-to-run noise (trimmed {}, {} {})",
        interval(found.trimmed, "MB/s"),
        pass_state(found.than),
        interval(found.other, "MB/s")
    )
}
