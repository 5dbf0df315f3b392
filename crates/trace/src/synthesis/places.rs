//! Where I/Os lie: in streams that go on where they left, in hot extents, or anywhere.

use fourcorners_block::Generator;

/// What lies where, in bytes.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Places {
    /// All I/Os lie below it.
    pub footprint: u64,
    /// Of the I/Os that continue no stream, so many go into hot extents.
    pub hot_milli_percent: u64,
    pub hot_extents: u64,
    pub hot_extent: u64,
}

impl Places {
    /// Where the hot extents begin: anywhere in the footprint, at pages of 4 KiB; they may overlap.
    pub fn hot(&self, random: &mut Generator) -> Vec<u64> {
        let places = (self.footprint - self.hot_extent) / 4096 + 1;
        (0..self.hot_extents)
            .map(|_| random.below(places) * 4096)
            .collect()
    }

    /// A place for an I/O that continues nothing: at a page of 4 KiB, or at a sector if it is of
    /// less than a page.
    pub fn anywhere(&self, hot: &[u64], bytes: u64, random: &mut Generator) -> u64 {
        let unit = if bytes < 4096 { 512 } else { 4096 };
        let mut within = |length: u64| random.below((length - bytes) / unit + 1) * unit;
        let (place, anywhere) = (within(self.hot_extent), within(self.footprint));
        match random.below(100_000) < self.hot_milli_percent {
            true => hot[random.below(hot.len() as u64) as usize] + place,
            false => anywhere,
        }
    }
}

/// Files that are being read, or written, from one end to the other, side by side: mostly one of
/// them for some I/Os, but none is left alone for long.
#[derive(Clone, Debug)]
pub(super) struct Streams {
    open: Vec<Stream>,
    /// The one that went on last.
    current: usize,
    run_ios: u64,
}

#[derive(Clone, Debug, Default)]
struct Stream {
    next: u64,
    ios_left: u64,
    /// The number of its last I/O among all of its kind.
    last: u64,
}

/// A stream that has not gone on for so many I/Os of its kind is next: what is sequential has to be
/// found by those who look back no further than a SATA drive's queue.
const OVERDUE_IOS: u64 = 20;

impl Streams {
    /// `count` streams, none of them begun; each goes on for `run_ios` I/Os in the mean.
    pub fn new(count: u64, run_ios: u64) -> Self {
        Self {
            open: vec![Stream::default(); count as usize],
            current: 0,
            run_ios,
        }
    }

    /// Where a stream goes on, if one is open that has room below `footprint`, with the I/O of that
    /// number.
    pub fn go_on(
        &mut self,
        number: u64,
        bytes: u64,
        footprint: u64,
        random: &mut Generator,
    ) -> Option<u64> {
        for stream in &mut self.open {
            if stream.next + bytes > footprint {
                stream.ios_left = 0;
            }
        }
        let open = self.open.iter().enumerate();
        let open = open.filter(|(_, stream)| stream.ios_left > 0);
        let (oldest, stream) = open.min_by_key(|(_, stream)| stream.last)?;
        let stays = self.open[self.current].ios_left > 0
            && stream.last + OVERDUE_IOS > number
            && random.below(4) > 0;
        if !stays {
            self.current = oldest;
        }
        let stream = &mut self.open[self.current];
        let place = stream.next;
        stream.next += bytes;
        stream.ios_left -= 1;
        stream.last = number;
        Some(place)
    }

    /// The I/O of that number continued nothing and ended here: where a stream has come to its end,
    /// another begins.
    pub fn begin(&mut self, number: u64, end: u64, random: &mut Generator) {
        if let Some(stream) = self.open.iter_mut().find(|stream| stream.ios_left == 0) {
            *stream = Stream {
                next: end,
                ios_left: 1 + random.below(2 * self.run_ios - 1),
                last: number,
            };
        }
    }
}
