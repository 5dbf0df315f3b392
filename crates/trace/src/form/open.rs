//! Opening a trace of any form: which, its content says.

use super::blktrace;
use super::compression::{from_start, head, unpacked};
use super::own;
use super::text::{self, Broken, Near};
use super::{Form, cannot};
use crate::{About, Record, Records, TraceError};
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::{self, BufRead, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Bytes by which a form is told.
const HEAD_BYTES: usize = 1 << 16;

/// What some programs begin a text with that is UTF-16.
const UTF16: [&[u8]; 2] = [&[0xff, 0xfe], &[0xfe, 0xff]];

/// How a trace is opened.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct OpenOptions {
    /// Its form; `None`: as its content says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub form: Option<Form>,
    /// What becomes of what cannot be understood.
    #[serde(default)]
    pub broken: Broken,
}

impl OpenOptions {
    /// Whether nothing was said.
    pub fn is_default(&self) -> bool {
        *self == Self::default()
    }
}

/// Opens a trace, compressed by gzip, zstd or not at all. `-` is standard input. One of the files
/// that blktrace made, one a processor, stands for all of them; so does their folder.
///
/// # Errors
/// It cannot be read, or is of no known form, or could be of several.
pub fn open(path: &Path, options: &OpenOptions) -> Result<Box<dyn Records>, TraceError> {
    let file = path.display().to_string();
    if path.is_dir() {
        let files = blktrace::files_of(path).map_err(|error| cannot(&file, error))?;
        if files.is_empty() {
            return Err(cannot(
                &file,
                "a folder without blktrace files (such as sda.blktrace.0); name a file",
            ));
        }
        return blktrace_files(&files, options.broken);
    }
    let input: Box<dyn Read + Send> = match path == Path::new("-") {
        true => Box::new(io::stdin()),
        false => Box::new(File::open(path).map_err(|error| cannot(&file, error))?),
    };
    let siblings = blktrace::siblings(path).map_err(|error| cannot(&file, error))?;
    let cut = Arc::default();
    let (form, input) = begun(input, &file, options, &cut)?;
    if form == Form::Blktrace && siblings.len() > 1 {
        return blktrace_files(&siblings, options.broken);
    }
    let records = form.reader(input, &file, options.broken)?;
    Ok(Box::new(Unpacked { records, cut }))
}

/// Opens what comes from elsewhere, as from a program that records; `name` is its name in errors.
///
/// # Errors
/// As [`open`].
pub fn open_stream(
    input: Box<dyn Read + Send>,
    name: &str,
    options: &OpenOptions,
) -> Result<Box<dyn Records>, TraceError> {
    let cut = Arc::default();
    let (form, input) = begun(input, name, options, &cut)?;
    let records = form.reader(input, name, options.broken)?;
    Ok(Box::new(Unpacked { records, cut }))
}

/// Which form it is, and its content from the beginning. `cut` is set where compressed content was
/// cut.
fn begun(
    input: Box<dyn Read + Send>,
    file: &str,
    options: &OpenOptions,
    cut: &Arc<AtomicBool>,
) -> Result<(Form, Box<dyn BufRead + Send>), TraceError> {
    let mut input = unpacked(input, options.broken, cut).map_err(|error| cannot(file, error))?;
    // Nothing is waited for that is not needed: a recording comes an event at a time.
    if let Some(form) = options.form {
        return Ok((form, input));
    }
    let head = head(&mut input, HEAD_BYTES).map_err(|error| cannot(file, error))?;
    let form = detect(&head, file)?;
    Ok((form, from_start(head, input)))
}

/// Records of a file that may be compressed.
struct Unpacked {
    records: Box<dyn Records>,
    /// Whether its compressed content was cut, and that passed over.
    cut: Arc<AtomicBool>,
}

impl Records for Unpacked {
    fn about(&self) -> &About {
        self.records.about()
    }

    fn streams(&self) -> &[String] {
        self.records.streams()
    }

    fn source(&self) -> Option<&dyn Records> {
        Some(&*self.records)
    }

    fn read(&mut self, most: usize, into: &mut Vec<Record>) -> Result<(), TraceError> {
        self.records.read(most, into)
    }

    fn skipped(&self) -> u64 {
        self.records.skipped() + u64::from(self.cut.load(Ordering::Relaxed))
    }
}

fn blktrace_files(files: &[PathBuf], broken: Broken) -> Result<Box<dyn Records>, TraceError> {
    let mut inputs = Vec::new();
    let cut = Arc::new(AtomicBool::new(false));
    for path in files {
        let file = path.display().to_string();
        let opened = File::open(path).and_then(|input| unpacked(Box::new(input), broken, &cut));
        inputs.push((opened.map_err(|error| cannot(&file, error))?, file));
    }
    let records = Box::new(blktrace::Reader::new(inputs, broken)?);
    Ok(Box::new(Unpacked { records, cut }))
}

/// The form of a file that begins so.
fn detect(head: &[u8], file: &str) -> Result<Form, TraceError> {
    if own::is(head) {
        return Ok(Form::Own);
    }
    if blktrace::is(head) {
        return Ok(Form::Blktrace);
    }
    let possible = text::detect(head);
    match possible.as_slice() {
        [form] => Ok(Form::Text(*form)),
        [] if head.is_empty() => Err(cannot(
            file,
            "it is empty; a trace needs at least one record",
        )),
        [] if UTF16.iter().any(|mark| head.starts_with(mark)) => Err(cannot(
            file,
            "it is UTF-16 text; convert it with iconv -f UTF-16 -t UTF-8",
        )),
        [] => Err(cannot(file, unknown(&text::nearest(head)))),
        _ => Err(cannot(
            file,
            format!(
                "it could be {}; give the format with --from",
                names(&mut possible.into_iter().map(Form::Text))
            ),
        )),
    }
}

fn names(forms: &mut dyn Iterator<Item = Form>) -> String {
    forms.map(Form::name).collect::<Vec<_>>().join(", ")
}

/// Why a text is in no form.
fn unknown(near: &[Near]) -> String {
    if near.is_empty() {
        return format!(
            "its beginning matches no known trace format ({}); if it is one of them, give the \
             format with --from",
            names(&mut Form::all())
        );
    }
    let near = near.iter().map(|near| {
        let Near { form, line, reason } = near;
        format!("{}, but line {line}: {reason}", form.name())
    });
    let near: Vec<String> = near.collect();
    format!(
        "its beginning matches no known trace format; nearest: {}",
        near.join("; or ")
    )
}
