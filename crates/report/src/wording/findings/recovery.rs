//! How many sequential passes a tortured drive takes until it is as fast as a clean one.

use super::Words;
use super::passes::of_data;
use fourcorners_findings::judges::recovery::{Passes, Recovery};

pub fn words(says: &Recovery) -> Words {
    match says {
        Recovery::ShortTorture { seconds } => Words::text(format!(
            "recovery not judged: {seconds} s of random writes (needs 20 min)"
        )),
        Recovery::ShortPass { seconds } => Words::text(format!(
            "recovery not judged: a write pass of {seconds:.1} s (needs 10 s)"
        )),
        Recovery::NotSlowed(found) => Words::text(format!(
            "needs no recovery: the first sequential pass after torture reaches {:.0} % of the \
             clean one ({})",
            share(found),
            speeds(found)
        )),
        Recovery::After(found) => {
            let headline = match found.passes {
                1 => "recovers in one sequential pass".into(),
                passes => format!("recovers in {passes} sequential passes"),
            };
            let (first, last) = (found.first, found.last);
            let data = of_data(found.data, found.of_several);
            let text = format!(
                "{headline} ({first:.0} to {last:.0} MB/s, {:.0} when clean{data})",
                found.clean
            );
            Words::new(text, headline)
        }
        Recovery::Not(found) => {
            let headline = format!(
                "does not recover: {:.0} % of clean speed after {} sequential passes",
                share(found),
                found.passes
            );
            Words::new(format!("{headline} ({})", speeds(found)), headline)
        }
    }
}

/// Of the clean pass, in per cent.
fn share(found: &Passes) -> f64 {
    found.last / found.clean * 100.0
}

fn speeds(found: &Passes) -> String {
    let data = of_data(found.data, found.of_several);
    format!("{:.0} of {:.0} MB/s{data}", found.last, found.clean)
}
