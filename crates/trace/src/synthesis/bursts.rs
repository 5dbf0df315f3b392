//! How many I/Os are issued together: what makes the queue as deep as was published.

use super::urn::Urn;
use fourcorners_block::Generator;

/// What was published of the queue's depth.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Depths {
    /// The time average over busy time, in thousandths; no burst is larger than `deepest`.
    Average { milli: u64, deepest: u64 },
    /// Depths from, to, and the share of the I/Os that were issued at them, in thousandths of a
    /// per cent.
    Distribution(Vec<(u64, u64, u64)>),
}

/// The sizes of bursts, one after the other.
#[derive(Clone, Debug)]
pub(super) enum Bursts {
    /// I/Os come alone while the queue has been deeper than wanted so far, and in bursts of any
    /// size while it has not: of k as often as 1 / k^2, about as the one table that was printed
    /// falls.
    Steered {
        milli: i128,
        /// Of each size, from 1 on: how often it or a smaller one comes.
        up_to: Vec<u64>,
        /// Outstanding I/Os summed over time, less those wanted, in thousandths of an I/O times ns.
        surplus: i128,
    },
    /// As many I/Os in bursts of each row as the table says.
    Counted {
        rows: Vec<(u64, u64)>,
        left: Vec<u64>,
    },
}

impl Bursts {
    pub fn new(depths: &Depths, ios: u64) -> Self {
        match depths {
            Depths::Average { milli, deepest } => Self::Steered {
                milli: i128::from(*milli),
                up_to: (1..=*deepest)
                    .scan(0, |sum, k| {
                        *sum += (1 << 40) / (k * k);
                        Some(*sum)
                    })
                    .collect(),
                surplus: 0,
            },
            Depths::Distribution(rows) => {
                let sum: u64 = rows.iter().map(|(_, _, share)| share).sum();
                let share = |share: &u64| u128::from(ios) * u128::from(*share) / u128::from(sum);
                let mut left: Vec<u64> = rows.iter().map(|(_, _, s)| share(s) as u64).collect();
                // What rounding down left over goes to the first row.
                left[0] += ios - left.iter().sum::<u64>();
                Self::Counted {
                    rows: rows.iter().map(|(from, to, _)| (*from, *to)).collect(),
                    left,
                }
            }
        }
    }

    /// The next burst's I/Os, 1 to `most`.
    pub fn next(&mut self, most: u64, random: &mut Generator) -> u64 {
        match self {
            Self::Steered { surplus, up_to, .. } => {
                if *surplus >= 0 {
                    return 1;
                }
                let at = random.below(up_to.last().copied().unwrap_or(1));
                (1 + up_to.partition_point(|sum| *sum <= at) as u64).min(most)
            }
            Self::Counted { rows, left } => {
                // A row that holds so many I/Os has that many bursts, by its middle depth.
                let bursts =
                    |((from, to), left): (&(u64, u64), &u64)| (2 * left).div_ceil(from + to);
                let row = Urn::new(rows.iter().zip(left.iter()).map(bursts).collect()).draw(random);
                let row = row.unwrap_or(0);
                let (from, to) = rows[row];
                let ios = (from + random.below(to - from + 1))
                    .min(left[row])
                    .clamp(1, most);
                left[row] = left[row].saturating_sub(ios);
                ios
            }
        }
    }

    /// What a burst did: its I/Os' times summed, and how long the drive was busy with it, in ns.
    pub fn was(&mut self, times: u64, busy: u64) {
        if let Self::Steered { milli, surplus, .. } = self {
            *surplus += i128::from(times) * 1000 - i128::from(busy) * *milli;
        }
    }
}
