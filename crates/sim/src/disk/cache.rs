//! What a hard disk holds in memory of what it has read: segments, of which the one that is
//! still being read grows until the arm is needed elsewhere.

use super::arm::{Arm, Seek};
use super::platters::Platters;
use super::spec::DiskCacheSpec;
use fourcorners_block::BLOCK_BYTES;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use std::ops::Range;

/// Read segments. Addresses are in sectors of 512 bytes.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ReadCache {
    at_most: usize,
    segment_sectors: u64,
    capacity: u64,
    /// Segments that grow no more, the latest last.
    segments: VecDeque<Range<u64>>,
    ahead: Option<Ahead>,
}

/// The segment that is being read.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct Ahead {
    /// First sector held.
    start: u64,
    /// At `since` the head had read up to here.
    from: u64,
    since: u64,
    arm: Arm,
    /// It is full then.
    limit: u64,
}

impl ReadCache {
    /// Empty.
    pub fn new(spec: &DiskCacheSpec, capacity: u64) -> Self {
        Self {
            at_most: spec.read_segments as usize,
            segment_sectors: spec.read_segment_bytes / BLOCK_BYTES,
            capacity,
            segments: VecDeque::new(),
            ahead: None,
        }
    }

    /// Holds nothing any more.
    pub fn forget(&mut self) {
        self.segments.clear();
        self.ahead = None;
    }
    /// The head has read a request's sectors at an instant, and reads on.
    pub fn read(&mut self, sectors: Range<u64>, since: u64, arm: Arm) {
        if self.at_most == 0 {
            return;
        }
        self.ahead = Some(Ahead {
            start: sectors.start,
            from: sectors.end,
            since,
            arm,
            limit: (sectors.end + self.segment_sectors).min(self.capacity),
        });
    }

    /// Whether all of these sectors are held by now.
    pub fn holds(&self, sectors: &Range<u64>, now: u64, platters: &Platters, seek: &Seek) -> bool {
        let within = |held: Range<u64>| held.start <= sectors.start && sectors.end <= held.end;
        self.segments.iter().any(|held| within(held.clone()))
            || self
                .ahead
                .is_some_and(|ahead| within(ahead.start..ahead.reached(now, platters, seek).0))
    }

    /// Whether the first of these sectors is held, and the head is just reading on to the others:
    /// from where, since when.
    pub fn on_its_way(
        &self,
        sectors: &Range<u64>,
        now: u64,
        platters: &Platters,
        seek: &Seek,
    ) -> Option<(u64, u64, Arm)> {
        let ahead = self.ahead?;
        let (reached, _) = ahead.reached(now, platters, seek);
        let comes =
            ahead.start <= sectors.start && sectors.start <= reached && reached < ahead.limit;
        comes.then_some((ahead.from, ahead.since, ahead.arm))
    }

    /// A request was served from the growing segment: it grows on behind it.
    pub fn extend(&mut self, sectors: &Range<u64>, now: u64, platters: &Platters, seek: &Seek) {
        if let Some(ahead) = &mut self.ahead
            && ahead.start <= sectors.start
        {
            let (reached, arm) = ahead.reached(now, platters, seek);
            if sectors.end > reached {
                return;
            }
            // A ring: what lies before the request makes way.
            ahead.start = sectors.start;
            if reached == ahead.limit {
                (ahead.from, ahead.since, ahead.arm) = (reached, now, arm);
            }
            ahead.limit = (sectors.end + self.segment_sectors).min(self.capacity);
        }
    }

    /// The arm is needed elsewhere: where it stands now.
    pub fn stop(&mut self, now: u64, platters: &Platters, seek: &Seek) -> Option<Arm> {
        let ahead = self.ahead.take()?;
        let (reached, arm) = ahead.reached(now, platters, seek);
        if self.segments.len() >= self.at_most {
            self.segments.pop_front();
        }
        self.segments.push_back(ahead.start..reached);
        Some(arm)
    }
}

impl Ahead {
    /// How far the head has read by now, and where it stands.
    fn reached(&self, now: u64, platters: &Platters, seek: &Seek) -> (u64, Arm) {
        let (mut sector, mut time, mut arm) = (self.from, self.since, self.arm);
        while sector < self.limit {
            let place = platters.place(sector);
            let begin = time + seek.access_ns(time, arm, &place, false, platters);
            if begin >= now {
                break;
            }
            arm = Arm {
                cylinder: place.cylinder,
                head: place.head,
            };
            let sectors = place.left_in_track.min(self.limit - sector);
            let end = begin + platters.passing_ns(sectors, place.track_sectors);
            if end > now {
                sector += platters.passed_in(now - begin, place.track_sectors);
                break;
            }
            (sector, time) = (sector + sectors, end);
        }
        (sector, arm)
    }
}
