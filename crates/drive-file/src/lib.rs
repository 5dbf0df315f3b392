//! Drive, NAND and port files (TOML) to checked values: a [`DriveSpec`], or a port of a host. The
//! files' own types end here.
//!
//! A number is a table, `{ value = .., from = .., source = ".." }`: `from` is published, measured,
//! fitted or assumed. A bare number counts as assumed; the files of `drives/`, `nand/` and `ports/`
//! have none.

mod about;
mod capacity;
mod checked;
mod compression;
mod controller;
mod disk;
mod error;
mod facts;
mod finite;
mod firmware;
mod former;
mod gc;
mod in_place;
mod layout;
mod merge;
mod nand;
mod parse;
mod port;
mod power;
mod set;
mod sibling;
mod slc_cache;
mod sourced;
mod space;
mod ssd;
mod upkeep;

use disk::{hard_disk, ram_disk};
pub use error::SpecError;
pub use former::key_of_today;
use fourcorners_sim::DriveSpec;
use in_place::in_place;
pub use port::load_port;
use serde::Deserialize;
pub use set::Change;
use set::{Changes, name_after};
use sibling::Document;
use ssd::ssd;
use toml::Spanned;

/// The words that tell one kind of drive file from another.
#[derive(Deserialize)]
struct KindFile {
    kind: Option<Spanned<String>>,
    /// Name of a similar drive, whose values hold where this file has none: see Siblings.
    like: Option<Spanned<String>>,
}

/// A drive's file.
#[derive(Clone, Debug)]
pub struct FileText {
    /// Its name, for messages.
    pub name: String,
    /// What stands in it.
    pub text: String,
}

/// Reads a drive file that stands for itself. `name` is the file's name for messages; `nand` gives
/// the text of `nand/<part>.toml`.
///
/// # Errors
/// What is wrong with it, and where.
pub fn load(
    name: &str,
    drive_toml: &str,
    nand: &dyn Fn(&str) -> Option<String>,
) -> Result<DriveSpec, SpecError> {
    load_among(name, drive_toml, nand, &|_| None)
}

/// The same among others, one of which the file may be `like`: `drive` gives the file of a name.
///
/// # Errors
/// What is wrong with either, and where.
pub fn load_among(
    name: &str,
    drive_toml: &str,
    nand: &dyn Fn(&str) -> Option<String>,
    drive: &dyn Fn(&str) -> Option<FileText>,
) -> Result<DriveSpec, SpecError> {
    load_changed(name, drive_toml, nand, drive, &[])
}

/// The same with some of its values changed. Its name and model say which.
///
/// # Errors
/// As [`load_among`]; a change that no drive can have.
pub fn load_changed(
    name: &str,
    drive_toml: &str,
    nand: &dyn Fn(&str) -> Option<String>,
    drive: &dyn Fn(&str) -> Option<FileText>,
    changes: &[Change],
) -> Result<DriveSpec, SpecError> {
    let alone = Document::alone(name, drive_toml)?;
    let KindFile { kind, like } = alone.read()?;
    let Some(like) = like else {
        return changed_drive_of(alone, drive_toml.len(), kind, nand, changes);
    };
    let Some(other) = drive(like.get_ref()) else {
        let problem = format!("like = '{}': no such drive", like.get_ref());
        return Err(alone.file.wrong_at(&like, problem));
    };
    // What is wrong in the other file is its own matter, and said so.
    let whole = Document::alone(&other.name, &other.text)?;
    let words: KindFile = whole.read()?;
    if let Some(root) = words.like {
        let problem = format!(
            "'{}' is itself based on '{}'; base this drive on that one, and list everything that \
             differs",
            like.get_ref(),
            root.get_ref()
        );
        return Err(alone.file.wrong_at(&like, problem));
    }
    drive_of(&whole, words.kind.clone(), nand)?;
    let moved = " ".repeat(drive_toml.len()) + &other.text;
    let sibling = Document::sibling((name, drive_toml), &like, &other.name, &moved)?;
    changed_drive_of(sibling, moved.len(), words.kind, nand, changes)
}

/// `length`: of all text that the document's places are in.
fn changed_drive_of(
    document: Document,
    length: usize,
    kind: Option<Spanned<String>>,
    nand: &dyn Fn(&str) -> Option<String>,
    changes: &[Change],
) -> Result<DriveSpec, SpecError> {
    if changes.is_empty() {
        return drive_of(&document, kind, nand);
    }
    let added = Changes::behind(length, changes)?;
    let drive = drive_of(&document.changed(&added)?, kind, nand)?;
    Ok(name_after(changes, drive))
}

fn drive_of(
    document: &Document,
    kind: Option<Spanned<String>>,
    nand: &dyn Fn(&str) -> Option<String>,
) -> Result<DriveSpec, SpecError> {
    match kind.as_ref().map_or("ssd", |kind| kind.get_ref().as_str()) {
        "ssd" => ssd(document, nand).map(|spec| DriveSpec::Ssd(Box::new(spec))),
        "hard-disk" => hard_disk(document).map(|spec| DriveSpec::HardDisk(Box::new(spec))),
        "in-place" => in_place(document).map(|spec| DriveSpec::InPlace(Box::new(spec))),
        "ram-disk" => ram_disk(document).map(|spec| DriveSpec::RamDisk(Box::new(spec))),
        other => {
            let problem = format!(
                "kind is \"{other}\"; expected \"ssd\" (the default), \"hard-disk\", \"ram-disk\" \
                 or \"in-place\""
            );
            let at = kind.as_ref().map(Spanned::span).unwrap_or_default();
            Err(document.file.wrong_at(&Spanned::new(at, ()), problem))
        }
    }
}
