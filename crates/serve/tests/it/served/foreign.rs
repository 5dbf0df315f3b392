//! A store folder that others made may hold links: nothing is written through them.

use super::bench::{Served, small};
use super::store::{opened, opened_or};
use fourcorners_serve::StoreError;
use fourcorners_serve::store::{ForeignKind, OnDamage};
use rustix::fs::{CWD, FileType, Mode, mknodat};
use std::fs;
use std::os::unix::fs::symlink;
use std::os::unix::net::UnixListener;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// A store with a saved state.
fn saved(path: &Path, served: &Served) {
    let (store, drive) = opened(path, served);
    store.expect("a new store").save(&*drive).expect("saved");
    fs::write(path.join("uncorrectable.json"), "[]").expect("written");
}

/// Puts an entry of a kind in place of a file, and moves the file to `victim`.
fn replace(file: &Path, kind: &str, victim: &Path) -> ForeignKind {
    match fs::exists(file).expect("a folder") {
        true => fs::rename(file, victim).expect("moved"),
        false => fs::write(victim, "a letter").expect("written"),
    }
    match kind {
        "link" => symlink(victim, file).expect("a link"),
        "hard link" => fs::hard_link(victim, file).expect("a link"),
        "folder" => fs::create_dir(file).expect("a folder"),
        "socket" => drop(UnixListener::bind(file).expect("a socket")),
        "pipe" => mknodat(CWD, file, FileType::Fifo, Mode::RWXU, 0).expect("a pipe"),
        _ => unreachable!(),
    }
    match kind {
        "link" => ForeignKind::SymbolicLink,
        "hard link" => ForeignKind::HardLink,
        _ => ForeignKind::NotAFile,
    }
}

/// The story: with a link as its log, `serve --store` truncated the file that it led to; with one
/// as its contents, it made that file as long as the drive.
#[test]
fn links_and_other_kinds_of_files_in_a_store_are_refused() {
    let served = Served::new(small(&[]));
    let folder = TempDir::new().expect("a folder");
    let at = |name: String| -> PathBuf { folder.path().join(name) };
    let names = [
        "store.json",
        "contents",
        "log-1",
        "state-1",
        "uncorrectable.json",
    ];
    for kind in ["link", "hard link", "folder", "socket", "pipe"] {
        for name in names {
            let (store, victim) = (
                at(format!("{kind} {name}")),
                at(format!("{kind} {name} victim")),
            );
            saved(&store, &served);
            let foreign = replace(&store.join(name), kind, &victim);
            let before = fs::metadata(&victim).expect("a victim").len();
            for on_damage in [OnDamage::Refuse, OnDamage::Salvage] {
                match opened_or(&store, &served, on_damage).0.err() {
                    Some(StoreError::Foreign { path, kind }) => {
                        assert_eq!((path, kind), (store.join(name), foreign));
                    }
                    other => panic!("{kind} {name}: {other:?}"),
                }
            }
            let after = fs::metadata(&victim).expect("a victim").len();
            assert_eq!(after, before, "{kind} {name}");
        }
    }
}

/// Links at names that a store is yet to write are removed, not followed.
#[test]
fn links_at_names_that_are_not_in_use_lead_to_no_writes() {
    let served = Served::new(small(&[]));
    let folder = TempDir::new().expect("a folder");
    let store = folder.path().join("store");
    saved(&store, &served);
    let names = ["log-2", "state-2.new", "uncorrectable.json.new"];
    let victim = |name| folder.path().join(format!("victim of {name}"));
    for name in names {
        replace(&store.join(name), "link", &victim(name));
    }
    // An empty log may be what a crash left.
    fs::write(victim("log-2"), "").expect("emptied");
    fs::remove_file(store.join("log-2")).expect("removed");
    let (opened, drive) = opened(&store, &served);
    let mut opened = opened.expect("it opens");
    symlink(victim("log-2"), store.join("log-2")).expect("a link");
    opened.save(&*drive).expect("saved");
    let ranges = opened.uncorrectable().clone();
    opened.keep_uncorrectable(&ranges).expect("kept");
    assert_eq!(fs::read(victim("log-2")).expect("a victim"), b"");
    for name in ["state-2.new", "uncorrectable.json.new"] {
        assert_eq!(fs::read(victim(name)).expect("a victim"), b"a letter");
    }
    for name in ["log-2", "state-2", "uncorrectable.json"] {
        let about = fs::symlink_metadata(store.join(name)).expect("a file");
        assert!(about.is_file(), "{name}");
    }
}
