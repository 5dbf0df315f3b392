//! Is what a drive would lose now what its plainest account says? And is it, after a power cut,
//! the drive that it would be without having been watched?

use super::state::any_spec;
use super::*;
use crate::ssd::id::Lpns;
use fourcorners_block::{Completion, Volatile};
use std::collections::BTreeMap;

/// Every write that the drive has taken, and when each was on the NAND.
#[derive(Clone, Default)]
pub struct Plain {
    /// Of each unit, by number, since it was unmapped last.
    written: HashMap<Lpn, Vec<u64>>,
    /// Those that were programmed, and the end of that. What is programmed again is a copy.
    on_nand: HashMap<Lpn, Vec<(u64, u64)>>,
    /// Writes to each unit ever.
    taken: HashMap<Lpn, u32>,
}

impl Plain {
    pub fn wrote(&mut self, lpn: Lpn, write: u64) {
        self.written.entry(lpn).or_default().push(write);
        *self.taken.entry(lpn).or_default() += 1;
    }
    pub fn programmed(&mut self, lpn: Lpn, write: u64, end: u64) {
        let on_nand = self.on_nand.entry(lpn).or_default();
        if on_nand.iter().all(|(earlier, _)| *earlier != write) {
            on_nand.push((write, end));
        }
    }
    pub fn unmapped(&mut self, lpns: Lpns) {
        for lpn in lpns.iter() {
            self.written.remove(&lpn);
            self.on_nand.remove(&lpn);
        }
    }
    /// Whatever was lost is not asked for again.
    fn begin_anew(&mut self) {
        self.written.clear();
        self.on_nand.clear();
    }
    /// Writes to each unit after the newest that is on the NAND now.
    fn volatile(&self, now: u64) -> BTreeMap<u32, u32> {
        let count = |(lpn, written): (&Lpn, &Vec<u64>)| {
            let on_nand = self.on_nand.get(lpn).into_iter().flatten();
            let by_now = on_nand.filter(|(_, end)| *end <= now);
            let newest = by_now.map(|(write, _)| *write).max().unwrap_or(0);
            let later = written.iter().filter(|write| **write > newest);
            (lpn.0, later.count() as u32)
        };
        self.written.iter().map(count).collect()
    }
}

#[derive(Clone, Debug)]
enum Event {
    Do(Step),
    /// A shorter wait than others, in microseconds: programs are in flight.
    Wait(u64),
    PowerCut,
}

fn event() -> impl Strategy<Value = Event> {
    prop_oneof![
        20 => step(8).prop_map(Event::Do),
        6 => (0..3000_u64).prop_map(Event::Wait),
        1 => Just(Event::PowerCut),
    ]
}

/// A drive, and what was asked of it.
struct Bed {
    drive: Station<Ssd>,
    unit_blocks: u64,
    completions: Vec<Completion>,
    submitted: u64,
    /// Writes to each unit, but those that were lost before the drive took them.
    wanted: BTreeMap<u32, u32>,
}

impl Bed {
    fn new(spec: &SsdSpec, depth: u16, watches: bool) -> Self {
        let mut drive = Ssd::drive(spec);
        drive.set_queue_depth(QueueDepth::new(depth).expect("a depth"));
        let unit_blocks = u64::from(spec.layout.unit_bytes) / 512;
        if watches {
            assert_eq!(drive.watch_volatile(), Some(Blocks(unit_blocks)));
        }
        Self {
            drive,
            unit_blocks,
            completions: Vec::new(),
            submitted: 0,
            wanted: BTreeMap::new(),
        }
    }
    fn submit(&mut self, op: Op, lba: u64, blocks: u64) {
        let capacity = self.drive.identity().capacity.0;
        let lba = lba % capacity;
        let blocks = blocks.min(capacity - lba);
        self.drive.submit(&[Request {
            tag: self.submitted,
            due: Nanos(0),
            lba: Lba(lba),
            blocks: Blocks(blocks),
            op,
        }]);
        self.submitted += 1;
        if matches!(op, Op::Write { .. } | Op::WriteZeroes) {
            let end = (lba + blocks).div_ceil(self.unit_blocks);
            for unit in lba / self.unit_blocks..end {
                *self.wanted.entry(unit as u32).or_default() += 1;
            }
        }
    }
    fn wait(&mut self, until: Nanos, stop: Stop) {
        self.drive
            .wait(until, stop, &mut self.completions)
            .expect("wait");
    }
    fn carry_out(&mut self, event: &Event) {
        match *event {
            Event::Do(Step::Io(op, lba, blocks)) => self.submit(op, lba, blocks),
            Event::Do(Step::Wait(us)) | Event::Wait(us) => {
                self.wait(self.drive.now() + Nanos::micros(us), Stop::Never);
            }
            // It keeps its account's drive, which is asked for nothing but a state.
            Event::Do(Step::SaveAndRestore | Step::ThroughBytes) => {
                self.wait(Nanos::MAX, Stop::Drained);
                let state = self.drive.state().expect("an idle drive has a state");
                self.drive.set_state(&state).expect("its own state");
                self.plain().begin_anew();
            }
            Event::PowerCut => {
                let expected = self.volatile();
                let mut lost = Vec::new();
                self.drive.lose_power(&mut lost).expect("any SSD can");
                assert_eq!(lost, expected);
                assert_eq!(self.drive.waiting() + self.drive.in_flight(), 0);
                self.plain().begin_anew();
                self.wanted = self
                    .plain()
                    .taken
                    .iter()
                    .map(|(lpn, taken)| (lpn.0, *taken))
                    .collect();
                assert_eq!(self.volatile(), []);
            }
        }
    }
    fn plain(&mut self) -> &mut Plain {
        &mut self.drive.device().backend.shadow.volatile
    }
    fn volatile(&self) -> Vec<Volatile> {
        let mut volatile = Vec::new();
        self.drive.volatile(&mut volatile);
        volatile
    }
    /// What it has to be: what waits for the drive, and what is not on the NAND.
    fn expected(&mut self) -> Vec<Volatile> {
        let now = self.drive.now().0;
        let mut writes = self.plain().volatile(now);
        for (unit, wanted) in &self.wanted {
            let shadow = &self.drive.device().backend.shadow;
            let taken = shadow.volatile.taken.get(&Lpn(*unit)).unwrap_or(&0);
            *writes.entry(*unit).or_default() += wanted - taken;
        }
        let lost = writes.into_iter().filter(|(_, writes)| *writes > 0);
        let volatile = lost.map(|(unit, writes)| Volatile {
            lba: Lba(u64::from(unit) * self.unit_blocks),
            writes,
        });
        volatile.collect()
    }
    /// The invariants of a drive that has nothing to do; its own map is what it is compared with.
    fn check_invariants(&mut self) {
        let backend = &self.drive.device().backend;
        let units = 0..backend.nand.geometry.logical_units;
        let mapped = units.filter_map(|unit| {
            let address = backend.l2p.lookup(Lpn(unit))?;
            Some((unit, backend.shadow.content[&address].1))
        });
        let map = mapped.collect();
        check(&mut self.drive, &map);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, ..ProptestConfig::default() })]
    #[test]
    fn drive_would_lose_what_a_plain_account_says(
        seed in any::<u64>(),
        depth in 1..33_u16,
        events in prop::collection::vec(event(), 1..250),
    ) {
        let spec = any_spec(seed);
        let mut watched = Bed::new(&spec, depth, true);
        let mut other = Bed::new(&spec, depth, false);
        for event in &events {
            for bed in [&mut watched, &mut other] {
                if matches!(event, Event::PowerCut) {
                    bed.carry_out(event);
                    bed.check_invariants();
                } else {
                    bed.carry_out(event);
                }
            }
            let expected = watched.expected();
            prop_assert_eq!(watched.volatile(), expected);
            prop_assert_eq!(other.volatile(), []);
            if watched.drive.waiting() + watched.drive.in_flight() == 0 {
                prop_assert!(watched.drive.state() == other.drive.state());
            }
        }
        for bed in [&mut watched, &mut other] {
            bed.submit(Op::Flush, 0, 0);
            bed.wait(Nanos::MAX, Stop::Drained);
            bed.check_invariants();
        }
        prop_assert_eq!(watched.volatile(), []);
        prop_assert_eq!(watched.completions, other.completions);
        prop_assert!(watched.drive.state() == other.drive.state());
    }
}
