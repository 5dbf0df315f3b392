//! A drive that stays: what a flush acknowledged survives, and so does the drive's state.

use super::bench::Served;
use super::client::Client;
use fourcorners_block::{Drive, Nanos, Seed};
use fourcorners_serve::StoreError;
use fourcorners_serve::nbd::wire::*;
use fourcorners_serve::store::log::Entry;
use fourcorners_serve::store::{Header, OnDamage, Store};
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

const NAME: &str = "crucial-m4-64";

/// A drive in a store of this folder.
fn kept_in(folder: &TempDir) -> (PathBuf, Served) {
    let store = folder.path().join("store");
    let served = Served {
        store: Some(store.clone()),
        ..Served::of(NAME)
    };
    (store, served)
}

/// A store as a crash leaves it, opened with a new drive.
pub fn opened(folder: &Path, served: &Served) -> (Result<Store, StoreError>, Box<dyn Drive>) {
    opened_or(folder, served, OnDamage::Refuse)
}

pub fn opened_or(
    folder: &Path,
    served: &Served,
    on_damage: OnDamage,
) -> (Result<Store, StoreError>, Box<dyn Drive>) {
    let mut drive = served.spec.drive();
    let capacity = served.spec.capacity().bytes().0;
    let header = Header::new(served.spec.name(), &served.spec.behaviour(), capacity);
    let store = Store::open(folder, &header, &mut *drive, on_damage);
    (store, drive)
}

pub fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a store").flatten() {
        let (name, to) = (entry.file_name(), to.join(entry.file_name()));
        // As long as the drive, and only its length matters here.
        if name == "contents" {
            let bytes = entry.metadata().expect("contents").len();
            let copy = fs::File::create(to).expect("a file");
            copy.set_len(bytes).expect("a sparse file");
        } else {
            fs::copy(entry.path(), to).expect("a copy");
        }
    }
}

fn random_writes(client: &mut Client, count: u64) {
    let mut random = Seed(1).generator();
    for number in 0..count {
        let page = random.below(1 << 18);
        client.send(NBD_CMD_WRITE, 0, page * 4096, 4096, &[number as u8; 4096]);
        if client.in_flight() >= 16 {
            client.receive();
        }
    }
    client.drain();
}

#[test]
fn data_and_state_are_there_again_when_the_drive_is_served_again() {
    let folder = TempDir::new().expect("a folder");
    let (_, served) = kept_in(&folder);
    let running = served.clone().start();
    let mut client = Client::connect(&running.socket);
    random_writes(&mut client, 500);
    client.write(8192, b"kept".repeat(128).as_slice());
    drop(client);
    let first = running.end();

    let running = served.clone().start();
    let mut client = Client::connect(&running.socket);
    assert_eq!(client.read(8192, 512), b"kept".repeat(128));
    client.write(0, &[1; 4096]);
    drop(client);
    let second = running.end();
    let [before, after] = [first, second].map(|report| report.stat.ssd.expect("an SSD"));
    assert_eq!(
        after.host_bytes_written,
        before.host_bytes_written + 4096,
        "the drive counts on"
    );
}

#[test]
fn every_prefix_of_a_log_opens() {
    let folder = TempDir::new().expect("a folder");
    let (store, served) = kept_in(&folder);
    let running = served.clone().start();
    let mut client = Client::connect(&running.socket);
    let crashed = folder.path().join("crashed");
    let mut flushed = 0;
    for _ in 0..8 {
        random_writes(&mut client, 20);
        client.flush();
        flushed += 20 * 4096;
    }
    copy(&store, &crashed);
    let log = fs::read(crashed.join("log-0")).expect("a log");
    let mut written = Vec::new();
    for length in (0..log.len()).step_by(7).chain([log.len()]) {
        fs::write(crashed.join("log-0"), &log[..length]).expect("a shorter log");
        let (store, drive) = opened(&crashed, &served);
        store.expect("it opens");
        let counters = drive.counters().expect("a simulated drive counts");
        written.push(counters.host_bytes_written);
    }
    assert!(written.is_sorted(), "{written:?}");
    assert_eq!(written.first(), Some(&0));
    assert_eq!(written.last(), Some(&flushed), "nothing flushed is lost");
    running.end();
}

#[test]
fn store_of_another_drive_in_use_or_damaged_is_refused() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("store");
    let served = Served::of(NAME);
    let (first, _drive) = opened(&path, &served);
    let first = first.expect("a new store");
    assert!(matches!(
        opened(&path, &served).0,
        Err(StoreError::InUse(_))
    ));
    drop(first);
    let other = Served::of("crucial-m4-128");
    let refused = opened(&path, &other).0;
    assert!(matches!(refused, Err(StoreError::OtherDrive { .. })));
    fs::write(path.join("state-3"), [0; 100]).expect("a file");
    let refused = opened(&path, &served).0;
    assert!(matches!(refused, Err(StoreError::Damaged(_))));

    fs::remove_file(path.join("state-3")).expect("removed");
    for lacking in ["state-1", "contents"] {
        let whole = folder.path().join(format!("without-{lacking}"));
        let (store, drive) = opened(&whole, &served);
        let mut store = store.expect("a new store");
        store
            .contents(served.spec.capacity().bytes().0)
            .expect("a file");
        store.save(&*drive).expect("saved");
        store.push(&Entry::Until(Nanos(1))).expect("logged");
        store.end_frame().expect("written");
        drop(store);
        assert!(opened(&whole, &served).0.is_ok());
        fs::write(whole.join(lacking), "").expect("emptied");
        if lacking == "state-1" {
            fs::remove_file(whole.join(lacking)).expect("removed");
        }
        let path = match opened(&whole, &served).0.err() {
            Some(StoreError::Damaged(path)) if lacking == "state-1" => path,
            Some(StoreError::Unusable(path)) if lacking == "contents" => path,
            other => panic!("{other:?}"),
        };
        assert!(path.ends_with(lacking), "{path:?}");
    }

    // It once opened as a fresh drive with the old data.
    for lost in ["state-1", "log-1", "log-0"] {
        let whole = folder.path().join(format!("lost-{lost}"));
        let (store, drive) = opened(&whole, &served);
        let mut store = store.expect("a new store");
        if lost != "log-0" {
            store.save(&*drive).expect("saved");
        }
        drop(store);
        fs::remove_file(whole.join(lost)).expect("removed");
        let refused = opened(&whole, &served).0;
        assert!(matches!(refused, Err(StoreError::Incomplete(_))), "{lost}");
    }

    let mine = folder.path().join("mine");
    fs::create_dir(&mine).expect("a folder");
    fs::write(mine.join("letter"), "Dear").expect("a file");
    let refused = opened(&mine, &served).0;
    assert!(matches!(refused, Err(StoreError::NotAStore(_))));
}

#[test]
fn saved_state_replaces_the_log() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("store");
    let served = Served::of(NAME);
    let (store, drive) = opened(&path, &served);
    let mut store = store.expect("a new store");
    let before = drive.state();
    store.save(&*drive).expect("saved");
    store
        .push(&Entry::Until(Nanos(1_000_000_000)))
        .expect("logged");
    store.end_frame().expect("written");
    drop((store, drive));
    let names = || {
        let entries = fs::read_dir(&path).expect("a store").flatten();
        let mut names: Vec<_> = entries.map(|entry| entry.file_name()).collect();
        names.sort();
        names
    };
    assert_eq!(names(), ["contents", "log-1", "state-1", "store.json"]);
    let (store, drive) = opened(&path, &served);
    store.expect("it opens");
    assert_eq!(drive.now(), Nanos(1_000_000_000));
    assert_ne!(drive.state(), before);
}
