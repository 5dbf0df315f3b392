//! Files of SSDs.

use crate::about::{AboutFile, PriceFile, about};
use crate::capacity::CapacityFile;
use crate::compression::{CompressionFile, compression_spec};
use crate::controller::{ControllerFile, LinkFile, controller_spec, link_spec};
use crate::error::SpecError;
use crate::firmware::{JournalFile, OpeningFile, journal_spec, opening_spec};
use crate::gc::{GcFile, gc_spec};
use crate::layout::{LayoutFile, layout_spec};
use crate::nand::{NandFile, WiringFile, nand_spec, rated_cycles};
use crate::power::{HeatFile, PowerFile, heat_spec, power_spec};
use crate::sibling::Document;
use crate::slc_cache::{SlcCacheFile, slc_cache_spec};
use crate::space::check_space;
use crate::upkeep::{TrimFile, WearFile, trim_spec, wear_spec};
use fourcorners_block::{BLOCK_BYTES, Blocks};
use fourcorners_sim::spec::{About, MappingSpec, SsdSpec};
use serde::Deserialize;
use toml::Spanned;

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

/// `kind = "ssd"`, or none.
pub fn ssd(
    document: &Document,
    nand: &dyn Fn(&str) -> Option<String>,
) -> Result<SsdSpec, SpecError> {
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
