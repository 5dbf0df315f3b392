//! Misbehaving clients do not hold up others.

use super::bench::{Served, small};
use super::client::Client;
use fourcorners_serve::nbd::wire::*;
use fourcorners_serve::{Answer, Order, order};
use std::io::{Read, Write};
use std::net::Shutdown;
use std::os::unix::net::UnixStream;
use std::time::{Duration, Instant};

/// Clients that are served at once.
const SLOTS: usize = 256;

#[test]
fn silent_slow_and_hostile_clients_do_not_hold_up_others() {
    let running = Served::of("crucial-m4-64").start();
    // Sends no byte.
    let silent = UnixStream::connect(&running.socket).expect("a server listens");
    // Sends a part of a write, and no more.
    let mut slow = Client::connect(&running.socket);
    let header = [&NBD_REQUEST_MAGIC.to_be_bytes()[..], &[0, 0, 0, 1]].concat();
    slow.stream.write_all(&header).expect("sent");
    // Asks for more than it reads: 8 GiB, of which the server may hold a little.
    let mut greedy = Client::connect(&running.socket);
    for _ in 0..256 {
        greedy.send(NBD_CMD_READ, 0, 0, 32 << 20, &[]);
    }
    // Sends what is no request.
    let mut hostile = Client::connect(&running.socket);
    hostile.stream.write_all(&[0xff; 100]).expect("sent");
    let mut nothing = Vec::new();
    let _ = hostile.stream.read_to_end(&mut nothing);
    // Leaves while its commands are in flight.
    let mut gone = Client::connect(&running.socket);
    for number in 0..64 {
        gone.send(NBD_CMD_WRITE, 0, number * 4096, 4096, &[7; 4096]);
    }
    drop(gone);

    let mut good = Client::connect(&running.socket);
    let timeout = Some(Duration::from_secs(60));
    good.stream.set_read_timeout(timeout).expect("a timeout");
    for number in 0..200 {
        let data = vec![number as u8; 4096];
        good.write((1 << 30) + number * 4096, &data);
        assert_eq!(good.read((1 << 30) + number * 4096, 4096), data);
    }
    good.flush();
    drop((silent, slow, greedy));
    running.end();
}

/// Commands that the server had received and not yet taken were lost once it saw that no more would
/// come, and so were the replies to those before.
#[test]
fn commands_of_a_client_that_hangs_up_are_carried_out() {
    // So slow that replies are due in between.
    let running = Served::new(small(&[("link.mb_per_s", "10")])).start();
    for (data, is_listening) in [(1, true), (2, false)] {
        let mut client = Client::connect(&running.socket);
        // More than are taken at once.
        for number in 0..200 {
            client.send(NBD_CMD_WRITE, 0, number * 512, 512, &[data; 512]);
        }
        client.send(NBD_CMD_DISC, 0, 0, 0, &[]);
        if is_listening {
            let shutdown = client.stream.shutdown(Shutdown::Write);
            shutdown.expect("half of the connection is closed");
            (0..200).for_each(|_| drop(client.receive()));
            assert!(client.is_cut_off());
        }
        drop(client);
        let mut reader = Client::connect(&running.socket);
        let begin = Instant::now();
        while reader.read(0, 200 * 512) != vec![data; 200 * 512] {
            assert!(begin.elapsed() < Duration::from_secs(30), "some are lost");
        }
    }
    running.end();
}

/// The story: 64 clients that had finished the handshake and sent nothing more, or as many
/// connections without a handshake, locked out all others for good.
#[test]
fn silent_clients_lose_their_slots_and_others_keep_theirs() {
    let running = Served::of("ram-disk-16").start();
    let mut first = Client::connect(&running.socket);
    first.write(0, &[1; 512]);
    let silent: Vec<UnixStream> = (0..SLOTS)
        .map(|_| UnixStream::connect(&running.socket).expect("a server listens"))
        .collect();
    // Each of these gets a slot, in the end one of those before.
    let greeted: Vec<Client> = (0..SLOTS + 20)
        .map(|_| Client::connect(&running.socket))
        .collect();
    let mut last = Client::connect(&running.socket);
    assert_eq!(last.read(0, 512), [1; 512]);
    // It was silent for longer than any of those, but not from the start.
    assert_eq!(first.read(0, 512), [1; 512]);
    drop((silent, greeted));
    let mut again = Client::connect(&running.socket);
    assert_eq!(again.read(0, 512), [1; 512]);
    running.end();
}

/// Each connection to the control socket once had five seconds, one after another.
#[test]
fn silent_connections_delay_no_order() {
    let running = Served::of("ram-disk-16").start();
    let silent: Vec<UnixStream> = (0..100)
        .map(|_| UnixStream::connect(&running.control).expect("a server listens"))
        .collect();
    let begin = Instant::now();
    let answer = order(&running.control, Order::Stat).expect("an answer");
    assert!(matches!(answer, Answer::Stat(_)), "{answer:?}");
    assert!(begin.elapsed() < Duration::from_secs(30));
    drop(silent);
    running.end();
}
