//! What a rest brings back of what random writes took.

use super::Words;
use super::contrasts::noise;
use fourcorners_findings::judges::rest::Rest;

pub fn words(says: &Rest) -> Words {
    match says {
        Rest::ShortRest { seconds } => Words::text(format!(
            "not judged when left idle: it rested for {seconds:.0} s only"
        )),
        Rest::ShortPass { seconds } => Words::text(format!(
            "not judged when left idle: a write pass of {seconds:.1} s, less than 10 s, says \
             nothing"
        )),
        Rest::Noise { at_once, rested } => {
            Words::text(noise("after a rest against at once", *rested, *at_once))
        }
        Rest::Faster { at_once, rested } => {
            let times = rested / at_once;
            Words::new(
                format!(
                    "cleans up while it is left idle: its write pass becomes {times:.1} times as \
                     fast ({at_once:.0} to {rested:.0} MB/s)"
                ),
                format!("three idle hours make a filled one {times:.1} times as fast"),
            )
        }
        Rest::WithoutClean { at_once, rested } => Words::text(format!(
            "not judged when left idle: {at_once:.0} MB/s at once and {rested:.0} after a rest, \
             and no pass of the clean drive tells whether anything was lost"
        )),
        Rest::NothingLost {
            at_once,
            rested,
            whole,
        } => Words::text(format!(
            "written at random while four fifths full it loses hardly anything that a rest could \
             bring back ({at_once:.0} MB/s at once, {rested:.0} after a rest, {whole:.0} in a \
             pass without that)"
        )),
        Rest::BringsBack {
            percent,
            at_once,
            rested,
            whole,
        } => Words::new(
            format!(
                "three idle hours bring back {percent:.0} % of what random writes took {}",
                figures([*at_once, *rested, *whole])
            ),
            format!("idle time brings back {percent:.0} %"),
        ),
        Rest::Hardly {
            at_once,
            rested,
            whole,
            but_trim_does,
        } => Words::new(
            format!(
                "hardly cleans up while it is left idle {}",
                figures([*at_once, *rested, *whole])
            ),
            match but_trim_does {
                true => "idle time does not",
                false => "idle time brings nothing back",
            },
        ),
    }
}

fn figures([at_once, rested, whole]: [f64; 3]) -> String {
    format!("({at_once:.0} to {rested:.0} MB/s, {whole:.0} in a pass without random writes)")
}
