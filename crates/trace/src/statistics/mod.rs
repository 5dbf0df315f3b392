//! What any trace is: what the reviews print of theirs, in one pass and bounded memory.
//! docs/methodology/trace-replay.md defines the shares; docs/formats.md lists the fields.

mod extents;
mod pages;
mod queue;
mod sequence;
mod sizes;
mod sorted;
mod time;

use crate::{Op, Record, Records, TraceError};
use extents::Extents;
pub use extents::Hot;
use pages::Pages;
pub use pages::{Footprint, Touched};
use queue::Queue;
pub use queue::{DepthShare, QueueDepth};
use schemars::JsonSchema;
use sequence::Sequence;
use serde::Serialize;
use sizes::Sizes;
pub use sizes::{ClassShare, SizeShare};
use sorted::Sorted;
pub use time::Time;
use time::{Clock, Counted};

/// What a trace is. Shares are of 1.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Statistics {
    /// The trace's form.
    pub form: String,
    /// What the trace says it is of; may be empty.
    pub title: String,
    /// All records: reads, writes, TRIMs and flushes.
    pub records: u64,
    /// TRIMs.
    pub trims: u64,
    /// Bytes of them.
    pub trimmed_bytes: u64,
    /// Flushes.
    pub flushes: u64,
    /// Streams that had I/Os: devices, volumes or files, as the source tells them apart.
    pub streams: u64,
    /// Records that name the one they waited for.
    pub with_predecessor: u64,
    /// Records issued before the one that stands before them.
    pub out_of_order: u64,
    /// Records without the time of their completion.
    pub without_completion: u64,
    /// Reads and writes together.
    pub all: Kind,
    pub reads: Kind,
    pub writes: Kind,
    /// What reads and writes touched.
    pub footprint: Footprint,
    /// How much of the work goes to how little of the place.
    pub hot: Hot,
    /// Durations.
    pub time: Time,
    /// Of the records with a completion. `None`: not known, since more than one record in a hundred
    /// has none, or one stands more than 65,536 records from its place in time; or none took any
    /// time.
    pub queue_depth: Option<QueueDepth>,
}

/// Reads, writes, or both.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct Kind {
    pub ios: u64,
    /// Their bytes.
    pub bytes: u64,
    /// Bytes of one in the mean; 0 without any.
    pub mean_bytes: f64,
    /// I/Os that begin where one of the last 32 of the same kind and stream ended.
    pub sequential_share: f64,
    /// I/Os that begin where the one before them in their stream ended, read or write.
    pub strictly_sequential_share: f64,
    /// I/Os that begin at a multiple of 4 KiB.
    pub starts_on_4k_share: f64,
    /// I/Os that begin and end at one.
    pub whole_4k_share: f64,
    /// The reviews' size classes, all of them, in order.
    pub classes: Vec<ClassShare>,
    /// The exact sizes that come most often, ten at most.
    pub top_sizes: Vec<SizeShare>,
}

/// Records read at once.
const BATCH: usize = 4096;

impl Statistics {
    /// Reads all records.
    ///
    /// # Errors
    /// The source's.
    pub fn of(records: &mut dyn Records) -> Result<Self, TraceError> {
        let mut gathered = Gathered::default();
        let mut batch = Vec::with_capacity(BATCH);
        loop {
            batch.clear();
            records.read(BATCH, &mut batch)?;
            if batch.is_empty() {
                break;
            }
            gathered.is_scenario = !records.operations().is_empty();
            batch.iter().for_each(|record| gathered.add(record));
        }
        let about = records.about();
        Ok(gathered.finish(about.form.clone(), about.title.clone()))
    }
}

/// Reads or writes while they are counted.
#[derive(Default)]
struct Counts {
    ios: u64,
    bytes: u64,
    sequential: u64,
    strictly: u64,
    starts_on_4k: u64,
    whole_4k: u64,
    sizes: Sizes,
}

impl Counts {
    fn plus(&self, other: &Self) -> Self {
        Self {
            ios: self.ios + other.ios,
            bytes: self.bytes.saturating_add(other.bytes),
            sequential: self.sequential + other.sequential,
            strictly: self.strictly + other.strictly,
            starts_on_4k: self.starts_on_4k + other.starts_on_4k,
            whole_4k: self.whole_4k + other.whole_4k,
            sizes: self.sizes.plus(&other.sizes),
        }
    }

    fn finish(&self) -> Kind {
        let share = |part| share(part, self.ios);
        Kind {
            ios: self.ios,
            bytes: self.bytes,
            mean_bytes: self::share(self.bytes, self.ios),
            sequential_share: share(self.sequential),
            strictly_sequential_share: share(self.strictly),
            starts_on_4k_share: share(self.starts_on_4k),
            whole_4k_share: share(self.whole_4k),
            classes: self.sizes.classes(self.ios),
            top_sizes: self.sizes.top(self.ios),
        }
    }
}

/// One over the other; 0 of nothing.
fn share(part: u64, whole: u64) -> f64 {
    if whole == 0 {
        return 0.0;
    }
    part as f64 / whole as f64
}

/// Streams whose addresses are told apart; those of all further ones are one place.
const PLACES: u32 = 4096;

#[derive(Default)]
struct Gathered {
    /// Its streams are operations, on one drive.
    is_scenario: bool,
    reads: Counts,
    writes: Counts,
    trims: u64,
    trimmed_bytes: u64,
    flushes: u64,
    with_predecessor: u64,
    sequence: Sequence,
    pages: Pages,
    extents: Extents,
    counted: Counted,
    sorted: Sorted,
    clock: Clock,
    queue: Queue,
}

impl Gathered {
    fn add(&mut self, record: &Record) {
        self.with_predecessor += u64::from(record.after.is_some());
        self.counted.add(record);
        let finished = record.finished().unwrap_or(record.issued);
        let (clock, queue) = (&mut self.clock, &mut self.queue);
        self.sorted.add((record.issued.0, finished.0), |span| {
            clock.add(span);
            queue.add(span);
        });
        let counts = match record.op {
            Op::Read => &mut self.reads,
            Op::Write => &mut self.writes,
            Op::Trim => {
                self.trims += 1;
                self.trimmed_bytes = self.trimmed_bytes.saturating_add(record.bytes.0);
                return;
            }
            Op::Flush => {
                self.flushes += 1;
                return;
            }
        };
        counts.ios += 1;
        counts.bytes = counts.bytes.saturating_add(record.bytes.0);
        counts.sizes.add(record.bytes.0);
        let order = self.sequence.add(record);
        counts.sequential += u64::from(order.sequential);
        counts.strictly += u64::from(order.strictly);
        let starts = record.offset.0.is_multiple_of(4096);
        counts.starts_on_4k += u64::from(starts);
        counts.whole_4k += u64::from(starts && record.bytes.0.is_multiple_of(4096));
        let place = match self.is_scenario {
            true => 0,
            false => record.stream.min(PLACES - 1),
        };
        self.pages.add(place, record);
        self.extents.add(place, record.offset.0);
    }

    fn finish(mut self, form: String, title: String) -> Statistics {
        let (clock, queue) = (&mut self.clock, &mut self.queue);
        self.sorted.end(|span| {
            clock.add(span);
            queue.add(span);
        });
        let is_known = self.counted.knows_completions() && self.sorted.late == 0;
        Statistics {
            form,
            title,
            records: self.reads.ios + self.writes.ios + self.trims + self.flushes,
            trims: self.trims,
            trimmed_bytes: self.trimmed_bytes,
            flushes: self.flushes,
            streams: self.sequence.streams(),
            with_predecessor: self.with_predecessor,
            out_of_order: self.counted.out_of_order,
            without_completion: self.counted.without_completion,
            all: self.reads.plus(&self.writes).finish(),
            reads: self.reads.finish(),
            writes: self.writes.finish(),
            footprint: self.pages.finish(),
            hot: self.extents.finish(),
            queue_depth: if is_known {
                self.queue.finish(&self.clock)
            } else {
                None
            },
            time: self.clock.finish(is_known),
        }
    }
}
