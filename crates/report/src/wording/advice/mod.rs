//! Recommendations in sentences.

mod alone;
mod between;
pub mod rules;

use crate::wording::numbers::percent;
use fourcorners_findings::advice::figures::NoFigure;
use fourcorners_findings::advice::left_out::{LeftOut, Unasked};
use fourcorners_findings::advice::uses::Use;
use fourcorners_findings::advice::{Advice, Says};

use super::findings::{passes, seconds};
use std::fmt;

/// For whom it is.
pub fn whom(of: Option<Use>) -> &'static str {
    match of {
        Some(Use::WithTrim) => "With TRIM (modern OS)",
        Some(Use::WithoutTrim) => "Without TRIM (RAID, old systems)",
        Some(Use::KindsOfData) => "Kinds of data",
        Some(Use::IncompressibleData) => "Incompressible data (photos, video, encrypted files)",
        Some(Use::CompressibleData) => "Compressible data (text, programs)",
        Some(Use::LightWriting) => "Light writing (desktop, office)",
        Some(Use::Reading) => "Mostly reading (starting programs, opening files)",
        Some(Use::HeavyWriting) => "Heavy writing (server, database)",
        Some(Use::NoSlowSecond) => "Even random writes",
        Some(Use::Price) => "By price",
        None => "Not covered",
    }
}

/// A sentence without its end, of one part or several.
pub struct Text {
    /// All of it; or what stands before the colon, where items follow.
    pub head: String,
    pub items: Vec<String>,
}

impl From<String> for Text {
    fn from(head: String) -> Self {
        let items = Vec::new();
        Self { head, items }
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.head)?;
        if self.items.is_empty() {
            return Ok(());
        }
        write!(f, ": {}", self.items.join("; "))
    }
}

/// Which drive, and why; `names` of all drives.
pub fn text(advice: &Advice, names: &[String]) -> Text {
    match &advice.says {
        Says::Alone(says) => alone::text(says).into(),
        Says::Between(says) => between::text(says, names),
        Says::LeftOut(says) => left_out(says, names),
    }
}

/// Drives that are not ranked, each with the reason.
pub fn not_measured(advice: &Advice, names: &[String]) -> Vec<String> {
    match &advice.says {
        Says::Between(says) => {
            let each = says.not_ranked.iter();
            each.map(|one| format!("{}: {}", names[one.drive], no_figure(&one.why, names)))
                .collect()
        }
        Says::Alone(_) | Says::LeftOut(_) => Vec::new(),
    }
}

/// That models were fitted to the tests by which they are recommended.
pub fn fitted(drives: &[&str]) -> String {
    format!(
        "fitted to published figures of this test, so no prediction: {}",
        drives.join(", ")
    )
}

fn no_figure(why: &NoFigure, names: &[String]) -> String {
    match why {
        NoFigure::NotMeasured => "not measured".into(),
        NoFigure::NoPrice => "no price in US dollars".into(),
        NoFigure::TakesNoTrim => "no TRIM support".into(),
        NoFigure::Unfit(why) => passes::unfit(why),
        NoFigure::Shrunk {
            mb_per_s,
            data,
            shrunk,
        } => format!(
            "{mb_per_s:.0} MB/s{}, which it compresses; {}",
            passes::of_data(*data, false),
            passes::shrunk(shrunk)
        ),
        NoFigure::NoEnd(why) => seconds::no_end(*why),
        NoFigure::Cut { seconds } => format!("--duration cut the replay after {seconds} s"),
        NoFigure::TooShort { seconds } => format!("{seconds:.0} s per test (needs 60 s)"),
        NoFigure::TorturedLess {
            share,
            other,
            of_other,
        } => format!(
            "torture wrote {} of its capacity, too little to compare with {} ({})",
            percent(share * 100.0),
            names[*other],
            percent(of_other * 100.0)
        ),
    }
}

fn left_out(says: &LeftOut, names: &[String]) -> Text {
    let use_of = |unasked: &Unasked| {
        let by = unasked.by.iter().map(|by| {
            let (tests, suites) = (all_of(&by.tests), by.suites.join(", "));
            format!("{tests} (in {suites})")
        });
        let by: Vec<String> = by.collect();
        format!("{}: {}", whom(Some(unasked.of)), by.join(" or "))
    };
    let memory = says.memory.iter().map(|&drive| {
        format!(
            "{} is RAM: an upper limit in the charts, not a recommendation",
            names[drive]
        )
    });
    if says.uses.is_empty() {
        return memory.collect::<Vec<_>>().join("; ").into();
    }
    Text {
        head: "uses that these runs do not test (tests and suites that do)".into(),
        items: says.uses.iter().map(use_of).chain(memory).collect(),
    }
}

/// `hd-tach, torture and trim`.
fn all_of(tests: &[String]) -> String {
    match tests {
        [others @ .., last] if !others.is_empty() => format!("{} and {last}", others.join(", ")),
        one => one.concat(),
    }
}
