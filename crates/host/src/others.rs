//! What other programs and other virtual machines use of the host while a drive is measured: its
//! processors, and the drive's disk.
//!
//! What this program uses itself does not count, nor what the kernel's threads do: those of a loop
//! device or of encryption work for it.

use fourcorners_block::OtherUse;
use fourcorners_real::Host;
use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// How often the kernel's counters are read.
const LOOK: Duration = Duration::from_secs(1);
const SECTOR_BYTES: f64 = 512.0;

/// Reads the kernel's counters on a thread of its own, which ends with it.
pub struct Others(Arc<Mutex<Looks>>);

/// Counters of the kernel, of what was done so far.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Totals {
    /// Ticks of all processors: in all, taken by other virtual machines, and by programs.
    ticks: f64,
    stolen: f64,
    programs: f64,
    /// Of these, by this program and by kernel threads.
    own: f64,
    /// Bytes that the disk moved, and those that this program had moved.
    disk_bytes: f64,
    own_bytes: f64,
}

struct Looks {
    host: Host,
    disk: Option<String>,
    /// Ticks of each kernel thread when it was seen last, and of all that ever were.
    threads: HashMap<u32, u64>,
    thread_ticks: u64,
    all: Vec<(Instant, Totals)>,
}

impl Others {
    /// From now on. `disk`: the kernel's name of the drive's disk.
    pub fn watch(host: &Host, disk: Option<String>) -> Self {
        let mut looks = Looks {
            host: host.clone(),
            disk,
            threads: HashMap::new(),
            thread_ticks: 0,
            all: Vec::new(),
        };
        looks.look();
        let looks = Arc::new(Mutex::new(looks));
        let watched = Arc::downgrade(&looks);
        thread::spawn(move || {
            loop {
                thread::sleep(LOOK);
                let Some(looks) = watched.upgrade() else {
                    return;
                };
                lock(&looks).look();
            }
        });
        Self(looks)
    }

    /// Between two instants; `None` where the kernel does not tell.
    pub fn between(&self, from: Instant, until: Instant) -> Option<OtherUse> {
        let mut looks = lock(&self.0);
        if looks.all.last().is_none_or(|(at, _)| *at < until) {
            looks.look();
        }
        let [from_then, until_then] = [from, until].map(|at| totals_at(&looks.all, at));
        let seconds = until.saturating_duration_since(from).as_secs_f64();
        used(&from_then?, &until_then?, seconds)
    }
}

fn lock(looks: &Mutex<Looks>) -> MutexGuard<'_, Looks> {
    looks.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Looks {
    fn look(&mut self) {
        let at = Instant::now();
        let proc = self.host.proc.clone();
        self.look_at_threads(&proc);
        let [ticks, stolen, programs] = processors(&text(&proc.join("stat"))).unwrap_or_default();
        let own = process_ticks(&text(&proc.join("self/stat"))).unwrap_or(0);
        let stats = text(&proc.join("diskstats"));
        let disk = self.disk.as_ref();
        let totals = Totals {
            ticks: ticks as f64,
            stolen: stolen as f64,
            programs: programs as f64,
            own: (own + self.thread_ticks) as f64,
            disk_bytes: disk.and_then(|disk| disk_bytes(&stats, disk)).unwrap_or(0.0),
            own_bytes: own_bytes(&text(&proc.join("self/io"))),
        };
        self.all.push((at, totals));
    }

    /// Kernel threads come and go, and take what they used with them.
    fn look_at_threads(&mut self, proc: &Path) {
        let parent = proc.join("2");
        if text(&parent.join("comm")).trim() != "kthreadd" {
            return;
        }
        let children = text(&parent.join("task/2/children"));
        let numbers = children.split_whitespace().filter_map(|one| one.parse().ok());
        let ticks = |number: u32| {
            let stat = text(&proc.join(number.to_string()).join("stat"));
            Some((number, process_ticks(&stat)?))
        };
        let now: HashMap<u32, u64> = numbers.filter_map(ticks).collect();
        for (number, ticks) in &now {
            let before = self.threads.get(number).copied().unwrap_or(0);
            // One that has the number of another that is gone begins anew.
            self.thread_ticks += ticks.checked_sub(before).unwrap_or(*ticks);
        }
        self.threads = now;
    }
}

/// A file's text; empty where it cannot be read.
fn text(path: &Path) -> String {
    String::from_utf8_lossy(&fs::read(path).unwrap_or_default()).into()
}

/// proc(5): `cpu  user nice system idle iowait irq softirq steal ...`. All ticks, stolen ones, and
/// those of programs and kernel threads.
fn processors(stat: &str) -> Option<[u64; 3]> {
    let line = stat.lines().find_map(|line| line.strip_prefix("cpu "))?;
    let fields = line.split_whitespace().take(8);
    let fields: Vec<u64> = fields.map_while(|field| field.parse().ok()).collect();
    let [user, nice, system, .., stolen] = fields.as_slice() else {
        return None;
    };
    Some([fields.iter().sum(), *stolen, user + nice + system])
}

/// proc(5): user and system time of a process. Its name, in parentheses, may hold anything.
fn process_ticks(stat: &str) -> Option<u64> {
    let (_, fields) = stat.rsplit_once(')')?;
    let mut fields = fields.split_whitespace().skip(11);
    let mut next = || fields.next()?.parse::<u64>().ok();
    Some(next()? + next()?)
}

/// The kernel's iostats: major, minor, name, reads, merged, sectors, ms, writes, merged, sectors.
fn disk_bytes(stats: &str, disk: &str) -> Option<f64> {
    let mut lines = stats.lines().map(str::split_whitespace);
    let fields: Vec<&str> = lines.find(|fields| fields.clone().nth(2) == Some(disk))?.collect();
    let sectors = |index: usize| fields.get(index)?.parse::<u64>().ok();
    Some((sectors(5)? + sectors(9)?) as f64 * SECTOR_BYTES)
}

/// proc(5): what a process had storage read and write.
fn own_bytes(io: &str) -> f64 {
    let of = |name: &str| {
        let line = io.lines().find_map(|line| line.strip_prefix(name));
        line.and_then(|value| value.trim().parse::<u64>().ok())
    };
    let moved = [of("read_bytes:"), of("write_bytes:")];
    moved.into_iter().flatten().sum::<u64>() as f64
}

/// What the counters were at an instant, as if they rose evenly between two looks.
fn totals_at(looks: &[(Instant, Totals)], at: Instant) -> Option<Totals> {
    let place = looks.partition_point(|(then, _)| *then < at);
    let after = looks.get(place).or(looks.last())?;
    let before = looks.get(place.saturating_sub(1))?;
    let all = after.0.saturating_duration_since(before.0).as_secs_f64();
    let passed = at.saturating_duration_since(before.0).as_secs_f64();
    let share = if all > 0.0 { (passed / all).min(1.0) } else { 1.0 };
    let between = |a: f64, b: f64| a + (b - a) * share;
    let (a, b) = (&before.1, &after.1);
    Some(Totals {
        ticks: between(a.ticks, b.ticks),
        stolen: between(a.stolen, b.stolen),
        programs: between(a.programs, b.programs),
        own: between(a.own, b.own),
        disk_bytes: between(a.disk_bytes, b.disk_bytes),
        own_bytes: between(a.own_bytes, b.own_bytes),
    })
}

/// `None` where the kernel does not tell, or no time has passed.
fn used(from: &Totals, until: &Totals, seconds: f64) -> Option<OtherUse> {
    let ticks = until.ticks - from.ticks;
    if ticks <= 0.0 || seconds <= 0.0 {
        return None;
    }
    let percent = |part: f64, all: f64| match all > 0.0 {
        true => (part / all * 100.0).clamp(0.0, 100.0).round() as u32,
        false => 0,
    };
    let programs = (until.programs - from.programs) - (until.own - from.own);
    let moved = until.disk_bytes - from.disk_bytes;
    let by_others = (moved - (until.own_bytes - from.own_bytes)).max(0.0);
    Some(OtherUse {
        cpu_percent: percent(programs, ticks),
        stolen_percent: percent(until.stolen - from.stolen, ticks),
        disk_percent: percent(by_others, moved),
        disk_bytes_per_s: (by_others / seconds) as u64,
    })
}

#[cfg(test)]
mod tests;
