//! T21: what a GB costs.

use crate::select::{DriveRuns, is_the_same_drive};
use fourcorners_bench::record::RunHeader;
use serde::Serialize;

/// A row of the price table.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs)] // described once, in web/src/data.ts
pub struct PriceRow {
    pub drive: usize,
    pub currency: String,
    pub price: f64,
    pub usable_gib: Option<f64>,
    pub nand_gib: Option<f64>,
    pub per_nand_gb: Option<f64>,
    pub per_nand_gib: Option<f64>,
    pub per_usable_gib: f64,
}

const GIB: f64 = (1 << 30) as f64;

/// The rows, cheapest usable GiB of a currency first. A drive behind two ports costs what it costs.
pub(crate) fn prices(groups: &[DriveRuns<'_>]) -> Vec<PriceRow> {
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
