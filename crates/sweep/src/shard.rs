//! A part of a sweep's points, for job arrays.

use crate::error::SweepError;
use std::fmt;
use std::num::NonZeroU32;
use std::str::FromStr;

/// Shard I of N; neighboring points are in different shards, because they take about as long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// From 1 to `of`.
    number: NonZeroU32,
    of: NonZeroU32,
}

impl Shard {
    /// Whether it has this point.
    pub fn has(self, point: u64) -> bool {
        point % u64::from(self.of.get()) == u64::from(self.number.get() - 1)
    }
}

impl FromStr for Shard {
    type Err = SweepError;

    fn from_str(text: &str) -> Result<Self, SweepError> {
        let parts = text.split_once('/');
        let numbers = parts.and_then(|(one, of)| Some((one.parse().ok()?, of.parse().ok()?)));
        match numbers {
            Some((number, of)) if number <= of => Ok(Self { number, of }),
            _ => Err(SweepError::Shard(text.into())),
        }
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl Shard {
    /// Its file in the folder of results.
    pub(crate) fn file_name(this: Option<Self>) -> String {
        match this {
            Some(Self { number, of }) => format!("points-{number}-of-{of}.jsonl"),
            None => "points.jsonl".into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Shard;

    #[test]
    fn shards_share_all_points_out() {
        let shards: Vec<Shard> = (1..=3)
            .map(|number| format!("{number}/3").parse().expect("a shard"))
            .collect();
        for point in 0..10 {
            assert_eq!(shards.iter().filter(|shard| shard.has(point)).count(), 1);
        }
    }

    #[test]
    fn shard_beyond_its_count_is_refused() {
        for wrong in ["0/4", "5/4", "1", "1/0", "a/b", "-1/2", ""] {
            assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
        }
    }
}
