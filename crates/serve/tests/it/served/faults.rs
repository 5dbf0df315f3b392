//! A served drive that loses power, wears out, and cannot read.

use super::bench::{Running, Served, small, used};
use super::client::Client;
use super::exact::recorded;
use super::store::{copy, opened};
use fourcorners_block::Seed;
use fourcorners_serve::nbd::wire::*;
use fourcorners_serve::{Answer, Fault, FaultReport, Order, PowerLoss, Report, order};
use tempfile::TempDir;

const EIO: u32 = 5;

fn fault(running: &Running, fault: Fault) -> FaultReport {
    match order(&running.control, Order::Fault(fault)).expect("an answer") {
        Answer::Fault(report) => report,
        other => panic!("{other:?}"),
    }
}

fn power_loss(running: &Running) -> PowerLoss {
    match fault(running, Fault::PowerLoss) {
        FaultReport::PowerLoss(loss) => loss,
        other => panic!("{other:?}"),
    }
}

fn report(running: &Running) -> Report {
    match order(&running.control, Order::Stat).expect("an answer") {
        Answer::Stat(report) => *report,
        other => panic!("{other:?}"),
    }
}

#[test]
fn power_loss_loses_what_was_not_flushed_and_nothing_else() {
    let running = Served::of("crucial-m4-64").start();
    let mut client = Client::connect(&running.socket);
    client.write(0, &[1; 8192]);
    client.flush();
    client.write(4096, &[2; 4096]);
    client.write(4096, &[3; 512]);
    client.write(1 << 20, &[4; 4096]);
    let loss = power_loss(&running);
    assert_eq!((loss.lost_units, loss.unit_bytes), (2, 4096));
    assert_eq!((loss.dropped_commands, loss.disconnected_clients), (0, 1));
    assert!(client.is_cut_off());
    let mut client = Client::connect(&running.socket);
    assert_eq!(client.read(0, 8192), [1; 8192]);
    assert_eq!(client.read(1 << 20, 4096), [0; 4096]);
    client.write(4096, &[5; 4096]);
    client.flush();
    assert_eq!(power_loss(&running).lost_units, 0);
    let mut client = Client::connect(&running.socket);
    assert_eq!(client.read(4096, 4096), [5; 4096]);
    running.end();
}

/// The story: the drive counted the zeros as a write of their last unit, of which no old bytes were
/// kept. A power cut undid the flushed write before it instead.
#[test]
fn flushed_write_survives_a_cut_after_long_zeros_that_end_within_its_unit() {
    let running = Served::of("crucial-m4-64").start();
    let mut client = Client::connect(&running.socket);
    let (begin, end) = (512, 33 << 20);
    client.write(0, &[1; 4096]);
    client.write(end, &[2; 4096]);
    client.flush();
    let length = (end + 512 - begin) as u32;
    client.send(NBD_CMD_WRITE_ZEROES, 0, begin, length, &[]);
    client.receive();
    power_loss(&running);
    let mut client = Client::connect(&running.socket);
    assert_eq!(client.read(0, 512), [1; 512]);
    assert_eq!(client.read(end + 512, 3584), [2; 3584]);
    running.end();
}

/// Their units, which hold zeros after the cut as before it, once counted as lost.
#[test]
fn long_zeros_are_not_lost() {
    let running = Served::of("crucial-m4-64").start();
    let mut client = Client::connect(&running.socket);
    client.write(0, &[1; 8192]);
    client.flush();
    // The last two units are in an open group.
    let last = (64 << 20) + 4096;
    let length = last as u32 + 4096;
    client.send(NBD_CMD_WRITE_ZEROES, 0, 0, length, &[]);
    client.receive();
    client.write(last, &[2; 4096]);
    assert_eq!(power_loss(&running).lost_units, 1, "the one write");
    let mut client = Client::connect(&running.socket);
    assert_eq!(client.read(0, 8192), [0; 8192]);
    assert_eq!(client.read(last, 4096), [0; 4096]);
    running.end();
}

/// A journal in which each entry is flushed before the next is written, as databases do it.
#[test]
fn flushed_writes_survive_power_cuts_at_any_moment() {
    let folder = TempDir::new().expect("a folder");
    let served = Served {
        store: Some(folder.path().join("store")),
        ..Served::of("crucial-m4-64")
    };
    let running = served.clone().start();
    let mut random = Seed(5).generator();
    let (mut durable, mut lost) = (vec![0_u8; 256], 0);
    for round in 1..=20 {
        let mut client = Client::connect(&running.socket);
        for (page, durable) in durable.iter().enumerate() {
            let found = client.read(page as u64 * 4096, 4096);
            assert!(
                found[0] >= *durable,
                "page {page} lost a flushed write in round {round}"
            );
            assert!(
                found.iter().all(|byte| *byte == found[0]),
                "page {page} is torn"
            );
        }
        let mut written = durable.clone();
        for _ in 0..random.below(400) {
            let page = random.below(256);
            let data = [round as u8; 4096];
            client.send(NBD_CMD_WRITE, 0, page * 4096, 4096, &data);
            written[page as usize] = round as u8;
            if random.below(100) == 0 {
                client.drain();
                client.flush();
                durable.clone_from(&written);
            }
        }
        lost += power_loss(&running).lost_units;
    }
    assert!(lost > 0, "some cuts came before a flush");
    log_makes_the_same_drive(&running, &served);
    running.end();
}

/// A crash of the host leaves the log, which holds the faults as well.
fn log_makes_the_same_drive(running: &Running, served: &Served) {
    let folder = TempDir::new().expect("a folder");
    copy(served.store.as_ref().expect("a store"), folder.path());
    let live = report(running).stat.ssd.expect("an SSD");
    let (store, drive) = opened(folder.path(), served);
    store.expect("it opens");
    let counters = drive.counters().expect("a simulated drive counts");
    let found = [
        counters.host_bytes_written,
        counters.block_erases,
        counters.free_superblocks,
        counters.valid_units * counters.nand_unit_bytes,
        counters.bad_superblocks,
        counters.superblock_erases_max,
    ];
    let expected = [
        live.host_bytes_written,
        live.erases,
        live.free_superblocks,
        live.valid_bytes,
        live.bad_superblocks,
        live.erases_per_superblock[1],
    ];
    assert_eq!(found, expected);
}

#[test]
fn forced_writes_survive_a_power_cut() {
    let running = Served::of("crucial-m4-64").start();
    let mut client = Client::connect(&running.socket);
    client.write(0, &[1; 8192]);
    client.flush();
    let fua = NBD_CMD_FLAG_FUA;
    client.send(NBD_CMD_WRITE_ZEROES, fua, 0, 4096, &[]);
    client.send(NBD_CMD_WRITE, fua, 4096, 4096, &[2; 4096]);
    client.drain();
    power_loss(&running);
    let mut client = Client::connect(&running.socket);
    let expected = [[0; 4096], [2; 4096]].concat();
    assert_eq!(client.read(0, 8192), expected);
    running.end();
}

/// A replayed log went past the instant of the cut, and carried out what the drive had dropped.
#[test]
fn writes_that_wait_when_power_is_cut_are_not_replayed() {
    let folder = TempDir::new().expect("a folder");
    let served = Served {
        store: Some(folder.path().join("store")),
        record: Some(folder.path().join("trace")),
        // So slow that requests wait.
        ..Served::new(small(&[("link.mb_per_s", "10")]))
    };
    let running = served.clone().start();
    let mut client = Client::connect(&running.socket);
    for number in 0..3000 {
        client.send(NBD_CMD_WRITE, 0, number << 14, 1 << 14, &[1; 1 << 14]);
    }
    let loss = power_loss(&running);
    assert!(loss.dropped_commands > 1024, "{loss:?}");
    log_makes_the_same_drive(&running, &served);
    let mut client = Client::connect(&running.socket);
    client.write(0, &[2; 4096]);
    drop(client);
    running.end();
    let records = recorded(&folder.path().join("trace"));
    let dropped = records
        .iter()
        .filter(|record| record.took.is_none())
        .count();
    assert!(dropped > 1024, "{dropped} of {} have no end", records.len());
    assert!(records.last().is_some_and(|record| record.took.is_some()));
}

#[test]
fn protected_drive_loses_nothing() {
    let spec = small(&[("controller.power_loss_protection", "true")]);
    let running = Served::new(spec).start();
    let mut client = Client::connect(&running.socket);
    client.write(0, &[1; 4096]);
    assert_eq!(power_loss(&running).unit_bytes, 0);
    assert_eq!(Client::connect(&running.socket).read(0, 4096), [1; 4096]);
    running.end();
}

#[test]
fn uncorrectable_range_fails_until_it_is_written_and_is_kept_in_the_store() {
    let folder = TempDir::new().expect("a folder");
    let served = Served {
        store: Some(folder.path().join("store")),
        ..Served::of("crucial-m4-64")
    };
    let running = served.clone().start();
    let bad = Fault::Uncorrectable {
        offset: 4096,
        length: 8192,
    };
    let report = fault(&running, bad);
    assert_eq!(report, FaultReport::Uncorrectable { bytes: 8192 });
    running.end();

    let running = served.start();
    let mut client = Client::connect(&running.socket);
    let mut read = |offset, length| {
        client.send(NBD_CMD_READ, 0, offset, length, &[]);
        client.result()
    };
    assert_eq!(read(0, 4096), Ok(vec![0; 4096]));
    assert_eq!(read(0, 8192), Err(EIO));
    assert_eq!(read(8192, 512), Err(EIO));
    assert_eq!(read(12_288, 512), Ok(vec![0; 512]));
    client.write(4096, &[7; 8192]);
    assert_eq!(client.read(4096, 8192), [7; 8192]);
    let beyond = Fault::Uncorrectable {
        offset: 1 << 40,
        length: 512,
    };
    let answer = order(&running.control, Order::Fault(beyond)).expect("an answer");
    assert!(matches!(answer, Answer::Refused(_)), "{answer:?}");
    running.end();
}

/// A worn-out drive once ended the server with its error.
#[test]
fn worn_out_drive_fails_writes_and_still_reads() {
    let spec = small(&[("wear.dynamic_leveling", "true")]);
    let folder = TempDir::new().expect("a folder");
    let state = used(&spec);
    let served = Served {
        store: Some(folder.path().join("store")),
        ..Served::new(spec)
    };
    let (store, mut drive) = opened(&folder.path().join("store"), &served);
    drive.set_state(&state).expect("its own state");
    let mut store = store.expect("a new store");
    store.save(&*drive).expect("saved");
    drop(store);
    let running = served.clone().start();
    fault(&running, Fault::Wear { cycles: 100_000 });
    let [least, _] = report(&running)
        .stat
        .ssd
        .expect("an SSD")
        .erases_per_superblock;
    assert!(least >= 100_000);
    let mut client = Client::connect(&running.socket);
    let mut random = Seed(1).generator();
    client.write(0, &[9; 4096]);
    client.flush();
    let error = loop {
        while client.in_flight() < 32 {
            let place = 1 + random.below((1 << 13) - 1);
            client.send(NBD_CMD_WRITE, 0, place << 16, 1 << 16, &[1; 1 << 16]);
        }
        if let Err(error) = client.result() {
            break error;
        }
    };
    assert_eq!(error, EIO);
    while client.in_flight() > 0 {
        assert_eq!(client.result(), Err(EIO), "all that the drive held fail");
    }
    assert!(report(&running).stat.write_failure.is_some());
    assert_eq!(client.read(0, 4096), [9; 4096]);
    client.send(NBD_CMD_WRITE, 0, 0, 4096, &[1; 4096]);
    assert_eq!(client.result(), Err(EIO));
    log_makes_the_same_drive(&running, &served);
    drop(client);
    running.end();
}
