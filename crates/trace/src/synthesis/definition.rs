//! A definition as checked values.

use super::bursts::Depths;
use super::facts::{Fact, facts_of};
use super::file::{AddressesFile, DataFile, DefinitionFile, DepthFile, RecordedOnFile};
use super::generate::Synthesis;
use super::pace::{Pace, Recorder};
use super::places::Places;
use super::sizes::{Counts, counts, part};
use super::sourced::Place;
use super::synthetic::Synthetic;
use crate::{Records, TraceError};
use fourcorners_block::{Bytes, DataClass, Nanos, Seed};

/// What a synthetic trace must look like: `traces/NAME.toml`, read and checked.
#[derive(Clone, Debug, PartialEq)]
pub struct Definition {
    /// Name: the file's.
    pub name: String,
    /// Title for people.
    pub title: String,
    pub why: String,
    pub(super) reads: Direction,
    pub(super) writes: Direction,
    pub(super) places: Places,
    pub(super) depths: Depths,
    pub(super) pace: Pace,
    pub(super) recorder: Recorder,
    /// Classes of what is written, each with its share in thousandths of a per cent.
    pub(super) data: Vec<(DataClass, u64)>,
    pub(super) facts: Vec<Fact>,
}

/// The reads, or the writes.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Direction {
    pub sizes: Counts,
    /// How many continue a stream.
    pub sequential: u64,
    /// How many streams are open at once.
    pub streams: u64,
    /// I/Os of a stream before it ends, in the mean.
    pub run_ios: u64,
}

/// I/Os of one kind at most; what is summed then fits 64 bits.
const MOST_IOS: u64 = 100_000_000_000;
/// About 30 years, in ns: times of a trace fit 64 bits.
pub(super) const LONGEST_NS: u128 = 1_000_000_000_000_000_000;
/// As far as a footprint may reach.
const LARGEST_FOOTPRINT: Bytes = Bytes(1 << 60);

impl Direction {
    fn ios(&self) -> u64 {
        self.sizes.iter().map(|(_, count)| count).sum()
    }

    fn bytes(&self) -> u64 {
        self.sizes.iter().map(|(size, count)| size * count).sum()
    }

    /// Those that are whole pages of 4 KiB: only they continue streams.
    pub fn whole_pages(&self) -> u64 {
        let whole = self.sizes.iter().filter(|(size, _)| is_whole_pages(*size));
        whole.map(|(_, count)| count).sum()
    }
}

/// Whether an I/O of that size is of whole pages of 4 KiB.
pub(super) fn is_whole_pages(bytes: u64) -> bool {
    bytes.is_multiple_of(4096)
}

impl Definition {
    /// Reads a definition. `file` is its name, for messages.
    ///
    /// # Errors
    /// [`TraceError::Definition`]: no TOML, an unknown field, a number out of its range, or numbers
    /// that contradict each other; with the line.
    pub fn parse(file: &str, text: &str) -> Result<Self, TraceError> {
        let place = Place { file, text };
        let read: DefinitionFile =
            toml::from_str(text).map_err(|error| place.wrong(error.to_string()))?;
        let of_reads = place.within("reads.count", &read.reads.count, 0, MOST_IOS)?;
        let of_writes = place.within("writes.count", &read.writes.count, 0, MOST_IOS)?;
        if of_reads + of_writes == 0 {
            return Err(place.wrong_at(&read.reads.count.value, "has neither reads nor writes"));
        }
        let (read_sizes, write_sizes) = counts(&read, &place)?;
        let sequential = place.percent("sequential.percent", &read.sequential.percent)?;
        let streams = place.within("sequential.streams", &read.sequential.streams, 1, 16)?;
        let run_ios = place.within("sequential.run_ios", &read.sequential.run_ios, 1, 1 << 32)?;
        let direction = |sizes: Counts| {
            let mut direction = Direction {
                sizes,
                sequential: 0,
                streams,
                run_ios,
            };
            direction.sequential = part(direction.ios(), sequential);
            if direction.sequential > direction.whole_pages() {
                let problem = "more I/Os would be sequential than there are I/Os of whole 4 KiB \
                               pages, and only those can continue a stream";
                return Err(place.wrong_at(&read.sequential.percent.value, problem));
            }
            Ok(direction)
        };
        let (reads, writes) = (direction(read_sizes)?, direction(write_sizes)?);
        let sizes = reads.sizes.iter().chain(&writes.sizes);
        let largest = sizes.map(|(size, _)| *size).max().unwrap_or(0);
        let definition = Self {
            places: places(&read.addresses, &place, largest)?,
            depths: depths(&read.queue_depth, &place)?,
            pace: Pace {
                duration: Nanos::secs(place.within(
                    "time.duration_s",
                    &read.time.duration_s,
                    1,
                    100_000_000,
                )?),
                computing: Nanos::micros(place.within(
                    "time.computing_us",
                    &read.time.computing_us,
                    0,
                    1_000_000_000,
                )?),
                pause: Nanos::millis(place.within(
                    "time.pause_ms",
                    &read.time.pause_ms,
                    1,
                    1_000_000_000,
                )?),
            },
            recorder: recorder(&read.recorded_on, &place)?,
            data: data(&read.data, &place)?,
            facts: facts_of(&place)?,
            name: read.name,
            title: read.title,
            why: read.why,
            reads,
            writes,
        };
        if definition.longest_ns() > LONGEST_NS {
            return Err(place.wrong(
                "the recording could take more than 30 years: use fewer I/Os, a faster drive in \
                 recorded_on, or a lower time.computing_us",
            ));
        }
        Ok(definition)
    }

    /// What the recording takes at the most, pauses aside.
    pub(super) fn longest_ns(&self) -> u128 {
        let bytes = u128::from(self.reads.bytes() + self.writes.bytes());
        let each = u128::from(self.recorder.io.0 + 2 * self.pace.computing.0);
        bytes * 1000 / u128::from(self.recorder.mb_per_s) + u128::from(self.records()) * each
    }

    pub fn reads(&self) -> u64 {
        self.reads.ios()
    }

    pub fn writes(&self) -> u64 {
        self.writes.ios()
    }
}

impl Synthetic for Definition {
    fn name(&self) -> &str {
        &self.name
    }

    fn title(&self) -> &str {
        &self.title
    }

    fn why(&self) -> &str {
        &self.why
    }

    fn records(&self) -> u64 {
        self.reads.ios() + self.writes.ios()
    }

    fn read_bytes(&self) -> Bytes {
        Bytes(self.reads.bytes())
    }

    fn written_bytes(&self) -> Bytes {
        Bytes(self.writes.bytes())
    }

    fn footprint(&self) -> Bytes {
        Bytes(self.places.footprint)
    }

    /// To about two pauses; longer if its work takes longer.
    fn duration(&self) -> Nanos {
        self.pace.duration
    }

    fn data(&self) -> &[(DataClass, u64)] {
        &self.data
    }

    fn facts(&self) -> &[Fact] {
        &self.facts
    }

    fn trace(&self, seed: Seed) -> Box<dyn Records> {
        Box::new(Synthesis::new(self, seed))
    }
}

pub(super) fn places(
    addresses: &AddressesFile,
    place: &Place<'_>,
    largest: u64,
) -> Result<Places, TraceError> {
    let (footprint, extent) = (&addresses.footprint.value, &addresses.hot_extent.value);
    let places = Places {
        footprint: place.blocks("addresses.footprint", footprint, LARGEST_FOOTPRINT)?,
        hot_milli_percent: place.percent("addresses.hot_percent", &addresses.hot_percent)?,
        hot_extents: place.within("addresses.hot_extents", &addresses.hot_extents, 1, 65_536)?,
        hot_extent: place.blocks("addresses.hot_extent", extent, LARGEST_FOOTPRINT)?,
    };
    for (key, value, bytes, least) in [
        ("footprint", footprint, places.footprint, places.hot_extent),
        ("hot_extent", extent, places.hot_extent, largest),
    ] {
        if bytes < least || !is_whole_pages(bytes) {
            let problem = format!(
                "addresses.{key} is {}; expected a multiple of 4KiB of at least {}: an I/O must \
                 fit in a hot extent, and a hot extent in the footprint",
                Bytes(bytes),
                Bytes(least)
            );
            return Err(place.wrong_at(value, problem));
        }
    }
    Ok(places)
}

pub(super) fn recorder(read: &RecordedOnFile, place: &Place<'_>) -> Result<Recorder, TraceError> {
    let io_us = place.within("recorded_on.io_us", &read.io_us, 1, 1_000_000)?;
    Ok(Recorder {
        io: Nanos::micros(io_us),
        mb_per_s: place.within("recorded_on.mb_per_s", &read.mb_per_s, 1, 1_000_000)?,
    })
}

/// The deepest queue of a definition: predecessors are at most 4,096 records back.
const DEEPEST: u64 = 4096;
/// Of one that has an average: so that what bursts reach is known.
const DEEPEST_OF_AVERAGE: u64 = 1024;

pub(super) fn depths(read: &DepthFile, place: &Place<'_>) -> Result<Depths, TraceError> {
    match (&read.average, &read.deepest, read.distribution.as_slice()) {
        (Some(average), Some(deepest), []) => {
            let most = place.within("queue_depth.deepest", deepest, 1, DEEPEST_OF_AVERAGE)?;
            // Bursts of k as often as 1 / k^2 have (n + H) / 2H outstanding in the mean, where H is
            // the nth harmonic number, below 8; more on a drive whose link is fast.
            let allowed = (most as f64 / 16.0).max(1.0);
            let average = place.within("queue_depth.average", average, 1.0, allowed)?;
            Ok(Depths::Average {
                milli: (average * 1000.0).round() as u64,
                deepest: most,
            })
        }
        (None, None, rows @ [_, ..]) => {
            let mut depths = Vec::new();
            for row in rows {
                let (from, to) = (*row.from.get_ref(), *row.to.get_ref());
                if from == 0 || to < from || to > DEEPEST {
                    let problem = format!(
                        "the queue depth is {from} to {to}; expected 1 to {DEEPEST}, the lower one \
                         first"
                    );
                    return Err(place.wrong_at(&row.from, problem));
                }
                depths.push((from, to, place.percent("percent", &row.percent)?));
            }
            if depths.iter().all(|(_, _, share)| *share == 0) {
                return Err(place.wrong("queue_depth.distribution: all shares are 0"));
            }
            Ok(Depths::Distribution(depths))
        }
        _ => {
            Err(place
                .wrong("queue_depth takes either average and deepest, or rows in distribution"))
        }
    }
}

pub(super) fn data(
    rows: &[DataFile],
    place: &Place<'_>,
) -> Result<Vec<(DataClass, u64)>, TraceError> {
    let mut classes = Vec::new();
    for row in rows {
        let class = row.class.get_ref().parse();
        let class = class.map_err(|expected: String| place.wrong_at(&row.class, expected))?;
        classes.push((class, place.percent("percent", &row.percent)?));
    }
    let sum: u64 = classes.iter().map(|(_, share)| share).sum();
    if sum != 100_000 {
        let problem = format!(
            "data: the classes add up to {} %, not 100",
            sum as f64 / 1000.0
        );
        return Err(place.wrong(problem));
    }
    Ok(classes)
}
