//! What was printed about traces, of the statistics of those that are synthesised after them.

use super::cache::Cache;
use super::simulate::SEED;
use crate::published::Fact;
use fourcorners_bench::Library;
use fourcorners_block::Seed;
use fourcorners_lab::{LabError, trace_source};
use fourcorners_trace::Statistics;
use serde_json::Value;
use std::collections::BTreeMap;

/// How a fact's key says that it is about the trace that its test replays.
const OF_TRACE: &str = "trace.";

/// Statistics by trace, as `trace stat --json` prints them.
#[derive(Default)]
pub struct TraceFacts(BTreeMap<String, Value>);

impl TraceFacts {
    /// The statistics of all traces that some facts are about; each trace is made once, or its
    /// statistics are kept from before.
    pub fn of(facts: &[&Fact], library: &Library, cache: &Cache) -> Result<Self, LabError> {
        let mut all = Self::default();
        let names = facts.iter().filter_map(|fact| trace(fact, library));
        for name in names {
            if all.0.contains_key(name) {
                continue;
            }
            let source = trace_source(name)?;
            let key = Cache::trace_key(&*source, SEED);
            let kept: Option<Value> = cache.get(&key);
            let statistics = match kept {
                Some(statistics) => statistics,
                None => {
                    let found = Statistics::of(&mut *source.trace(Seed(SEED)))?;
                    let found = serde_json::to_value(found).unwrap_or_default();
                    cache.put(&key, &found);
                    found
                }
            };
            all.0.insert(name.into(), statistics);
        }
        Ok(all)
    }

    /// A fact's number in the statistics; `None`: it is not about a trace, or there is no such
    /// number.
    pub fn value(&self, fact: &Fact, library: &Library) -> Option<f64> {
        let mut value = self.0.get(trace(fact, library)?)?;
        for part in fact.key.strip_prefix(OF_TRACE)?.split('.') {
            value = match value {
                // Classes of sizes have names.
                Value::Array(classes) => classes
                    .iter()
                    .find(|class| class["class"] == part)?
                    .get("share")?,
                _ => value.get(part)?,
            };
        }
        value.as_f64()
    }
}

/// The trace that a fact is about.
fn trace<'a>(fact: &Fact, library: &'a Library) -> Option<&'a str> {
    fact.key.strip_prefix(OF_TRACE)?;
    let test = library.test(fact.test.as_ref()?).ok()?;
    let mut replays = test.phases.iter().filter_map(|phase| phase.replay.as_ref());
    replays.next().map(|replay| replay.trace.as_str())
}

/// Whether a share or another number of a trace is the printed one: within one percentage point, or
/// 2 %.
pub fn agrees(key: &str, value: f64, printed: &toml::Value) -> bool {
    let printed = printed
        .as_float()
        .or(printed.as_integer().map(|whole| whole as f64));
    let is_share = key.contains(".classes.") || key.ends_with("_share");
    printed.is_some_and(|printed| {
        let most = if is_share { 0.01 } else { 0.02 * printed };
        (value - printed).abs() <= most
    })
}
