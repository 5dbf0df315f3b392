//! A trace in a file, looked through for what a plan has to know of it.

use super::{Extent, Trace};
use fourcorners_trace::{InOrder, OpenOptions, Records, TraceError, open};
use std::path::PathBuf;

/// A trace of a file, and what had to be done to it.
#[derive(Clone, Debug)]
pub struct FileTrace {
    /// Itself.
    pub trace: Trace,
    /// Broken lines or files that are passed over.
    pub skipped: u64,
    /// Records that stand behind one that was issued later.
    pub moved: u64,
    /// Its streams, where they lie one behind the other.
    pub volumes: Option<u64>,
}

/// Why a file cannot be replayed.
#[derive(Debug, thiserror::Error)]
pub enum FileTraceError {
    /// It cannot be read, or is no trace.
    #[error(transparent)]
    Trace(#[from] TraceError),
    /// It holds no I/O.
    #[error("{file}: contains no I/O{}", broken(*skipped))]
    Empty {
        /// As named.
        file: String,
        /// Its broken lines or files.
        skipped: u64,
    },
}

fn broken(skipped: u64) -> String {
    match skipped {
        0 => String::new(),
        skipped => format!(": everything in it is broken ({skipped} lines or files)"),
    }
}

impl FileTrace {
    /// Looks through a trace. `overlay`: its streams lie over each other, not one behind the other.
    ///
    /// # Errors
    /// The file cannot be read, is no trace, or holds no I/O.
    pub fn open(file: &str, reading: &OpenOptions, overlay: bool) -> Result<Self, FileTraceError> {
        let (path, reading) = (PathBuf::from(file), *reading);
        let opened = move || open(&path, &reading).map(InOrder::new);
        let mut records = opened()?;
        let (extent, volumes) = match overlay {
            true => (Extent::of(&mut records)?, None),
            false => Extent::with_volumes(&mut records)?,
        };
        let skipped = records.skipped();
        if extent.records == 0 {
            let file = file.into();
            return Err(FileTraceError::Empty { file, skipped });
        }
        let moved = records.moved();
        let count = volumes.as_ref().map(|volumes| volumes.count());
        let trace = Trace::new(file, "", extent, move |_| {
            let records: Box<dyn Records> = Box::new(opened()?);
            Ok(match &volumes {
                Some(volumes) => volumes.lay(records),
                None => records,
            })
        });
        Ok(Self {
            trace,
            skipped,
            moved,
            volumes: count,
        })
    }
}
