//! What the traces of the catalogue are made from: their published statistics, or a person's operations.

use fourcorners_bench::{Extent, Trace, mean_data};
use fourcorners_block::Seed;
use fourcorners_trace::{Acting, Definition, Records, Scenario, Synthesis, TraceError};

/// What a synthetic trace is made from.
#[derive(Clone, Debug)]
pub enum TraceSource {
    /// Statistics.
    Definition(Box<Definition>),
    /// Operations.
    Scenario(Box<Scenario>),
}

impl TraceSource {
    /// Reads either. `file` is its name, for messages.
    pub(crate) fn parse(file: &str, text: &str) -> Result<Self, TraceError> {
        Ok(match Scenario::is_one(text) {
            true => Self::Scenario(Box::new(Scenario::parse(file, text)?)),
            false => Self::Definition(Box::new(Definition::parse(file, text)?)),
        })
    }

    /// The trace, from its first record on.
    pub fn records(&self, seed: Seed) -> Box<dyn Records> {
        match self {
            Self::Definition(definition) => Box::new(Synthesis::new(definition, seed)),
            Self::Scenario(scenario) => Box::new(Acting::new(scenario, seed)),
        }
    }

    /// Name, title, and what it is for.
    pub(crate) fn words(&self) -> [&str; 3] {
        match self {
            Self::Definition(it) => [&it.name, &it.title, &it.why],
            Self::Scenario(it) => [&it.name, &it.title, &it.why],
        }
    }

    /// Its size.
    pub(crate) fn extent(&self) -> Extent {
        match self {
            Self::Definition(it) => Extent {
                records: it.records(),
                read_bytes: it.read_bytes(),
                written_bytes: it.written_bytes(),
                end: it.footprint(),
                duration: it.duration(),
                data: mean_data(it.data()),
            },
            Self::Scenario(it) => Extent {
                records: it.records(),
                read_bytes: it.read_bytes(),
                written_bytes: it.written_bytes(),
                end: it.footprint(),
                duration: it.duration(),
                data: mean_data(it.data()),
            },
        }
    }

    /// The same to be replayed.
    pub(crate) fn into_trace(self) -> Trace {
        let [name, title, _] = self.words().map(str::to_string);
        let extent = self.extent();
        Trace::new(&name, &title, extent, move |seed| Ok(self.records(seed)))
    }
}
