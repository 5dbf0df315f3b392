//! A trace in a file, looked through for what a plan has to know of it.

use super::{Extent, Trace};
use fourcorners_trace::{InOrder, MissingEvents, OpenOptions, Records, TraceError, open};
use std::path::PathBuf;

/// A trace of a file, and what had to be done to it.
#[derive(Clone, Debug)]
pub struct FileTrace {
    /// Itself.
    pub trace: Trace,
    /// Broken lines or files that are passed over.
    pub skipped: u64,
    /// Events that its recording lost.
    pub missing: MissingEvents,
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
    /// It holds completions, and nothing of which they are.
    #[error("{0}: contains only completions (C), no issues (D)")]
    OnlyCompletions(String),
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

/// With the file's name, of an error that names its form.
fn of_file(error: TraceError, form: &str, name: &str) -> TraceError {
    match error {
        TraceError::Broken {
            file,
            place,
            reason,
        } if file == form => TraceError::Broken {
            file: name.into(),
            place,
            reason,
        },
        other => other,
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
        let looked = match overlay {
            true => Extent::of(&mut records).map(|extent| (extent, None)),
            false => Extent::with_volumes(&mut records),
        };
        let form = &records.about().form;
        let (extent, volumes) = looked.map_err(|error| of_file(error, form, file))?;
        let skipped = records.skipped();
        let missing = records.missing();
        if extent.records == 0 {
            let file = file.into();
            if missing.without_issue > 0 {
                return Err(FileTraceError::OnlyCompletions(file));
            }
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
            missing,
            moved,
            volumes: count,
        })
    }
}
