//! Rounds of a file, resolved for this drive.

use super::planner::Planner;
use crate::definition::{CellsDef, Conditions, Direction, Pattern, RoundsDef, RoundsUntil, Until};
use crate::rounds::{Cell, LeftOutCell, Points, Rounds};
use crate::steady_state::{ROUND_S, WINDOW_ROUNDS};
use crate::work::Work;
use fourcorners_block::{Bytes, DataClass, Nanos, QueueDepth};
use std::num::NonZeroU16;
use std::sync::Arc;

/// Rounds of a shortened phase with a fixed number of them: enough to see a trend.
const SHORTENED_ROUNDS: u32 = 20;

impl Planner<'_> {
    /// The work of a phase of rounds. `duration_s`: of every cell, if it is not its own; idle
    /// cells are shortened as much as the longest of the others, and so is the number of rounds.
    pub(super) fn rounds(
        &self,
        rounds: &RoundsDef,
        conditions: &Conditions,
        all: Bytes,
        duration_s: Option<u64>,
    ) -> Work {
        let sector = self.identity.logical_block;
        let longest = rounds.cells.iter().filter_map(|cells| cells.duration_s);
        let longest = longest.map(u64::from).max().unwrap_or(1);
        let (mut cells, mut left_out, mut tracked) = (Vec::new(), Vec::new(), None);
        for own in &rounds.cells {
            if let Some(idle_s) = own.idle_s.map(u64::from) {
                let shortened = duration_s.map(|asked| idle_s.saturating_mul(asked) / longest);
                cells.push(Cell {
                    read_percent: None,
                    threads: 0,
                    queue_depth: 0,
                    work: Work::idle(shortened.unwrap_or(idle_s).max(1)),
                });
                continue;
            }
            for cell in own.all() {
                let (read_percent, block, threads, depth) = cell;
                if block < sector {
                    left_out.push(LeftOutCell {
                        read_percent,
                        block,
                        sector,
                    });
                    continue;
                }
                if let Some(track) = rounds.track.as_ref().filter(|track| track.is(&cell)) {
                    tracked = Some((cells.len(), track.value));
                }
                cells.push(Cell {
                    read_percent: Some(read_percent),
                    threads: threads.get().into(),
                    queue_depth: depth.get().into(),
                    work: self
                        .cell(own, (read_percent, block, threads, depth), conditions, all)
                        .lasting(duration_s.or(own.duration_s.map(u64::from)).unwrap_or(1)),
                });
            }
        }
        let points = rounds.points.as_ref().and_then(|points| {
            let settle = cells.first()?.work.clone();
            Some(Points {
                settle: settle.lasting(duration_s.unwrap_or(points.settle_s.into())),
                test_s: duration_s.unwrap_or(points.test_s.into()),
                latency_max: Nanos(u64::from(points.latency_max_ms.get()) * 1_000_000),
            })
        });
        let capacities = rounds.capacities_written.map_or(0, u32::from);
        let rounds = Rounds {
            // A tracked cell that is left out decides nothing.
            until: match (rounds.until, tracked) {
                (RoundsUntil::Steady, None) => RoundsUntil::Count,
                (until, _) => until,
            },
            rounds_max: match duration_s.filter(|asked| *asked < longest) {
                None => rounds.rounds_max(),
                Some(asked_s) => rounds
                    .rounds_max()
                    .min(shortened_rounds(rounds.until, asked_s)),
            },
            written_max: Bytes(all.0.saturating_mul(capacities.into())),
            cells,
            left_out,
            tracked,
            points,
        };
        let main = rounds.cells.get(rounds.main_cell());
        let main = main.map_or_else(|| Work::idle(1), |cell| cell.work.clone());
        let writes = |cell: &Cell| !matches!(cell.read_percent, None | Some(100));
        let (_, seconds) = rounds.estimate();
        Work {
            // What is written once leaves another state than reads do.
            op: match rounds.cells.iter().any(writes) {
                true => Direction::Write,
                false => main.op,
            },
            duration_s: seconds as u64,
            rounds: Some(Arc::new(rounds)),
            ..main
        }
    }

    /// One cell, of a length that its caller says.
    fn cell(
        &self,
        cells: &CellsDef,
        (read_percent, block, threads, depth): (u32, Bytes, NonZeroU16, NonZeroU16),
        conditions: &Conditions,
        all: Bytes,
    ) -> Work {
        let in_flight = u32::from(threads.get()) * u32::from(depth.get());
        let in_flight = u16::try_from(in_flight).unwrap_or(u16::MAX);
        let in_flight = QueueDepth::new(in_flight).unwrap_or(QueueDepth::ONE);
        Work {
            trim_percent: 0,
            op: match read_percent {
                100 => Direction::Read,
                0 => Direction::Write,
                _ => Direction::Mixed,
            },
            read_percent,
            pattern: cells.pattern.unwrap_or(Pattern::Random),
            block,
            queue_depth: in_flight.min(self.identity.max_queue_depth),
            span: Bytes(all.0 / block.0 * block.0),
            data: conditions.data.unwrap_or(DataClass::FullRandom),
            align: block,
            until: Until::Duration,
            ..Work::idle(0)
        }
    }
}

/// Maximum number of rounds whose cells `--duration` shortens: at a second each, PTS' 360 cycles
/// per wait would still take three hours.
fn shortened_rounds(until: RoundsUntil, cell_s: u64) -> u32 {
    match until {
        // Cells of a minute can be judged, however long they should be.
        RoundsUntil::Steady if cell_s >= ROUND_S => u32::MAX,
        RoundsUntil::Steady => WINDOW_ROUNDS as u32,
        RoundsUntil::Written => u32::MAX,
        RoundsUntil::Count => SHORTENED_ROUNDS,
    }
}
