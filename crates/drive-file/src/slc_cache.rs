//! The SLC cache.

use crate::checked::{Checked, Sourced};
use crate::error::SpecError;
use crate::gc::Named;
use fourcorners_sim::spec::{GcSpec, LayoutSpec, NandSpec, SlcCacheSpec, WhenFull};
use serde::Deserialize;
use toml::Spanned;

/// `[slc_cache]`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SlcCacheFile {
    /// Data that the cache always has room for, in GB (10^9 bytes), rounded to whole superblocks;
    /// its blocks count as spare area. Default 0.
    static_gb: Option<Sourced<f64>>,
    /// Data that it has room for besides, in GB, while the drive holds little; default 0.
    dynamic_gb: Option<Sourced<f64>>,
    /// Share of the LBAs that hold data, in percent, from which on the dynamic part shrinks;
    /// default 100.
    shrinks_from_percent: Option<Sourced<u32>>,
    /// Share at which nothing is left of it, at least `shrinks_from_percent`; default 100.
    gone_at_percent: Option<Sourced<u32>>,
    /// What host writes do when it is full: see SLC cache policies.
    pub when_full: Spanned<Named<WhenFull>>,
    /// Once full it is folded, and takes no host data after direct writes, until this share of it
    /// is in use, in percent, 0 to 99; default 0.
    fold_to_percent: Option<Sourced<u32>>,
    /// Copies in flight while it is folded, each a page of every plane of a die, 1 to 65535.
    copies_in_flight: Sourced<u32>,
    /// Whether an idle drive folds it, as soon and as fast as its `[gc.idle]` says.
    folds_when_idle: Sourced<bool>,
}

/// Checked against NAND, layout and garbage collection.
pub fn slc_cache_spec(
    file: &Checked,
    cache: &SlcCacheFile,
    nand: &NandSpec,
    layout: &LayoutSpec,
    gc: &GcSpec,
) -> Result<SlcCacheSpec, SpecError> {
    let Some(mode) = nand.features.slc else {
        let problem = format!(
            "[slc_cache] needs an SLC mode, but {} has none: its file needs bits_per_cell, \
             t_read_slc_us and t_prog_slc_us",
            nand.part
        );
        return Err(file.wrong_at(&cache.when_full, problem));
    };
    let pages_per_block = nand.pages_per_block / mode.bits_per_cell;
    if pages_per_block == 0 {
        let problem = format!(
            "[slc_cache] needs blocks that hold a page in SLC mode, but those of {} have {} pages \
             of {} bits per cell: its file needs a larger pages_per_block",
            nand.part, nand.pages_per_block, mode.bits_per_cell
        );
        return Err(file.wrong_at(&cache.when_full, problem));
    }
    if gc.hot_cold.is_some() {
        let problem = "[slc_cache] excludes gc.hot_cold: it takes all host data";
        return Err(file.wrong_at(&cache.when_full, problem.into()));
    }
    if cache.folds_when_idle.get() && gc.idle.is_none() {
        let problem = "folds_when_idle needs [gc.idle], which says when and how fast";
        return Err(file.wrong(&cache.folds_when_idle, problem.into()));
    }
    let pools = nand.dies / layout.superblock_dies;
    let parity_dies = layout
        .superblock_dies
        .checked_div(layout.parity_stripe_dies)
        .unwrap_or(0);
    // Of every pool, in SLC mode.
    let superblock_bytes = u64::from(pools)
        * u64::from(layout.superblock_dies - parity_dies)
        * u64::from(nand.planes)
        * u64::from(nand.page_bytes)
        * u64::from(pages_per_block);
    let superblocks = |gb: &Option<Sourced<f64>>, key: &str| match gb {
        None => Ok(0),
        Some(gb) => {
            let bytes = file.within(gb, 0.0, 1e6, key)? * 1e9;
            // More than u32 holds, of tiny superblocks, is more than any drive has.
            Ok((bytes / superblock_bytes as f64).round() as u32)
        }
    };
    let percent = |share: &Option<Sourced<u32>>, otherwise: u32, low: u32, high: u32, key: &str| {
        let share = share.as_ref();
        share.map_or(Ok(otherwise), |share| file.within(share, low, high, key))
    };
    let from = percent(
        &cache.shrinks_from_percent,
        100,
        0,
        100,
        "shrinks_from_percent",
    )?;
    let gone = percent(&cache.gone_at_percent, 100, from, 100, "gone_at_percent")?;
    let spec = SlcCacheSpec {
        static_superblocks: superblocks(&cache.static_gb, "static_gb")?,
        dynamic_superblocks: superblocks(&cache.dynamic_gb, "dynamic_gb")?,
        shrinks_from_per_mille: from * 10,
        gone_at_per_mille: gone * 10,
        when_full: cache.when_full.get_ref().0,
        fold_to_per_mille: percent(&cache.fold_to_percent, 0, 0, 99, "fold_to_percent")? * 10,
        copies_in_flight: file.within(&cache.copies_in_flight, 1, 65_535, "copies_in_flight")?,
        folds_when_idle: cache.folds_when_idle.get(),
    };
    if spec.static_superblocks == 0 && spec.dynamic_superblocks == 0 {
        let problem = format!(
            "the cache is smaller than half a superblock in SLC mode, which is {:.1} GB: give \
             static_gb or dynamic_gb",
            superblock_bytes as f64 / 1e9
        );
        return Err(file.wrong_at(&cache.when_full, problem));
    }
    Ok(spec)
}
