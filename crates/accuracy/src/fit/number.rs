//! A number of a drive's file: found, replaced, and said to be fitted; all else of the file stays
//! as it was.

use super::FitError;
use toml_edit::{DocumentMut, InlineTable, Item, Value};

/// The table `{ value = .., from = .., source = .. }` of a key, as in
/// `controller.write_command_us`.
fn table<'a>(document: &'a DocumentMut, key: &str) -> Option<&'a Item> {
    key.split('.')
        .try_fold(document.as_item(), |item, part| item.get(part))
}

fn table_mut<'a>(document: &'a mut DocumentMut, key: &str) -> Option<&'a mut Item> {
    key.split('.')
        .try_fold(document.as_item_mut(), |item, part| item.get_mut(part))
}

/// Puts another value in place of one, with the spaces around it.
fn replace(table: &mut Item, name: &str, with: Value) -> Option<()> {
    let value = table.get_mut(name)?.as_value_mut()?;
    let decor = value.decor().clone();
    *value = with;
    *value.decor_mut() = decor;
    Some(())
}

/// The number of a key.
pub fn number(document: &DocumentMut, key: &str) -> Result<f64, FitError> {
    let item = table(document, key);
    let value = item.and_then(|item| item.get("value").unwrap_or(item).as_value());
    let number = match value {
        Some(Value::Integer(number)) => Some(*number.value() as f64),
        Some(Value::Float(number)) => Some(*number.value()),
        _ => None,
    };
    number.ok_or_else(|| no_number(key))
}

fn no_number(key: &str) -> FitError {
    FitError::Refused(format!(
        "the drive file has no number to fit: expected {key} = {{ value = .. }}"
    ))
}

/// Puts another number in its place.
pub fn set(document: &mut DocumentMut, key: &str, number: f64) -> Result<(), FitError> {
    let value = match number.fract() == 0.0 {
        true => Value::from(number as i64),
        false => Value::from(number),
    };
    table_mut(document, key)
        .and_then(|item| match item.is_table_like() {
            true => replace(item, "value", value),
            // A bare number.
            false => {
                *item.as_value_mut()? = value;
                Some(())
            }
        })
        .ok_or_else(|| no_number(key))
}

/// A number that was assumed or published is neither any more.
pub fn is_fitted(document: &mut DocumentMut, key: &str, figures: &[&str]) {
    let Some(table) = table_mut(document, key) else {
        return;
    };
    if let Some(bare) = table.as_value().filter(|bare| !bare.is_inline_table()) {
        let mut sourced = InlineTable::new();
        sourced.insert("value", bare.clone().decorated(" ", ""));
        sourced.insert("from", Value::from("fitted"));
        sourced.insert("source", Value::from(to(figures)));
        *table = Item::Value(Value::InlineTable(sourced));
        return;
    }
    if table.get("from").and_then(Item::as_str) == Some("fitted") {
        return;
    }
    replace(table, "from", Value::from("fitted"));
    replace(table, "source", Value::from(to(figures)));
}

fn to(figures: &[&str]) -> String {
    format!("to {}", figures.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_a_number_replaced_and_all_else_left_as_it_was() {
        let text = "# why\n[controller]\nwrite_us = \
            { value = 3, from = \"fitted\", source = \"x\" } # so\n";
        let mut document: DocumentMut = text.parse().expect("TOML");
        assert_eq!(
            number(&document, "controller.write_us").expect("there"),
            3.0
        );
        set(&mut document, "controller.write_us", 4.5).expect("there");
        assert_eq!(
            document.to_string(),
            text.replace("value = 3,", "value = 4.5,")
        );
        assert!(set(&mut document, "controller.read_us", 1.0).is_err());
    }
}
