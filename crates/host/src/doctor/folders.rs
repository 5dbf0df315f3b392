//! Where runs and temporary files go.

use super::{Finding, Subject, gib};
use fourcorners_real::{Host, file_system, free_bytes, may_write};
use std::fs::File;
use std::path::Path;

/// A run's folder has a few MiB; a page with many of them, tens.
const NEEDED_BYTES: u64 = 64 << 20;
const WANTED_BYTES: u64 = 1 << 30;

pub fn findings(host: &Host, out: &Path, temporary: &Path) -> Vec<Finding> {
    vec![
        folder(host, Subject::OutputFolder, out, "--out"),
        folder(
            host,
            Subject::TemporaryFolder,
            temporary,
            "the variable TMPDIR",
        ),
    ]
}

fn folder(host: &Host, about: Subject, path: &Path, chosen_by: &str) -> Finding {
    let known_by = "statvfs and the mount table";
    let absolute = std::path::absolute(path).unwrap_or_else(|_| path.into());
    let elsewhere = format!("choose another folder with {chosen_by}");
    // It is made when the first run is kept.
    let Some(there) = absolute.ancestors().find(|path| path.exists()) else {
        let found = format!("{} does not exist", path.display());
        return Finding::prevents(about, found, known_by, elsewhere);
    };
    if !there.is_dir() {
        let found = format!("{} is not a folder", there.display());
        return Finding::prevents(about, found, known_by, elsewhere);
    }
    if !may_write(there) {
        let found = format!("{} is not writable", there.display());
        return Finding::prevents(about, found, "access", elsewhere);
    }
    let stands_on = there.metadata().map_or_else(
        |_| String::new(),
        |metadata| format!(" on {}", file_system(host, there, &metadata)),
    );
    let free = File::open(there)
        .ok()
        .and_then(|folder| free_bytes(&folder));
    let Some(free) = free else {
        let found = format!("{}{stands_on}", path.display());
        return Finding::fine(about, found, known_by);
    };
    rated(
        about,
        &format!("{}{stands_on}", path.display()),
        free,
        known_by,
        &elsewhere,
    )
}

fn rated(about: Subject, place: &str, free: u64, known_by: &str, elsewhere: &str) -> Finding {
    let found = format!("{place}, {} free", gib(free));
    let remedy = format!("free some space, or {elsewhere}");
    if free < NEEDED_BYTES {
        Finding::prevents(about, found, known_by, remedy)
    } else if free < WANTED_BYTES {
        Finding::may_spoil(about, found, known_by, remedy)
    } else {
        Finding::fine(about, found, known_by)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::Level;

    #[test]
    fn is_too_little_space_said() {
        let level = |free| {
            rated(
                Subject::OutputFolder,
                "runs on ext4",
                free,
                "statvfs",
                "--out",
            )
            .level
        };
        assert_eq!(level(1 << 20), Level::Prevents);
        assert_eq!(level(500 << 20), Level::MaySpoil);
        assert_eq!(level(5 << 30), Level::Fine);
    }

    #[test]
    fn is_a_file_where_a_folder_should_be_said() {
        let dir = tempfile::tempdir().expect("a folder");
        std::fs::write(dir.path().join("file"), "x").expect("a file");
        let out = dir.path().join("file/runs");
        let finding = folder(&Host::default(), Subject::OutputFolder, &out, "--out");
        assert_eq!(finding.level, Level::Prevents);
        assert!(
            finding.found.ends_with("file is not a folder"),
            "{finding:?}"
        );
        assert!(finding.remedy.contains("--out"));
        let new = folder(
            &Host::default(),
            Subject::OutputFolder,
            &dir.path().join("new/runs"),
            "--out",
        );
        assert!(new.found.contains("GiB free"), "{new:?}");
    }
}
