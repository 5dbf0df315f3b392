//! A damaged store is refused, or salvaged with copies of what was damaged.

use super::bench::{Served, small};
use super::store::{opened, opened_or};
use fourcorners_block::{Blocks, Bytes, Data, Drive, Lba, Nanos, Request};
use fourcorners_serve::StoreError;
use fourcorners_serve::store::log::Entry;
use fourcorners_serve::store::{LogDamage, OnDamage, Salvaged, Store};
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

const FRAMES: u64 = 30;
const WRITES: u64 = 5;

/// A store whose log has frames of writes, as a crash leaves it.
fn crashed(folder: &TempDir, is_saved: bool) -> (PathBuf, Served) {
    let path = folder.path().join("store");
    let served = Served::new(small(&[]));
    let (store, drive) = opened(&path, &served);
    let mut store = store.expect("a new store");
    if is_saved {
        store.save(&*drive).expect("saved");
    }
    for frame in 0..FRAMES {
        for write in 0..WRITES {
            let number = frame * WRITES + write;
            let request = Request {
                due: Nanos::micros(number * 100),
                ..Request::write(0, Lba(number * 64), Blocks(8), Data::RANDOM)
            };
            store.push(&Entry::of(&request)).expect("logged");
        }
        store.end_frame().expect("written");
    }
    let contents = store.contents(served.spec.capacity().bytes().0);
    let written = contents.expect("a file").write(4096, b"kept");
    written.expect("written");
    (path, served)
}

fn written(drive: &dyn Drive) -> u64 {
    let counters = drive.counters().expect("a simulated drive counts");
    counters.host_bytes_written
}

fn flip_a_bit(path: &Path) -> Vec<u8> {
    let mut bytes = fs::read(path).expect("a log");
    let middle = bytes.len() / 3;
    bytes[middle] ^= 1;
    fs::write(path, &bytes).expect("written");
    bytes
}

fn salvaged(path: &Path, served: &Served) -> (Store, Box<dyn Drive>) {
    let (store, drive) = opened_or(path, served, OnDamage::Salvage);
    (store.expect("it is salvaged"), drive)
}

fn data(store: &Store, served: &Served) -> Vec<u8> {
    let contents = store.contents(served.spec.capacity().bytes().0);
    let mut data = vec![0; 4];
    let read = contents.expect("a file").read(4096, &mut data);
    read.expect("read");
    data
}

/// The story: one flipped bit in a log hid all frames behind it. The drive was served with a third
/// of its writes, without a word, and the short state replaced the log.
#[test]
fn log_with_a_flipped_bit_is_refused_and_salvaged_with_a_copy() {
    for is_saved in [false, true] {
        let folder = TempDir::new().expect("a folder");
        let (path, served) = crashed(&folder, is_saved);
        let log = path.join(if is_saved { "log-1" } else { "log-0" });
        let damaged = flip_a_bit(&log);
        let damage = match opened(&path, &served).0.err() {
            Some(StoreError::DamagedLog { path, damage }) if path == log => damage,
            other => panic!("{other:?}"),
        };
        let behind = FRAMES / 3 * 2 * WRITES;
        assert!(damage.requests.abs_diff(behind) <= 2 * WRITES, "{damage:?}");
        assert_eq!(damage.written, Bytes(damage.requests * 4096));
        assert_eq!(fs::read(&log).expect("a log"), damaged, "it was changed");

        let (store, drive) = salvaged(&path, &served);
        let kept = log.with_extension("damaged");
        let lost = Salvaged::LogEnd {
            damage,
            kept: kept.clone(),
        };
        assert_eq!(store.salvaged(), [lost]);
        assert_eq!(fs::read(&kept).expect("a copy"), damaged);
        // All but the frame with the flipped bit, and those behind it.
        let before = FRAMES * WRITES - damage.requests - WRITES;
        assert_eq!(written(&*drive), before * 4096);
        assert_eq!(data(&store, &served), b"kept");
        drop(store);
        let (store, drive) = opened(&path, &served);
        assert_eq!(store.expect("it is whole again").salvaged(), []);
        assert_eq!(written(&*drive), before * 4096);
        // Copies are never overwritten.
        flip_a_bit(&log);
        salvaged(&path, &served);
        assert_eq!(fs::read(&kept).expect("the first copy"), damaged);
        assert!(log.with_extension("damaged-2").exists());
    }
}

/// The story: a store with data whose log was emptied opened as a fresh drive.
#[test]
fn empty_or_missing_log_of_a_drive_with_data_is_refused() {
    for is_missing in [false, true] {
        let folder = TempDir::new().expect("a folder");
        let (path, served) = crashed(&folder, false);
        let log = path.join("log-0");
        fs::write(&log, "").expect("emptied");
        if is_missing {
            fs::remove_file(&log).expect("removed");
        }
        let refused = opened(&path, &served).0;
        assert!(matches!(refused, Err(StoreError::Incomplete(_))));
        let (store, drive) = salvaged(&path, &served);
        assert_eq!(store.salvaged(), [Salvaged::Log]);
        assert_eq!(written(&*drive), 0);
        assert_eq!(data(&store, &served), b"kept");
    }
}

#[test]
fn damaged_state_is_salvaged_as_a_fresh_drive_with_its_data() {
    for is_missing in [false, true] {
        let folder = TempDir::new().expect("a folder");
        let (path, served) = crashed(&folder, true);
        let state = path.join("state-1");
        match is_missing {
            true => fs::remove_file(&state).expect("removed"),
            false => drop(flip_a_bit(&state)),
        }
        let refused = opened(&path, &served).0;
        assert!(matches!(refused, Err(StoreError::Damaged(path)) if path == state));
        let (store, drive) = salvaged(&path, &served);
        let kept = ["log-1", "state-1"].map(|name| path.join(format!("{name}.damaged")));
        let kept = &kept[..if is_missing { 1 } else { 2 }];
        assert!(kept.iter().all(|path| path.exists()));
        let kept = kept.to_vec();
        assert_eq!(store.salvaged(), [Salvaged::State { kept }]);
        assert_eq!(written(&*drive), 0);
        assert_eq!(data(&store, &served), b"kept");
        drop(store);
        assert!(opened(&path, &served).0.is_ok());
    }
}

/// The story: a range with its end before its start, or up to 2^64-1, was taken as it was.
#[test]
fn uncorrectable_ranges_that_the_drive_does_not_have_are_refused() {
    let folder = TempDir::new().expect("a folder");
    let (path, served) = crashed(&folder, false);
    let list = path.join("uncorrectable.json");
    let capacity = served.spec.capacity().bytes().0;
    for (start, end) in [(8192, 4096), (0, u64::MAX), (0, capacity + 512), (512, 512)] {
        let text = format!(r#"[{{"start":{start},"end":{end}}}]"#);
        fs::write(&list, &text).expect("written");
        let refused = opened(&path, &served).0;
        assert!(
            matches!(refused, Err(StoreError::Damaged(path)) if path == list),
            "{text}"
        );
    }
    let (store, _drive) = salvaged(&path, &served);
    assert_eq!(store.uncorrectable().ranges(), []);
    drop(store);
    fs::write(&list, r#"[{"start":0,"end":512}]"#).expect("written");
    let (store, _drive) = opened(&path, &served);
    let store = store.expect("it opens");
    assert_eq!(store.uncorrectable().bytes(), 512);
}

/// Without frames behind it, a last frame with a flipped bit was taken for a torn one.
#[test]
fn flipped_bit_in_the_last_frame_is_no_torn_end() {
    let folder = TempDir::new().expect("a folder");
    let (path, served) = crashed(&folder, false);
    let log = path.join("log-0");
    let mut bytes = fs::read(&log).expect("a log");
    let last = bytes.len() - 3;
    bytes[last] ^= 4;
    fs::write(&log, &bytes).expect("written");
    let refused = opened(&path, &served).0;
    let nothing_behind = |damage: &LogDamage| damage.requests == 0;
    assert!(
        matches!(&refused, Err(StoreError::DamagedLog { damage, .. }) if nothing_behind(damage))
    );
}
