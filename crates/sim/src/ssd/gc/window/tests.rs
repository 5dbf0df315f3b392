//! The window, compared with a list of all copies that ever were.

use super::*;
use fourcorners_block::Seed;

/// How long a copy takes at most.
const LONGEST: u64 = 900;

/// When each copy ended or will end, in the order in which they started.
#[derive(Default)]
struct AllCopies(Vec<u64>);

impl AllCopies {
    /// When the `width`-th last ends, if one starts after `started` more that are in flight.
    fn end_before(&self, width: usize, started: usize) -> Option<u64> {
        let number = (self.0.len() + started).checked_sub(width)?;
        Some(self.0.get(number).copied().unwrap_or(u64::MAX))
    }
    fn next_start(&self, width: usize) -> u64 {
        self.end_before(width, 0).unwrap_or(0)
    }
    fn room(&self, width: usize, now: u64, wanted: usize) -> usize {
        let possible = |started: &usize| {
            let end = self.end_before(width, *started);
            end.is_none_or(|end| end <= now)
        };
        (0..wanted).take_while(possible).count()
    }
}

fn start(window: &mut Window, width: usize, ends: &[u64]) {
    let (here, there) = window.start(width, ends.len());
    let (first, rest) = ends.split_at(here.len());
    here.copy_from_slice(first);
    there.copy_from_slice(rest);
}

#[test]
fn copies_start_when_a_list_of_all_says_so() {
    for (seed, widest) in (1..).zip([1, 2, 3, 8, 20, 64]) {
        let mut chance = Seed(seed).generator();
        let mut window = Window::new(widest);
        let (mut all, mut now, mut together) = (AllCopies::default(), 0, 0);
        let mut width = widest;
        for _ in 0..20_000 {
            // An idle drive has another width. It is idle after a pause, and busy without one.
            if chance.below(50) == 0 {
                let other = 1 + chance.below(widest as u64) as usize;
                now += if other < width { LONGEST } else { 0 };
                width = other;
            }
            let next = window.next_start(width);
            // What has ended is forgotten: it may be any instant of the past.
            assert_eq!(next.max(now), all.next_start(width).max(now));
            now = next.max(now) + chance.below(3) * chance.below(200);
            let wanted = 1 + chance.below(2 * widest as u64) as usize;
            let room = window.room(width, now, wanted);
            assert_eq!(room, all.room(width, now, wanted), "{width} wide, at {now}");
            let ends: Vec<u64> = (0..room).map(|_| now + 1 + chance.below(LONGEST)).collect();
            if let [end] = ends[..] {
                window.push(width, end);
            } else {
                start(&mut window, width, &ends);
                together += 1;
            }
            all.0.extend(ends);
        }
        assert!(widest == 1 || together > 1000, "{together} of {widest}");
    }
}
