//! How far random writes fall while a drive is tortured.

use super::Words;
use super::seconds::even;
use crate::wording::numbers::{count, duration};
use fourcorners_findings::judges::seconds::Even;
use fourcorners_findings::judges::tortured_writes::{FIRST_S, TorturedWrites};
use fourcorners_findings::spread::Difference;

pub fn words(says: &TorturedWrites) -> Words {
    let found = match says {
        TorturedWrites::TooShort { seconds } => {
            return Words::text(format!(
                "random writes during torture not judged: {seconds} s (needs 10 min)"
            ));
        }
        TorturedWrites::Lost => {
            return Words::text(
                "random writes during torture not judged: per-second figures are \
                                missing",
            );
        }
        TorturedWrites::Of(found) => found,
    };
    let (first, last) = (found.first, found.last);
    let floor = match found.evenness() {
        stalls @ Even::Stalls => format!(
            "{} down to {} IOPS",
            even(stalls),
            count(found.worst as f64)
        ),
        _ => format!("to {} IOPS", iops(last)),
    };
    let words = match found.change {
        Difference::Lower => {
            let lost = match (1.0 - last / first) * 100.0 {
                lost if lost > 99.0 => "more than 99 %".into(),
                lost => format!("{lost:.0} %"),
            };
            let fall = format!("random writes slow down by {lost} during torture");
            Words::new(fall.clone(), format!("{fall}, {floor}"))
        }
        Difference::Higher => Words::both("random writes speed up during torture"),
        Difference::None | Difference::Noise => {
            Words::both("random writes keep their speed during torture")
        }
    };
    let probe = found.probe_us.map_or(String::new(), |us| {
        format!(" ({} after torture)", duration(us))
    });
    let text = format!(
        "{}: {} IOPS in the first {FIRST_S} s, {} in the last 5 min, worst second {} ({}); \
         slowest write {}{probe}",
        words.text,
        iops(first),
        iops(last),
        count(found.worst as f64),
        even(found.evenness()),
        duration(found.longest_us)
    );
    Words::new(text, words.headline)
}

/// A mean, which may be less than one per second.
fn iops(mean: f64) -> String {
    match mean {
        few if few > 0.0 && few < 10.0 => format!("{few:.1}"),
        _ => count(mean),
    }
}
