//! One test under two conditions: data, alignment, use, length.

use super::Words;
use crate::wording::charts::test;
use crate::wording::label;
use crate::wording::numbers::{interval, speed};
use fourcorners_findings::judges::contrast::{Contrast, TooShort};
use fourcorners_findings::spread::{Difference, Spread};

type Says = Result<Contrast, TooShort>;

/// Where repeated runs differ as much among themselves.
pub fn noise(what: &str, a: Spread, b: Spread) -> String {
    noise_in(what, "MB/s", a, b)
}

fn noise_in(what: &str, unit: &str, a: Spread, b: Spread) -> String {
    format!(
        "{what}: no difference beyond run-to-run noise ({} and {})",
        interval(a, unit),
        interval(b, unit)
    )
}

/// The same of a contrast.
pub fn noise_of(found: &Contrast) -> String {
    let [base, other] = labels(found);
    let whose = format!("{other} versus {base}");
    let unit = found.unit.to_string();
    let noise = noise_in(&whose, &unit, found.other.figure, found.base.figure);
    format!("{noise}, {}", test(&found.test))
}

/// Why they are not judged.
pub fn too_short(why: &TooShort) -> String {
    format!("{:.0} s per test (needs 60 s)", why.seconds)
}

fn labels(found: &Contrast) -> [String; 2] {
    [&found.base, &found.other].map(|side| label::text(&side.label))
}

/// Figures of base and other.
fn speeds(found: &Contrast) -> [String; 2] {
    [&found.base, &found.other].map(|side| speed(side.figure.value))
}

/// `up to ` where other tests showed less.
fn up_to(found: &Contrast) -> &'static str {
    if found.among > 1 { "up to " } else { "" }
}

pub fn data(says: &Says) -> Words {
    let found = match says {
        Err(why) => {
            return Words::text(format!("effect of data not judged: {}", too_short(why)));
        }
        Ok(found) => found,
    };
    let ([best, worst], [high, low]) = (labels(found), speeds(found));
    let (what, unit) = (test(&found.test), found.unit);
    match found.change() {
        Difference::Noise => Words::text(noise_of(found)),
        Difference::Lower => {
            let times = 1.0 / found.share();
            Words::new(
                format!(
                    "{best} is {times:.1} times as fast as {worst} ({high} vs. {low} {unit}, \
                     {what})"
                ),
                format!("{best} {}{times:.1} times as fast as {worst}", up_to(found)),
            )
        }
        Difference::None | Difference::Higher => Words::text(format!(
            "the kind of data makes no difference on a fresh drive ({low} to {high} {unit}, {what})"
        )),
    }
}

pub fn alignment(says: &Says) -> Words {
    let found = match says {
        Err(why) => {
            return Words::text(format!(
                "effect of alignment not judged: {}",
                too_short(why)
            ));
        }
        Ok(found) => found,
    };
    let ([_, label], [aligned, not]) = (labels(found), speeds(found));
    let (what, unit) = (test(&found.test), found.unit);
    let ios = match found.reads {
        true => "reads",
        false => "writes",
    };
    Words::text(match found.change() {
        Difference::Noise => noise_of(found),
        Difference::Lower => format!(
            "{ios} {label} are {:.0} % slower than aligned ones ({not} vs. {aligned} {unit}, \
             {what})",
            (1.0 - found.share()) * 100.0
        ),
        Difference::None | Difference::Higher => format!(
            "{ios} {label} are no slower than aligned ones ({not} vs. {aligned} {unit}, {what})"
        ),
    })
}

pub fn used(says: &Says) -> Words {
    let found = match says {
        Err(why) => return Words::text(format!("effect of use not judged: {}", too_short(why))),
        Ok(found) => found,
    };
    let ([_, state], [before, after]) = (labels(found), speeds(found));
    let (what, unit) = (test(&found.test), found.unit);
    match found.change() {
        Difference::Noise => Words::text(noise_of(found)),
        Difference::Lower => {
            let lost = (1.0 - found.share()) * 100.0;
            Words::new(
                format!("{lost:.0} % slower when {state} ({before} to {after} {unit}, {what})"),
                format!("{}{lost:.0} % slower when {state} ({what})", up_to(found)),
            )
        }
        Difference::None | Difference::Higher => Words::new(
            format!("no slower when {state} ({before} to {after} {unit}, {what})"),
            format!("no slower when {state} ({what})"),
        ),
    }
}

pub fn length(says: &Says) -> Words {
    let found = match says {
        Err(why) => {
            let why = too_short(why);
            return Words::text(format!("effect of run length not judged: {why}"));
        }
        Ok(found) => found,
    };
    let ([own, long], [first, second]) = (labels(found), speeds(found));
    let figures = format!(
        "({first} vs. {second} {}, {})",
        found.unit,
        test(&found.test)
    );
    Words::text(match found.change() {
        Difference::Noise => noise_of(found),
        Difference::Lower => {
            let lost = (1.0 - found.share()) * 100.0;
            format!("{lost:.0} % slower over {long} than over {own} {figures}")
        }
        Difference::Higher => format!("faster over {long} than over {own} {figures}"),
        Difference::None => format!("as fast over {long} as over {own} {figures}"),
    })
}
