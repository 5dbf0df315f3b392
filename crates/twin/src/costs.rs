//! Costs of drives that were simulated, in a file: a search that is stopped and begun again asks
//! for the same drives again, and simulates only those that are not there.

use crate::error::TwinError;
use std::collections::HashMap;
use std::fs::{File, TryLockError};
use std::io::{Read as _, Seek as _, SeekFrom, Write as _};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

/// First line of the file; a line for each drive follows: its key and its cost's bits.
const TITLE: &str = "fourcorners twin search 1\n";

/// What drives cost, by a number that tells the drive, the run, and the program's version.
#[derive(Debug, Default)]
pub struct Costs {
    known: HashMap<u64, f64>,
    /// None: kept nowhere.
    file: Mutex<Option<File>>,
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
        let mut options = File::options();
        options.read(true).write(true).create(true).truncate(false);
        let mut file = options.open(path).map_err(refused)?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => return Err(TwinError::CostsInUse(path.into())),
            // A file system without locks.
            Ok(()) | Err(TryLockError::Error(_)) => {}
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(refused)?;
        if bytes.is_empty() {
            file.write_all(TITLE.as_bytes()).map_err(refused)?;
            bytes = TITLE.into();
        }
        let text = str::from_utf8(&bytes).unwrap_or_default();
        let Some(lines) = text.strip_prefix(TITLE) else {
            return Err(TwinError::NoCosts(path.into()));
        };
        let mut whole = TITLE.len();
        let mut known = HashMap::new();
        for line in lines.split_inclusive('\n') {
            // Behind a line that a crash cut there are none.
            let Some((key, cost)) = parsed(line) else {
                break;
            };
            known.insert(key, cost);
            whole += line.len();
        }
        let whole = whole as u64;
        let cut = file.set_len(whole);
        cut.and_then(|()| file.seek(SeekFrom::Start(whole)))
            .map_err(refused)?;
        Ok(Self {
            known,
            file: Mutex::new(Some(file)),
        })
    }

    /// What a drive cost before.
    pub fn known(&self, key: u64) -> Option<f64> {
        self.known.get(&key).copied()
    }

    /// Keeps what a drive costs. Where the file takes no more (a full disk), the search goes on
    /// without it.
    pub fn keep(&self, key: u64, cost: f64) {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let written = match &mut *file {
            Some(file) => file.write_all(printed(key, cost).as_bytes()),
            None => Ok(()),
        };
        if written.is_err() {
            *file = None;
        }
    }
}

fn printed(key: u64, cost: f64) -> String {
    format!("{key:016x} {:016x}\n", cost.to_bits())
}

fn parsed(line: &str) -> Option<(u64, f64)> {
    let (key, cost) = line.strip_suffix('\n')?.split_once(' ')?;
    let number = |hex: &str| u64::from_str_radix(hex, 16).ok();
    Some((number(key)?, f64::from_bits(number(cost)?)))
}
