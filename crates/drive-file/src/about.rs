//! What a file tells of a drive for people only: `[about]` and `[price]`.

use crate::checked::{Checked, Sourced};
use crate::error::SpecError;
use fourcorners_sim::spec::About;
use serde::Deserialize;

/// `[about]`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AboutFile {
    /// Shown only, like all of `[about]`.
    controller: Option<Sourced<String>>,
    /// DRAM in MiB; 0: none.
    dram_mib: Option<Sourced<u32>>,
    /// First year on sale, 1956 to 2100.
    year: Option<Sourced<u32>>,
    /// NAND process in nm, 1 to 1000.
    nand_process_nm: Option<Sourced<u32>>,
    /// Host writes for which the maker rates the drive, in TB (10^12 bytes), 1 to 10^6.
    rated_tbw: Option<Sourced<u32>>,
    /// As in `ONFI 2.2`.
    nand_interface: Option<Sourced<String>>,
}

/// `[price]`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PriceFile {
    /// US dollars, 0.01 to 10^6.
    usd: Option<Sourced<f64>>,
    /// Pounds.
    gbp: Option<Sourced<f64>>,
}

/// Both, where they are there.
pub fn about(
    file: &Checked,
    about: Option<&AboutFile>,
    price: Option<&PriceFile>,
) -> Result<About, SpecError> {
    let mut told = About::default();
    if let Some(about) = about {
        let number = |value: &Option<Sourced<u32>>, low, high, key| {
            let value = value.as_ref();
            let checked = value.map(|value| file.within(value, low, high, key));
            checked.transpose()
        };
        let text = |value: &Option<Sourced<String>>| {
            let value = value.as_ref();
            value.map(|value| value.value.get_ref().clone())
        };
        told.controller = text(&about.controller);
        told.dram_mib = number(&about.dram_mib, 0, 1 << 20, "dram_mib")?;
        told.year = number(&about.year, 1956, 2100, "year")?;
        told.nand_process_nm = number(&about.nand_process_nm, 1, 1000, "nand_process_nm")?;
        told.rated_tbw = number(&about.rated_tbw, 1, 1_000_000, "rated_tbw")?;
        told.nand_interface = text(&about.nand_interface);
    }
    if let Some(price) = price {
        told.usd_cents = hundredths(file, price.usd.as_ref(), "usd")?;
        told.gbp_pence = hundredths(file, price.gbp.as_ref(), "gbp")?;
    }
    Ok(told)
}

fn hundredths(
    file: &Checked,
    price: Option<&Sourced<f64>>,
    key: &str,
) -> Result<Option<u64>, SpecError> {
    let checked = price.map(|price| file.within(price, 0.01, 1e6, key));
    Ok(checked
        .transpose()?
        .map(|price| (price * 100.0).round() as u64))
}
