//! Idle GC: how much of the loss by random writes a rest restores.

use super::Words;
use super::contrasts::noise;
use fourcorners_findings::judges::rest::Rest;

pub fn words(says: &Rest) -> Words {
    match says {
        Rest::ShortRest { seconds } => Words::text(format!(
            "idle GC not judged: {seconds:.0} s of rest (needs 3 h)"
        )),
        Rest::ShortPass { seconds } => Words::text(format!(
            "idle GC not judged: a write pass of {seconds:.1} s (needs 10 s)"
        )),
        Rest::Noise { at_once, rested } => Words::text(noise(
            "write passes after idle time versus immediately",
            *rested,
            *at_once,
        )),
        Rest::Faster { at_once, rested } => {
            let times = rested / at_once;
            Words::new(
                format!(
                    "idle GC: three idle hours make write passes {times:.1} times as fast \
                     ({at_once:.0} to {rested:.0} MB/s)"
                ),
                format!("{times:.1} times as fast after three idle hours"),
            )
        }
        Rest::WithoutClean { at_once, rested } => Words::text(format!(
            "idle GC not judged: {at_once:.0} MB/s immediately, {rested:.0} after three idle \
             hours, and no clean pass to compare with"
        )),
        Rest::NothingLost {
            at_once,
            rested,
            whole,
        } => Words::text(format!(
            "idle GC has nothing to restore: random writes to a drive that is 80 % full hardly \
             slow it down ({at_once:.0} MB/s immediately, {rested:.0} after three idle hours, \
             {whole:.0} without random writes)"
        )),
        Rest::BringsBack {
            percent,
            at_once,
            rested,
            whole,
        } => Words::new(
            format!(
                "idle GC: three idle hours restore {percent:.0} % of the loss caused by random \
                 writes {}",
                figures([*at_once, *rested, *whole])
            ),
            format!("idle time restores {percent:.0} % of the loss"),
        ),
        Rest::Hardly {
            at_once,
            rested,
            whole,
            but_trim_does,
        } => Words::new(
            format!(
                "no idle GC: three idle hours restore next to nothing {}",
                figures([*at_once, *rested, *whole])
            ),
            match but_trim_does {
                true => "idle time does not",
                false => "idle time restores nothing",
            },
        ),
    }
}

fn figures([at_once, rested, whole]: [f64; 3]) -> String {
    format!("({at_once:.0} to {rested:.0} MB/s, {whole:.0} without random writes)")
}
