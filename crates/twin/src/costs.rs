//! A file of the costs of simulated drives. A resumed search asks for the same drives in the same
//! order, and takes from the file those that it had simulated before.

use crate::error::TwinError;
use fourcorners_bench::kept_lines::KeptLines;
use std::collections::HashMap;
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::{fs, io};

/// First line of the file; a line for each drive follows: its key and its cost's bits.
const TITLE: &str = "fourcorners twin search 1";

/// What drives cost, by a number that tells the drive, the run, and the program's version.
#[derive(Debug, Default)]
pub struct Costs {
    known: HashMap<u64, f64>,
    /// None: kept nowhere.
    file: Option<Mutex<KeptLines>>,
}

impl Costs {
    /// Those of a file, to which further ones are added. It is made if there is none.
    ///
    /// # Errors
    /// It cannot be read or written, is of another kind, or is used by another search.
    pub fn open(path: &Path) -> Result<Self, TwinError> {
        let refused = |error| TwinError::Costs {
            path: path.into(),
            error,
        };
        let (mut file, bytes) = match KeptLines::open(path) {
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                return Err(TwinError::CostsInUse(path.into()));
            }
            opened => opened.map_err(refused)?,
        };
        let mut known = HashMap::new();
        let is_begun = || Ok(TITLE.as_bytes().starts_with(&fs::read(path)?));
        if bytes.is_empty() && is_begun().map_err(refused)? {
            file.append(TITLE).map_err(refused)?;
        } else {
            let text = str::from_utf8(&bytes).unwrap_or_default();
            let mut lines = text.lines();
            if lines.next() != Some(TITLE) {
                return Err(TwinError::NoCosts(path.into()));
            }
            known.extend(lines.filter_map(parsed));
        }
        Ok(Self {
            known,
            file: Some(Mutex::new(file)),
        })
    }

    /// What a drive cost before.
    pub fn known(&self, key: u64) -> Option<f64> {
        self.known.get(&key).copied()
    }

    /// Keeps what a drive costs. Where the file takes no more (a full disk), the search goes on.
    pub fn keep(&self, key: u64, cost: f64) {
        if let Some(file) = &self.file {
            let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
            let _lost = file.append(&printed(key, cost));
        }
    }
}

fn printed(key: u64, cost: f64) -> String {
    format!("{key:016x} {:016x}", cost.to_bits())
}

fn parsed(line: &str) -> Option<(u64, f64)> {
    let (key, cost) = line.split_once(' ')?;
    let number = |hex: &str| u64::from_str_radix(hex, 16).ok();
    Some((number(key)?, f64::from_bits(number(cost)?)))
}
