//! Numbers in the tools' JSON: plain, or as text where they may be longer than 64 bits.

use serde_json::Value;

/// A whole number, if it is one of at most 64 bits.
pub fn number(value: &Value) -> Option<u64> {
    match value {
        Value::String(text) => text.trim().parse().ok(),
        // Some versions print 128 bits as a floating-point number.
        Value::Number(number) => number.as_u64().or_else(|| {
            let float = number.as_f64()?;
            (0.0..1.8e19).contains(&float).then_some(float as u64)
        }),
        _ => None,
    }
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
