//! What SNIA's tests show.

use super::Words;
use crate::wording::numbers::{change, count, speed};
use fourcorners_findings::judges::rounds::{NotSteady, Rounds};

pub fn words(says: &Rounds) -> Words {
    match says {
        Rounds::Short { seconds } => Words::text(format!(
            "SNIA tests not judged: cells of {seconds} s (needs 60 s)"
        )),
        Rounds::Steady { steady, not } => {
            let names: Vec<String> = not.iter().map(name).collect();
            Words::text(match (*steady, names.as_slice()) {
                (1, []) => "SNIA tests: steady state reached".into(),
                (all, []) => {
                    format!("SNIA tests: steady state reached in all {all} measured phases")
                }
                (0, [one]) => format!("SNIA tests: no steady state in {one}"),
                (steady, not) => format!(
                    "SNIA tests: steady state in {steady} of {} phases, not in {}",
                    steady + not.len(),
                    not.join(", ")
                ),
            })
        }
        Rounds::IdleRecovery {
            idle_s,
            iops,
            steady,
        } => Words::text(format!(
            "SNIA host idle recovery: {} IOPS with waits of {idle_s} s, {} versus steady state \
             ({})",
            count(*iops),
            change(iops / steady),
            count(*steady)
        )),
        Rounds::CrossStimulus { before, first, end } => Words::text(format!(
            "SNIA cross stimulus recovery: sequential writes at {} MB/s right after random ones, \
             {} MB/s before them, {} MB/s at the end",
            speed(*first),
            speed(*before),
            speed(*end)
        )),
    }
}

fn name(not: &NotSteady) -> String {
    match not.phase.as_str() {
        "" => not.test.clone(),
        phase => format!("{} ({phase})", not.test),
    }
}
