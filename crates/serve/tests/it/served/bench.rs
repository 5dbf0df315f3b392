//! A server on a thread, and the drives that it serves.

use fourcorners_block::{Bytes, Data, Lba, Nanos, QueueDepth, Request, Seed, Stop};
use fourcorners_drive_file::{Change, FileText, load_changed};
use fourcorners_serve::{Address, Config, OnDamage, Report, Server};
use fourcorners_sim::DriveSpec;
use std::fs;
use std::num::NonZeroU32;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use tempfile::TempDir;

/// A drive of the catalog.
pub fn shipped(name: &str) -> DriveSpec {
    read(name, &[], &|nand| nand)
}

/// A Crucial m4 of 512 MiB, with 24 superblocks of 32 MiB and these values.
pub fn small(changes: &[(&str, &str)]) -> DriveSpec {
    let size = [
        ("capacity.user_bytes", "536870912"),
        ("nand.dies", "8"),
        ("layout.superblock_dies", "8"),
    ];
    let changes = [&size, changes].concat();
    read("crucial-m4-256", &changes, &|nand| {
        let (before, after) = nand
            .split_once("blocks_per_plane = { value = ")
            .expect("a number");
        let after = after.split_once(',').expect("a number").1;
        format!("{before}blocks_per_plane = {{ value = 40,{after}")
    })
}

/// A drive of the catalog with some values changed, and its NAND file.
fn read(name: &str, changes: &[(&str, &str)], nand: &dyn Fn(String) -> String) -> DriveSpec {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let text = |folder: &str, name: &str| {
        let path = root.join(folder).join(format!("{name}.toml"));
        fs::read_to_string(path).ok()
    };
    let drive = |name: &str| {
        let text = text("drives", name)?;
        let file = format!("drives/{name}.toml");
        Some(FileText { name: file, text })
    };
    let toml = text("drives", name).expect("a drive of the catalog");
    let nand = |name: &str| text("nand", name).map(nand);
    let change = |(key, value): &(&str, &str)| Change {
        key: (*key).into(),
        value: (*value).into(),
    };
    let changes: Vec<Change> = changes.iter().map(change).collect();
    load_changed(name, &toml, &nand, &drive, &changes).expect("a valid drive")
}

/// The state of a drive of that kind which is full, and has begun to collect garbage.
pub fn used(spec: &DriveSpec) -> Vec<u8> {
    let mut drive = spec.drive();
    let mut completions = Vec::new();
    let mut write = |bytes: Bytes, offsets: &mut dyn Iterator<Item = u64>| {
        drive.set_queue_depth(QueueDepth::new(32).expect("32"));
        for offset in offsets {
            let (lba, blocks) = (Lba(offset / 512), fourcorners_block::Blocks(bytes.0 / 512));
            drive.submit(&[Request::write(0, lba, blocks, Data::RANDOM)]);
            if drive.waiting() > 512 {
                let stop = Stop::Waiting(256);
                let waited = drive.wait(Nanos::MAX, stop, &mut completions);
                waited.expect("the drive answers");
                completions.clear();
            }
        }
        let waited = drive.wait(Nanos::MAX, Stop::Drained, &mut completions);
        waited.expect("the drive answers");
    };
    let capacity = spec.capacity().bytes().0;
    let chunk = Bytes::kib(128);
    write(
        chunk,
        &mut (0..capacity / chunk.0).map(|number| number * chunk.0),
    );
    let page = Bytes::kib(4);
    let mut random = Seed(1).generator();
    let pages = capacity / page.0;
    write(
        page,
        &mut (0..pages / 8).map(|_| random.below(pages) * page.0),
    );
    drive.state().expect("a simulated drive has a state")
}

/// What a server is to do; the rest is as usual.
#[derive(Clone)]
pub struct Served {
    pub spec: DriveSpec,
    pub state: Option<Vec<u8>>,
    pub store: Option<PathBuf>,
    pub record: Option<PathBuf>,
}

/// A server that listens.
pub struct Running {
    pub socket: PathBuf,
    pub control: PathBuf,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<Report>>,
    _folder: TempDir,
}

impl Served {
    pub fn of(name: &str) -> Self {
        Self::new(shipped(name))
    }

    pub fn new(spec: DriveSpec) -> Self {
        Self {
            spec,
            state: None,
            store: None,
            record: None,
        }
    }

    pub fn start(self) -> Running {
        let folder = TempDir::new().expect("a folder");
        let socket = folder.path().join("socket");
        let stop = Arc::new(AtomicBool::new(false));
        let control = folder.path().join("control");
        let control_of_thread = control.clone();
        let (address, stopped) = (Address::Unix(socket.clone()), stop.clone());
        let thread = std::thread::spawn(move || {
            let mut drive = self.spec.drive();
            if let Some(state) = &self.state {
                drive.set_state(state).expect("its own state");
            }
            let config = Config {
                name: self.spec.name(),
                model: self.spec.model(),
                behavior: &self.spec.behaviour(),
                sees_data: self.spec.sees_data(),
                store: self.store.as_deref(),
                on_damage: OnDamage::Refuse,
                memory_bytes: Some(1 << 30),
                record: self.record.as_deref(),
                control: Some(&control_of_thread),
                dilation: NonZeroU32::MIN,
                spin: false,
            };
            let mut server = Server::open(&config, drive, &address).expect("a server");
            let run = server.run(&|| stopped.load(Ordering::Relaxed));
            run.expect("neither drive nor host fails");
            server.close().expect("it closes")
        });
        // A socket has its name before anyone listens on it, and orders have one of their own.
        let sockets = [&socket, &control];
        while sockets
            .iter()
            .any(|path| UnixStream::connect(path).is_err())
        {
            assert!(!thread.is_finished(), "the server has ended");
            std::thread::sleep(std::time::Duration::from_millis(2));
        }
        Running {
            socket,
            control,
            stop,
            thread: Some(thread),
            _folder: folder,
        }
    }
}

impl Running {
    pub fn end(mut self) -> Report {
        self.stop.store(true, Ordering::Relaxed);
        let thread = self.thread.take().expect("it runs");
        thread.join().expect("it has not panicked")
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}
