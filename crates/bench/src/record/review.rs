//! Which review a run belongs to, so that `--resume` finds the others.

use fourcorners_block::Identity;
use serde::{Deserialize, Serialize};

/// A review of several runs, in `wall.jsonl` of each of them. It is not in `run.json`: a run's
/// digest is the same whether its drive is reviewed alone or with others.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Review {
    /// The same in every folder of a review, and in no other.
    pub id: String,
    /// Start of the name of every folder: local time, as in `20261126-193903`.
    pub stamp: String,
    /// Which of `runs` this run is, from 1.
    pub number: usize,
    /// All runs, in order; fields below.
    pub runs: Vec<ReviewRun>,
    /// Size of the file that the review creates in bytes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub made_bytes: Option<u64>,
    /// Engine for real drives, as in `request` of `run.json`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub engine: Option<String>,
    /// `--price`, if given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub price: Option<String>,
}

/// One run of a review.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ReviewRun {
    /// DRIVE as given: a name or a path.
    pub drive: String,
    /// Port of a simulated drive, if it is not its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub port: Option<String>,
    /// Each `--set` of a simulated drive.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub set: Vec<String>,
    /// Repetition, from 1.
    pub repeat: u32,
    /// SHA-256 of everything that decides what a simulated drive does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub behaviour_sha256: Option<String>,
    /// Who a real drive was when the review began, as `identity` of `run.json`; absent for a file
    /// that the review creates.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub identity: Option<Identity>,
}

impl Review {
    /// Whether it is of several runs, its number is that of one, and its stamp can be part of a
    /// folder's name: anybody may have written the file.
    pub(crate) fn is_sound(&self) -> bool {
        let is_plain = |c: char| c.is_ascii_digit() || c == '-';
        self.runs.len() > 1
            && (1..=self.runs.len()).contains(&self.number)
            && self.runs.iter().all(|run| run.repeat > 0)
            && self.stamp.len() < 40
            && self.stamp.chars().all(is_plain)
    }
}
