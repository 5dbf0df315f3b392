//! A synthetic trace as text: what was printed of the original, what is ours, and the sources.

use crate::output;
use fourcorners_bench::record::Fact;
use fourcorners_lab::SyntheticShown;

/// With which the source of a printed number begins.
const PRINTED: &str = "published: ";

pub fn text(trace: &SyntheticShown) -> String {
    let line = &trace.line;
    let gib = |bytes: u64| format!("{:.2} GiB", bytes as f64 / f64::from(1 << 30));
    let (printed, ours): (Vec<&Fact>, Vec<&Fact>) = trace
        .facts
        .iter()
        .partition(|fact| fact.source.starts_with(PRINTED));
    let mut text = format!(
        "{}: {}\n{}\n{} I/Os, {} read, {} written, within the first {} of the drive; recorded in \
         about {:.0} s\n",
        line.name,
        line.title,
        line.why,
        line.records,
        gib(line.read_bytes),
        gib(line.written_bytes),
        gib(line.footprint_bytes),
        trace.duration_s,
    );
    for (title, facts) in [
        ("Published for the original", printed),
        ("Ours: not published, or published differently", ours),
    ] {
        if facts.is_empty() {
            text += &format!("\n{title}: nothing\n");
            continue;
        }
        let rows = facts.iter().map(|fact| {
            let source = fact.source.strip_prefix(PRINTED).unwrap_or(&fact.source);
            vec![fact.name.clone(), fact.value.clone(), source.into()]
        });
        let table = output::table(&["what", "value", "from"], rows.collect());
        text += &format!("\n{title}\n{table}\n");
    }
    text
}
