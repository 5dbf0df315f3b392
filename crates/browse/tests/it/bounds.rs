//! Does whoever asks for much, or leaves much behind, use more of this host than is meant?

use crate::bed::{self, finished, header, serve};
use fourcorners_bench::record::Run;
use fourcorners_browse::{Options, Server};
use fourcorners_report::{Mark, Printed, Statement};
use std::fs;
use std::io::Write as _;
use std::net::{Ipv4Addr, TcpStream};
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::SeqCst;
use std::time::{Duration, Instant};

/// The story: 40 requests for a page, each closed after 20 ms, and 26 threads made pages nobody
/// waited for: a place was free again as soon as who asked had gone.
#[test]
fn are_only_so_many_pages_made_at_once_when_who_asked_goes_away() {
    static NOW: AtomicUsize = AtomicUsize::new(0);
    static MOST: AtomicUsize = AtomicUsize::new(0);
    static MADE: AtomicUsize = AtomicUsize::new(0);
    let root = tempfile::tempdir().expect("a folder");
    finished(root.path(), "run", &header("drive"));
    let mut collection = bed::collection(&[root.path()]);
    let id = collection.index.list().runs[0].id.clone();
    /// Takes its time, and counts how many do at once.
    struct Slow;
    impl Printed for Slow {
        fn marks(&self, _: &Run) -> Vec<Mark> {
            let now = NOW.fetch_add(1, SeqCst) + 1;
            MOST.fetch_max(now, SeqCst);
            std::thread::sleep(Duration::from_millis(100));
            NOW.fetch_sub(1, SeqCst);
            MADE.fetch_add(1, SeqCst);
            Vec::new()
        }

        fn statements(&self, _: &[Run]) -> Vec<Statement> {
            Vec::new()
        }
    }
    collection.printed = Box::new(Slow);
    let options = Options {
        bind: Ipv4Addr::LOCALHOST.into(),
        port: 0,
        token: None,
    };
    let server = Server::bind(&options, collection).expect("a free port");
    let address = server.address();
    std::thread::spawn(move || server.run());
    for _ in 0..20 {
        let mut stream = TcpStream::connect(address).expect("a connection");
        let request = format!("GET /run/{id}.html HTTP/1.1\r\nHost: {address}\r\n\r\n");
        stream.write_all(request.as_bytes()).expect("sent");
        std::thread::sleep(Duration::from_millis(20));
    }
    let begun = Instant::now();
    while MADE.load(SeqCst) < 3 && begun.elapsed() < Duration::from_secs(20) {
        std::thread::sleep(Duration::from_millis(10));
    }
    assert!(MADE.load(SeqCst) >= 3, "pages were made");
    assert!(MOST.load(SeqCst) <= 2, "{} at once", MOST.load(SeqCst));
}

#[test]
fn are_runs_that_are_too_large_together_refused_before_they_are_read() {
    let root = tempfile::tempdir().expect("a folder");
    for number in 0..3 {
        let path = finished(root.path(), &format!("run-{number}"), &header("drive"));
        let samples = fs::OpenOptions::new()
            .write(true)
            .open(path.join("samples.jsonl"))
            .expect("samples");
        samples.set_len(300 << 20).expect("a hole");
    }
    let served = serve(&[root.path()]);
    let ids: Vec<String> = (0..3)
        .map(|number| served.id(&format!("run-{number}")))
        .collect();
    let answer = served.get(&format!("/review.html?runs={}", ids.join(",")));
    assert_eq!(answer.status, 422);
    assert!(
        answer.body.contains("total 900 MiB") && answer.body.contains("choose fewer"),
        "{}",
        answer.body
    );
}

/// The story: every broken line of `results.jsonl` was a problem of its row, a million of them in
/// the list.
#[test]
fn are_many_broken_results_few_problems_of_a_row() {
    let root = tempfile::tempdir().expect("a folder");
    let path = finished(root.path(), "run", &header("drive"));
    let mut results = fs::OpenOptions::new()
        .append(true)
        .open(path.join("results.jsonl"))
        .expect("results");
    let lines = "{}\n".repeat(100_000);
    results.write_all(lines.as_bytes()).expect("written");
    let problems = serve(&[root.path()]).runs()["runs"][0]["problems"].clone();
    let problems = problems.as_array().expect("problems");
    assert!(problems.len() < 10, "{}", problems.len());
    let last = problems.last().expect("a problem").to_string();
    assert!(last.contains("99995 more unreadable lines"), "{last}");
}
