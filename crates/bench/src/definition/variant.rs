//! The name under which a test's results are kept when it was run otherwise than its own file says:
//! `spare-25+from-used+align-512B+data-repeating`; empty for the test's own way.

use super::conditions::Conditions;
use super::spare::SpareArea;
use super::work::Span;
use std::fmt;

/// What distinguishes one way to run a test from its own.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Variant {
    /// More spare area than the drive's own.
    pub spare: Option<SpareArea>,
    /// Conditions that are not the test's own.
    pub conditions: Conditions,
    /// Whether the suite makes it last longer than the test's own file does.
    pub long: bool,
}

const LONG: &str = "long";

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let conditions = &self.conditions;
        let parts = [
            self.spare.map(|spare| spare.to_string()),
            conditions
                .state
                .as_ref()
                .map(|state| format!("from-{state}")),
            conditions.align.map(|align| format!("align-{align}")),
            conditions.data.map(|data| format!("data-{data}")),
            conditions.span.map(|span| format!("span-{span}")),
            self.long.then(|| LONG.to_string()),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        f.write_str(&parts.join("+"))
    }
}

impl Variant {
    /// Reads a name back; `None` where it is none that this version writes.
    pub fn parse(name: &str) -> Option<Self> {
        let mut variant = Self::default();
        for part in name.split('+').filter(|part| !part.is_empty()) {
            let conditions = &mut variant.conditions;
            match part.split_once('-') {
                None if part == LONG => variant.long = true,
                Some(("spare", spare)) => variant.spare = Some(SpareArea::parse(spare)?),
                Some(("from", state)) => conditions.state = Some(state.into()),
                Some(("align", align)) => conditions.align = Some(align.parse().ok()?),
                Some(("data", data)) => conditions.data = Some(data.parse().ok()?),
                Some(("span", span)) => conditions.span = Some(span.parse().ok()?),
                _ => return None,
            }
        }
        Some(variant)
    }
}

impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::All => f.write_str("all"),
            Self::Share(percent) => write!(f, "{percent}%"),
            Self::Fixed(bytes) => bytes.fmt(f),
        }
    }
}
