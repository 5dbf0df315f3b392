//! A run's fingerprint.

use sha2::{Digest, Sha256};
use std::path::Path;

/// SHA-256 over names and contents of a run folder's files, sorted by name, without
/// `wall.jsonl` and without folders in it, so without what was interrupted: equal for every
/// repetition of a simulated run, however often it was taken up again.
pub fn digest(folder: &Path) -> std::io::Result<String> {
    let mut files: Vec<_> = std::fs::read_dir(folder)?.collect::<Result<_, _>>()?;
    files.sort_by_key(std::fs::DirEntry::file_name);
    let mut hash = Sha256::new();
    for file in files {
        let name = file.file_name();
        if name == "wall.jsonl" || !file.file_type()?.is_file() {
            continue;
        }
        let content = std::fs::read(file.path())?;
        hash.update(name.as_encoded_bytes());
        hash.update([0]);
        hash.update((content.len() as u64).to_le_bytes());
        hash.update(&content);
    }
    Ok(hash
        .finalize()
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect())
}
