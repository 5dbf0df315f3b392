//! The figures that can be expected of a phase: the numbers of a result line, by their names.

use fourcorners_bench::record::Measured;
use fourcorners_bench::{near, nearest};
use serde_json::Value;

/// A number of [`Measured`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Metric {
    /// As in `iops_mean`, `steady_state.iops_mean`.
    pub name: String,
    /// Whether it is always a whole number.
    pub whole: bool,
}

/// Units that a value may be given in, each with the metric's own units that it has.
type Units = &'static [(&'static str, f64)];

impl Metric {
    /// All, from the schema of the results, so that none is forgotten.
    fn all() -> Vec<Self> {
        let schema = schemars::schema_for!(Measured);
        let mut found = Vec::new();
        collect(schema.as_value(), schema.as_value(), "", &mut found);
        found
    }

    /// Splits `TEST.METRIC`. A sentence, if it ends with none.
    pub fn at_the_end_of(text: &str) -> Result<(&str, Self), String> {
        let mut all = Self::all();
        // `steady_state.iops_mean` ends with `iops_mean`.
        all.sort_by_key(|metric| std::cmp::Reverse(metric.name.len()));
        let found = all.iter().find_map(|metric| {
            let before = text.strip_suffix(&*metric.name)?.strip_suffix('.')?;
            Some((before, metric.clone()))
        });
        found.ok_or_else(|| {
            let names = || all.iter().map(|metric| metric.name.as_str());
            let Some((_, name)) = text.rsplit_once('.') else {
                return format!(
                    "'{text}' does not name a metric; expected TEST.METRIC, as in \
                     '{text}.iops_mean'"
                );
            };
            let hint = near(&nearest(name, names())).unwrap_or_else(|| {
                let mut all: Vec<&str> = names().collect();
                all.sort_unstable();
                format!("available: {}", all.join(", "))
            });
            format!("unknown metric '{name}'; {hint}")
        })
    }

    /// A value, which may have a unit, in the metric's own.
    pub fn value(&self, text: &str) -> Result<f64, String> {
        let number = |c: char| c.is_ascii_digit() || "+-.eE".contains(c);
        let split = text.find(|c: char| !number(c)).unwrap_or(text.len());
        let (digits, unit) = text.split_at(split);
        let unit = unit.trim();
        let value = digits
            .parse::<f64>()
            .ok()
            .filter(|value| value.is_finite())
            .ok_or_else(|| {
                format!("'{text}' is not a number; expected one such as 10000 or 1.5e6")
            })?;
        let units = self.units();
        match units.iter().find(|(name, _)| *name == unit) {
            Some((_, factor)) => Ok(value * factor),
            None if unit.is_empty() => Ok(value),
            None if units.is_empty() => Err(format!("{} has no unit; remove '{unit}'", self.name)),
            None => {
                let names: Vec<&str> = units.iter().map(|(name, _)| *name).collect();
                Err(format!(
                    "{} is not measured in '{unit}'; use {} or no unit",
                    self.name,
                    names.join(", ")
                ))
            }
        }
    }

    /// Its own unit, for people; empty if it has none.
    pub fn unit(&self) -> &'static str {
        self.units().first().map_or("", |(name, _)| name)
    }

    /// Whether it is a time that an I/O took.
    pub fn is_a_latency(&self) -> bool {
        let last = self.name.rsplit('.').next().unwrap_or_default();
        ["latency_", "service_", "wait_"]
            .iter()
            .any(|start| last.starts_with(start))
    }

    /// Names say units. Its own is the first.
    fn units(&self) -> Units {
        let last = self.name.rsplit('.').next().unwrap_or_default();
        let ends = |end: &str| last.ends_with(end);
        if last.starts_with("iops_") {
            &[("IOPS", 1.0)]
        } else if ends("_mib_per_s") {
            &[("MiB/s", 1.0)]
        } else if ends("_mb_per_s") {
            &[("MB/s", 1.0)]
        } else if ends("_us") {
            &[("us", 1.0), ("ms", 1e3), ("s", 1e6)]
        } else if ends("_s") {
            &[("s", 1.0), ("ms", 1e-3), ("min", 60.0)]
        } else if ends("bytes") {
            &[
                ("B", 1.0),
                ("KiB", 1024.0),
                ("MiB", 1_048_576.0),
                ("GiB", 1_073_741_824.0),
                ("GB", 1e9),
            ]
        } else if ends("_w") {
            &[("W", 1.0), ("mW", 1e-3)]
        } else if ends("_percent") {
            &[("%", 1.0)]
        } else {
            &[]
        }
    }
}

/// The numbers of an object's schema, those of objects within it too.
fn collect(root: &Value, schema: &Value, prefix: &str, found: &mut Vec<Metric>) {
    let properties = schema["properties"].as_object();
    for (name, property) in properties.into_iter().flatten() {
        let name = format!("{prefix}{name}");
        let is = |kind: &str| match &property["type"] {
            Value::Array(kinds) => kinds.iter().any(|one| one == kind),
            one => one == kind,
        };
        if is("number") || is("integer") {
            found.push(Metric {
                name,
                whole: is("integer"),
            });
            continue;
        }
        // What may be absent is one of an object and null.
        let options = property["anyOf"].as_array().into_iter().flatten();
        let inner = options
            .chain([property])
            .find_map(|option| root.pointer(option["$ref"].as_str()?.strip_prefix('#')?));
        if let Some(inner) = inner {
            collect(root, inner, &format!("{name}."), found);
        }
    }
}
