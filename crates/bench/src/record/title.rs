//! What a phase is called.

/// The names of a phase - test, variant and phase - for people.
pub fn title(names: [&str; 3]) -> String {
    let parts = names.into_iter().filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join(" ")
}
