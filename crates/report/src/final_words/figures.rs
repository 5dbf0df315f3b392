//! The figures by which drives are ranked.

use crate::charts::{Bar, MEASURE, mb_per_s};
use crate::data::PageData;
use crate::judgements::conditions::TIMED_S;
use crate::judgements::passes::{RANDOM_DATA, can_be_judged, takes_no_trim, write_pass};
use crate::judgements::seconds::{end_of_run, worst_of_all};
use crate::names::PassState;
use crate::select::DriveRuns;
use crate::spread::Spread;
use fourcorners_bench::record::Measured;

/// A figure of a drive; an error is why there is none worth a recommendation, `None`: it was not measured.
pub type Figure = Option<Result<Spread, String>>;

/// As results name the data that was written.
pub const REPEATING_DATA: &str = "repeating";

/// What is left of sequential writes after torture, without TRIM.
pub fn left_without_trim(drive: usize, group: &DriveRuns<'_>, data: &PageData) -> Figure {
    left(drive, group, data, PassState::Tortured)
}

/// What is left of sequential writes after torture and TRIM.
pub fn left_with_trim(drive: usize, group: &DriveRuns<'_>, data: &PageData) -> Figure {
    left(drive, group, data, PassState::Trimmed)
}

fn left(drive: usize, group: &DriveRuns<'_>, data: &PageData, state: PassState) -> Figure {
    let Some(left) = write_pass(drive, group, data, state) else {
        let was_asked =
            takes_no_trim(group) && write_pass(drive, group, data, PassState::Tortured).is_some();
        return was_asked.then(|| Err("it takes no TRIM".into()));
    };
    if let Err(why) = can_be_judged(drive, group, data) {
        return Some(Err(why));
    }
    Some(match left.shrunk(drive, data) {
        Some(other) => Err(format!(
            "{:.0} MB/s{}, which it compresses; {other}",
            left.mean.value,
            left.of_data()
        )),
        None => Ok(left.mean),
    })
}

/// The mean of random writes at the end of a long run.
pub fn random_writes_late(drive: usize, _: &DriveRuns<'_>, data: &PageData) -> Figure {
    Some(end_of_run(data, drive)?.map(|(mean, _)| mean))
}

/// The worst second of that run, from its first on.
pub fn worst_second(drive: usize, _: &DriveRuns<'_>, data: &PageData) -> Figure {
    let found = end_of_run(data, drive)?;
    let worst = worst_of_all(data, drive)? as f64;
    Some(found.map(|_| Spread::single(worst)))
}

/// A trace of light use: what the drive reached of it.
pub fn light_use(drive: usize, group: &DriveRuns<'_>, data: &PageData) -> Figure {
    let cut_to_s = data.drives[drive].cut_to_s;
    replayed(group, cut_to_s, "storage-bench-2010-light", |measured| {
        measured.iops_mean
    })
}

/// As the trace of light use of 2011, by its data rate.
pub fn light_use_2011(drive: usize, group: &DriveRuns<'_>, data: &PageData) -> Figure {
    let cut_to_s = data.drives[drive].cut_to_s;
    replayed(group, cut_to_s, "storage-bench-2011-light", |measured| {
        let replay = measured.replay.as_ref();
        replay.map_or(0.0, |replay| replay.data_rate_mb_per_s)
    })
}

/// `cut_to_s`: the length to which `--duration` cut it. The beginning of a recording is another recording.
fn replayed(
    group: &DriveRuns<'_>,
    cut_to_s: Option<u64>,
    test: &str,
    of: fn(&Measured) -> f64,
) -> Figure {
    let (_, measured, low, high) = group.median(test, "", "measure", of)?;
    Some(match cut_to_s {
        Some(seconds) => Err(format!(
            "cut after {seconds} s of its recording (--duration)"
        )),
        None => Ok(Spread::new(of(measured), low, high)),
    })
}

/// Small random reads, few at a time: most of what a person waits for.
pub fn random_reads(_: usize, group: &DriveRuns<'_>, _: &PageData) -> Figure {
    timed(group, "random-read-4k-qd3", &|_| true)
}

/// Random and sequential writes of data that cannot be compressed: their geometric mean.
pub fn incompressible(_: usize, group: &DriveRuns<'_>, _: &PageData) -> Figure {
    writes_of(group, RANDOM_DATA)
}

/// The same of data that compresses as far as a drive can.
pub fn compressible(_: usize, group: &DriveRuns<'_>, _: &PageData) -> Figure {
    writes_of(group, REPEATING_DATA)
}

/// The tests of which that is the mean.
const WRITES: [&str; 2] = ["random-write-4k-qd3", "sequential-write-128k"];

fn writes_of(group: &DriveRuns<'_>, data: &str) -> Figure {
    let [random, sequential] = WRITES.map(|test| timed(group, test, &with(data)));
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

/// `, of random 201 and sequential 461 MB/s`: both inputs of that mean.
pub fn inputs_of(group: &DriveRuns<'_>, data: &str) -> String {
    match WRITES.map(|test| timed(group, test, &with(data))) {
        [Some(Ok(random)), Some(Ok(sequential))] => format!(
            ", of random {:.0} and sequential {:.0} MB/s",
            random.value, sequential.value
        ),
        _ => String::new(),
    }
}

/// The first chart that shows the random one of them: where a drive writes several kinds of data, the corner shows
/// one of them only.
pub fn chart_of(group: &DriveRuns<'_>, data: &str, drive: usize, page: &PageData) -> String {
    let [random, _] = WRITES;
    let variant = timed_variant(group, random, &with(data)).unwrap_or_default();
    let shows = |bar: &&Bar| {
        let own = bar.drive == drive && bar.test == random;
        own && (bar.variant == variant || bar.ends.iter().any(|end| end.variant == variant))
    };
    let mut charts = page.charts.iter();
    let chart = charts.find(|chart| chart.bars.iter().any(|bar| shows(&bar)));
    chart.map_or("corners".into(), |chart| chart.id.clone())
}

/// Whether that data was written.
fn with(data: &str) -> impl Fn(&Measured) -> bool {
    move |measured| measured.data == data
}

/// MB/s of a timed test from a new drive, of the first of its variants that is meant.
fn timed(group: &DriveRuns<'_>, test: &str, is: &dyn Fn(&Measured) -> bool) -> Figure {
    let found = timed_variant(group, test, is)?;
    let (_, measured, low, high) = group.median(test, &found, MEASURE, mb_per_s)?;
    Some(if measured.duration_s < TIMED_S {
        Err(format!("{:.0} s are too few", measured.duration_s))
    } else {
        Ok(Spread::new(mb_per_s(measured), low, high))
    })
}

fn timed_variant(
    group: &DriveRuns<'_>,
    test: &str,
    is: &dyn Fn(&Measured) -> bool,
) -> Option<String> {
    group.variants(test, MEASURE).into_iter().find(|variant| {
        let plain = !variant.contains("align-") && !variant.contains("from-");
        let entry = group.entry(test, variant, MEASURE);
        plain && entry.is_some_and(|(_, measured)| is(measured))
    })
}

/// The price of a usable GiB in US dollars.
pub fn price_in_dollars(_: usize, group: &DriveRuns<'_>, _: &PageData) -> Figure {
    let prices = &group.first()?.header.prices;
    let price = prices.iter().find(|price| price.currency == "USD")?;
    let per_gib = price.price_per_usable_gib;
    Some(Ok(Spread::single(per_gib)))
}
