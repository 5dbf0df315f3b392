//! The synthetic traces of the catalogue, as the library has traces to be replayed.

use fourcorners_bench::{Extent, Trace, mean_data};
use fourcorners_trace::Synthetic;

pub(crate) fn extent(source: &dyn Synthetic) -> Extent {
    Extent {
        records: source.records(),
        read_bytes: source.read_bytes(),
        written_bytes: source.written_bytes(),
        end: source.footprint(),
        duration: source.duration(),
        has_dependencies: true,
        data: mean_data(source.data()),
        volumes: 0, // one drive's, or operations
    }
}

/// The same to be replayed.
pub(crate) fn trace(source: Box<dyn Synthetic>) -> Trace {
    let (name, title) = (source.name().to_string(), source.title().to_string());
    let extent = extent(&*source);
    Trace::new(&name, &title, extent, move |seed| Ok(source.trace(seed)))
}
