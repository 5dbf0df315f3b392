//! `run.json`: how it is understood, whoever wrote it, and how something is added to it.

use super::names::RUN_JSON;
use super::short;
use crate::plan::{PhaseKey, Plan};
use crate::plausible::{keep_possible, keep_possible_capacity};
use crate::record::{
    Damage, Disturbance, Entry, NotComparable, RunConditions, RunHeader, SCHEMA_VERSION,
    upgrade_header, year_told_by,
};
use fourcorners_block::Identity;
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::{RawValue, to_raw_value};
use std::collections::BTreeMap;
use std::fmt;

impl RunHeader {
    /// Adds to the reasons against comparing what only results tell.
    pub fn judge(&mut self, entries: &[Entry]) {
        let is_short = entries.iter().any(Entry::is_by_max_writes);
        if is_short && !self.not_comparable.contains(&NotComparable::MaxWrites) {
            self.not_comparable.push(NotComparable::MaxWrites);
        }
    }

    /// Of a drive of which nothing is planned, and nothing else is known.
    pub fn new(suite: impl Into<String>, identity: Identity) -> Self {
        Self {
            schema_version: SCHEMA_VERSION,
            suite: suite.into(),
            not_comparable: Vec::new(),
            conditions: RunConditions::default(),
            identity,
            year: None,
            endurance: None,
            rated: None,
            facts: Vec::new(),
            bench: Vec::new(),
            disturbances: Vec::new(),
            prices: Vec::new(),
            seed: 1,
            repeat: 1,
            command: String::new(),
            version: env!("CARGO_PKG_VERSION").into(),
            phases: Vec::new(),
            pages: BTreeMap::new(),
            request: None,
        }
    }

    /// Of a drive and what is planned for it.
    pub fn of(plan: &Plan, identity: Identity) -> Self {
        Self {
            not_comparable: plan.not_comparable.clone(),
            seed: plan.seed.0,
            phases: plan.phases().map(PhaseKey::title).collect(),
            pages: plan.pages.clone(),
            ..Self::new(plan.suite.clone(), identity)
        }
    }
}

/// What `run.json` says. What no drive can have is left out, and told in `damage`.
///
/// # Errors
/// A sentence: it is none, or a newer program's.
pub fn read_header(json: &[u8], damage: &mut Vec<Damage>) -> Result<RunHeader, String> {
    // Asked first: of a newer program nothing else may be as it was.
    #[derive(Deserialize)]
    struct Version {
        schema_version: u32,
        #[serde(default)]
        version: String,
    }
    let reason = |error: serde_json::Error| short(&error.to_string());
    let found: Version = serde_json::from_slice(json).map_err(reason)?;
    if found.schema_version > SCHEMA_VERSION {
        return Err(format!(
            "written by a newer fourcorners ({}, schema {}); this one reads up to schema \
             {SCHEMA_VERSION}",
            short(&found.version),
            found.schema_version
        ));
    }
    let mut header: RunHeader = match found.schema_version {
        SCHEMA_VERSION => serde_json::from_slice(json),
        _ => serde_json::from_slice(json).and_then(|mut members| {
            upgrade_header(&mut members);
            serde_json::from_value(members.into())
        }),
    }
    .map_err(reason)?;
    header.year = header.year.or_else(|| year_told_by(&header.facts));
    keep_possible_capacity(RUN_JSON, &mut header.identity.capacity, damage);
    keep_possible(RUN_JSON, &mut header.prices, damage);
    Ok(header)
}

/// The text of a `run.json` with more disturbances. All else of it is as it stands, also what this
/// program does not know or would leave out.
///
/// # Errors
/// It is none.
pub(super) fn with_disturbances(
    json: &[u8],
    more: &[Disturbance],
) -> Result<String, serde_json::Error> {
    const KEY: &str = "disturbances";
    let mut header: Members = serde_json::from_slice(json)?;
    let place = header.0.iter().position(|(name, _)| name == KEY);
    let mut all: Vec<Box<RawValue>> = match place {
        Some(place) => serde_json::from_str(header.0[place].1.get())?,
        None => Vec::new(),
    };
    for one in more {
        all.push(to_raw_value(one)?);
    }
    let all = to_raw_value(&all)?;
    match place {
        Some(place) => header.0[place].1 = all,
        None => header.0.push((KEY.into(), all)),
    }
    to_text(&header)
}

/// A header as it is written.
pub(super) fn to_text(header: &impl Serialize) -> Result<String, serde_json::Error> {
    serde_json::to_string_pretty(header).map(|text| text + "\n")
}

/// The members of an object in their order, each value as it stands.
struct Members(Vec<(String, Box<RawValue>)>);

impl<'de> Deserialize<'de> for Members {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Each;
        impl<'de> Visitor<'de> for Each {
            type Value = Members;

            fn expecting(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
                to.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Members, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(Members(members))
            }
        }
        deserializer.deserialize_map(Each)
    }
}

impl Serialize for Members {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}
