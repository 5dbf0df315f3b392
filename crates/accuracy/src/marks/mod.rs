//! Printed figures in the page's units, each beside the conditions of the run on whose bar it
//! stands.

mod stand_in;

use crate::published::{Figure, Holds, Published, PublishedError, Quantity, Unit, published};
use fourcorners_bench::record::Run;
use fourcorners_bench::{Library, PhaseDef, Role, Span, TestDef, Variant};
use fourcorners_block::{Bytes, DataClass};
use fourcorners_lab::{drive_spec, library, port};
use fourcorners_report::{Mark, MarkBound, MarkQuantity};
use fourcorners_sim::DriveSpec;
use stand_in::Place;

const MIB: f64 = (1 << 20) as f64;

/// All printed figures, to be asked for those of a run.
#[derive(Debug)]
pub struct Marks {
    published: Published,
    definitions: &'static Library,
}

impl Marks {
    /// Reads the figures that are part of the program, and those of more files, `(name, text)`
    /// each.
    pub fn read(more: &[(String, String)]) -> Result<Self, PublishedError> {
        Ok(Self {
            published: published(more, &[])?,
            definitions: library()?,
        })
    }

    /// The figures that were printed about the drive of a run; none for a real drive.
    pub fn of(&self, run: &Run) -> Vec<Mark> {
        let identity = &run.header.identity;
        if !identity.is_simulated() {
            return Vec::new();
        }
        let figures = self.published.figures.iter();
        figures
            .filter(|figure| figure.measure.drive == identity.name && figure.against.is_none())
            .filter_map(|figure| self.mark(figure, run))
            .collect()
    }

    fn mark(&self, figure: &Figure, run: &Run) -> Option<Mark> {
        let place = stand_in::place(figure, self.definitions, run)?;
        let quantity = quantity(figure)?;
        let (low, high, word) = range(&figure.holds)?;
        let (least, most) = factors(figure, place.phase)?;
        let mut text = figure.printed.clone();
        if least < most {
            text.push_str(" (whether MB or MiB is not known)");
        }
        let (variant, mut conditions, mut differs) = nearest(figure, &place, run);
        if !run.header.is_comparable() {
            let (name, here) = if self.is_short(run) {
                ("length", "cut short")
            } else {
                ("method", "changed")
            };
            differs.push(name.into());
            conditions.push_str(&format!(", {name} the test's own (here {here})"));
        }
        let (source, address) = source(figure, &self.published);
        Some(Mark {
            test: place.test.id.clone(),
            phase: place.phase.name.clone(),
            variant: variant.to_string(),
            quantity,
            low: low * least,
            high: high * most,
            word,
            text,
            source,
            address,
            conditions,
            differs,
        })
    }

    /// Whether a run's phases were cut short, by its suite or by the user.
    fn is_short(&self, run: &Run) -> bool {
        let suite = self.definitions.suites.get(&run.header.suite);
        let asked = run.header.request.as_ref();
        suite.is_some_and(|suite| !suite.comparable)
            || asked.is_some_and(|asked| asked.tests.duration_s.is_some())
    }
}

/// What the page shows of what was printed.
fn quantity(figure: &Figure) -> Option<MarkQuantity> {
    match figure.measure.quantity {
        Quantity::Throughput | Quantity::Iops => Some(MarkQuantity::Throughput),
        Quantity::LatencyMean => Some(MarkQuantity::LatencyMean),
        Quantity::LatencyMax => Some(MarkQuantity::LatencyMax),
        Quantity::WorstSecond if figure.unit == Unit::Iops => Some(MarkQuantity::WorstSecond),
        Quantity::WorstSecond => Some(MarkQuantity::SlowestSecond),
        Quantity::SteadyFloor => Some(MarkQuantity::SteadyFloor),
        Quantity::SteadyMean => Some(MarkQuantity::SteadyMean),
        Quantity::PowerMean => Some(MarkQuantity::Power),
        Quantity::SteadySpread
        | Quantity::Rise
        | Quantity::RecoveredShare
        | Quantity::WriteAmplification
        | Quantity::GeometricMean => None,
    }
}

/// From where to where, and the word that was printed with it. A one-sided bound is a mark at the
/// bound.
fn range(holds: &Holds) -> Option<(f64, f64, MarkBound)> {
    let word = match holds {
        _ if holds.compares() => return None,
        Holds::About(_) => MarkBound::About,
        Holds::Over(_) => MarkBound::Over,
        Holds::UpTo(_) => MarkBound::UpTo,
        Holds::Under(_) => MarkBound::AtMost,
        Holds::MoreThan(_) => MarkBound::MoreThan,
        Holds::LessThan(_) => MarkBound::LessThan,
        _ => MarkBound::None,
    };
    let (low, high) = match (holds.range(), holds.printed()) {
        (Some(range), _) => range,
        (None, Some(x)) => (x, x),
        (None, None) => return None,
    };
    Some((low, high, word))
}

/// What a printed figure is multiplied by to be in the page's unit: the least and the most, where
/// the printed unit's basis is not known.
fn factors(figure: &Figure, phase: &PhaseDef) -> Option<(f64, f64)> {
    let one = |factor| Some((factor, factor));
    match (figure.measure.quantity, figure.unit) {
        (Quantity::Throughput | Quantity::WorstSecond, Unit::MbPerS) => one(1.0),
        (Quantity::Throughput | Quantity::WorstSecond, Unit::MibPerS) => one(MIB / 1e6),
        (Quantity::Throughput | Quantity::WorstSecond, Unit::MbOrMibPerS) => Some((1.0, MIB / 1e6)),
        (Quantity::Iops, Unit::Iops) => one(phase.work.as_ref()?.block.0 as f64 / 1e6),
        (Quantity::LatencyMean | Quantity::LatencyMax, Unit::Us) => one(1.0),
        (Quantity::LatencyMean | Quantity::LatencyMax, Unit::Ms) => one(1e3),
        (Quantity::LatencyMean | Quantity::LatencyMax, Unit::S) => one(1e6),
        (Quantity::WorstSecond | Quantity::SteadyFloor | Quantity::SteadyMean, Unit::Iops) => {
            one(1.0)
        }
        (Quantity::PowerMean, Unit::W) => one(1.0),
        _ => None,
    }
}

/// Where a figure is from, in words (who, title, date; else a host or a data sheet's name), and the
/// address, empty if none is known.
fn source(figure: &Figure, published: &Published) -> (String, String) {
    let name = figure.source.as_str();
    let rest = name.split_once("://").map(|(_, rest)| rest);
    let own = rest.map_or("", |_| name);
    if let Some(source) = published.source(name) {
        let address = source.address.as_deref().unwrap_or(own);
        return (source.words(), address.into());
    }
    let host = rest.and_then(|rest| rest.split('/').next());
    let host = host.map(|host| host.strip_prefix("www.").unwrap_or(host));
    (host.unwrap_or(name).into(), own.into())
}

/// The variant of the test in which the run is nearest to the printed figure's conditions, those as
/// a sentence's end, and the names of those in which it differs.
fn nearest(figure: &Figure, place: &Place<'_>, run: &Run) -> (Variant, String, Vec<String>) {
    let (measure, test) = (&figure.measure, place.test);
    // A consistency run with another share of spare area is another test.
    let is_consistency = test.page.as_ref().is_some_and(|page| {
        let mut roles = page.roles.values();
        roles.any(|role| *role == Role::Consistency)
    });
    let spare = measure.spare_percent.filter(|_| is_consistency);
    let entries = run.entries.iter();
    let mut variants: Vec<Variant> = entries
        .filter(|entry| entry.test == test.id)
        .filter_map(|entry| Variant::parse(&entry.variant))
        .filter(|variant| !is_consistency || variant.spare_percent == spare)
        .collect();
    if variants.is_empty() {
        variants.push(Variant {
            spare_percent: spare,
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
        let differ = variant.spare_percent != Some(percent);
        let ours = differ.then(|| "the drive's own".into());
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

/// What the run's drive was plugged into, where that makes its link another one than behind the
/// printed port.
fn other_port(drive: &str, printed: &str, run: &Run) -> Option<String> {
    let here = run.header.port();
    if here == Some(printed) {
        return None;
    }
    let behind = |name: &str| -> Option<DriveSpec> {
        Some(drive_spec(drive).ok()?.behind(&port(name).ok()?))
    };
    let own = match here {
        Some(name) => behind(name),
        None => drive_spec(drive).ok(),
    };
    match (own, behind(printed)) {
        (Some(own), Some(other)) if own == other => None,
        _ => Some(here.unwrap_or("the drive's own link").into()),
    }
}
