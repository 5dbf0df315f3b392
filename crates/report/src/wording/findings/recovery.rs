//! How many sequential passes a tortured drive takes until it is as fast as a clean one.

use super::Words;
use super::passes::of_data;
use fourcorners_findings::judges::recovery::{Passes, Recovery};

pub fn words(says: &Recovery) -> Words {
    match says {
        Recovery::ShortTorture { seconds } => Words::text(format!(
            "recovery not judged: {seconds} s of random writes are too few to say what torture \
             leaves"
        )),
        Recovery::ShortPass { seconds } => Words::text(format!(
            "recovery too short to judge (a write pass of {seconds:.1} s; needs 10 s)"
        )),
        Recovery::NotSlowed(found) => Words::text(format!(
            "needs no pass to recover from torture: the first sequential pass is at {:.0} % of \
             the clean one ({})",
            share(found),
            speeds(found)
        )),
        Recovery::After(found) => {
            let headline = format!("back at speed in sequential pass {}", found.passes);
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
                "not recovered after {} sequential passes: {:.0} % of clean",
                found.passes,
                share(found)
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
