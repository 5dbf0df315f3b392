//! Writing a trace file: complete under its name, or not at all.

use super::compression::Packing;
use super::{Form, cannot};
use crate::{About, Operation, Record, Sink, TraceError};
use std::fs::Permissions;
use std::io::{self, Write};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use tempfile::NamedTempFile;

/// Makes a trace file, compressed if its name ends in `.gz` or `.zst`; `-` is standard output.
/// Under its name it is found when [`Sink::finish`] has gone well; until then it has a temporary
/// one beside it, and is gone if the sink is dropped.
///
/// # Errors
/// A file of that name exists, or none can be made there.
pub fn create(path: &Path, form: Form, about: &About) -> Result<Box<dyn Sink>, TraceError> {
    let file = path.display().to_string();
    let place = match path == Path::new("-") {
        true => None,
        false => Some(place(path).map_err(|reason| cannot(&file, reason))?),
    };
    let gone = Arc::new(AtomicBool::new(false));
    let output: Box<dyn Write + Send> = match &place {
        None => Box::new(Stdout(gone.clone())),
        Some(place) => {
            let handle = place.as_file().try_clone();
            Box::new(handle.map_err(|error| cannot(&file, error))?)
        }
    };
    let packing = Packing::new(path, output).map_err(|error| cannot(&file, error))?;
    let shared = Unfinished(Arc::new(Mutex::new(Some(packing))));
    let form = form.writer(Box::new(Shared(shared.0.clone())), &file, about)?;
    Ok(Box::new(Created {
        form,
        shared,
        gone,
        place,
        path: path.into(),
    }))
}

/// Whether [`create`] can make a file there, before there is anything to say of the trace.
///
/// # Errors
/// As those of [`create`].
pub fn can_create(path: &Path) -> Result<(), TraceError> {
    if path == Path::new("-") {
        return Ok(());
    }
    let tried = place(path).map(drop);
    tried.map_err(|reason| cannot(&path.display().to_string(), reason))
}

/// A file beside the one that is to be.
fn place(path: &Path) -> Result<NamedTempFile, String> {
    if path.symlink_metadata().is_ok() {
        return Err(taken());
    }
    let name = path.file_name().ok_or("it does not name a file")?;
    let folder = match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    let prefix = format!(".{}.", name.to_string_lossy());
    tempfile::Builder::new()
        .prefix(&prefix)
        .suffix(".part")
        // As any new file: the user's mask takes what it takes.
        .permissions(Permissions::from_mode(0o666))
        .tempfile_in(folder)
        // Its own words name the temporary file, of which nobody has heard.
        .map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => format!("folder {} does not exist", folder.display()),
            kind => format!("cannot create a file in {}: {kind}", folder.display()),
        })
}

fn taken() -> String {
    "it already exists; choose another name, or remove it".into()
}

/// What the form's writer and [`Created`] both write through: the one what it has, the other what
/// ends the packing.
struct Shared(Arc<Mutex<Option<Packing>>>);

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut packing = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match packing.as_mut() {
            Some(packing) => packing.write(bytes),
            None => Err(io::Error::other("the output is already finished")),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The same for [`Created`]: if it is dropped before its end, nothing more is written.
struct Unfinished(Arc<Mutex<Option<Packing>>>);

impl Drop for Unfinished {
    fn drop(&mut self) {
        let packing = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(packing) = packing {
            packing.discard();
        }
    }
}

struct Created {
    form: Box<dyn Sink>,
    shared: Unfinished,
    /// Whether standard output is closed.
    gone: Arc<AtomicBool>,
    place: Option<NamedTempFile>,
    path: PathBuf,
}

/// Standard output; takes notice of a reader that goes away (`| head`).
struct Stdout(Arc<AtomicBool>);

impl Write for Stdout {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.noticed(io::stdout().write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.noticed(io::stdout().flush())
    }
}

impl Stdout {
    fn noticed<T>(&self, done: io::Result<T>) -> io::Result<T> {
        done.inspect_err(|error| {
            if error.kind() == io::ErrorKind::BrokenPipe {
                self.0.store(true, Ordering::Relaxed);
            }
        })
    }
}

/// What went wrong, unless it is that nobody reads.
fn told(gone: &AtomicBool, error: TraceError) -> TraceError {
    match gone.load(Ordering::Relaxed) {
        true => TraceError::NobodyReads,
        false => error,
    }
}

impl Sink for Created {
    fn write(&mut self, records: &[Record], streams: &[String]) -> Result<(), TraceError> {
        let written = self.form.write(records, streams);
        written.map_err(|error| told(&self.gone, error))
    }

    fn operations(&mut self, operations: &[Operation]) {
        self.form.operations(operations);
    }

    fn finish(self: Box<Self>) -> Result<(), TraceError> {
        let file = self.path.display().to_string();
        self.form
            .finish()
            .map_err(|error| told(&self.gone, error))?;
        let packing = self
            .shared
            .0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        packing
            .map_or(Ok(()), Packing::finish)
            .map_err(|error| told(&self.gone, cannot(&file, error)))?;
        let Some(place) = self.place else {
            return Ok(());
        };
        place
            .as_file()
            .sync_all()
            .map_err(|error| cannot(&file, error))?;
        place.persist_noclobber(&self.path).map_err(|error| {
            let reason = match error.error.kind() {
                io::ErrorKind::AlreadyExists => taken(),
                _ => error.error.to_string(),
            };
            // Hours may stand in it: it stays under the name that it has.
            let kept = error.file.keep().map_or_else(
                |_| String::new(),
                |(_, path)| format!("; the output so far is in {}", path.display()),
            );
            cannot(&file, reason + &kept)
        })?;
        Ok(())
    }
}
