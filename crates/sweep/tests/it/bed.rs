//! A small sweep in a folder of its own.

use fourcorners_sweep::{Done, Folder, Progress, Row, Source, Sweep, SweepError, run};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use tempfile::TempDir;

/// Six points of a second each.
pub const SMALL: &str = r#"
title = "Small"
drive = "intel-x25-e-32"
tests = ["random-write-4k-qd32"]
[set]
duration_s = 1
[vary]
data = ["full-random", "zero"]
gc.low_watermark = [2, 3, 4]
[record]
iops = "iops_mean"
write_amplification = "write_amplification"
"#;

pub fn sweep(text: &str) -> Sweep {
    parsed(text).expect("a sweep")
}

pub fn parsed(text: &str) -> Result<Sweep, SweepError> {
    Sweep::new(&Source {
        name: "small".into(),
        given: "small.toml".into(),
        file: "small.toml".into(),
        text: text.into(),
        folder: PathBuf::from("."),
    })
}

/// Stops after that many points.
pub struct Until(pub usize, AtomicUsize);

impl Until {
    pub fn points(count: usize) -> Self {
        Self(count, AtomicUsize::new(0))
    }

    pub fn the_end() -> Self {
        Self::points(usize::MAX)
    }
}

impl Progress for Until {
    fn done(&self, done: usize, _of: usize, _failed: usize) {
        self.1.store(done, Ordering::SeqCst);
    }

    fn stop_requested(&self) -> bool {
        self.1.load(Ordering::SeqCst) >= self.0
    }
}

/// A folder for results, not made yet.
pub fn place() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("sweep");
    (folder, path)
}

pub fn simulated(sweep: &Sweep, path: &Path, shard: Option<&str>, progress: &Until) -> Done {
    let folder = Folder::open(path, sweep).expect("a folder");
    let shard = shard.map(|shard| shard.parse().expect("a shard"));
    run(sweep, &folder, shard, 2, progress).expect("a sweep")
}

pub fn rows(sweep: &Sweep, path: &Path) -> Vec<Row> {
    let folder = Folder::open(path, sweep).expect("a folder");
    folder.rows().expect("rows").into_values().collect()
}

/// The rows of a sweep that nothing disturbed, and the bytes of its table.
pub fn undisturbed(sweep: &Sweep) -> (Vec<Row>, Vec<u8>) {
    let (_kept, path) = place();
    simulated(sweep, &path, None, &Until::the_end());
    let table = std::fs::read(path.join("results.parquet")).expect("a table");
    (rows(sweep, &path), table)
}
