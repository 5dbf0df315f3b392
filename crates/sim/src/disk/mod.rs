//! A hard disk (Ruemmler and Wilkes, IEEE Computer 1994): one arm, platters that turn, and memory
//! for what is read ahead and what is still to be written. Rotation is exact: where the platter
//! stands follows from the clock.

mod arm;
mod cache;
mod platters;
mod power_cut;
mod spec;

use crate::identity;
use crate::station::{Admit, Admitted, Device, Finishing, Io, NEVER, Station};
use arm::{Arm, Seek};
use cache::ReadCache;
use fourcorners_block::{DriveError, Op, Outcome, Request};
use platters::Platters;
use power_cut::Overtaking;
use serde::{Deserialize, Serialize};
pub use spec::{DiskCacheSpec, HardDiskSpec, PlatterSpec, SeekSpec};
use std::collections::{BTreeMap, VecDeque};
use std::ops::Range;

/// Whether seek times lie on a curve that rises; else why not.
pub fn check_seek(spec: &HardDiskSpec) -> Result<(), String> {
    let cylinders = Platters::new(spec).cylinders;
    match arm::curve(&spec.seek, cylinders) {
        Some(_) => Ok(()),
        None => Err(format!(
            "no increasing curve a + b sqrt(d) + c d over {cylinders} cylinders fits these three \
             seek times: average must lie well between track-to-track and full stroke"
        )),
    }
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct HardDisk {
    spec: DiskCacheSpec,
    command_ns: u64,
    ns_per_mib: u64,
    platters: Platters,
    seek: Seek,
    arm: Arm,
    /// What the arm is doing, and until when.
    serving: Option<(Job, u64)>,
    /// What waits for the arm.
    jobs: Vec<Job>,
    read_cache: ReadCache,
    /// Writes in memory, and their bytes.
    cached: (u32, u64),
    /// Writes that wait for room there, in order.
    held: VecDeque<Io>,
    flushes: Vec<Io>,
    link_free: u64,
    /// Of writes that a power cut would lose, if anybody asks. No state.
    #[serde(skip)]
    overtaking: Option<Overtaking>,
}

/// Something for the arm.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct Job {
    admitted: Io,
    /// Whether it is finished already for the host, as it lies in memory.
    cached: bool,
}

impl Job {
    fn sectors(&self) -> Range<u64> {
        sectors(&self.admitted.request)
    }
    fn writes(&self) -> bool {
        self.admitted.request.op != Op::Read
    }
}

fn sectors(request: &Request) -> Range<u64> {
    request.lba.0..request.lba.0 + request.blocks.0
}

impl HardDisk {
    /// A drive of a checked spec, at rest over the outermost track.
    pub fn drive(spec: &HardDiskSpec) -> Station<Self> {
        let platters = Platters::new(spec);
        Station::around(
            identity::of_hard_disk(spec),
            Self {
                spec: spec.cache,
                command_ns: spec.link.command_latency_ns,
                ns_per_mib: (1 << 20) * 1000 / spec.link.mb_per_s,
                seek: Seek::new(spec, platters.cylinders),
                platters,
                arm: Arm {
                    cylinder: 0,
                    head: 0,
                },
                serving: None,
                jobs: Vec::new(),
                read_cache: ReadCache::new(&spec.cache, spec.capacity.0),
                cached: (0, 0),
                held: VecDeque::new(),
                flushes: Vec::new(),
                link_free: 0,
                overtaking: None,
            },
        )
    }

    fn on_link(&mut self, from: u64, request: &Request) -> u64 {
        let transfer = (request.blocks.bytes().0 * self.ns_per_mib) >> 20;
        self.link_free = self.link_free.max(from) + transfer;
        self.link_free
    }

    fn read(&mut self, now: u64, admitted: Io, finishing: &mut Finishing) {
        let wanted = sectors(&admitted.request);
        let covers = |job: &Job| {
            let held = job.sectors();
            job.writes() && job.cached && held.start <= wanted.start && wanted.end <= held.end
        };
        let waits = self
            .jobs
            .iter()
            .chain(self.serving.iter().map(|(job, _)| job));
        let held = waits.into_iter().any(covers);
        let (platters, seek) = (&self.platters, &self.seek);
        if held || self.read_cache.holds(&wanted, now, platters, seek) {
            self.read_cache.extend(&wanted, now, platters, seek);
            let end = self.on_link(now, &admitted.request) + self.command_ns;
            finishing.at(end, Outcome::Done, admitted.admitted());
            return;
        }
        let job = Job {
            admitted,
            cached: false,
        };
        let on_its_way = self.read_cache.on_its_way(&wanted, now, platters, seek);
        match on_its_way.filter(|_| self.serving.is_none()) {
            Some((from, since, arm)) => {
                let (end, arm) = self.pass(since, arm, from..wanted.end, false);
                self.arm = arm;
                self.serving = Some((job, end.max(now)));
            }
            None => self.jobs.push(job),
        }
    }

    fn write(&mut self, now: u64, admitted: Io, finishing: &mut Finishing) {
        let fua = matches!(admitted.request.op, Op::Write { fua: true, .. });
        if self.spec.cached_writes == 0 || fua {
            self.on_link(now, &admitted.request);
            self.jobs.push(Job {
                admitted,
                cached: false,
            });
        } else if self.has_room(&admitted.request) && self.held.is_empty() {
            self.cache(now, admitted, finishing);
        } else {
            self.held.push_back(admitted);
        }
    }

    fn has_room(&self, request: &Request) -> bool {
        let (writes, bytes) = self.cached;
        let fits = bytes + request.blocks.bytes().0 <= self.spec.write_cache_bytes;
        writes == 0 || (writes < self.spec.cached_writes && fits)
    }

    fn cache(&mut self, now: u64, admitted: Io, finishing: &mut Finishing) {
        self.cached.0 += 1;
        self.cached.1 += admitted.request.blocks.bytes().0;
        let end = self.on_link(now, &admitted.request) + self.command_ns;
        finishing.at(end, Outcome::Done, admitted.admitted());
        self.jobs.push(Job {
            admitted,
            cached: true,
        });
    }

    /// The arm passes over sectors, from an instant and a place on: when it is done, and where.
    fn pass(&self, from: u64, arm: Arm, sectors: Range<u64>, writes: bool) -> (u64, Arm) {
        let (mut time, mut arm, mut sector) = (from, arm, sectors.start);
        while sector < sectors.end {
            let place = self.platters.place(sector);
            time += self
                .seek
                .access_ns(time, arm, &place, writes, &self.platters);
            arm = Arm {
                cylinder: place.cylinder,
                head: place.head,
            };
            let count = place.left_in_track.min(sectors.end - sector);
            time += self.platters.passing_ns(count, place.track_sectors);
            sector += count;
        }
        (time, arm)
    }

    /// What the arm does next: the nearest, unless one has waited too long.
    fn choose(&self, now: u64) -> Option<usize> {
        let oldest = (0..self.jobs.len()).min_by_key(|index| self.jobs[*index].admitted.number)?;
        let waited = now - self.jobs[oldest].admitted.at;
        if !self.spec.reorders || waited > self.spec.deadline_ns {
            return Some(oldest);
        }
        let access = |index: &usize| {
            let job = &self.jobs[*index];
            let place = self.platters.place(job.sectors().start);
            let access = self
                .seek
                .access_ns(now, self.arm, &place, job.writes(), &self.platters);
            (access, job.admitted.number)
        };
        (0..self.jobs.len()).min_by_key(access)
    }

    fn begin(&mut self, now: u64) {
        if let Some(arm) = self.read_cache.stop(now, &self.platters, &self.seek) {
            self.arm = arm;
        }
        let Some(index) = self.choose(now) else {
            return;
        };
        let job = self.jobs.swap_remove(index);
        let (end, arm) = self.pass(now, self.arm, job.sectors(), job.writes());
        self.arm = arm;
        self.serving = Some((job, end));
    }

    fn end(&mut self, now: u64, job: Job, finishing: &mut Finishing) {
        let request = &job.admitted.request;
        if !job.writes() {
            self.read_cache.read(job.sectors(), now, self.arm);
            // Sectors have passed on to the host as they came in, if the link was free.
            let transfer = (request.blocks.bytes().0 * self.ns_per_mib) >> 20;
            let end = self.on_link(now.saturating_sub(transfer), request).max(now);
            finishing.at(
                end + self.command_ns,
                Outcome::Done,
                job.admitted.admitted(),
            );
        } else if job.cached {
            self.cached.0 -= 1;
            self.cached.1 -= request.blocks.bytes().0;
            while let Some(held) = self.held.front().copied()
                && self.has_room(&held.request)
            {
                self.held.pop_front();
                self.cache(now, held, finishing);
            }
        } else {
            finishing.at(
                now + self.command_ns,
                Outcome::Done,
                job.admitted.admitted(),
            );
        }
        if job.writes() {
            self.note_written(&job.admitted, now);
        }
        self.end_flushes(now, finishing);
    }

    fn end_flushes(&mut self, now: u64, finishing: &mut Finishing) {
        if self.flushes.is_empty() {
            return;
        }
        let jobs = self
            .jobs
            .iter()
            .chain(self.serving.iter().map(|(job, _)| job));
        let writes = jobs.filter(|job| job.writes()).map(|job| &job.admitted);
        let oldest = writes.chain(&self.held).map(|write| write.number).min();
        let command_ns = self.command_ns;
        self.flushes.retain(|flush| {
            let waits = oldest.is_some_and(|oldest| oldest < flush.number);
            if !waits {
                finishing.at(now + command_ns, Outcome::Done, flush.admitted());
            }
            waits
        });
    }
}

impl Device for HardDisk {
    type Saved = Self;

    fn admit(&mut self, now: u64, admitted: Admitted<'_>, finishing: &mut Finishing) -> Admit {
        let io = Io::of(admitted);
        match io.request.op {
            Op::Read => self.read(now, io, finishing),
            Op::Write { .. } | Op::WriteZeroes => self.write(now, io, finishing),
            Op::Discard => finishing.at(now, Outcome::Unsupported, admitted),
            Op::Flush => {
                self.flushes.push(io);
                self.end_flushes(now, finishing);
            }
        }
        Admit::Begun
    }

    fn next(&mut self, now: u64) -> u64 {
        match &self.serving {
            Some((_, end)) => *end,
            None if self.jobs.is_empty() => NEVER,
            None => now,
        }
    }

    fn act(&mut self, now: u64, finishing: &mut Finishing) {
        match self.serving.take() {
            Some((job, _)) => self.end(now, job, finishing),
            None => self.begin(now),
        }
    }
    fn watch_volatile(&mut self) -> Option<u64> {
        self.begin_account().then_some(1)
    }
    fn volatile(&self, now: u64, writes: &mut BTreeMap<u64, u32>) {
        self.add_volatile(now, writes);
    }
    fn lose_power(&mut self, _: u64) -> Result<(), DriveError> {
        self.lose_memory();
        Ok(())
    }
    fn save(&self) -> Self {
        self.clone()
    }
    fn restore(&mut self, saved: &Self) {
        let is_watched = self.overtaking.is_some();
        self.clone_from(saved);
        self.renew_account(is_watched);
    }
    fn fits(&self, saved: &Self) -> bool {
        self.platters == saved.platters
    }
    fn behavior(&self) -> String {
        let link = (self.command_ns, self.ns_per_mib);
        let mechanics = (&self.platters, &self.seek);
        format!("hard disk {:?} {link:?} {mechanics:?}", self.spec)
    }
}
