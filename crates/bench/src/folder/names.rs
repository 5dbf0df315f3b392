//! The files of a run's folder, by name.

/// What is run, and how; there as soon as the folder is complete.
pub const RUN_JSON: &str = "run.json";
/// A line a phase that ended.
pub const RESULTS: &str = "results.jsonl";
/// A line a second.
pub const SAMPLES: &str = "samples.jsonl";
/// A line a zone.
pub const POSITIONS: &str = "positions.jsonl";
/// A line a phase.
pub const HISTOGRAMS: &str = "histograms.jsonl";
/// What happened when.
pub const WALL: &str = "wall.jsonl";
/// What may have been written to a real drive under `--max-writes`; only there.
pub const WRITES: &str = "writes.jsonl";
/// Folder of what was begun and not ended before the run was taken up again, a folder each time.
pub const INTERRUPTED: &str = "interrupted";

/// The files that every run's folder has.
pub const ALL: [&str; 6] = [RUN_JSON, RESULTS, SAMPLES, POSITIONS, HISTOGRAMS, WALL];
