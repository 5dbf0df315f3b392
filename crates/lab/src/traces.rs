//! Traces of the catalogue: made from their published statistics.

use fourcorners_bench::{Extent, Trace, mean_data};
use fourcorners_trace::{Acting, Definition, Scenario, Synthesis};

/// A trace of the catalogue.
pub(crate) fn synthetic(definition: Definition) -> Trace {
    let extent = Extent {
        records: definition.records(),
        read_bytes: definition.read_bytes(),
        written_bytes: definition.written_bytes(),
        end: definition.footprint(),
        duration: definition.duration(),
        data: mean_data(definition.data()),
    };
    let (name, title) = (definition.name.clone(), definition.title.clone());
    Trace::new(&name, &title, extent, move |seed| {
        Ok(Box::new(Synthesis::new(&definition, seed)))
    })
}

/// A scenario of the catalogue.
pub(crate) fn acted(scenario: Scenario) -> Trace {
    let extent = Extent {
        records: scenario.records(),
        read_bytes: scenario.read_bytes(),
        written_bytes: scenario.written_bytes(),
        end: scenario.footprint(),
        duration: scenario.duration(),
        data: mean_data(scenario.data()),
    };
    let (name, title) = (scenario.name.clone(), scenario.title.clone());
    Trace::new(&name, &title, extent, move |seed| {
        Ok(Box::new(Acting::new(&scenario, seed)))
    })
}
