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
    /// Format of the trace.
    pub form: String,
    /// What the trace says it is; may be empty.
    pub title: String,
    /// All records: reads, writes, TRIMs and flushes.
    pub records: u64,
    /// TRIMs.
    pub trims: u64,
    /// Bytes trimmed.
    pub trimmed_bytes: u64,
    /// Flushes.
    pub flushes: u64,
    /// Streams with I/Os (devices, volumes or files); up to 65,536 are distinguished.
    pub streams: u64,
    /// Records that name their predecessor.
    pub with_predecessor: u64,
    /// Records issued earlier than the record before them in the file.
    pub out_of_order: u64,
    /// Records without a completion time.
    pub without_completion: u64,
    /// Reads and writes; fields below.
    pub all: Kind,
    /// Reads.
    pub reads: Kind,
    /// Writes.
    pub writes: Kind,
    /// What was touched: `page_bytes`, `end_bytes` (no I/O ends above it), and `pages` and `bytes`
    /// of `all`, `reads` and `writes`.
    pub footprint: Footprint,
    /// Share of the I/Os (`share`) that start in the busiest 5 % (`hot_extents`) of the used
    /// `extents` of `extent_bytes`.
    pub hot: Hot,
    /// Durations; fields below.
    pub time: Time,
    /// Queue depth of records with a completion: `mean`, `max` and `distribution` (`from`, `to`,
    /// `ios`, `share`); null where `busy_s` is.
    pub queue_depth: Option<QueueDepth>,
}

/// Reads, writes, or both.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct Kind {
    /// Number of I/Os.
    pub ios: u64,
    /// Their bytes.
    pub bytes: u64,
    /// Mean size in bytes; 0 without I/Os.
    pub mean_bytes: f64,
    /// Share that starts where one of the last 32 of its kind and stream ended.
    pub sequential_share: f64,
    /// Share that starts where the previous I/O of its stream ended.
    pub strictly_sequential_share: f64,
    /// Share that starts at a multiple of 4 KiB.
    pub starts_on_4k_share: f64,
    /// Share that starts and ends at one.
    pub whole_4k_share: f64,
    /// Size classes: `class` (`under 4 KiB`, `4 KiB` to `128 KiB`, `other`), `ios`, `share`.
    pub classes: Vec<ClassShare>,
    /// The ten most frequent sizes: `bytes`, `ios`, `share`.
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
