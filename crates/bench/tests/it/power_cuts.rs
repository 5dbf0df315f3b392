//! The power is cut between any two things that a run's folder asks of the disk. What was synced
//! is there afterwards; of the rest, what chance leaves. The run goes on from that.

use crate::bed;

use bed::{NotingDrive, header, lasting, library};
use fourcorners_bench::record::{Damage, Entry, Run};
use fourcorners_bench::{
    Disk, FolderWriter, KeptRun, Operation, Past, PhaseKey, Plan, Silent, digest, plan,
};
use fourcorners_block::{Bytes, Drive, DriveKind, Generator, Nanos, Seed};
use fourcorners_run::run;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// A file, as it is and as the medium has it.
#[derive(Clone, Default)]
struct Content {
    now: Vec<u8>,
    synced: Vec<u8>,
}

/// A medium: names and bytes that are on it for certain, and what the host believes.
#[derive(Clone, Default)]
struct Medium {
    files: Vec<Content>,
    /// Names now: a file's number, or none for a folder.
    names: BTreeMap<PathBuf, Option<usize>>,
    synced_names: BTreeMap<PathBuf, Option<usize>>,
    /// Changes of names that are not synced: the old name that goes, the new one.
    changes: Vec<(Option<PathBuf>, PathBuf)>,
}

impl Medium {
    fn file(&mut self, path: &Path) -> &mut Content {
        let number = self.names[path].expect("a file");
        &mut self.files[number]
    }

    fn does(&mut self, operation: &Operation) {
        match operation {
            Operation::MakeFolder(path) => {
                self.names.insert(path.clone(), None);
                self.changes.push((None, path.clone()));
            }
            Operation::Create(path) => {
                self.files.push(Content::default());
                self.names.insert(path.clone(), Some(self.files.len() - 1));
                self.changes.push((None, path.clone()));
            }
            Operation::Append(path, bytes) => self.file(path).now.extend(bytes),
            Operation::Cut(path, bytes) => self.file(path).now.truncate(*bytes as usize),
            Operation::Sync(path) => {
                let file = self.file(path);
                file.synced = file.now.clone();
            }
            Operation::Rename(from, to) => {
                let file = self.names.remove(from).expect("the old name");
                self.names.insert(to.clone(), file);
                self.changes.push((Some(from.clone()), to.clone()));
            }
            Operation::SyncFolder(folder) => {
                let (synced, rest) = std::mem::take(&mut self.changes)
                    .into_iter()
                    .partition(|(_, new)| new.parent() == Some(folder));
                self.changes = rest;
                self.names_reach_the_medium(synced);
            }
        }
    }

    fn names_reach_the_medium(&mut self, changes: Vec<(Option<PathBuf>, PathBuf)>) {
        for (old, new) in changes {
            let old = old.and_then(|old| self.synced_names.remove(&old));
            let now = self.names.get(&new).copied();
            // A file that was renamed later is known by its later name.
            if let Some(what) = old.or(now).or_else(|| self.later(&new)) {
                self.synced_names.insert(new, what);
            }
        }
    }

    fn later(&self, name: &Path) -> Option<Option<usize>> {
        let renamed = self
            .changes
            .iter()
            .find(|(old, _)| old.as_deref() == Some(name));
        renamed.and_then(|(_, new)| self.names.get(new).copied())
    }

    /// Writes what is left after a cut below `to`, which stands for `from`.
    fn cut(mut self, chance: &mut Generator, from: &Path, to: &Path) {
        // Changes of names reach the medium in their order: some first of them did.
        let reached = chance.below(self.changes.len() as u64 + 1) as usize;
        let changes: Vec<_> = self.changes.drain(..reached).collect();
        self.names_reach_the_medium(changes);
        for (path, what) in &self.synced_names {
            let place = to.join(path.strip_prefix(from).expect("below the run's parent"));
            match what {
                None => fs::create_dir_all(place).expect("a folder"),
                Some(number) => {
                    fs::create_dir_all(place.parent().expect("a folder")).expect("a folder");
                    fs::write(place, self.files[*number].left(chance)).expect("a file");
                }
            }
        }
    }
}

impl Content {
    /// All that was synced; then some bytes of what was not, or zeroes in their place.
    fn left(&self, chance: &mut Generator) -> Vec<u8> {
        let Some(tail) = self.now.strip_prefix(self.synced.as_slice()) else {
            // It was cut: it is as long as before, or as now.
            return [&self.synced, &self.now][chance.below(2) as usize].clone();
        };
        let tail = &tail[..chance.below(tail.len() as u64 + 1) as usize];
        let mut left = self.synced.clone();
        if chance.below(4) == 0 {
            left.resize(left.len() + tail.len(), 0);
        } else {
            left.extend(tail);
        }
        left
    }
}

/// Few I/Os, many seconds.
fn slow() -> NotingDrive {
    NotingDrive::taking(Nanos::millis(50), DriveKind::Simulated, Bytes::mib(4))
}

fn planned() -> Plan {
    let drive = slow();
    let plan = plan(
        &library(),
        "torture",
        drive.identity(),
        &lasting(2),
        Seed(1),
    );
    plan.expect("a plan")
}

/// Goes on until nothing is left.
fn go_on(disk: &Disk, folder: &Path, plan: &Plan) {
    let kept = KeptRun::open_on(disk, folder).expect("a folder to go on with");
    let has = |key: &PhaseKey| kept.results().iter().any(|entry| is_of(key, entry));
    let rest = plan.rest(&has, Past::EndsWithPurge);
    let (mut writer, _) = kept.go_on(plan).expect("what is left is writable");
    run(&rest, &mut slow(), &mut writer, &mut Silent).expect("a run");
}

fn is_of(key: &PhaseKey, entry: &Entry) -> bool {
    (&key.test, &key.variant, &key.phase) == (&entry.test, &entry.variant, &entry.phase)
}

/// After a cut behind each of these operations, the run goes on to the same end, and no result
/// that was synced by then is lost. Says what was asked of the disk while it went on after some.
fn survives_any(
    begun: &Medium,
    operations: &[Operation],
    from: &Path,
    whole: &Run,
    wanted: &str,
) -> Vec<(Medium, PathBuf, Vec<Operation>)> {
    let plan = planned();
    let mut medium = begun.clone();
    let mut went_on = Vec::new();
    for (number, operation) in operations.iter().enumerate() {
        medium.does(operation);
        let mut chance = Seed(number as u64).generator();
        let place = tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir());
        let place = place.expect("a temporary folder");
        medium.clone().cut(&mut chance, from, place.path());
        let folder = place.path().join("run");
        let results = from.join("run/results.jsonl");
        let synced = medium.names.get(&results).and_then(|file| *file);
        let synced = synced.map_or(&[][..], |file| &medium.files[file].synced);
        let synced = synced.iter().filter(|byte| **byte == b'\n').count();
        if !folder.join("run.json").exists() {
            assert_eq!(synced, 0, "results without a run, cut {number}");
            continue;
        }
        let left = Run::open(&folder).expect("a readable folder");
        assert!(
            left.entries.starts_with(&whole.entries[..synced]),
            "cut {number} took a result that was synced"
        );
        let disk = Disk::logged();
        let before = copy(place.path());
        go_on(&disk, &folder, &plan);
        let after = Run::open(&folder).expect("a readable folder");
        assert_eq!(after.damage, Vec::<Damage>::new(), "cut {number}");
        assert_eq!(after.entries, whole.entries, "cut {number}");
        assert_eq!(digest(&folder).expect("a digest"), wanted, "cut {number}");
        if number % 20 == 0 {
            went_on.push((before, place.path().into(), disk.log()));
        }
    }
    went_on
}

/// What lies below a folder, all of it synced.
fn copy(root: &Path) -> Medium {
    let mut medium = Medium::default();
    let mut folders = vec![root.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder").flatten() {
            let path = entry.path();
            if path.is_dir() {
                medium.names.insert(path.clone(), None);
                folders.push(path);
            } else {
                let bytes = fs::read(&path).expect("a file");
                medium.names.insert(path, Some(medium.files.len()));
                medium.files.push(Content {
                    now: bytes.clone(),
                    synced: bytes,
                });
            }
        }
    }
    medium.synced_names = medium.names.clone();
    medium
}

/// When a phase's result is handed on, all else of it is on the medium, and the result is there
/// before anything else is done.
fn is_each_result_synced(operations: &[Operation]) {
    let mut medium = Medium::default();
    let mut results = 0;
    for pair in operations.windows(2) {
        medium.does(&pair[0]);
        let Operation::Append(path, _) = &pair[0] else {
            continue;
        };
        if !path.ends_with("results.jsonl") {
            continue;
        }
        results += 1;
        assert_eq!(pair[1], Operation::Sync(path.clone()));
        for (name, file) in &medium.names {
            let of_the_phase = ["samples.jsonl", "positions.jsonl", "histograms.jsonl"]
                .iter()
                .any(|of| name.ends_with(of));
            if let Some(file) = file.filter(|_| of_the_phase) {
                let Content { now, synced } = &medium.files[file];
                assert!(now == synced, "{} after its result", name.display());
            }
        }
    }
    assert_eq!(results, 4);
}

#[test]
fn does_a_power_cut_take_no_more_than_the_phase_under_way() {
    let place = tempfile::tempdir().expect("a temporary folder");
    let folder = place.path().join("run");
    let disk = Disk::logged();
    let header = header(slow().identity());
    let mut writer = FolderWriter::create_on(&disk, &folder, &header).expect("a folder");
    run(&planned(), &mut slow(), &mut writer, &mut Silent).expect("a run");
    drop(writer);
    let whole = Run::open(&folder).expect("a run");
    assert_eq!(whole.entries.len(), 4);
    let wanted = digest(&folder).expect("a digest");

    let operations = disk.log();
    is_each_result_synced(&operations);
    let nothing = Medium::default();
    let went_on = survives_any(&nothing, &operations, place.path(), &whole, &wanted);
    assert!(went_on.len() > 3, "{} operations", operations.len());
    // And once more while it goes on.
    for (medium, from, operations) in went_on {
        survives_any(&medium, &operations, &from, &whole, &wanted);
    }
}
