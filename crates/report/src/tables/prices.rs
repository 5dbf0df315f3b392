//! What drives cost, as a table.

use super::{NO_FIGURE, Section, model};
use crate::data::PageData;
use crate::wording::numbers::money;
use crate::wording::tables as words;
use fourcorners_findings::prices::PriceRow;

/// A row per drive.
pub(super) fn table(data: &PageData) -> Option<Section> {
    let row = |row: &PriceRow| {
        let price = |price: Option<f64>| price.map_or(NO_FIGURE.into(), money);
        vec![
            model(data, row.drive),
            row.year.map_or(NO_FIGURE.into(), |year| year.to_string()),
            format!("{} {}", money(row.price), row.currency),
            words::gib(row.nand_gib),
            words::gib(row.usable_gib),
            price(row.per_nand_gb),
            price(row.per_nand_gib),
            price(Some(row.per_usable_gib)),
        ]
    };
    let rows = data.prices.iter().map(row).collect();
    Section::new(words::prices(), rows)
}
