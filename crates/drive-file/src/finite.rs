//! The one check that all numbers of a file pass: NaN and the infinities are no values of a drive.

use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// The first number of a file that is not finite: its key, and the value as it stands there.
pub fn first_not_finite<'a>(table: &'a DeTable<'a>) -> Option<(String, Spanned<&'a str>)> {
    table.iter().find_map(|(key, value)| {
        let (below, found) = within(value)?;
        // `.value` of a sourced number is left out: `key = { value = nan, ... }` is about `key`.
        let below = below.strip_suffix(".value").unwrap_or(&below);
        Some((format!("{}{below}", key.get_ref()), found))
    })
}

/// The same of a value: what follows its own key.
fn within<'a>(value: &'a Spanned<DeValue<'a>>) -> Option<(String, Spanned<&'a str>)> {
    match value.get_ref() {
        DeValue::Float(number) => {
            let is_finite = number.as_str().parse().is_ok_and(f64::is_finite);
            let found = Spanned::new(value.span(), number.as_str());
            (!is_finite).then_some((String::new(), found))
        }
        DeValue::Array(values) => values.iter().enumerate().find_map(|(index, value)| {
            let (below, found) = within(value)?;
            Some((format!("[{index}]{below}"), found))
        }),
        DeValue::Table(table) => table.iter().find_map(|(key, value)| {
            let (below, found) = within(value)?;
            Some((format!(".{}{below}", key.get_ref()), found))
        }),
        _ => None,
    }
}
