//! `browse` and `site`: what they say, and refuse.

use crate::program;

use program::{Desk, ended, fourcorners, program};
use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Stdio};

/// A server that is ended with the test.
struct Browsing {
    child: Child,
    first_line: String,
}

impl Browsing {
    fn new(arguments: &[&str]) -> Self {
        let mut child = program(&[&["browse"], arguments].concat())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let stdout = child.stdout.take().expect("stdout");
        let mut first_line = String::new();
        BufReader::new(stdout)
            .read_line(&mut first_line)
            .expect("a line");
        Self {
            child,
            first_line: first_line.trim().into(),
        }
    }

    /// The list, as JSON text with its head.
    fn list(&self) -> String {
        let address = self.first_line.trim_start_matches("http://");
        let (address, token) = address.split_once('/').expect("an address");
        let token = token.trim_start_matches("?token=");
        let mut stream = TcpStream::connect(address).expect("a connection");
        let request = format!(
            "GET /runs.json HTTP/1.1\r\nHost: {address}\r\nAuthorization: Bearer \
             {token}\r\nConnection: close\r\n\r\n"
        );
        stream.write_all(request.as_bytes()).expect("sent");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        answer
    }

    /// Ends it, and gives what it said.
    fn said(mut self) -> String {
        self.child.kill().expect("killed");
        let mut said = String::new();
        let mut stderr = self.child.stderr.take().expect("stderr");
        stderr.read_to_string(&mut said).expect("text");
        said
    }
}

impl Drop for Browsing {
    fn drop(&mut self) {
        let _ended_already = self.child.kill();
        let _ended_already = self.child.wait();
    }
}

#[test]
fn does_browse_print_an_address_that_shows_the_runs() {
    let desk = Desk::new();
    desk.run(&["run", "random-write-4k-qd32", &desk.drive()])
        .done();
    let browsing = Browsing::new(&[&desk.text("runs"), "--port", "0"]);
    assert!(
        browsing.first_line.starts_with("http://127.0.0.1:"),
        "{}",
        browsing.first_line
    );
    let list = browsing.list();
    assert!(
        list.starts_with("HTTP/1.1 200 OK") && list.contains("Tiny 12MB"),
        "{list}"
    );
    assert!(
        list.contains("4 KiB random write, QD32"),
        "titles of tests: {list}"
    );
    assert!(
        !list.contains(&desk.folder.path().display().to_string()),
        "a path: {list}"
    );
}

#[test]
fn is_a_run_that_goes_on_followed_and_never_disturbed() {
    let desk = Desk::new();
    let (mut running, _messages, _) = desk.running();
    let browsing = Browsing::new(&[&desk.text("runs"), "--port", "0"]);
    assert!(browsing.list().contains("\"progress\":\"running\""));
    running.kill().expect("killed");
    running.wait().expect("ended");
    assert!(browsing.list().contains("\"progress\":\"ended-early\""));
}

#[test]
fn does_an_address_that_others_reach_get_a_token_and_a_warning() {
    let desk = Desk::new();
    fs::create_dir(desk.at("runs")).expect("a folder");
    let browsing = Browsing::new(&[&desk.text("runs"), "--port", "0", "--bind", "0.0.0.0"]);
    assert!(
        browsing.first_line.contains("/?token="),
        "{}",
        browsing.first_line
    );
    assert!(browsing.list().starts_with("HTTP/1.1 200 OK"));
    let said = browsing.said();
    assert!(said.contains("other hosts can connect"), "{said}");
    assert!(said.contains("no runs in"), "{said}");
}

#[test]
fn are_wrong_folders_ports_and_tokens_refused_in_sentences() {
    let desk = Desk::new();
    let refused = |arguments: &[&str], words: &[&str]| {
        fourcorners(&[&["browse"], arguments].concat()).refused(words);
    };
    refused(&[&desk.text("nowhere")], &["nowhere", "name the folder"]);
    refused(&[&desk.drive()], &["not a folder"]);
    let here = desk.folder.path().display().to_string();
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = taken.local_addr().expect("an address").port().to_string();
    refused(&[&here, "--port", &port], &[&port, "in use", "--port"]);
    refused(
        &[&here, "--port", "0", "--bind", "192.0.2.1"],
        &["192.0.2.1", "--bind"],
    );
    refused(&[&here, "--token", "short"], &["--token", "16"]);
    for wrong in [&["--port", "70000"][..], &["--bind", "localhost"]] {
        let ended = fourcorners(&[&["browse", here.as_str()], wrong].concat());
        assert_eq!(ended.code, 2, "{}", ended.stderr);
    }
}

#[test]
fn does_site_write_a_page_for_every_run_and_print_where() {
    let desk = Desk::new();
    desk.run(&[
        "run",
        "random-write-4k-qd32",
        &desk.drive(),
        "--repeat",
        "2",
    ])
    .done();
    fs::create_dir(desk.at("runs/broken")).expect("a folder");
    fs::write(desk.at("runs/broken/run.json"), "{").expect("written");
    let (out, runs) = (desk.text("site"), desk.text("runs"));
    let written = fourcorners(&["site", &out, &runs, "--json"]);
    let site = written.done().json();
    assert_eq!((&site["runs"], &site["broken"]), (&2.into(), &1.into()));
    assert!(
        written.stderr.contains("broken: run.json"),
        "{}",
        written.stderr
    );
    let index = site["index"].as_str().expect("a path");
    assert!(
        fs::read_to_string(index)
            .expect("a page")
            .contains("browse.js")
    );
    let schema = fourcorners(&["schema"]).done().json();
    for key in site.as_object().expect("an object").keys() {
        assert!(
            schema["site --json"]["properties"][key].is_object(),
            "{key}"
        );
    }
    fourcorners(&["site", &out, &runs]).refused(&["site", "not empty"]);
}

#[test]
fn does_site_hold_every_suite_that_it_is_asked_for_once() {
    let desk = Desk::new();
    let (out, kept) = (desk.text("site"), desk.text("kept"));
    let suites = "quick,anandtech-2013,quick";
    let words = ["site", &out, "--drives", "ram-disk-16", "--suite"];
    let more = [suites, "--duration", "1s", "--keep", &kept, "--quiet"];
    let arguments = [&words[..], &more].concat();
    let site = ended(program(&arguments).output().expect("it starts"));
    let printed = &site.done().stdout;
    assert!(printed.starts_with("2 runs, "), "{printed}");
}

#[test]
fn does_site_simulate_the_drives_that_it_is_asked_for() {
    let desk = Desk::new();
    let (out, kept) = (desk.text("site"), desk.text("kept"));
    let arguments = [
        "site",
        &out,
        "--drives",
        "ram-disk-16",
        "--suite",
        "quick",
        "--duration",
        "1s",
        "--keep",
        &kept,
        "--quiet",
    ];
    let site = ended(program(&arguments).output().expect("it starts"));
    assert!(site.done().stdout.starts_with("1 run, "), "{}", site.stdout);
    assert!(fs::read_dir(&kept).expect("runs").count() >= 1);
    let wrong = fourcorners(&["site", &desk.text("other"), "--drives", "intel-x25-e-33"]);
    wrong.misused(&["intel-x25-e-33", "intel-x25-e-32"]);
    assert!(!desk.at("other").exists());
    let unknown = fourcorners(&["site", &desk.text("other"), "--suite", "quick,quik"]);
    unknown.misused(&["quik", "quick"]);
    assert!(!desk.at("other").exists());
    let both = fourcorners(&[
        "site",
        &desk.text("other"),
        &kept,
        "--drives",
        "intel-x25-e-32",
    ]);
    assert_eq!(both.code, 2, "{}", both.stderr);
}
