//! The drives, NAND parts, suites, tests and traces that are part of the program.

use crate::error::LabError;
use crate::message::Message;
use crate::synthetic;
use fourcorners_bench::plain_file::{self, NotRead};
pub use fourcorners_bench::suite_text;
use fourcorners_bench::{LazyTrace, Library, UnknownName, former, nearest, shipped};
use fourcorners_drive_file::{Change, FileText, SpecError, load_changed, load_port};
use fourcorners_sim::DriveSpec;
use fourcorners_sim::spec::HostPort;
use fourcorners_trace::{Synthetic, is_synthetic};
use include_dir::{Dir, include_dir};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Mutex, OnceLock, PoisonError};

static DRIVES: Dir = include_dir!("$CARGO_MANIFEST_DIR/drives");
static NAND: Dir = include_dir!("$CARGO_MANIFEST_DIR/nand");
static PORTS: Dir = include_dir!("$CARGO_MANIFEST_DIR/ports");
static TRACES: Dir = include_dir!("$CARGO_MANIFEST_DIR/traces");
static SCENARIOS: Dir = include_dir!("$CARGO_MANIFEST_DIR/scenarios");

/// The text of a file.
fn text(folder: &Dir, name: &str) -> Option<String> {
    Some(folder.get_file(name)?.contents_utf8()?.into())
}

/// The names of definitions, sorted.
fn names(folders: &[&Dir]) -> Vec<String> {
    let files = folders.iter().flat_map(|folder| folder.files());
    let names = files.filter_map(|file| file.path().to_str()?.strip_suffix(".toml"));
    let mut names: Vec<String> = names.map(str::to_string).collect();
    names.sort();
    names
}

/// The names of all drives, sorted.
pub fn drive_names() -> Vec<String> {
    names(&[&DRIVES])
}

fn unknown(kind: &'static str, name: &str, names: &[String]) -> LabError {
    LabError::Unknown(UnknownName {
        kind,
        name: name.into(),
        nearest: nearest(name, names.iter().map(String::as_str)),
    })
}

/// The names of all ports, sorted.
pub fn port_names() -> Vec<String> {
    names(&[&PORTS])
}

/// The names of all synthetic traces, sorted.
pub fn trace_names() -> Vec<String> {
    names(&[&TRACES, &SCENARIOS])
}

/// What a synthetic trace is made from: one of the catalogue by its name, or a file of the user's
/// (`.toml`).
pub fn trace_source(name: &str) -> Result<Box<dyn Synthetic>, LabError> {
    if name.ends_with(".toml") {
        let text = definition_text(Path::new(name))?;
        return Ok(fourcorners_trace::synthetic(name, &text)?);
    }
    let file = format!("{name}.toml");
    let of_traces = text(&TRACES, &file).map(|text| ("traces", text));
    let found = of_traces.or_else(|| text(&SCENARIOS, &file).map(|text| ("scenarios", text)));
    let Some((folder, text)) = found else {
        return Err(unknown("trace", name, &trace_names()));
    };
    Ok(fourcorners_trace::synthetic(
        &format!("{folder}/{file}"),
        &text,
    )?)
}

/// Whether a name is that of a synthetic trace, or of a file of the user's that makes one.
pub fn is_trace(name: &str) -> bool {
    match name.ends_with(".toml") {
        true => definition_text(Path::new(name)).is_ok_and(|text| is_synthetic(&text)),
        false => trace_names().iter().any(|known| known == name),
    }
}

/// A host port, by its name.
pub fn port(name: &str) -> Result<HostPort, LabError> {
    let name = former::port(name);
    let Some(toml) = text(&PORTS, &format!("{name}.toml")) else {
        let names = port_names();
        let error = format!("no such port: '{name}'");
        let hint = format!("the ports are {}", names.join(", "));
        return Err(LabError::Usage(Message::new(error).hint(hint)));
    };
    Ok(load_port(&format!("ports/{name}.toml"), &toml)?)
}

/// A drive of the catalogue; each is read once per process.
pub fn drive_spec(name: &str) -> Result<DriveSpec, LabError> {
    static READ: Mutex<BTreeMap<String, DriveSpec>> = Mutex::new(BTreeMap::new());
    let read = || READ.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(spec) = read().get(name) {
        return Ok(spec.clone());
    }
    let spec = drive_spec_with(name, &|_| None)?;
    read().insert(name.into(), spec.clone());
    Ok(spec)
}

/// A drive of the catalogue with some of its values changed.
pub(crate) fn drive_spec_set(name: &str, set: &[Change]) -> Result<DriveSpec, LabError> {
    spec(name, &|_| None, set)
}

/// A drive of the catalogue, with other files in place of some of its own: `other` gives the text
/// of a drive's file by the drive's name.
pub fn drive_spec_with(
    name: &str,
    other: &dyn Fn(&str) -> Option<String>,
) -> Result<DriveSpec, LabError> {
    spec(name, other, &[])
}

fn spec(
    name: &str,
    other: &dyn Fn(&str) -> Option<String>,
    set: &[Change],
) -> Result<DriveSpec, LabError> {
    let file = |name: &str| match other(name) {
        Some(text) => Some(FileText {
            name: format!("drives/{name}.toml"),
            text,
        }),
        None => drive_text(name),
    };
    let Some(toml) = file(name) else {
        return Err(unknown("drive", name, &drive_names()));
    };
    let nand = |part: &str| text(&NAND, &format!("{part}.toml"));
    Ok(load_changed(&toml.name, &toml.text, &nand, &file, set)?)
}

/// The drive whose file holds the numbers of this one: the one it is `like`, or itself.
pub fn drive_family(name: &str) -> String {
    #[derive(serde::Deserialize)]
    struct Like {
        like: Option<String>,
    }
    drive_text(name)
        .and_then(|file| toml::from_str::<Like>(&file.text).ok()?.like)
        .unwrap_or_else(|| name.into())
}

/// The file of a drive of the catalogue.
fn drive_text(name: &str) -> Option<FileText> {
    text(&DRIVES, &format!("{name}.toml")).map(|text| FileText {
        name: format!("drives/{name}.toml"),
        text,
    })
}

/// A drive file of the user's. Its NAND part, and the drive that it is like, are looked for beside
/// it first.
pub(crate) fn drive_file(path: &Path, set: &[Change]) -> Result<DriveSpec, LabError> {
    drive_file_set(path, &definition_text(path)?, set)
}

/// The same, as if another text stood in the file.
pub fn drive_file_as(path: &Path, toml: &str) -> Result<DriveSpec, LabError> {
    drive_file_set(path, toml, &[])
}

fn drive_file_set(path: &Path, toml: &str, set: &[Change]) -> Result<DriveSpec, LabError> {
    // One that is there and cannot be read is not passed over for one of ours.
    let unread = RefCell::new(None);
    let read = |path: &Path| match plain_file::read_definition(path) {
        Ok(text) => Some(text),
        Err(NotRead::Missing) => None,
        Err(error) => {
            let path = path.into();
            unread
                .borrow_mut()
                .get_or_insert(LabError::Named { path, error });
            None
        }
    };
    let folder = path.parent().unwrap_or(Path::new("."));
    let beside = |part: &str| {
        let places = [format!("nand/{part}.toml"), format!("{part}.toml")];
        places.into_iter().find_map(|place| {
            let path = folder.join(place);
            read(&path).map(|text| (path, text))
        })
    };
    let nand = |part: &str| match beside(part) {
        Some((_, toml)) => Some(toml),
        None => text(&NAND, &format!("{part}.toml")),
    };
    let other = |name: &str| {
        let beside = folder.join(format!("{name}.toml"));
        let itself = beside.file_name() == path.file_name();
        match read(&beside) {
            Some(text) if !itself => Some(FileText {
                name: beside.display().to_string(),
                text,
            }),
            _ => drive_text(name),
        }
    };
    let drive = path.display().to_string();
    let loaded = load_changed(&drive, toml, &nand, &other, set);
    if let Some(error) = unread.take() {
        return Err(error);
    }
    loaded.map_err(|mut error| {
        // What is wrong in the part's file is said with that file's own path.
        if let SpecError::Syntax { file, .. } | SpecError::Value { file, .. } = &mut error
            && *file != drive
            && let Some(part) = file
                .strip_prefix("nand/")
                .and_then(|name| name.strip_suffix(".toml"))
            && let Some((path, _)) = beside(part)
        {
            *file = path.display().to_string();
        }
        error.into()
    })
}

/// A definition that the user names: regular files only, and none without end.
pub fn definition_text(path: &Path) -> Result<String, LabError> {
    plain_file::read_definition(path).map_err(|error| LabError::Named {
        path: path.into(),
        error,
    })
}

/// All suites, tests, states and traces; read once per process, a trace when it is first asked for.
///
/// # Errors
/// One of the files is wrong.
pub fn library() -> Result<&'static Library, LabError> {
    static LIBRARY: OnceLock<Library> = OnceLock::new();
    if let Some(library) = LIBRARY.get() {
        return Ok(library);
    }
    let mut library = shipped().map_err(Clone::clone)?.clone();
    for name in trace_names() {
        let of_name = name.clone();
        let read = move || synthetic::trace(trace_source(&of_name).expect("a shipped trace"));
        library.traces.insert(name, LazyTrace::new(read));
    }
    Ok(LIBRARY.get_or_init(|| library))
}
