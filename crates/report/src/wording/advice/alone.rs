//! Whom a drive suits that was reviewed alone.

use crate::wording::findings::contrasts::{noise_of, too_short};
use crate::wording::findings::passes::{of_data, shrunk, unfit};
use crate::wording::findings::seconds::{how_even, no_end};
use crate::wording::findings::torture;
use crate::wording::numbers::{count, interval};
use crate::wording::{charts, label};
use fourcorners_findings::advice::alone::{Alone, Heavy, Left, Suits};
use fourcorners_findings::judges::contrast::{Contrast, TooShort};
use fourcorners_findings::judges::seconds::Even;
use fourcorners_findings::names::PassState;
use fourcorners_findings::spread::Difference;

pub fn text(says: &Alone) -> String {
    match says {
        Alone::AfterTorture { state, says } => left(*state, says),
        Alone::KindsOfData(says) => kinds_of_data(says),
        Alone::HeavyWriting(says) => heavy(says),
    }
}

fn verdict(suits: Suits) -> &'static str {
    match suits {
        Suits::Well => "recommended",
        Suits::WithReservations => "recommended with reservations",
        Suits::Not => "not recommended",
    }
}

fn left(state: PassState, says: &Left) -> String {
    let what = match state {
        PassState::Trimmed => "after torture and TRIM",
        _ => "after torture",
    };
    match says {
        Left::TakesNoTrim => "not recommended: no TRIM support".into(),
        Left::Unfit(why) => format!("not judged: {}", unfit(why)),
        Left::Noise(noise) => format!("not judged {}", torture::noise(noise)),
        Left::NoiseOfClean { left, clean } => format!(
            "not judged: no difference beyond run-to-run noise ({} {what}, {} when clean)",
            interval(*left, "MB/s"),
            interval(*clean, "MB/s")
        ),
        Left::Shrunk {
            left,
            data,
            shrunk: other,
        } => format!(
            "not judged: {left:.0} MB/s {what}{}, which it compresses; {}",
            of_data(*data, false),
            shrunk(other)
        ),
        Left::Suits {
            suits,
            left,
            clean,
            data,
            of_several,
        } => format!(
            "{}: {:.0} % of its clean sequential write speed {what} ({left:.0} of {clean:.0} \
             MB/s{})",
            verdict(*suits),
            left / clean * 100.0,
            of_data(*data, *of_several)
        ),
    }
}

fn kinds_of_data(says: &Result<Contrast, TooShort>) -> String {
    let found = match says {
        Ok(found) => found,
        Err(why) => return format!("not judged: {}", too_short(why)),
    };
    let (worst, best) = (&found.other, &found.base);
    let (low, high) = (worst.figure.value, best.figure.value);
    let (what, unit) = (charts::test(&found.test), found.unit);
    match found.change() {
        Difference::Noise => format!("not judged: {}", noise_of(found)),
        Difference::Lower => format!(
            "recommended for compressible data: {high:.0} {unit} with {}, {low:.0} with {} \
             ({what})",
            label::text(&best.label),
            label::text(&worst.label)
        ),
        Difference::None | Difference::Higher => {
            format!("recommended for any data: {low:.0} to {high:.0} {unit} ({what})")
        }
    }
}

fn heavy(says: &Heavy) -> String {
    let (suits, end, from_s) = match says {
        Heavy::NoEnd(why) => return format!("not judged: {}", no_end(*why)),
        Heavy::Of { suits, end, from_s } => (suits, end, from_s),
    };
    let how = how_even(end);
    let worst = match end.evenness() {
        Even::Stalls => String::new(),
        _ => format!(", worst second {}", count(end.worst as f64)),
    };
    format!(
        "{}: sustained random writes {} IOPS (median after {from_s} s), {how}{worst}",
        verdict(*suits),
        count(end.median.value)
    )
}
