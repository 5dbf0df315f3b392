//! A server that takes an order and does not answer.

use crate::program::{Desk, fourcorners};
use std::io::{BufRead as _, BufReader};
use std::os::unix::net::UnixListener;

/// "Nothing was done", it once said, although the server might still do it.
#[test]
fn unanswered_fault_may_have_happened() {
    let desk = Desk::new();
    let socket = desk.text("s");
    let listener = UnixListener::bind(desk.at("s.control")).expect("a socket");
    std::thread::scope(|scope| {
        scope.spawn(|| {
            for stream in listener.incoming().take(2) {
                let mut order = String::new();
                let mut stream = BufReader::new(stream.expect("a connection"));
                stream.read_line(&mut order).expect("an order");
            }
        });
        let fault = fourcorners(&["fault", "power-loss", &socket]);
        let stat = fourcorners(&["stat", &socket]);
        fault.refused(&["s.control", "may still happen", "`fourcorners stat`"]);
        stat.refused(&["s.control", "has ended", "try again"]);
        assert!(!stat.stderr.contains("happen"), "{}", stat.stderr);
    });
}
