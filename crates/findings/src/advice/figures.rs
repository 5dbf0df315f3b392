//! The figures by which drives are ranked.

use super::uses::Ranking;
use crate::charts::mb_per_s;
use crate::consistency::End;
use crate::figures::Figures;
use crate::judges::contrast::TIMED_S;
use crate::judges::passes::{Shrunk, Unfit, can_be_judged, takes_no_trim, worst_pass};
use crate::judges::seconds::{NoEnd, end_of_run};
use crate::names::PassState;
use crate::pages::{Pages, Place};
use crate::select::DriveRuns;
use crate::spread::Spread;
use fourcorners_bench::record::Measured;
use fourcorners_bench::{Role, Variant};
use fourcorners_block::DataClass;
use serde::Serialize;

/// Why a drive has no figure worth a recommendation.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum NoFigure {
    NotMeasured,
    /// No price in US dollars is known.
    NoPrice,
    TakesNoTrim,
    Unfit(Unfit),
    /// The drive compresses what was written.
    Shrunk {
        mb_per_s: f64,
        #[serde(serialize_with = "crate::label::as_text")]
        data: DataClass,
        shrunk: Shrunk,
    },
    NoEnd(NoEnd),
    /// A recording that was cut is another recording.
    Cut {
        seconds: u64,
    },
    TooShort {
        seconds: f64,
    },
    /// Torture wrote less of it than of a drive that it would be ahead of: how often the capacity
    /// of each.
    TorturedLess {
        share: f64,
        other: usize,
        of_other: f64,
    },
}

/// The figure of a drive.
pub fn figure(
    ranking: Ranking,
    drive: usize,
    group: &DriveRuns<'_>,
    figures: &Figures,
) -> Result<Spread, NoFigure> {
    let (cut_to_s, pages) = (figures.drives[drive].cut_to_s, &figures.pages);
    let found = match ranking {
        Ranking::TrimmedWrites => left(drive, group, figures, PassState::Trimmed),
        Ranking::TorturedWrites => left(drive, group, figures, PassState::Tortured),
        Ranking::IncompressibleWrites => writes_of(group, pages, DataClass::FullRandom),
        Ranking::CompressibleWrites => writes_of(group, pages, DataClass::Repeating),
        Ranking::LightUse2010 => {
            let place = pages.with(Role::LightUse2010);
            let iops = |measured: &Measured| measured.iops_mean;
            place.and_then(|place| replayed(group, cut_to_s, place, iops))
        }
        Ranking::LightUse2011 => {
            let place = pages.with(Role::LightUse2011);
            let rate = |measured: &Measured| {
                let replay = measured.replay.as_ref();
                replay.map_or(0.0, |replay| replay.data_rate_mb_per_s)
            };
            place.and_then(|place| replayed(group, cut_to_s, place, rate))
        }
        Ranking::RandomReads => {
            let place = pages.with(Role::RandomReads);
            place.and_then(|place| timed(group, place, &|_| true))
        }
        Ranking::MedianSecond => end(drive, figures, |end| end.median),
        Ranking::FirstPercentile => end(drive, figures, |end| Spread::single(end.p1 as f64)),
        Ranking::PricePerGib => {
            return price_in_dollars(group).ok_or(NoFigure::NoPrice);
        }
    };
    found.unwrap_or(Err(NoFigure::NotMeasured))
}

/// `None`: it was not measured.
type Found = Option<Result<Spread, NoFigure>>;

/// What is left of sequential writes, of the worst of the kinds of data that were written.
fn left(drive: usize, group: &DriveRuns<'_>, figures: &Figures, state: PassState) -> Found {
    let pass = |state: PassState| worst_pass(drive, group, figures, state);
    let Some(left) = pass(state) else {
        let was_asked = takes_no_trim(group) && pass(PassState::Tortured).is_some();
        return was_asked.then_some(Err(NoFigure::TakesNoTrim));
    };
    if let Err(unfit) = can_be_judged(drive, group, figures, left.data) {
        return Some(Err(NoFigure::Unfit(unfit)));
    }
    Some(match left.shrunk(drive, figures) {
        Some(shrunk) => Err(NoFigure::Shrunk {
            mb_per_s: left.mean.value,
            data: left.data,
            shrunk,
        }),
        None => Ok(left.mean),
    })
}

fn end(drive: usize, figures: &Figures, of: fn(&End) -> Spread) -> Found {
    let end = end_of_run(figures, drive)?;
    Some(end.as_ref().map(of).map_err(|why| NoFigure::NoEnd(*why)))
}

/// `cut_to_s`: the length to which `--duration` cut it.
fn replayed(
    group: &DriveRuns<'_>,
    cut_to_s: Option<u64>,
    Place { test, phase }: Place<'_>,
    of: fn(&Measured) -> f64,
) -> Found {
    let (_, measured, low, high) = group.median(test, "", phase, of)?;
    Some(match cut_to_s {
        Some(seconds) => Err(NoFigure::Cut { seconds }),
        None => Ok(Spread::new(of(measured), low, high)),
    })
}

/// The tests of whose writes the geometric mean is taken.
const WRITES: [Role; 2] = [Role::RandomWrites, Role::SequentialWrites];

/// MB/s of both.
fn both_writes(group: &DriveRuns<'_>, pages: &Pages, data: DataClass) -> [Found; 2] {
    WRITES.map(|role| timed(group, pages.with(role)?, &with(data)))
}

fn writes_of(group: &DriveRuns<'_>, pages: &Pages, data: DataClass) -> Found {
    let [random, sequential] = both_writes(group, pages, data);
    let (random, sequential) = (random?, sequential?);
    let mean = |a: f64, b: f64| (a * b).sqrt();
    Some(random.and_then(|random| {
        let sequential = sequential?;
        Ok(Spread::new(
            mean(random.value, sequential.value),
            mean(random.low, sequential.low),
            mean(random.high, sequential.high),
        ))
    }))
}

/// Both inputs of that mean, in MB/s: random and sequential.
pub fn inputs_of(group: &DriveRuns<'_>, pages: &Pages, data: DataClass) -> Option<(f64, f64)> {
    match both_writes(group, pages, data) {
        [Some(Ok(random)), Some(Ok(sequential))] => Some((random.value, sequential.value)),
        _ => None,
    }
}

/// The first chart that shows the random one of them: where a drive writes several kinds of data,
/// the corner shows one of them only.
pub fn chart_of(group: &DriveRuns<'_>, data: DataClass, drive: usize, figures: &Figures) -> String {
    let place = figures.pages.with(Role::RandomWrites);
    let variant = place.and_then(|place| timed_variant(group, place, &with(data)));
    let variant = variant.unwrap_or_default();
    let shows = |bar: &crate::charts::Bar| {
        let is_of = |place: Place<'_>| bar.test == place.test && bar.phase == place.phase;
        let own = bar.drive == drive && place.is_some_and(is_of);
        own && (bar.variant == variant || bar.ends.iter().any(|end| end.variant == variant))
    };
    let mut charts = figures.charts.iter();
    let chart = charts.find(|chart| chart.bars.iter().any(shows));
    chart.map_or("corners".into(), |chart| chart.id.clone())
}

/// Whether that data was written.
fn with(data: DataClass) -> impl Fn(&Measured) -> bool {
    move |measured| measured.data.parse() == Ok(data)
}

/// MB/s of a timed test from a new drive, of the first of its variants that is meant.
fn timed(group: &DriveRuns<'_>, place: Place<'_>, is: &dyn Fn(&Measured) -> bool) -> Found {
    let found = timed_variant(group, place, is)?;
    let Place { test, phase } = place;
    let (_, measured, low, high) = group.median(test, &found, phase, mb_per_s)?;
    let seconds = measured.duration_s;
    Some(match seconds < TIMED_S {
        true => Err(NoFigure::TooShort { seconds }),
        false => Ok(Spread::new(mb_per_s(measured), low, high)),
    })
}

/// The first of a test's variants that was asked for without another state or alignment, and is
/// meant.
pub(crate) fn timed_variant(
    group: &DriveRuns<'_>,
    Place { test, phase }: Place<'_>,
    is: &dyn Fn(&Measured) -> bool,
) -> Option<String> {
    let is_plain = |name: &str| {
        let conditions = Variant::parse(name).map(|variant| variant.conditions);
        conditions.is_none_or(|own| own.align.is_none() && own.state.is_none())
    };
    group.variants(test, phase).into_iter().find(|variant| {
        let entry = group.entry(test, variant, phase);
        is_plain(variant) && entry.is_some_and(|(_, measured)| is(measured))
    })
}

/// Of a usable GiB.
fn price_in_dollars(group: &DriveRuns<'_>) -> Option<Spread> {
    let prices = &group.first()?.header.prices;
    let price = prices.iter().find(|price| price.currency == "USD")?;
    Some(Spread::single(price.price_per_usable_gib))
}
