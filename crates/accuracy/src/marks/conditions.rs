//! Under which conditions a figure was printed, and in which of them a run differs.

use super::stand_in::Place;
use crate::plugged::other_port;
use crate::published::{Figure, Quantity, Unit};
use fourcorners_bench::record::Run;
use fourcorners_bench::{Role, Span, SpareArea, TestDef, Variant};
use fourcorners_block::{Bytes, DataClass};

/// The variant of the test in which the run is nearest to the printed figure's conditions, those as
/// a sentence's end, and the names of those in which it differs.
pub(super) fn nearest(
    figure: &Figure,
    place: &Place<'_>,
    run: &Run,
) -> (Variant, String, Vec<String>) {
    let (measure, test) = (&figure.measure, place.test);
    // A consistency run with another share of spare area is another test.
    let is_consistency = test.page.as_ref().is_some_and(|page| {
        let mut roles = page.roles.values();
        roles.any(|role| *role == Role::Consistency)
    });
    let spare = measure.spare_percent.filter(|_| is_consistency);
    let spare = spare.map(SpareArea::early);
    let entries = run.entries.iter();
    let mut variants: Vec<Variant> = entries
        .filter(|entry| entry.test == test.id)
        .filter_map(|entry| Variant::parse(&entry.variant))
        .filter(|variant| !is_consistency || variant.spare == spare)
        .collect();
    if variants.is_empty() {
        variants.push(Variant {
            spare,
            ..Variant::default()
        });
    }
    let compared = variants.into_iter().map(|variant| {
        let (said, differs) = conditions(figure, place, run, &variant);
        (variant, said, differs)
    });
    let printed = measure.conditions.state.as_deref();
    compared
        .min_by_key(|(variant, _, differs)| {
            (
                differs.len(),
                printed.map_or(0, |printed| {
                    apart(printed, state_of(test, variant).as_deref())
                }),
            )
        })
        .unwrap_or_default()
}

/// Kinds of states, from a drive that holds nothing to one that random writes have been all over.
const USE: [&str; 7] = [
    "new", "trimmed", "written", "filled", "churned", "used", "tortured",
];

/// How far a state is from the printed one: what was printed of a used drive is nearer to a filled
/// one than to a new one.
fn apart(printed: &str, here: Option<&str>) -> usize {
    let place = |state: &str| USE.iter().position(|of_use| *of_use == state);
    match (place(printed), here.and_then(place)) {
        (Some(printed), Some(here)) => printed.abs_diff(here),
        _ => USE.len(),
    }
}

/// The state from which a variant of a test begins.
fn state_of(test: &TestDef, variant: &Variant) -> Option<String> {
    let own = || test.phases.first()?.from.clone();
    variant.conditions.state.clone().or_else(own)
}

/// The printed figure's conditions as a sentence's end, and the names of those in which a variant
/// of the run differs.
fn conditions(
    figure: &Figure,
    place: &Place<'_>,
    run: &Run,
    variant: &Variant,
) -> (String, Vec<String>) {
    let (test, phase) = (place.test, place.phase);
    let (measure, given) = (&figure.measure, &figure.measure.conditions);
    let (there, here) = (given.beyond(test), &variant.conditions);
    let work = phase.work.as_ref();
    let (mut said, mut differs) = (Vec::new(), Vec::new());
    let mut say = |name: &str, printed: String, here: Option<String>| {
        said.push(match &here {
            Some(here) => format!("{name} {printed} (here {here})"),
            None => format!("{name} {printed}"),
        });
        if here.is_some() {
            differs.push(name.to_string());
        }
    };
    let other_port = other_port(&measure.drive, &measure.port, run);
    say("port", measure.port.clone(), other_port);
    if let Some(state) = &given.state {
        let ours = state_of(test, variant).unwrap_or_default();
        // Where the span is the whole drive, what was written is all of it, in the same way.
        let is_filled = given.span == Some(Span::All) && state == "written" && ours == "filled";
        let differ = there.state != here.state && !is_filled;
        say("state", state.clone(), differ.then_some(ours));
    }
    if let Some(printed) = &given.span {
        let own = work.map(|work| work.span);
        let ours = here.span.or(own).map_or(String::new(), |span| words(&span));
        let differ = there.span != here.span;
        say("span", words(printed), differ.then_some(ours));
    }
    // A drive that is left alone writes nothing.
    if let Some(data) = given.data.filter(|_| phase.idle_s.is_none()) {
        // What a method writes by itself is its own, unless other data was asked for.
        let own = here.data.or(work.and_then(|work| work.data));
        let own = own.unwrap_or(DataClass::FullRandom);
        say(
            "data",
            data.to_string(),
            (data != own).then(|| own.to_string()),
        );
    }
    if let Some(align) = given.align {
        let own = work.map(|work| work.align.unwrap_or(work.block));
        let ours = here.align.or(own);
        let ours = ours.as_ref().map_or(String::new(), Bytes::to_string);
        let differ = there.align != here.align;
        say("alignment", align.to_string(), differ.then_some(ours));
    }
    if let Some(percent) = measure.spare_percent {
        let differ = variant.spare != Some(SpareArea::early(percent));
        let ours = differ.then(|| "the drive's default".into());
        say("spare area", format!("{percent} %"), ours);
    }
    if variant.long {
        say("length", "the test's own".into(), Some("longer".into()));
    }
    if let Some((printed, here)) = place.depths {
        let differ = printed != here;
        say(
            "queue depth",
            printed.to_string(),
            differ.then(|| here.to_string()),
        );
    }
    if (measure.quantity, figure.unit) == (Quantity::WorstSecond, Unit::Iops) {
        let here = Some("from 1400 s on".into());
        say("seconds", "all".into(), here);
    }
    (said.join(", "), differs)
}

fn words(span: &Span) -> String {
    match span {
        Span::Share(percent) => format!("{percent} %"),
        other => other.to_string(),
    }
}
