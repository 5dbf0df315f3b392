//! Drive, NAND and port files (TOML) to checked values: a [`DriveSpec`], or a port of a host. The
//! files' own types end here.
//!
//! A number of a file is a table of its own, `{ value = .., from = .., source = ".." }`: what it
//! is, whether it was published, measured, fitted or assumed, and by whom or why. A bare one is
//! assumed; the files of `drives/`, `nand/` and `ports/` have none.

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
mod upkeep;

use about::{AboutFile, PriceFile, about};
use capacity::CapacityFile;
use compression::{CompressionFile, compression_spec};
use controller::{ControllerFile, LinkFile, controller_spec, link_spec};
use disk::{hard_disk, ram_disk};
pub use error::SpecError;
use firmware::{JournalFile, OpeningFile, journal_spec, opening_spec};
pub use former::key_of_today;
use fourcorners_block::{BLOCK_BYTES, Blocks};
use fourcorners_sim::DriveSpec;
use fourcorners_sim::spec::{About, MappingSpec, SsdSpec};
use gc::{GcFile, gc_spec};
use in_place::in_place;
use layout::{LayoutFile, layout_spec};
use nand::{NandFile, WiringFile, nand_spec, rated_cycles};
pub use port::load_port;
use power::{HeatFile, PowerFile, heat_spec, power_spec};
use serde::Deserialize;
pub use set::Change;
use set::{Changes, name_after};
use sibling::Document;
use slc_cache::{SlcCacheFile, slc_cache_spec};
use space::check_space;
use toml::Spanned;
use upkeep::{TrimFile, WearFile, trim_spec, wear_spec};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DriveFile {
    /// `ssd`, `hard-disk`, `ram-disk` or `in-place`; default `ssd`.
    #[serde(default, rename = "kind")]
    _kind: Option<String>,
    /// As in `maker-model-gigabytes`, with `@REVISION` for a second firmware.
    name: Spanned<String>,
    /// Model for people.
    model: String,
    /// Firmware revision; default empty.
    #[serde(default)]
    firmware: String,
    capacity: CapacityFile,
    nand: WiringFile,
    layout: LayoutFile,
    link: LinkFile,
    controller: ControllerFile,
    gc: GcFile,
    slc_cache: Option<SlcCacheFile>,
    opening: Option<OpeningFile>,
    journal: Option<JournalFile>,
    compression: Option<CompressionFile>,
    trim: Option<TrimFile>,
    wear: Option<WearFile>,
    power: Option<PowerFile>,
    heat: Option<HeatFile>,
    about: Option<AboutFile>,
    price: Option<PriceFile>,
}

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

fn ssd(document: &Document, nand: &dyn Fn(&str) -> Option<String>) -> Result<SsdSpec, SpecError> {
    let drive: DriveFile = document.read()?;
    let drive_file = &document.file;
    let part = &drive.nand.part;
    let nand_name = format!("nand/{part}.toml");
    let nand_toml = nand(part).ok_or_else(|| SpecError::NoNand {
        file: drive_file.file.into(),
        part: part.clone(),
    })?;
    let nand_changes = document.nand_changes(nand_toml.len())?;
    let mut nand_document = Document::alone(&nand_name, &nand_toml)?;
    if let Some(changes) = &nand_changes {
        nand_document = nand_document.changed(changes)?;
    }
    let die: NandFile = nand_document.read()?;
    let nand_file = &nand_document.file;
    let nand = nand_spec(drive_file, &drive.nand, nand_file, &die)?;
    let layout = layout_spec(drive_file, &drive.layout, &nand)?;
    let gc = gc_spec(
        drive_file,
        &drive.gc,
        nand.blocks_per_plane,
        layout.unit_bytes,
    )?;
    let slc_cache = drive.slc_cache.as_ref();
    let slc_cache = slc_cache.map(|cache| slc_cache_spec(drive_file, cache, &nand, &layout, &gc));
    let compression = drive.compression.as_ref();
    let compression =
        compression.map(|compression| compression_spec(drive_file, compression, &layout, &nand));
    let wear = drive.wear.as_ref();
    let wear = wear.map(|wear| wear_spec(drive_file, wear, nand_file, &die, &gc));
    let power = drive.power.as_ref();
    let power = power.map(|power| power_spec(drive_file, power, nand_file, &die));
    let heat = drive.heat.as_ref();
    let heat = heat.map(|heat| heat_spec(drive_file, heat, drive.power.as_ref()));
    let spec = SsdSpec {
        name: drive.name.get_ref().clone(),
        model: drive.model.clone(),
        firmware: drive.firmware.clone(),
        capacity: Blocks(drive.capacity.user_bytes.get() / BLOCK_BYTES),
        compression: compression.transpose()?,
        link: link_spec(drive_file, &drive.link)?,
        controller: controller_spec(
            drive_file,
            &drive.controller,
            layout.l2p_cache_bytes.is_some(),
        )?,
        gc,
        slc_cache: slc_cache.transpose()?,
        opening: opening_spec(drive_file, drive.opening.as_ref())?,
        journal: journal_spec(drive_file, drive.journal.as_ref(), nand.page_bytes)?,
        trim: trim_spec(drive_file, drive.trim.as_ref())?,
        wear: wear.transpose()?,
        power: power.transpose()?,
        heat: heat.transpose()?,
        about: About {
            rated_cycles: rated_cycles(nand_file, &die)?,
            ..about(drive_file, drive.about.as_ref(), drive.price.as_ref())?
        },
        facts: [document.facts(""), nand_document.facts("nand.")].concat(),
        nand,
        layout,
    };
    if let Some(mapping) = &drive.layout.mapping {
        check_mapping(&spec).map_err(|problem| drive_file.wrong_at(mapping, problem))?;
    }
    if let (Some(cache), true) = (&drive.slc_cache, spec.compression.is_some()) {
        let problem = "[slc_cache] excludes [compression]".into();
        return Err(drive_file.wrong_at(&cache.when_full, problem));
    }
    check_space(&spec).map_err(|problem| drive_file.wrong(&drive.capacity.user_bytes, problem))?;
    Ok(spec)
}

/// What needs to choose where data goes does not work where the map has no choice.
fn check_mapping(spec: &SsdSpec) -> Result<(), String> {
    if spec.layout.mapping == MappingSpec::Page {
        return Ok(());
    }
    let gc = &spec.gc;
    let leveling = spec
        .wear
        .is_some_and(|wear| wear.static_leveling_lag.is_some());
    let contradictions = [
        (spec.compression.is_some(), "compression"),
        (
            spec.layout.l2p_cache_bytes.is_some(),
            "layout.l2p_cache_kib",
        ),
        (gc.hot_cold.is_some(), "gc.hot_cold"),
        (gc.idle.is_some(), "gc.idle"),
        (gc.defect.is_some(), "gc.defect"),
        (spec.slc_cache.is_some(), "[slc_cache]"),
        (leveling, "wear.static_leveling_lag"),
    ];
    match contradictions.iter().find(|(there, _)| *there) {
        Some((_, key)) => Err(format!(
            "{key} needs page mapping: block and hybrid mapping merge log superblocks instead of \
             running GC"
        )),
        None => Ok(()),
    }
}
