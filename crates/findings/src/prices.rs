//! What a GB costs.

use crate::select::{DriveRuns, is_the_same_drive};
use fourcorners_bench::record::RunHeader;
use schemars::JsonSchema;
use serde::Serialize;

/// What a drive costs, and per size; null where its NAND or capacity is not known.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct PriceRow {
    /// Index of the drive.
    pub drive: usize,
    /// Year in which it could be bought first; null: not known.
    pub year: Option<u32>,
    /// As in `USD`.
    pub currency: String,
    /// Of the drive.
    pub price: f64,
    /// Capacity in 2^30 bytes.
    pub usable_gib: Option<f64>,
    /// NAND in 2^30 bytes.
    pub nand_gib: Option<f64>,
    /// Price of 10^9 bytes of NAND.
    pub per_nand_gb: Option<f64>,
    /// Price of 2^30 bytes of NAND.
    pub per_nand_gib: Option<f64>,
    /// Price of 2^30 bytes of capacity.
    pub per_usable_gib: f64,
}

const GIB: f64 = (1 << 30) as f64;

/// The rows, cheapest usable GiB of a currency first. A drive behind two ports costs what it costs.
pub fn prices(groups: &[DriveRuns<'_>]) -> Vec<PriceRow> {
    let mut rows: Vec<PriceRow> = Vec::new();
    let mut seen: Vec<&RunHeader> = Vec::new();
    for (drive, group) in groups.iter().enumerate() {
        let Some(run) = group.first() else { continue };
        let usable = run.header.capacity();
        if seen.iter().any(|one| is_the_same_drive(one, &run.header)) {
            continue;
        }
        seen.push(&run.header);
        rows.extend(run.header.prices.iter().map(|price| {
            PriceRow {
                drive,
                year: run.header.year,
                currency: price.currency.clone(),
                price: price.price,
                usable_gib: usable.map(|bytes| bytes.0 as f64 / GIB),
                nand_gib: price
                    .price_per_nand_gb
                    .map(|per_gb| price.price / per_gb * 1e9 / GIB),
                per_nand_gb: price.price_per_nand_gb,
                per_nand_gib: price.price_per_nand_gb.map(|per_gb| per_gb * GIB / 1e9),
                per_usable_gib: price.price_per_usable_gib,
            }
        }));
    }
    rows.sort_by(|a, b| {
        let by_price = a.per_usable_gib.total_cmp(&b.per_usable_gib);
        b.currency.cmp(&a.currency).then(by_price)
    });
    rows
}
