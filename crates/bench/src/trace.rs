//! A trace that can be replayed: what is known of it beforehand, and where its records come from.

mod data;
mod file;
mod lazy;
mod volumes;

pub use data::mean as mean_data;
pub use file::{FileTrace, FileTraceError};
use fourcorners_block::{Bytes, DataClass, Nanos, Seed};
use fourcorners_trace::{Op, Records, TraceError};
pub use lazy::LazyTrace;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;
pub use volumes::Volumes;

/// Records are looked through in portions of so many.
const PORTION: usize = 4096;

/// Reads and writes are shorter: block layers count their bytes in 32 bits.
const SHORTER_THAN: Bytes = Bytes::gib(4);

/// What a plan has to know of a trace.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extent {
    pub records: u64,
    /// Bytes that are read.
    pub read_bytes: Bytes,
    /// Bytes that are written.
    pub written_bytes: Bytes,
    /// The byte after the last that is touched.
    pub end: Bytes,
    /// From the first issue to the last, as recorded.
    pub duration: Nanos,
    /// Whether a record names one that it waited for.
    pub has_dependencies: bool,
    /// What it writes, all together; `None` where that is not known.
    pub data: Option<DataClass>,
    /// Its streams, where they lie one behind the other; 0: all have the same addresses.
    pub volumes: u64,
}

impl Extent {
    /// Of the bytes that are moved, the share that is written, 0 to 1.
    pub fn written_share(&self) -> f64 {
        let written = self.written_bytes.0 as f64;
        written / (self.read_bytes.0 as f64 + written).max(1.0)
    }

    /// Looks through a whole trace. All its streams have the same addresses.
    ///
    /// # Errors
    /// It cannot be read, or an I/O is longer than any is.
    pub fn of(records: &mut dyn Records) -> Result<Self, TraceError> {
        Self::by_stream(records).map(|(extent, _)| extent)
    }

    /// The same; but streams that are volumes or files, not operations, lie one behind the other,
    /// and so are the records to be laid. `None`: it is all one.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn with_volumes(records: &mut dyn Records) -> Result<(Self, Option<Volumes>), TraceError> {
        let (mut extent, ends) = Self::by_stream(records)?;
        let is_scenario = !records.operations().is_empty();
        let volumes = Volumes::of(&ends).filter(|_| !is_scenario);
        if let Some(volumes) = &volumes {
            extent.end = volumes.end;
            extent.volumes = volumes.count();
        }
        Ok((extent, volumes))
    }

    /// With the byte after the last of each stream.
    fn by_stream(records: &mut dyn Records) -> Result<(Self, BTreeMap<u32, u64>), TraceError> {
        let mut ends = BTreeMap::new();
        let mut extent = Self::default();
        let mut portion = Vec::with_capacity(PORTION);
        let mut issued: Option<(Nanos, Nanos)> = None;
        let mut written: Vec<(DataClass, u64)> = Vec::new();
        loop {
            portion.clear();
            records.read(PORTION, &mut portion)?;
            if portion.is_empty() {
                break;
            }
            for record in &portion {
                let (first, last) = issued.unwrap_or((record.issued, record.issued));
                issued = Some((first, last.max(record.issued)));
                extent.records += 1;
                let has_data = matches!(record.op, Op::Read | Op::Write);
                if has_data && record.bytes >= SHORTER_THAN {
                    return Err(TraceError::Broken {
                        file: records.about().form.clone(),
                        place: format!("record {}", extent.records),
                        reason: format!(
                            "it has {} bytes; a read or write has less than {SHORTER_THAN}",
                            record.bytes.0
                        ),
                    });
                }
                extent.has_dependencies |= record.after.is_some();
                match record.op {
                    Op::Read => more(&mut extent.read_bytes, record.bytes),
                    Op::Write => more(&mut extent.written_bytes, record.bytes),
                    Op::Trim | Op::Flush => {}
                }
                if let (Op::Write, Some(class)) = (record.op, record.data) {
                    match written.iter_mut().find(|(known, _)| *known == class) {
                        Some((_, bytes)) => *bytes = bytes.saturating_add(record.bytes.0),
                        None => written.push((class, record.bytes.0)),
                    }
                }
                if record.op != Op::Flush {
                    extent.end = extent.end.max(record.end());
                    let end = ends.entry(record.stream).or_insert(0);
                    *end = record.end().0.max(*end);
                }
            }
        }
        if let Some((first, last)) = issued {
            extent.duration = last.saturating_sub(first);
        }
        extent.data = mean_data(&written);
        Ok((extent, ends))
    }
}

/// A file may say what it likes of its I/Os' sizes.
fn more(sum: &mut Bytes, bytes: Bytes) {
    sum.0 = sum.0.saturating_add(bytes.0);
}

type Open = dyn Fn(Seed) -> Result<Box<dyn Records>, TraceError> + Send + Sync;

#[derive(Clone)]
pub struct Trace {
    /// Name in the library, or the file's.
    pub name: String,
    /// What it is of, for people.
    pub title: String,
    pub extent: Extent,
    open: Arc<Open>,
}

impl Trace {
    /// A trace whose records can be had as often as they are needed, and are the same for a seed.
    pub fn new(
        name: &str,
        title: &str,
        extent: Extent,
        open: impl Fn(Seed) -> Result<Box<dyn Records>, TraceError> + Send + Sync + 'static,
    ) -> Self {
        Self {
            name: name.into(),
            title: title.into(),
            extent,
            open: Arc::new(open),
        }
    }

    /// Its records from the first on. A recorded trace has no use for the seed.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn records(&self, seed: Seed) -> Result<Box<dyn Records>, TraceError> {
        (self.open)(seed)
    }
}

impl fmt::Debug for Trace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Trace")
            .field("name", &self.name)
            .field("extent", &self.extent)
            .finish_non_exhaustive()
    }
}

/// Of one name and one size: the same trace.
impl PartialEq for Trace {
    fn eq(&self, other: &Self) -> bool {
        (&self.name, self.extent) == (&other.name, other.extent)
    }
}
