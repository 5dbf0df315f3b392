//! All latencies of a phase: counted, as a line of `histograms.jsonl`, and read back.

use crate::record::HistogramLine;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hdrhistogram::Histogram;
use hdrhistogram::serialization::{Deserializer, Serializer as _, V2Serializer};

/// Latencies above an hour are counted as an hour.
pub const LONGEST_NS: u64 = 3_600_000_000_000;
/// Significant digits of all latencies of a phase.
pub const DIGITS: u8 = 3;

/// What a V2 histogram begins with: cookie, length of the counts, offset, digits, lowest, highest,
/// ratio.
const HEADER_BYTES: usize = 40;
const COOKIE: u32 = 0x1c84_9313;

/// Of latencies in nanoseconds, to so many significant digits.
pub fn histogram(digits: u8) -> Histogram<u64> {
    // Bounds and digits are within what the library allows.
    Histogram::new_with_bounds(1, LONGEST_NS, digits)
        .unwrap_or_else(|_| unreachable!("constant bounds are valid"))
}

/// As it stands in a line.
pub fn serialized(histogram: &Histogram<u64>) -> String {
    let mut bytes = Vec::new();
    match V2Serializer::new().serialize(histogram, &mut bytes) {
        Ok(_) => STANDARD.encode(bytes),
        Err(_) => String::new(), // writing to memory does not fail
    }
}

impl HistogramLine {
    /// Latencies in nanoseconds, each the shortest of those that are counted as one (to three
    /// significant digits), and how many I/Os took so long; shortest first.
    ///
    /// # Errors
    /// What is no histogram as this version writes them, in a sentence.
    pub fn counts(&self) -> Result<Vec<(u64, u64)>, String> {
        let bytes = STANDARD
            .decode(&self.hdr_v2_base64)
            .map_err(|error| format!("is not base64: {error}"))?;
        as_written(&bytes)?;
        let histogram: Histogram<u64> = Deserializer::new()
            .deserialize(&mut bytes.as_slice())
            .map_err(|error| format!("is not an HdrHistogram: {error}"))?;
        let recorded = histogram.iter_recorded().map(|step| {
            let shortest = histogram.lowest_equivalent(step.value_iterated_to());
            (shortest, step.count_at_value())
        });
        Ok(recorded.collect())
    }
}

/// The header says how much memory a reader takes: a foreign one is refused before any is taken.
fn as_written(bytes: &[u8]) -> Result<(), String> {
    let word = |at: usize| {
        let word = bytes.get(at..at + 4).and_then(|word| word.try_into().ok());
        word.map(u32::from_be_bytes)
    };
    let long = |at: usize| {
        let word = bytes.get(at..at + 8).and_then(|word| word.try_into().ok());
        word.map(u64::from_be_bytes)
    };
    let counts = bytes.len().saturating_sub(HEADER_BYTES);
    match (word(0), word(4), word(12), long(16), long(24)) {
        (Some(COOKIE), Some(length), Some(digits), Some(1), Some(LONGEST_NS))
            if length as usize == counts && digits == u32::from(DIGITS) =>
        {
            Ok(())
        }
        _ => Err("is not an HdrHistogram V2 of 1 ns to 1 h with three significant digits".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn line(text: String) -> HistogramLine {
        HistogramLine {
            test: "random-write-4k-qd3".into(),
            variant: String::new(),
            phase: "measure".into(),
            hdr_v2_base64: text,
        }
    }

    proptest! {
        #[test]
        fn is_every_latency_counted_where_it_was(
            mut all in prop::collection::vec(1_u64..=LONGEST_NS, 1..200),
        ) {
            let mut kept = histogram(DIGITS);
            all.iter().for_each(|latency| kept.saturating_record(*latency));
            let counts = line(serialized(&kept)).counts().expect("a histogram");
            all.sort_unstable();
            let mut counted = counts.iter().flat_map(|(ns, count)| std::iter::repeat_n(*ns,
            *count as usize));
            for latency in &all {
                let ns = counted.next().expect("as many as were recorded");
                prop_assert!(ns <= *latency && latency - ns <= latency / 1000, "{latency} as {ns}");
            }
            prop_assert_eq!(counted.next(), None);
            prop_assert!(counts.is_sorted_by(|a, b| a.0 < b.0));
        }

        #[test]
        fn is_what_is_no_histogram_refused_without_taking_memory(
            bytes in prop::collection::vec(any::<u8>(), 0..120),
            changed in 0_usize..HEADER_BYTES,
            to in any::<u8>(),
        ) {
            let _ = line(STANDARD.encode(&bytes)).counts();
            let mut kept = histogram(DIGITS);
            kept.saturating_record(60_000);
            let mut own = STANDARD.decode(serialized(&kept)).expect("base64");
            let was = own[changed];
            own[changed] = to;
            if to != was {
                prop_assert!(line(STANDARD.encode(&own)).counts().is_err(), "byte {changed}");
            }
            prop_assert!(line("no base64".into()).counts().is_err());
        }
    }
}
