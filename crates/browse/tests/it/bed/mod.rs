//! Folders of runs as a run writes them, and a server that is asked over loopback, byte for byte.

#[path = "../../../../report/tests/bed/mod.rs"]
pub mod runs;

use fourcorners_bench::FolderWriter;
use fourcorners_bench::record::Event as RunEvent;
use fourcorners_bench::record::*;
use fourcorners_browse::{Collection, Index, Options, Server};
use serde_json::Value;
use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The phases of a finished run, as `run.json` lists them.
pub const PHASES: [(&str, &str); 3] = [
    ("random-read-4k-qd3", "measure"),
    ("random-write-4k-qd3", "measure"),
    ("consistency", "measure"),
];

/// A header that says which phases are planned.
pub fn header(name: &str) -> RunHeader {
    let mut header = runs::run(name).header;
    header.phases = PHASES
        .map(|(test, phase)| format!("{test} {phase}"))
        .to_vec();
    header
}

pub fn second(test: &str, second: u32, ios: u64) -> Sample {
    Sample {
        test: test.into(),
        variant: String::new(),
        phase: "measure".into(),
        second,
        ios,
        bytes: ios * 4096,
        latency_mean_ns: 1000,
        latency_p99_ns: 2000,
        latency_max_ns: 3000,
        nand: None,
        temperature_mc: None,
    }
}

/// A run that finished, in a folder of its name.
pub fn finished(root: &Path, name: &str, header: &RunHeader) -> PathBuf {
    let path = root.join(name);
    let mut writer = FolderWriter::create(&path, header).expect("a new folder");
    let wall = |event| Wall {
        at: "2026-11-22T10:00:00Z".into(),
        event,
    };
    writer.wall(&wall(RunEvent::Started)).expect("written");
    for (number, (test, phase)) in (1..).zip(PHASES) {
        for at in 0..3 {
            let sample = second(test, at, 1000 * number);
            writer.sample(&sample).expect("written");
        }
        let mut figures = runs::measured(3000 * number, 3.0);
        if test.starts_with("random-read") {
            figures.op = "read".into();
        }
        let entry = runs::entry(test, phase, Status::Finished, Some(figures));
        writer.entry(&entry).expect("written");
    }
    writer.wall(&wall(RunEvent::Finished)).expect("written");
    path
}

pub fn collection(folders: &[&Path]) -> Collection {
    let folders: Vec<PathBuf> = folders.iter().map(|folder| folder.to_path_buf()).collect();
    Collection {
        index: Index::new(&folders).expect("folders"),
        printed: Box::new(fourcorners_report::NothingPrinted),
        titles: BTreeMap::from([("consistency".into(), "Performance consistency".into())]),
    }
}

/// A server on a port of its own, until the process ends.
pub struct Served {
    pub address: SocketAddr,
    pub url: String,
}

pub fn serve(folders: &[&Path]) -> Served {
    serve_with(folders, None)
}

pub fn serve_with(folders: &[&Path], token: Option<&str>) -> Served {
    let options = Options {
        bind: Ipv4Addr::LOCALHOST.into(),
        port: 0,
        token: token.map(String::from),
    };
    let server = Server::bind(&options, collection(folders)).expect("a free port");
    let served = Served {
        address: server.address(),
        url: server.url(),
    };
    std::thread::spawn(move || server.run());
    served
}

/// An answer.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub head: String,
    pub body: String,
}

impl Answer {
    /// Of one header; empty if it is not there.
    pub fn header(&self, name: &str) -> String {
        let line = self.head.lines().find_map(|line| {
            let (key, value) = line.split_once(':')?;
            key.eq_ignore_ascii_case(name)
                .then(|| value.trim().to_string())
        });
        line.unwrap_or_default()
    }

    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }
}

impl Served {
    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).expect("a connection");
        let patience = Some(Duration::from_secs(30));
        stream.set_read_timeout(patience).expect("a timeout");
        stream
    }

    /// Sends these bytes, and reads until the server closes.
    pub fn raw(&self, request: &str) -> Answer {
        let mut stream = self.connect();
        stream.write_all(request.as_bytes()).expect("sent");
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).expect("an answer");
        let text = String::from_utf8_lossy(&bytes);
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let status = head
            .split(' ')
            .nth(1)
            .and_then(|status| status.parse().ok());
        Answer {
            status: status.unwrap_or(0),
            head: head.into(),
            body: body.into(),
        }
    }

    /// Asks as a browser does, with more headers if there are any.
    pub fn get_with(&self, address: &str, more: &str) -> Answer {
        let host = self.address;
        self.raw(&format!(
            "GET {address} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{more}\r\n"
        ))
    }

    pub fn get(&self, address: &str) -> Answer {
        self.get_with(address, "")
    }

    /// The list.
    pub fn runs(&self) -> Value {
        self.get("/runs.json").json()
    }

    /// The id of the run in a folder.
    pub fn id(&self, folder: &str) -> String {
        let list = self.runs();
        let runs = list["runs"].as_array().expect("runs");
        let run = runs.iter().find(|run| run["folder"] == folder);
        let run = run.unwrap_or_else(|| panic!("{folder} is not in {list}"));
        run["id"].as_str().expect("an id").into()
    }

    /// Follows a run.
    pub fn live(&self, id: &str, last: Option<&str>) -> Events {
        let mut stream = self.connect();
        let last = last.map_or(String::new(), |id| format!("Last-Event-ID: {id}\r\n"));
        let host = self.address;
        let request = format!("GET /live/{id} HTTP/1.1\r\nHost: {host}\r\n{last}\r\n");
        stream.write_all(request.as_bytes()).expect("sent");
        Events {
            lines: BufReader::new(stream),
        }
    }
}

/// Server-sent events as they come.
pub struct Events {
    lines: BufReader<TcpStream>,
}

/// One of them.
#[derive(Debug, Clone)]
pub struct Event {
    pub event: String,
    pub data: Value,
    pub id: Option<String>,
}

impl Events {
    /// The next event; `None` when the server has ended its answer.
    pub fn next(&mut self) -> Option<Event> {
        let (mut event, mut data, mut id) = (String::new(), String::new(), None);
        loop {
            let mut line = String::new();
            if self.lines.read_line(&mut line).expect("a line in time") == 0 {
                return None;
            }
            // Chunks' lengths stand on lines of their own; that of the last is 0.
            let line = line.trim_end();
            if line == "0" {
                return None;
            }
            if let Some(name) = line.strip_prefix("event: ") {
                event = name.into();
            } else if let Some(text) = line.strip_prefix("data: ") {
                data = text.into();
            } else if let Some(place) = line.strip_prefix("id: ") {
                id = Some(place.to_string());
            } else if line.is_empty() && !event.is_empty() {
                let data = serde_json::from_str(&data).expect("JSON");
                return Some(Event { event, data, id });
            }
        }
    }

    /// The next event of a name.
    pub fn next_of(&mut self, name: &str) -> Event {
        loop {
            let event = self.next().unwrap_or_else(|| panic!("no {name} came"));
            if event.event == name {
                return event;
            }
        }
    }
}
