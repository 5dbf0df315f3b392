//! The test bed: the shipped suites, and a drive that does nothing but note what it was asked.
#![allow(dead_code)] // no test file uses all of it

pub mod replays;

use fourcorners_bench::record::{Run, RunHeader};
use fourcorners_bench::{
    Extent, FolderWriter, Library, Observer, Options, Plan, Suite, Trace, plan, plan_suite,
};
use fourcorners_block::{
    Blocks, Bytes, Completion, Counters, Drawn, Drive, DriveError, DriveKind, Identity, Nanos,
    NotDrawn, NullDrive, Op, Outcome, Purge, QueueDepth, Request, Seed, Snapshot, Stop,
};
use fourcorners_run::{RunEnd, RunError, run};
use fourcorners_trace::{About, Record, Records, TraceError};
use std::collections::VecDeque;
use std::path::{Path, PathBuf};

/// The files below `suites/`, as `(path, text)`.
pub fn suite_files() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../suites");
    let mut files = Vec::new();
    for folder in ["", "tests"] {
        for file in std::fs::read_dir(root.join(folder))
            .expect("suites/")
            .flatten()
        {
            let path = file.path();
            if path
                .extension()
                .is_some_and(|extension| extension == "toml")
            {
                let name = path
                    .strip_prefix(&root)
                    .expect("below suites/")
                    .to_string_lossy()
                    .into_owned();
                files.push((
                    name,
                    std::fs::read_to_string(&path).expect("a file of suites/"),
                ));
            }
        }
    }
    files
}

pub fn library() -> Library {
    let files = suite_files();
    let mut library = Library::new(
        files
            .iter()
            .map(|(path, text)| (path.as_str(), text.as_str())),
    )
    .expect("the shipped suites");
    let tests: Vec<_> = library.tests.values().cloned().collect();
    let phases = tests.iter().flat_map(|test| &test.phases);
    for replay in phases.filter_map(|phase| phase.replay.as_ref()) {
        library.add_trace(stand_in(&replay.trace));
    }
    library
}

/// A short trace in place of a shipped one: reads and writes by turns, 10 ms apart, over 4 GiB.
fn stand_in(name: &str) -> Trace {
    let record = |number: u64| {
        let op = [fourcorners_trace::Op::Read, fourcorners_trace::Op::Write][number as usize % 2];
        let offset = Bytes(number * 997 % 4096 * (1 << 20));
        io(op, Nanos::millis(10 * number), offset, Bytes(4096))
    };
    trace(name, (0..1000).map(record).collect())
}

/// An I/O that waits for none.
pub fn io(op: fourcorners_trace::Op, issued: Nanos, offset: Bytes, bytes: Bytes) -> Record {
    Record {
        issued,
        took: None,
        op,
        offset,
        bytes,
        stream: 0,
        after: None,
        data: None,
        rest: None,
    }
}

/// A trace of these records.
pub fn trace(name: &str, records: Vec<Record>) -> Trace {
    let extent = Extent::of(&mut Listed::new(records.clone())).expect("records");
    Trace::new(name, "", extent, move |_| {
        Ok(Box::new(Listed::new(records.clone())))
    })
}

/// Records from a list.
struct Listed {
    about: About,
    left: std::vec::IntoIter<Record>,
}

impl Listed {
    fn new(records: Vec<Record>) -> Self {
        Self {
            about: About::default(),
            left: records.into_iter(),
        }
    }
}

impl Records for Listed {
    fn about(&self) -> &About {
        &self.about
    }
    fn streams(&self) -> &[String] {
        &[]
    }
    fn read(&mut self, most: usize, into: &mut Vec<Record>) -> Result<(), TraceError> {
        into.extend(self.left.by_ref().take(most));
        Ok(())
    }
}

pub fn header(identity: &Identity) -> RunHeader {
    RunHeader {
        command: "fourcorners".into(),
        version: "0".into(),
        ..RunHeader::new("four-corners", identity.clone())
    }
}

/// What was done to the drive, in order.
#[derive(Clone, Debug, PartialEq)]
pub enum Note {
    Purged,
    Restored,
    Done {
        op: Op,
        first: u64,
        blocks: u64,
        depth: usize,
    },
}

/// What goes wrong, and when: at the so-and-so-manieth I/O that finishes, from 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Fault {
    None,
    FailsAt(u64),
    LostAt(u64),
    /// Not by count: every I/O that begins there or behind it, in blocks.
    BadFrom(u64),
}

/// A null drive that takes notes. Its counters say that collection moves one unit for each
/// that the host writes.
pub struct NotingDrive {
    inner: NullDrive,
    identity: Identity,
    /// In the order in which they finish, but for those withdrawn.
    pending: VecDeque<Request>,
    depth: usize,
    finished: u64,
    counters: Counters,
    pub fault: Fault,
    pub notes: Vec<Note>,
    /// What a meter says of any time.
    pub meter: Option<Result<Drawn, NotDrawn>>,
    /// What it draws all the time, if that is known.
    pub watts: u64,
    /// How long its write buffer takes to empty.
    pub buffered: Nanos,
}

impl NotingDrive {
    /// Each I/O takes 100 µs.
    pub fn new(kind: DriveKind, capacity: Bytes) -> Self {
        Self::taking(Nanos::micros(100), kind, capacity)
    }

    /// Each I/O takes so long.
    pub fn taking(latency: Nanos, kind: DriveKind, capacity: Bytes) -> Self {
        let inner = NullDrive::new(Blocks::from_bytes(capacity), latency);
        let identity = Identity {
            kind,
            name: "noting".into(),
            ..inner.identity().clone()
        };
        Self {
            inner,
            identity,
            pending: VecDeque::new(),
            depth: 1,
            finished: 0,
            counters: Counters {
                unit_bytes: 4096,
                nand_unit_bytes: 4096,
                ..Counters::default()
            },
            fault: Fault::None,
            notes: Vec::new(),
            meter: None,
            watts: 0,
            buffered: Nanos(0),
        }
    }

    pub fn with_raw_nand(mut self, raw: Bytes) -> Self {
        self.identity.raw_nand = Some(raw);
        self
    }

    /// It takes no TRIM, and has nothing to become new by.
    pub fn without_trim(mut self) -> Self {
        self.identity.discard = None;
        self
    }

    /// Its sectors are so large.
    pub fn with_sector(mut self, sector: Bytes) -> Self {
        self.identity.logical_block = sector;
        self
    }

    /// Its engine carries one I/O at a time.
    pub fn one_at_a_time(mut self) -> Self {
        self.identity.max_queue_depth = QueueDepth::ONE;
        self
    }

    /// I/Os that were done, as (operation is a write, first block, blocks, depth).
    pub fn ios(&self) -> impl Iterator<Item = (Op, u64, u64, usize)> + '_ {
        self.notes.iter().filter_map(|note| match note {
            Note::Done {
                op,
                first,
                blocks,
                depth,
            } => Some((*op, *first, *blocks, *depth)),
            _ => None,
        })
    }

    /// Bytes written in all.
    pub fn written(&self) -> u64 {
        self.ios()
            .filter(|(op, ..)| is_write(op))
            .map(|(_, _, blocks, _)| blocks * 512)
            .sum()
    }
}

pub fn is_write(op: &Op) -> bool {
    matches!(op, Op::Write { .. })
}

impl Drive for NotingDrive {
    fn identity(&self) -> &Identity {
        &self.identity
    }
    fn now(&self) -> Nanos {
        self.inner.now()
    }
    fn set_queue_depth(&mut self, depth: QueueDepth) {
        assert_eq!(
            self.waiting() + self.in_flight(),
            0,
            "the work before was left behind"
        );
        self.pending.clear();
        self.depth = depth.get();
        self.inner.set_queue_depth(depth);
    }
    fn submit(&mut self, requests: &[Request]) {
        self.pending.extend(requests);
        self.inner.submit(requests);
    }
    fn wait(
        &mut self,
        until: Nanos,
        stop: Stop,
        completions: &mut Vec<Completion>,
    ) -> Result<(), DriveError> {
        let before = completions.len();
        self.inner.wait(until, stop, completions)?;
        for completion in &mut completions[before..] {
            let is_it = |request: &Request| request.tag == completion.tag;
            let place = self.pending.iter().position(is_it);
            let request = place.and_then(|place| self.pending.remove(place));
            let request = request.expect("a request of this work");
            match self.fault {
                Fault::FailsAt(at) if at == self.finished => {
                    completion.outcome = Outcome::Failed(5)
                }
                Fault::BadFrom(block) if block <= request.lba.0 => {
                    completion.outcome = Outcome::Failed(5)
                }
                Fault::LostAt(at) if at <= self.finished => {
                    return Err(DriveError::Lost("the cable is out".into()));
                }
                _ => {}
            }
            self.finished += 1;
            if is_write(&request.op) {
                self.counters.nand_host_units += 1;
                self.counters.host_bytes_written += self.counters.nand_unit_bytes;
                self.counters.nand_host_bytes += self.counters.nand_unit_bytes;
                self.counters.nand_moved_units += 1;
            }
            self.notes.push(Note::Done {
                op: request.op,
                first: request.lba.0,
                blocks: request.blocks.0,
                depth: self.depth,
            });
        }
        Ok(())
    }
    fn waiting(&self) -> usize {
        self.inner.waiting()
    }
    fn in_flight(&self) -> usize {
        self.inner.in_flight()
    }
    fn withdraw(&mut self) -> usize {
        self.inner.withdraw()
    }
    fn write_buffer_empty_at(&self) -> Nanos {
        self.now() + self.buffered
    }
    fn purge(&mut self) -> Result<Purge, DriveError> {
        self.notes.push(Note::Purged);
        if self.identity.discard.is_none() {
            return Ok(Purge::Nothing);
        }
        self.inner.purge()
    }
    fn snapshot(&self) -> Option<Snapshot> {
        if self.identity.kind == DriveKind::Simulated {
            self.inner.snapshot()
        } else {
            None
        }
    }
    fn restore(&mut self, snapshot: &Snapshot) -> Result<(), DriveError> {
        self.notes.push(Note::Restored);
        self.inner.restore(snapshot)
    }
    fn counters(&self) -> Option<Counters> {
        let energy_uj = self.now().0 / 1000 * self.watts;
        let counters = Counters {
            energy_uj,
            ..self.counters
        };
        (self.identity.kind == DriveKind::Simulated).then_some(counters)
    }
    fn drawn(&self, from: Nanos, until: Nanos) -> Option<Result<Drawn, NotDrawn>> {
        assert!(from < until && until <= self.now(), "a time that is over");
        self.meter.clone()
    }
}

/// Stops after so many seconds of work.
pub struct StopAfter(pub u32);

impl Observer for StopAfter {
    fn progress(&mut self, _: &fourcorners_bench::Progress<'_>) {
        self.0 = self.0.saturating_sub(1);
    }
    fn stop_requested(&self) -> bool {
        self.0 == 0
    }
}

/// Durations of so many seconds.
pub fn lasting(duration_s: u64) -> Options {
    Options {
        duration_s: Some(duration_s),
        ..Options::default()
    }
}

pub fn planned(name: &str, drive: &NotingDrive, options: &Options, seed: u64) -> Plan {
    plan(&library(), name, drive.identity(), options, Seed(seed)).expect("a plan")
}

/// A plan of a suite that need not be in the library.
pub fn planned_suite(suite: &Suite, drive: &NotingDrive) -> Plan {
    let (library, options) = (library(), Options::default());
    plan_suite(&library, suite, drive.identity(), &options, Seed(1)).expect("a plan")
}

/// A folder below a temporary one that goes when this does.
pub struct Folder {
    pub path: PathBuf,
    _temporary: tempfile::TempDir,
}

pub fn folder() -> Folder {
    let temporary = tempfile::tempdir().expect("a temporary folder");
    Folder {
        path: temporary.path().join("run"),
        _temporary: temporary,
    }
}

/// Runs a suite or test, and reads the folder back.
pub fn carry_out(
    name: &str,
    drive: &mut NotingDrive,
    options: &Options,
    seed: u64,
    observer: &mut dyn Observer,
) -> (Result<RunEnd, RunError>, Run, Folder) {
    let plan = planned(name, drive, options, seed);
    let folder = folder();
    let mut writer =
        FolderWriter::create(&folder.path, &header(drive.identity())).expect("a folder");
    let end = run(&plan, drive, &mut writer, observer);
    let run = Run::open(&folder.path).expect("a readable folder");
    (end, run, folder)
}
