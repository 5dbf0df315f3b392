//! Values of one table in place of another's.

use std::borrow::Cow;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A value takes the place of the other's; tables are joined down to that depth, those below are
/// replaced.
pub fn merge<'a>(
    into: &mut DeTable<'a>,
    key: Spanned<Cow<'a, str>>,
    value: Spanned<DeValue<'a>>,
    depth: usize,
) {
    let place = into.get_mut(key.get_ref().as_ref()).map(Spanned::get_mut);
    match (place, value.get_ref()) {
        (Some(DeValue::Table(there)), DeValue::Table(table)) if depth > 0 => {
            for (key, value) in table.clone() {
                merge(there, key, value, depth - 1);
            }
        }
        _ => {
            into.insert(key, value);
        }
    }
}
