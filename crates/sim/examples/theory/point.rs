//! One point of the theory: what it says, and what a simulated drive does.

use super::formula;
use super::small;
use fourcorners_block::{
    Blocks, Data, Drive, Generator, Lba, Nanos, QueueDepth, Request, Seed, Stop,
};
use fourcorners_sim::spec::{Frontiers, HotCold, SsdSpec, VictimPolicy};
use fourcorners_sim::{Ssd, Station};

/// What is written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Workload {
    /// Every address alike.
    Uniform,
    /// A share `f` of the addresses gets a share `r` of the writes.
    HotCold { f: f64, r: f64 },
    /// Uniform writes; a share `q` of the requests is TRIM, of any address or of one in use.
    Trim { q: f64, in_use: bool },
}

/// What shares an open block.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Streams {
    /// Everything.
    One,
    /// Host data; moved data.
    HostMoved,
    /// The same, the valid pages of a block moved in random order.
    HostMovedShuffled,
    /// Hot data; cold data.
    HotCold,
    /// The same, each in blocks of its own: `p` is the hot pool's share of the spare.
    Pools { p: f64 },
}

/// A drive, and what is done to it.
#[derive(Clone, Copy, Debug)]
pub struct Point {
    pub policy: VictimPolicy,
    /// Of d-choices.
    pub candidates: u32,
    pub pages_per_block: u32,
    /// (physical - logical) / physical.
    pub spare_factor: f64,
    pub workload: Workload,
    pub streams: Streams,
    /// Blocks that may hold data: the reserve is left out.
    pub blocks: u32,
    /// Host writes, in times the logical size, before and while it is measured.
    pub warm_up: u32,
    pub measured: u32,
}

/// What the simulated drive did.
pub struct Measured {
    pub write_amplification: f64,
    /// Of the windows' mean.
    pub standard_error: f64,
    /// Host writes in all.
    pub writes: u64,
}

const WINDOWS: u32 = 8;

impl Point {
    /// By formula; `None` where there is none.
    pub fn theory(&self) -> Option<f64> {
        let rho = 1.0 - self.spare_factor;
        let b = self.pages_per_block;
        let uniform = |rho: f64| match self.policy {
            VictimPolicy::Fifo => Some(formula::fifo(1.0 / rho)),
            VictimPolicy::Greedy => Some(formula::greedy(rho, b)),
            VictimPolicy::DChoices => Some(formula::d_choices(rho, b, self.candidates)),
            VictimPolicy::Random => Some(1.0 / (1.0 - rho)),
            _ => None,
        };
        match (self.workload, self.streams) {
            (Workload::Uniform, Streams::One | Streams::HostMoved) => uniform(rho),
            (Workload::Trim { q, in_use }, Streams::One) => {
                uniform(1.0 - formula::spare_with_trim(self.spare_factor, q, in_use))
            }
            (Workload::HotCold { f, r }, Streams::One) if self.policy == VictimPolicy::Fifo => {
                let classes = [(r, f), (1.0 - r, 1.0 - f)];
                Some(formula::fifo_hot_cold(1.0 / rho, &classes))
            }
            (Workload::HotCold { f, r }, Streams::Pools { p }) => {
                let [hot, cold] = formula::pools(1.0 / rho, f, p);
                Some(r * uniform(1.0 / hot)? + (1.0 - r) * uniform(1.0 / cold)?)
            }
            _ => None,
        }
    }

    /// On a simulated drive; `None` if none can do that.
    pub fn simulate(&self, seed: u64) -> Option<Measured> {
        match (self.streams, self.workload) {
            (Streams::HostMovedShuffled, _) => None,
            (Streams::Pools { p }, Workload::HotCold { f, r }) => {
                let rho = 1.0 - self.spare_factor;
                let [hot, cold] = formula::pools(1.0 / rho, f, p);
                let part = |alpha: f64, share: f64| {
                    let blocks = f64::from(self.blocks) * rho * share * alpha;
                    let part = Self {
                        spare_factor: 1.0 - 1.0 / alpha,
                        workload: Workload::Uniform,
                        streams: Streams::One,
                        blocks: (blocks.round() as u32).max(4),
                        ..*self
                    };
                    part.simulate(seed)
                };
                let (hot, cold) = (part(hot, f)?, part(cold, 1.0 - f)?);
                let mean = |hot: f64, cold: f64| r * hot + (1.0 - r) * cold;
                Some(Measured {
                    write_amplification: mean(hot.write_amplification, cold.write_amplification),
                    standard_error: (r * hot.standard_error).hypot((1.0 - r) * cold.standard_error),
                    writes: hot.writes + cold.writes,
                })
            }
            (Streams::Pools { .. }, _) => None,
            _ => Some(self.run(seed)),
        }
    }

    fn spec(&self) -> SsdSpec {
        let physical = f64::from(self.blocks) * f64::from(self.pages_per_block);
        let units = (physical * (1.0 - self.spare_factor)).round() as u64;
        let reserve = match self.streams {
            Streams::HotCold => 2,
            _ => 1,
        };
        let mut spec = small::plain(self.pages_per_block, self.blocks + reserve, 0);
        spec.capacity = Blocks(units * 8);
        let gc = &mut spec.gc;
        (gc.victim, gc.victim_candidates) = (self.policy, self.candidates);
        (gc.low_watermark, gc.high_watermark) = (reserve, reserve);
        if self.streams == Streams::HostMoved {
            gc.frontiers = Frontiers::Separate;
            gc.high_watermark = 2;
        }
        if let (Streams::HotCold, Workload::HotCold { f, .. }) = (self.streams, self.workload) {
            let hot_below_lba = hot_units(units, f) * 8;
            gc.hot_cold = Some(HotCold::Oracle { hot_below_lba });
        }
        spec
    }

    fn run(&self, seed: u64) -> Measured {
        let spec = self.spec();
        let units = spec.capacity.0 / 8;
        let mut bed = Bed {
            drive: Ssd::drive(&spec),
            requests: Requests::new(self.workload, units, seed),
            completions: Vec::new(),
        };
        let depth = QueueDepth::new(32).expect("a depth");
        bed.drive.set_queue_depth(depth);
        let mut next = 0;
        bed.run(units, |_| {
            next += 1;
            write(next - 1)
        });
        bed.random(units * u64::from(self.warm_up));
        let window = units * u64::from(self.measured) / u64::from(WINDOWS);
        let figures: Vec<f64> = (0..WINDOWS).map(|_| bed.random(window)).collect();
        let count = f64::from(WINDOWS);
        let mean = figures.iter().sum::<f64>() / count;
        let squares: f64 = figures.iter().map(|figure| (figure - mean).powi(2)).sum();
        Measured {
            write_amplification: mean,
            standard_error: (squares / (count - 1.0) / count).sqrt(),
            writes: bed.drive.counters().expect("simulated").nand_host_units,
        }
    }
}

fn hot_units(units: u64, f: f64) -> u64 {
    (units as f64 * f).round() as u64
}

fn write(unit: u64) -> Request {
    Request::write(unit, Lba(unit * 8), Blocks(8), Data::RANDOM)
}

/// A drive under work.
struct Bed {
    drive: Station<Ssd>,
    requests: Requests,
    completions: Vec<fourcorners_block::Completion>,
}

impl Bed {
    /// So many requests of the workload; the write amplification meanwhile.
    fn random(&mut self, count: u64) -> f64 {
        let before = self.drive.counters().expect("simulated");
        self.run(count, Requests::next);
        let done = self.drive.counters().expect("simulated").since(&before);
        (done.nand_host_units + done.nand_moved_units) as f64 / done.nand_host_units as f64
    }
    fn run(&mut self, count: u64, mut next: impl FnMut(&mut Requests) -> Request) {
        let mut batch = Vec::with_capacity(4096);
        let mut left = count;
        while left > 0 {
            let size = left.min(4096);
            batch.clear();
            batch.extend((0..size).map(|_| next(&mut self.requests)));
            left -= size;
            self.drive.submit(&batch);
            let stop = if left > 0 {
                Stop::Waiting(64)
            } else {
                Stop::Drained
            };
            self.completions.clear();
            self.drive
                .wait(Nanos::MAX, stop, &mut self.completions)
                .expect("a simulated drive answers");
        }
    }
}

/// The requests of a workload.
struct Requests {
    workload: Workload,
    units: u64,
    hot: u64,
    generator: Generator,
    /// With TRIM: the units in use, in any order, and where each stands (`u32::MAX`: not in use).
    in_use: Vec<u32>,
    place: Vec<u32>,
}

impl Requests {
    fn new(workload: Workload, units: u64, seed: u64) -> Self {
        let (hot, tracked) = match workload {
            Workload::HotCold { f, .. } => (hot_units(units, f), 0),
            Workload::Trim { .. } => (0, units as u32),
            Workload::Uniform => (0, 0),
        };
        Self {
            workload,
            units,
            hot,
            generator: Seed(seed).generator(),
            in_use: (0..tracked).collect(),
            place: (0..tracked).collect(),
        }
    }
    fn happens(&mut self, probability: f64) -> bool {
        self.generator.below(1 << 32) < (probability * (1_u64 << 32) as f64) as u64
    }
    fn next(&mut self) -> Request {
        match self.workload {
            Workload::Uniform => write(self.generator.below(self.units)),
            Workload::HotCold { r, .. } => {
                if self.happens(r) {
                    write(self.generator.below(self.hot))
                } else {
                    write(self.hot + self.generator.below(self.units - self.hot))
                }
            }
            Workload::Trim { q, in_use } => {
                let trims = self.happens(q) && !self.in_use.is_empty();
                let unit = if trims && in_use {
                    let place = self.generator.below(self.in_use.len() as u64);
                    self.in_use[place as usize]
                } else {
                    self.generator.below(self.units) as u32
                };
                let place = self.place[unit as usize];
                if trims {
                    if place != u32::MAX {
                        self.in_use.swap_remove(place as usize);
                        if let Some(moved) = self.in_use.get(place as usize) {
                            self.place[*moved as usize] = place;
                        }
                        self.place[unit as usize] = u32::MAX;
                    }
                    Request::discard(0, Lba(u64::from(unit) * 8), Blocks(8))
                } else {
                    if place == u32::MAX {
                        self.place[unit as usize] = self.in_use.len() as u32;
                        self.in_use.push(unit);
                    }
                    write(u64::from(unit))
                }
            }
        }
    }
}
