//! How much more a simulated drive programs than it is given.

use super::Words;
use crate::wording::label::spare_area;
use crate::wording::numbers::change;
use fourcorners_findings::judges::amplification::{Amplification, WithSpareArea};
use fourcorners_findings::spread::{Difference, Spread};

pub fn words(says: &Amplification) -> Words {
    let found = match says {
        Amplification::TooShort { seconds } => {
            return Words::text(format!(
                "write amplification not judged: {seconds} s of random writes (needs 20 min)"
            ));
        }
        Amplification::Of(found) => found,
    };
    let factor = found.factor.value;
    let part = match found.from_s {
        Some(from_s) => format!("after {from_s} s"),
        None => format!("over {} s", found.seconds),
    };
    let text = match found.change() {
        Difference::None | Difference::Noise => {
            format!("write amplification {factor:.2} {part}")
        }
        Difference::Lower => {
            format!(
                "write amplification {factor:.2} {part}: fewer bytes programmed than the host \
                     writes"
            )
        }
        Difference::Higher => format!(
            "write amplification {factor:.1} {part}{}",
            found.times_written.map_or(String::new(), |times| {
                format!(
                    " ({times:.1} times the tested capacity written in {} s)",
                    found.seconds
                )
            })
        ),
    };
    let parts = found.with_spare_area.iter();
    let parts: String = parts
        .map(|with| with_spare_area(with, found.factor))
        .collect();
    Words::text(text + &parts)
}

/// `; with 25 % spare area 1.6, −58 %`.
fn with_spare_area(with: &WithSpareArea, without: Spread) -> String {
    let WithSpareArea { area, factor } = with;
    let figure = format!("; with {} {:.1}", spare_area(*area), factor.value);
    match factor.beside(&without) {
        Difference::None => format!("{figure}, no difference"),
        Difference::Noise => format!("{figure}, no difference beyond run-to-run noise"),
        Difference::Lower | Difference::Higher => {
            format!("{figure}, {}", change(factor.value / without.value))
        }
    }
}
