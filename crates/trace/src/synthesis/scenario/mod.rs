//! A person at work: operations one after the other, each with its computing and its I/Os.

mod acting;
mod file;

use super::definition::{Definition, Direction, LONGEST_NS, data, depths, places, recorder};
use super::facts::{Fact, facts_of};
use super::pace::Pace;
use super::sizes::{listed, of_bytes, part};
use super::sourced::Place;
use super::synthetic::Synthetic;
use crate::{Records, TraceError};
pub use acting::Acting;
use file::{OperationFile, ScenarioFile};
use fourcorners_block::{Bytes, DataClass, Nanos, Seed};

/// I/Os of an operation at most: it is made whole.
const MOST_IOS: u64 = 65_536;
/// Computing of an operation, and a person's pause, at most: an hour.
const LONGEST_MS: u64 = 3_600_000;

/// What a person does at a computer: `scenarios/NAME.toml`, read and checked.
#[derive(Clone, Debug, PartialEq)]
pub struct Scenario {
    /// Name: the file's.
    pub name: String,
    /// Title for people.
    pub title: String,
    pub why: String,
    acts: Vec<Act>,
    /// What a person takes from the end of an operation to the beginning of the next.
    pause: Nanos,
    facts: Vec<Fact>,
}

/// An operation.
#[derive(Clone, Debug, PartialEq)]
struct Act {
    computing: Nanos,
    /// Its I/Os, without any computing between them.
    ios: Definition,
}

impl Scenario {
    /// Reads a scenario. `file` is its name, for messages.
    ///
    /// # Errors
    /// [`TraceError::Definition`]: no TOML, an unknown field, a number out of its range, or numbers
    /// that contradict each other; with the line.
    pub fn parse(file: &str, text: &str) -> Result<Self, TraceError> {
        let place = Place { file, text };
        let read: ScenarioFile =
            toml::from_str(text).map_err(|error| place.wrong(error.to_string()))?;
        if read.operations.is_empty() {
            return Err(place.wrong("a scenario needs at least one [[operation]]"));
        }
        let pause = &read.time.pause_ms;
        let pause = Nanos::millis(place.within("time.pause_ms", pause, 0, LONGEST_MS)?);
        let mut acts: Vec<Act> = Vec::new();
        let mut longest_ns = 0;
        for operation in &read.operations {
            let act = act(&read, operation, &place)?;
            if acts.iter().any(|other| other.ios.name == act.ios.name) {
                let problem = "two operations have this name; names must be unique";
                return Err(place.wrong_at(&operation.name, problem));
            }
            longest_ns += act.ios.longest_ns() + u128::from(act.computing.0 + pause.0);
            if longest_ns > LONGEST_NS {
                let problem = "with this operation the recording could take more than 30 years: \
                    use fewer operations, or a faster drive in recorded_on";
                return Err(place.wrong_at(&operation.name, problem));
            }
            acts.push(act);
        }
        Ok(Self {
            name: read.name,
            title: read.title,
            why: read.why,
            acts,
            pause,
            facts: facts_of(&place)?,
        })
    }

    /// Names of the operations, in their order.
    pub fn operations(&self) -> impl Iterator<Item = &str> {
        self.acts.iter().map(|act| act.ios.name.as_str())
    }

    /// The computing of all operations together.
    pub fn computing(&self) -> Nanos {
        Nanos(self.acts.iter().map(|act| act.computing.0).sum())
    }
}

impl Synthetic for Scenario {
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
        self.acts.iter().map(|act| act.ios.records()).sum()
    }

    fn read_bytes(&self) -> Bytes {
        Bytes(self.acts.iter().map(|act| act.ios.read_bytes().0).sum())
    }

    fn written_bytes(&self) -> Bytes {
        Bytes(self.acts.iter().map(|act| act.ios.written_bytes().0).sum())
    }

    fn footprint(&self) -> Bytes {
        let footprints = self.acts.iter().map(|act| act.ios.footprint());
        footprints.max().unwrap_or_default()
    }

    /// Computing and pauses; what the drive takes comes on top.
    fn duration(&self) -> Nanos {
        let pauses = self.pause.0 * (self.acts.len() as u64 - 1);
        Nanos(self.computing().0 + pauses)
    }

    fn data(&self) -> &[(DataClass, u64)] {
        self.acts.first().map_or(&[], |act| act.ios.data())
    }

    fn facts(&self) -> &[Fact] {
        &self.facts
    }

    fn trace(&self, seed: Seed) -> Box<dyn Records> {
        Box::new(Acting::new(self, seed))
    }
}

fn act(
    read: &ScenarioFile,
    operation: &OperationFile,
    place: &Place<'_>,
) -> Result<Act, TraceError> {
    let wrong = |problem: &str| place.wrong_at(&operation.name, problem);
    let (of_reads, of_writes) = (operation.reads, operation.writes);
    let ios = of_reads.saturating_add(of_writes);
    if ios == 0 || ios > MOST_IOS {
        return Err(wrong(&format!(
            "{ios} reads and writes; expected 1 to {MOST_IOS}"
        )));
    }
    if operation.computing_ms > LONGEST_MS {
        return Err(wrong(&format!(
            "computing_ms is {}; expected 0 to {LONGEST_MS}",
            operation.computing_ms
        )));
    }
    if !(0.0..=100.0).contains(&operation.sequential_percent) {
        return Err(wrong("sequential_percent must be 0 to 100"));
    }
    let sequential = (operation.sequential_percent * 1000.0).round() as u64;
    let sizes = listed("sizes", &read.sizes.of, place)?;
    let streams = place.within("sequential.streams", &read.sequential.streams, 1, 16)?;
    let run_ios = place.within("sequential.run_ios", &read.sequential.run_ios, 1, 1 << 32)?;
    let direction = |name, count, bytes: Option<super::sourced::Size>| {
        let bytes = bytes.map_or(Bytes(0), |bytes| bytes.0);
        let sizes = of_bytes(name, count, bytes, &sizes).map_err(|problem| wrong(&problem))?;
        let mut direction = Direction {
            sizes,
            sequential: 0,
            streams,
            run_ios,
        };
        direction.sequential = part(count, sequential).min(direction.whole_pages());
        Ok(direction)
    };
    let largest = sizes.iter().copied().max().unwrap_or(0);
    Ok(Act {
        computing: Nanos::millis(operation.computing_ms),
        ios: Definition {
            name: operation.name.get_ref().clone(),
            title: String::new(),
            why: String::new(),
            reads: direction("reads", of_reads, operation.read_bytes)?,
            writes: direction("writes", of_writes, operation.written_bytes)?,
            places: places(&read.addresses, place, largest)?,
            depths: depths(&read.queue_depth, place)?,
            // Computing is shared out when it is known between how many bursts.
            pace: Pace {
                duration: Nanos(0),
                computing: Nanos(0),
                pause: Nanos(0),
            },
            recorder: recorder(&read.recorded_on, place)?,
            data: data(&read.data, place)?,
            facts: Vec::new(),
        },
    })
}
