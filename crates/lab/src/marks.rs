//! Printed figures in the page's units, each beside the conditions of the run on whose bar it stands.

use crate::catalogue::{drive_spec, library, port, published};
use crate::error::LabError;
use fourcorners_bench::record::Run;
use fourcorners_bench::{Library, PhaseDef, Span, TestDef};
use fourcorners_block::{Bytes, DataClass, DriveKind};
use fourcorners_published::{Figure, Holds, Published, Quantity, Unit};
use fourcorners_report::{Mark, MarkQuantity};
use fourcorners_sim::DriveSpec;

/// The fact of a run that names its port, where one was asked for.
pub(crate) const HOST_PORT: &str = "host port";
/// The fact of a run that says how long its timed phases were, where that was asked for.
pub(crate) const DURATION: &str = "Duration of timed phases";
const MIB: f64 = (1 << 20) as f64;

/// All printed figures, to be asked for those of a run.
#[derive(Debug)]
pub struct Marks {
    published: Published,
    definitions: Library,
}

impl Marks {
    /// Reads the figures that are part of the program, and those of more files, `(name, text)` each.
    pub fn read(more: &[(String, String)]) -> Result<Self, LabError> {
        Ok(Self {
            published: published(more, &[])?,
            definitions: library()?,
        })
    }

    /// The figures that were printed about the drive of a run; none for a real drive.
    pub fn of(&self, run: &Run) -> Vec<Mark> {
        let identity = &run.header.identity;
        if identity.kind != DriveKind::Simulated {
            return Vec::new();
        }
        let figures = self.published.figures.iter();
        figures
            .filter(|figure| figure.measure.drive == identity.name && figure.against.is_none())
            .filter_map(|figure| self.mark(figure, run))
            .collect()
    }

    fn mark(&self, figure: &Figure, run: &Run) -> Option<Mark> {
        let measure = &figure.measure;
        let test = self.definitions.tests.get(&measure.test)?;
        let phase = test
            .phases
            .iter()
            .find(|phase| phase.name == measure.phase)?;
        let quantity = quantity(measure.quantity)?;
        let (low, high, word) = range(&figure.holds)?;
        let (least, most) = factors(figure, phase)?;
        let mut text = figure.printed.clone();
        if least < most {
            text.push_str(" (whether MB or MiB is not known)");
        }
        let (mut conditions, mut differs) = conditions(figure, test, phase, run);
        if !run.header.comparable {
            let (name, here) = if self.is_short(run) {
                ("length", "cut short")
            } else {
                ("method", "changed")
            };
            differs.push(name.into());
            conditions.push_str(&format!(", {name} the test's own (here {here})"));
        }
        // A share of spare area is a run of its own; of the other tests there is none on the page.
        let variant = match measure.spare_percent {
            Some(percent) if measure.test == "consistency" => format!("spare-{percent}"),
            _ => String::new(),
        };
        Some(Mark {
            test: measure.test.clone(),
            phase: measure.phase.clone(),
            variant,
            quantity,
            low: low * least,
            high: high * most,
            word: word.into(),
            text,
            source: source(figure),
            conditions,
            differs,
        })
    }

    /// Whether a run's phases were cut short, by its suite or by the user.
    fn is_short(&self, run: &Run) -> bool {
        let suite = self.definitions.suites.get(&run.header.suite);
        let mut asked = run.header.bench.iter();
        suite.is_some_and(|suite| !suite.comparable) || asked.any(|fact| fact.name == DURATION)
    }
}

/// What the page shows of what was printed.
fn quantity(quantity: Quantity) -> Option<MarkQuantity> {
    match quantity {
        Quantity::Throughput | Quantity::Iops => Some(MarkQuantity::Throughput),
        Quantity::LatencyMean => Some(MarkQuantity::LatencyMean),
        Quantity::LatencyMax => Some(MarkQuantity::LatencyMax),
        Quantity::WorstSecond => Some(MarkQuantity::WorstSecond),
        Quantity::SteadyFloor => Some(MarkQuantity::SteadyFloor),
        Quantity::SteadyMean => Some(MarkQuantity::SteadyMean),
        Quantity::SteadySpread
        | Quantity::Rise
        | Quantity::PowerMean
        | Quantity::WriteAmplification => None,
    }
}

/// From where to where, and the word that was printed with it. A one-sided bound is a mark at the bound.
fn range(holds: &Holds) -> Option<(f64, f64, &'static str)> {
    let word = match holds {
        _ if holds.compares() => return None,
        Holds::About(_) => "about",
        Holds::Over(_) => "over",
        Holds::UpTo(_) => "up to",
        Holds::Under(_) => "at most",
        Holds::MoreThan(_) => "more than",
        Holds::LessThan(_) => "less than",
        _ => "",
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
        (Quantity::Throughput, Unit::MbPerS) => one(1.0),
        (Quantity::Throughput, Unit::MibPerS) => one(MIB / 1e6),
        (Quantity::Throughput, Unit::MbOrMibPerS) => Some((1.0, MIB / 1e6)),
        (Quantity::Iops, Unit::Iops) => one(phase.work.as_ref()?.block.0 as f64 / 1e6),
        (Quantity::LatencyMean | Quantity::LatencyMax, Unit::Us) => one(1.0),
        (Quantity::LatencyMean | Quantity::LatencyMax, Unit::Ms) => one(1e3),
        (Quantity::LatencyMean | Quantity::LatencyMax, Unit::S) => one(1e6),
        (Quantity::WorstSecond | Quantity::SteadyFloor | Quantity::SteadyMean, Unit::Iops) => {
            one(1.0)
        }
        _ => None,
    }
}

fn source(figure: &Figure) -> String {
    match figure.document() {
        Some(number) => format!("document {number}"),
        None => {
            let address = figure.source.split("://").nth(1);
            let host = address.unwrap_or(&figure.source).split('/').next();
            host.unwrap_or_default().into()
        }
    }
}

/// The printed figure's conditions as a sentence's end, and the names of those in which the run differs.
fn conditions(
    figure: &Figure,
    test: &TestDef,
    phase: &PhaseDef,
    run: &Run,
) -> (String, Vec<String>) {
    let (measure, given) = (&figure.measure, &figure.measure.conditions);
    let beyond = given.beyond(test);
    let first = test.phases.first();
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
        let own = first.and_then(|phase| phase.from.clone());
        let here = beyond.state.map(|_| own.unwrap_or_default());
        say("state", state.clone(), here);
    }
    if let Some(printed) = &given.span {
        let own = work.map_or(String::new(), |work| span(&work.span));
        say("span", span(printed), beyond.span.map(|_| own));
    }
    if let Some(data) = given.data {
        let own = work.and_then(|work| work.data);
        let own = own.unwrap_or(DataClass::FullRandom);
        let here = (data != own).then(|| own.to_string());
        say("data", data.to_string(), here);
    }
    if let Some(align) = given.align {
        let own = work.map(|work| work.align.unwrap_or(work.block));
        let own = own.as_ref().map_or(String::new(), Bytes::to_string);
        say("alignment", align.to_string(), beyond.align.map(|_| own));
    }
    if let Some(percent) = measure.spare_percent {
        let here = (measure.test != "consistency").then(|| "the drive's own".into());
        say("spare area", format!("{percent} %"), here);
    }
    if measure.quantity == Quantity::WorstSecond {
        let here = Some("from 1400 s on".into());
        say("seconds", "all".into(), here);
    }
    (said.join(", "), differs)
}

fn span(span: &Span) -> String {
    match span {
        Span::All => "all".into(),
        Span::Share(percent) => format!("{percent} %"),
        Span::Fixed(bytes) => bytes.to_string(),
    }
}

/// What the run's drive was plugged into, where that makes its link another one than behind the
/// printed port.
fn other_port(drive: &str, printed: &str, run: &Run) -> Option<String> {
    let facts = &run.header.facts;
    let here = facts.iter().find(|fact| fact.name == HOST_PORT);
    let here = here.map(|fact| fact.value.as_str());
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
