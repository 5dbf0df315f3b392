//! Numbers in the tools' JSON: plain, as text where they may be longer than 64 bits, or in
//! hexadecimal.

use serde_json::Value;

/// A whole number, if it is one of at most 64 bits.
pub fn number(value: &Value) -> Option<u64> {
    match value {
        Value::String(text) => digits(text.trim()),
        // Some versions print 128 bits as a floating-point number.
        Value::Number(number) => number.as_u64().or_else(|| {
            let float = number.as_f64()?;
            (0.0..1.8e19).contains(&float).then_some(float as u64)
        }),
        _ => None,
    }
}

fn digits(text: &str) -> Option<u64> {
    match text.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16).ok(),
        None => text.parse().ok(),
    }
}

/// The number under the first of these names that has one: tools spell a field in several ways.
pub fn first(object: &Value, names: &[&str]) -> Option<u64> {
    names.iter().find_map(|name| number(&object[*name]))
}

/// Text without the blanks that drives fill up with.
pub fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().trim().to_string()
}

/// Takes what is there, and leaves what was known before where nothing is.
pub fn take<T>(known: &mut Option<T>, new: Option<T>) {
    if new.is_some() {
        *known = new;
    }
}
