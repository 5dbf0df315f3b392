//! Clients that keep connections without asking for anything, and those that ask meanwhile.

use crate::bed::{finished, header, second, serve};
use fourcorners_bench::FolderWriter;
use rustix::process::{Resource, getrlimit, setrlimit};
use std::io::{ErrorKind, Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// More than the server keeps at once.
const CROWD: usize = 560;
/// Much longer than the server waits for a request (10 s), much less than it once did (120 s).
const PATIENCE: Duration = Duration::from_secs(60);

/// Both ends of every connection are in this process, which may open 1024 files by default.
fn allow_many_files() {
    let mut limit = getrlimit(Resource::Nofile);
    limit.current = limit.maximum;
    setrlimit(Resource::Nofile, limit).expect("more files");
}

/// A connection on which the beginning of a request was sent.
fn silent(address: SocketAddr) -> TcpStream {
    let mut stream = TcpStream::connect(address).expect("a connection");
    stream.write_all(b"GET / HT").expect("sent");
    stream
}

/// Waits until the server closes, sending these bytes one a second. Whether it did in time.
fn is_closed(mut stream: TcpStream, bytes: &[u8]) -> bool {
    let second = Some(Duration::from_secs(1));
    stream.set_read_timeout(second).expect("a timeout");
    let begun = Instant::now();
    let mut bytes = bytes.iter().cycle();
    while begun.elapsed() < PATIENCE {
        let mut answer = [0; 1024];
        match stream.read(&mut answer) {
            Ok(0) => return true,
            Ok(_) => continue,
            Err(error) if error.kind() == ErrorKind::WouldBlock => {}
            Err(_reset) => return true,
        }
        if let Some(byte) = bytes.next()
            && stream.write_all(&[*byte]).is_err()
        {
            return true;
        }
    }
    false
}

/// The story: 520 connections that sent `GET / HT` shut everybody else out for two minutes.
#[test]
fn silent_connections_make_room_for_a_new_one() {
    allow_many_files();
    let root = tempfile::tempdir().expect("a folder");
    finished(root.path(), "run", &header("drive"));
    let served = serve(&[root.path()]);
    let begun = Instant::now();
    let crowd: Vec<TcpStream> = (0..CROWD).map(|_| silent(served.address)).collect();
    for _ in 0..20 {
        assert_eq!(served.get("/runs.json").status, 200);
    }
    let waited = begun.elapsed();
    // The crowd's deadline has not come yet: it made room.
    assert!(waited < Duration::from_secs(9), "{waited:?}");
    drop(crowd);
}

/// The story: a connection was kept as long as a byte came every two minutes.
#[test]
fn request_that_trickles_in_is_closed() {
    let root = tempfile::tempdir().expect("a folder");
    let served = serve(&[root.path()]);
    assert!(is_closed(silent(served.address), b"x"), "a byte a second");
}

#[test]
fn connection_without_a_next_request_is_closed() {
    let root = tempfile::tempdir().expect("a folder");
    let served = serve(&[root.path()]);
    let mut stream = TcpStream::connect(served.address).expect("a connection");
    let request = format!("GET / HTTP/1.1\r\nHost: {}\r\n\r\n", served.address);
    for _ in 0..2 {
        stream.write_all(request.as_bytes()).expect("sent");
        let mut answer = [0; 12];
        stream.read_exact(&mut answer).expect("an answer");
        assert_eq!(&answer, b"HTTP/1.1 200");
        // The rest of the answer, whose length does not matter here.
        sleep(Duration::from_millis(200));
        let rest = stream.read(&mut [0; 1 << 20]).expect("the rest");
        assert!(rest > 0);
    }
    assert!(is_closed(stream, b""));
}

/// Neither the deadline nor the crowd ends a run that is followed, also while nothing happens.
#[test]
fn followed_run_outlives_the_deadline_and_a_crowd() {
    allow_many_files();
    let root = tempfile::tempdir().expect("a folder");
    let mut writer =
        FolderWriter::create(&root.path().join("run"), &header("drive")).expect("a new folder");
    let served = serve(&[root.path()]);
    let mut events = served.live(&served.id("run"), None);
    events.next_of("run");
    let crowd: Vec<TcpStream> = (0..CROWD).map(|_| silent(served.address)).collect();
    sleep(Duration::from_secs(13));
    let sample = second("consistency", 0, 500);
    writer.sample(&sample).expect("written");
    assert_eq!(events.next_of("seconds").data["seconds"][0][0], 0);
    drop(crowd);
}

/// A page is longer than what the kernel keeps of it: who reads it slowly gets it whole.
#[test]
fn slow_reader_gets_a_whole_page() {
    let root = tempfile::tempdir().expect("a folder");
    finished(root.path(), "run", &header("drive"));
    let served = serve(&[root.path()]);
    let id = served.id("run");
    let mut stream = TcpStream::connect(served.address).expect("a connection");
    let host = served.address;
    let request =
        format!("GET /run/{id}.html HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).expect("sent");
    sleep(Duration::from_secs(13));
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).expect("an answer");
    assert!(
        bytes.ends_with(b"</html>\n") || bytes.ends_with(b"</html>"),
        "cut"
    );
}
