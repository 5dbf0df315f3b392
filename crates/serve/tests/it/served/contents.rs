//! Data in memory or in a file.

use super::bench::Served;
use super::client::Client;
use fourcorners_serve::Contents;
use fourcorners_serve::nbd::wire::*;
use std::fs;
use std::io::ErrorKind;
use std::os::unix::fs::MetadataExt;
use tempfile::TempDir;

#[test]
fn writes_fail_once_data_takes_the_memory_it_may() {
    let mut contents = Contents::in_memory(1 << 30, 64 << 10).expect("a file in memory");
    contents.write(0, &[1; 128 << 10]).expect("room");
    contents.look();
    let refused = contents.write(0, &[1; 512]).expect_err("no room");
    assert_eq!(refused.kind(), ErrorKind::StorageFull);
    let mut data = [0; 512];
    contents.read(0, &mut data).expect("what was written");
    assert_eq!(data, [1; 512]);
    contents.zero(0, 128 << 10).expect("given back");
    contents.look();
    contents.write(0, &[1; 512]).expect("room again");
}

/// A memory file cannot allocate zeros but by writing them, up to 4 GiB at once.
#[test]
fn allocated_zeros_take_memory_up_to_its_limit() {
    let mut contents = Contents::in_memory(1 << 30, 4 << 20).expect("a file in memory");
    contents.write(0, &[1; 8192]).expect("room");
    contents.allocate_zeros(4096, 4096).expect("room");
    let mut data = [9; 8192];
    contents.read(0, &mut data).expect("what was written");
    assert_eq!(data, [[1; 4096], [0; 4096]].concat()[..]);
    let refused = contents.allocate_zeros(0, 1 << 30).expect_err("no room");
    assert_eq!(refused.kind(), ErrorKind::StorageFull);
    contents.look();
    let refused = contents.write(0, &[1; 512]).expect_err("zeros take room");
    assert_eq!(refused.kind(), ErrorKind::StorageFull);
}

/// Zeros with NBD_CMD_FLAG_NO_HOLE once punched a hole all the same: later writes could find the
/// host's disk full.
#[test]
fn zeros_without_a_hole_stay_allocated() {
    let folder = TempDir::new().expect("a folder");
    let served = Served {
        store: Some(folder.path().join("store")),
        ..Served::of("crucial-m4-64")
    };
    let running = served.start();
    let mut client = Client::connect(&running.socket);
    let allocated = || {
        let about = fs::metadata(folder.path().join("store/contents"));
        about.expect("a file").blocks() * 512
    };
    client.write(0, &[1; 1 << 20]);
    let no_hole = NBD_CMD_FLAG_NO_HOLE;
    client.send(NBD_CMD_WRITE_ZEROES, no_hole, 0, 2 << 20, &[]);
    client.receive();
    assert_eq!(client.read(0, 1 << 20), [0; 1 << 20]);
    assert!(allocated() >= 2 << 20, "{} bytes", allocated());
    client.send(NBD_CMD_WRITE_ZEROES, 0, 0, 2 << 20, &[]);
    client.receive();
    assert!(allocated() < 1 << 20, "{} bytes", allocated());
    running.end();
}
