//! `run.json`.

use super::{BenchFact, Fact, NotComparable, Request, RunConditions};
use crate::definition::PageDef;
use fourcorners_block::{Bytes, Identity, Smart};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// `run.json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunHeader {
    /// Version of the format: 2.
    pub schema_version: u32,
    /// Suite or article, or the id of a single test.
    #[serde(deserialize_with = "crate::former::read_test")]
    pub suite: String,
    /// Why the run is not comparable with others of its suite; empty: it is. Values below.
    #[serde(default)]
    pub not_comparable: Vec<NotComparable>,
    /// Port of a simulated drive (`port`), or link that a real drive negotiated (`link`).
    #[serde(default, skip_serializing_if = "RunConditions::is_empty")]
    pub conditions: RunConditions,
    /// Drive as it identified itself; fields below.
    pub identity: Identity,
    /// First year on sale of a simulated drive.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub year: Option<u32>,
    /// Of a simulated SSD: `erase_blocks`, without reserved ones, and `rated_cycles`, P/E cycles
    /// per block.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub endurance: Option<Endurance>,
    /// Writes that the maker rates the drive for: `bytes`, and `from`: `drive-file`, `user`
    /// (`--tbw`) or `smart` (an estimate, with its `percentage_used`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rated: Option<Rated>,
    /// Facts about the drive for people: `name`, `value` (with its unit), `source`.
    pub facts: Vec<Fact>,
    /// Test setup; values below.
    #[serde(deserialize_with = "super::known::known")]
    pub bench: Vec<BenchFact>,
    /// What may spoil the results, found on the host before the first test: `about` (as in
    /// `cpu-governor`), `found`, `remedy`, and `when_resumed`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub disturbances: Vec<Disturbance>,
    /// Prices: `currency` (as in `USD`), `price`, `price_per_nand_gb` (10^9 bytes),
    /// `price_per_usable_gib`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub prices: Vec<Price>,
    /// Root of all randomness.
    pub seed: u64,
    /// Repetition, from 1.
    pub repeat: u32,
    /// Command that repeats the run.
    pub command: String,
    /// Version of fourcorners.
    pub version: String,
    /// Planned phases, in order, as `test variant phase`. One without a line in `results.jsonl` was
    /// not reached.
    #[serde(
        default,
        skip_serializing_if = "Vec::is_empty",
        deserialize_with = "crate::former::read_titles"
    )]
    pub phases: Vec<String>,
    /// How its tests are shown, by id: `[page]` of their files.
    #[serde(
        default,
        skip_serializing_if = "BTreeMap::is_empty",
        deserialize_with = "crate::former::read_pages"
    )]
    pub pages: BTreeMap<String, PageDef>,
    /// What was requested, for `--resume`; fields below.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub request: Option<Request>,
}

impl RunHeader {
    /// Whether it may be compared with other runs of its suite.
    pub fn is_comparable(&self) -> bool {
        self.not_comparable.is_empty()
    }

    /// The port that the drive was plugged into, where one was asked for.
    pub fn port(&self) -> Option<&str> {
        self.conditions.port.as_deref()
    }

    /// The link of a simulated drive, as its file names it.
    pub fn own_link(&self) -> Option<&str> {
        let mut facts = self.facts.iter();
        let link = facts.find(|fact| fact.name == "link.name")?;
        Some(&link.value)
    }

    /// What the drive holds; absent: not known, as of a `run.json` that says what no drive has.
    pub fn capacity(&self) -> Option<Bytes> {
        let capacity = self.identity.capacity;
        (capacity.0 > 0).then(|| capacity.bytes())
    }
}

/// What the NAND of a simulated SSD endures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Endurance {
    /// Erase blocks on board, without those in reserve.
    pub erase_blocks: u64,
    /// P/E cycles for which a block is rated; absent: not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rated_cycles: Option<u32>,
}

/// Host writes for which a drive is rated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rated {
    pub bytes: u64,
    #[serde(flatten)]
    pub from: RatedFrom,
}

/// Who says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "from", rename_all = "kebab-case")]
pub enum RatedFrom {
    /// The file of a simulated drive.
    DriveFile,
    /// `--tbw`.
    User,
    /// Host writes by SMART, and the share of the endurance that they used up.
    Smart { percentage_used: u64 },
}

impl Rated {
    /// By what a drive says of itself; unknown before the first per cent.
    pub fn by_smart(smart: &Smart) -> Option<Self> {
        let percentage_used = smart.percentage_used.filter(|percent| *percent >= 1)?;
        let written = smart.host_written.as_ref()?.bytes();
        let bytes = u128::from(written) * 100 / u128::from(percentage_used);
        Some(Self {
            bytes: u64::try_from(bytes).ok().filter(|bytes| *bytes > 0)?,
            from: RatedFrom::Smart { percentage_used },
        })
    }
}

/// Something on the host, or about how the drive is reached, that may spoil its figures.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Disturbance {
    /// What was looked at, as the doctor identifies it: `cpu-governor`.
    pub about: String,
    /// What was found, as the doctor says it.
    pub found: String,
    /// What to do about it; may be empty.
    pub remedy: String,
    /// Whether it was found when the run was taken up again, and not before.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub when_resumed: bool,
}

/// A price, and what it is for a size.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Price {
    /// As in `USD`.
    pub currency: String,
    /// Of the drive, in that currency.
    pub price: f64,
    /// Of 10^9 bytes of NAND, spare and parity included; where that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub price_per_nand_gb: Option<f64>,
    /// Of 2^30 usable bytes.
    pub price_per_usable_gib: f64,
}
