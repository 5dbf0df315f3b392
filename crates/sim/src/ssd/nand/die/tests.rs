//! Reads that suspend an erase: both come to an end.

use super::super::costs::ERASE_TURNS;
use super::*;
use crate::spec::{Frontiers, Pacing};
use crate::ssd::model_test::tiny;
use crate::ssd::nand::Geometry;
use proptest::prelude::*;

const SUSPEND_NS: u64 = 20_000;

fn costs(t_read: u64, t_erase: u64) -> Costs {
    let mut spec = tiny(Pacing::Foreground, Frontiers::Shared, 1, 0);
    spec.nand.t_read_ns = t_read;
    spec.nand.t_erase_ns = t_erase;
    spec.nand.features.multi_plane = true;
    spec.nand.features.erase_suspend_ns = Some(SUSPEND_NS);
    Costs::new(&spec, &Geometry::new(&spec))
}

/// When an erase at time 0 ends, with reads at these intervals, and how often it is suspended.
fn erase_under_reads(intervals: &[u64], costs: &Costs) -> (u64, u64) {
    let t_read = costs.t_read(Reading::default());
    let mut die = DieTime::new(0, [0; PageKind::COUNT]);
    die.erase(0, costs);
    let (mut now, mut last, mut reads) = (0, 0, 0);
    for interval in intervals {
        now += interval;
        let end = die.erase.end;
        let ready = die.read_array(now, Reading::default(), costs);
        assert!(ready >= now.max(last) + t_read, "one read after the other");
        last = ready;
        if die.erase.end == end {
            assert!(ready >= end + t_read, "a read behind the erase");
            break;
        }
        reads += 1;
    }
    let taken = die.erase.end - costs.t_erase - reads * t_read;
    assert!(taken.is_multiple_of(SUSPEND_NS), "no time is lost");
    (die.erase.end, taken / SUSPEND_NS)
}

proptest! {
    /// Each read once suspended the erase again and put its end off, so that under a stream of
    /// reads it never ended.
    #[test]
    fn erase_ends_under_any_stream_of_reads(
        intervals in prop::collection::vec(0..300_000_u64, 1..3000),
        dense in 1..40_u64,
        t_read in 5_000..200_000_u64,
        t_erase in 500_000..10_000_000_u64,
    ) {
        let intervals: Vec<u64> = intervals.iter().map(|interval| interval / dense).collect();
        let costs = costs(t_read, t_erase);
        let (end, suspensions) = erase_under_reads(&intervals, &costs);
        // The first one need not wait for a turn.
        prop_assert!(suspensions <= ERASE_TURNS + 1, "{suspensions} suspensions");
        let suspended = costs.erase_turn + t_read + SUSPEND_NS;
        prop_assert!(end <= t_erase + (ERASE_TURNS + 1) * suspended, "ends at {end}");
    }
}

#[test]
fn reads_that_follow_each_other_share_a_suspension() {
    let costs = costs(50_000, 4_000_000);
    // A turn is 500 us: ten reads, the last of which begins within it.
    assert_eq!(erase_under_reads(&[1000; 10], &costs), (4_520_000, 1));
    // The eleventh waits until the erase has run for a turn.
    let mut die = DieTime::new(0, [0; PageKind::COUNT]);
    die.erase(0, &costs);
    let mut reads = (0..12).map(|n| die.read_array(1000 * n, Reading::default(), &costs));
    assert_eq!(reads.nth(9), Some(20_000 + 10 * 50_000));
    assert_eq!(reads.next(), Some(520_000 + 500_000 + 20_000 + 50_000));
    assert_eq!(reads.next(), Some(1_140_000));
}
