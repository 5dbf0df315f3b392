//! What drives cost, and what that is for their sizes.

use fourcorners_bench::record::Price;
use fourcorners_block::{Bytes, Identity};
use fourcorners_sim::DriveSpec;
use std::fmt;
use std::str::FromStr;

/// A price that the user says.
#[derive(Clone, Debug, PartialEq)]
pub struct Amount {
    /// In that currency; above 0.
    pub price: f64,
    /// Three letters, as in `EUR`.
    pub currency: String,
}

impl FromStr for Amount {
    type Err = String;

    /// `189.90`, in US dollars, or `189.90 EUR`.
    fn from_str(text: &str) -> Result<Self, String> {
        let (number, currency) = match text.trim().split_once(' ') {
            Some((number, currency)) => (number, currency.trim()),
            None => (text.trim(), "USD"),
        };
        let is_code = currency.len() == 3 && currency.bytes().all(|b| b.is_ascii_uppercase());
        let price = number.parse().ok();
        let price = price.filter(|price| (0.01..=1e7).contains(price));
        match price {
            Some(price) if is_code => Ok(Self {
                price,
                currency: currency.into(),
            }),
            _ => Err(
                "expected a price from 0.01 to 10000000, in US dollars or with a three-letter \
                 currency code, as in 189.90 or '189.90 EUR'"
                    .into(),
            ),
        }
    }
}

impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.price, self.currency)
    }
}

impl Amount {
    /// For a drive of so many usable bytes and so much NAND, where that is known.
    fn of(self, usable: Bytes, nand: Option<Bytes>) -> Price {
        Price {
            price_per_nand_gb: nand.map(|nand| self.price * 1e9 / nand.0 as f64),
            price_per_usable_gib: self.price * f64::from(1 << 30) / usable.0 as f64,
            price: self.price,
            currency: self.currency,
        }
    }
}

/// The prices of a simulated drive, as its file has them.
pub fn prices(spec: &DriveSpec) -> Vec<Price> {
    let about = spec.about();
    let known = [("USD", about.usd_cents), ("GBP", about.gbp_pence)];
    let lines = known.into_iter().filter_map(|(currency, hundredths)| {
        let amount = Amount {
            price: hundredths? as f64 / 100.0,
            currency: currency.into(),
        };
        Some(amount.of(spec.capacity().bytes(), spec.raw_nand()))
    });
    lines.collect()
}

/// The price of a real drive, as the user says it; `nand`: of which the user says that it is on
/// board.
pub(crate) fn price_of(identity: &Identity, amount: &Amount, nand: Option<Bytes>) -> Price {
    let nand = identity.raw_nand.or(nand);
    amount.clone().of(identity.capacity.bytes(), nand)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_a_price_read_with_its_currency_and_written_back() {
        for (text, price, currency) in [
            ("369", 369.0, "USD"),
            ("189.90 EUR", 189.9, "EUR"),
            (" 0.01 ", 0.01, "USD"),
        ] {
            let amount: Amount = text.parse().expect("a price");
            assert_eq!((amount.price, amount.currency.as_str()), (price, currency));
            assert_eq!(amount.to_string().parse(), Ok(amount));
        }
        for text in [
            "", "free", "0", "-3", "NaN", "inf", "1e9", "5 €", "5 euros", "5 eur",
        ] {
            assert!(text.parse::<Amount>().is_err(), "{text}");
        }
    }

    #[test]
    fn is_a_price_divided_by_nand_in_gb_and_usable_gib() {
        let spec = crate::drive_spec("crucial-c300-128").expect("of the catalogue");
        let [price] = prices(&spec).try_into().expect("one price");
        // 002 prints $369, $2.883 for each of "128GB" of NAND and $3.096 for each of 119.2: GiB,
        // both.
        assert_eq!((price.price, price.currency.as_str()), (369.0, "USD"));
        let per_gib = price.price_per_nand_gb.expect("known NAND") * f64::from(1 << 30) / 1e9;
        assert!((per_gib - 2.883).abs() < 0.001, "{per_gib}");
        assert!((price.price_per_usable_gib - 3.096).abs() < 0.002);
    }
}
