//! Results that are kept: by drive, test, conditions, seed and engine. A file each, replaced whole.

use fourcorners_bench::{Library, SuiteTest};
use fourcorners_lab::trace_source;
use fourcorners_sim::DriveSpec;
use fourcorners_trace::Synthetic;
use serde::Serialize;
use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// Digest of the sources of the engine, made when it was built.
const ENGINE: &str = env!("ENGINE_DIGEST");

/// A folder of kept results; without one, nothing is kept.
#[derive(Clone, Debug)]
pub struct Cache {
    folder: Option<PathBuf>,
}

impl Cache {
    /// Results in a folder, which is made if it is not there.
    pub fn new(folder: Option<&Path>) -> std::io::Result<Self> {
        if let Some(folder) = folder {
            std::fs::create_dir_all(folder)?;
        }
        Ok(Self {
            folder: folder.map(Path::to_path_buf),
        })
    }

    /// The folder that a user's results are kept in by default.
    pub fn default_folder() -> Option<PathBuf> {
        let cache = std::env::var_os("XDG_CACHE_HOME").map(PathBuf::from);
        let home = || std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".cache"));
        let cache = cache.filter(|path| path.is_absolute()).or_else(home)?;
        Some(cache.join("fourcorners").join("check"))
    }

    /// What a result depends on, as a name. `spec`: as it is plugged in.
    pub fn key(spec: &DriveSpec, library: &Library, test: &SuiteTest, seed: u64) -> String {
        let definition = library.tests.get(&test.id);
        let phases = definition.into_iter().flat_map(|test| &test.phases);
        let replays = phases.filter_map(|phase| phase.replay.as_ref());
        let names = replays.flat_map(|replay| {
            let beside = replay.beside.as_ref().map(|beside| &beside.trace);
            std::iter::once(&replay.trace).chain(beside)
        });
        let traces: Vec<_> = names.map(|name| trace_source(name).ok()).collect();
        digest(&format!(
            "{} {test:?} {definition:?} {traces:?} {:?} {seed}",
            spec.behaviour(),
            library.states
        ))
    }

    /// What the statistics of a trace depend on, as a name.
    pub fn trace_key(source: &dyn Synthetic, seed: u64) -> String {
        digest(&format!("statistics {source:?} {seed}"))
    }

    fn path(&self, key: &str) -> Option<PathBuf> {
        Some(self.folder.as_ref()?.join(format!("{key}.json")))
    }

    /// A kept result. What cannot be read is not there.
    pub fn get<T: DeserializeOwned>(&self, key: &str) -> Option<T> {
        let bytes = std::fs::read(self.path(key)?).ok()?;
        serde_json::from_slice(&bytes).ok()
    }

    /// Keeps a result. That a cache cannot be written costs time, nothing else.
    pub fn put<T: Serialize>(&self, key: &str, record: &T) {
        let Some(path) = self.path(key) else { return };
        let part = path.with_extension(format!("{}.part", std::process::id()));
        let written = serde_json::to_vec(record)
            .map_err(std::io::Error::from)
            .and_then(|bytes| std::fs::write(&part, bytes))
            .and_then(|()| std::fs::rename(&part, &path));
        if written.is_err() {
            let _ = std::fs::remove_file(&part);
        }
    }
}

/// As the name of a file; of this engine.
fn digest(text: &str) -> String {
    let mut all = Sha256::new();
    all.update(ENGINE);
    all.update(text);
    all.finalize().iter().fold(String::new(), |mut name, byte| {
        // Writing to a text does not fail.
        let _ = write!(name, "{byte:02x}");
        name
    })
}
