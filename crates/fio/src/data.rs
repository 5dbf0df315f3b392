//! What is written: a class of data as fio's options, and the class that fio's options come to.

use crate::settings::Settings;
use fourcorners_block::DataClass;

/// A class in fio's words.
pub(crate) struct InFio {
    pub options: Vec<String>,
    /// Where fio's bytes are only near ours: how they differ.
    pub near: Option<&'static str>,
}

/// The share of ours is one of so many bytes.
const CHUNK_BYTES: u64 = 4096;

/// The options that write data of a class.
pub(crate) fn in_fio(class: DataClass) -> InFio {
    // fio scrambles its buffers where it is not told otherwise, which makes them compressible.
    let unscrambled = || "scramble_buffers=0".to_string();
    let (options, near) = match class {
        DataClass::FullRandom | DataClass::Ratio(1000..) => (vec!["refill_buffers=1".into()], None),
        DataClass::Zero | DataClass::Ratio(0) => {
            (vec!["zero_buffers=1".into(), unscrambled()], None)
        }
        DataClass::Repeating => (
            vec!["buffer_pattern=0x5a".into(), unscrambled()],
            Some("one byte value in all I/Os; Four Corners uses the next value for each I/O"),
        ),
        DataClass::OneBuffer => (
            vec!["refill_buffers=0".into(), unscrambled()],
            Some("one random buffer per queue slot; Four Corners uses one for the whole queue"),
        ),
        DataClass::Ratio(per_mille) => {
            let percent = 100 - (per_mille + 5) / 10;
            (
                vec![
                    format!("buffer_compress_percentage={percent}"),
                    format!("buffer_compress_chunk={CHUNK_BYTES}"),
                    "refill_buffers=1".into(),
                ],
                Some(
                    "rounded to a whole percent, with random data; Four Corners always writes \
                     the same data for a given write number",
                ),
            )
        }
    };
    InFio { options, near }
}

/// The class that a job writes, or what is nearest to it; the job's notes say where it is only
/// near.
pub(crate) fn class(job: &mut Settings<'_>) -> DataClass {
    const KINDS: [&str; 3] = [
        "zero_buffers",
        "buffer_pattern",
        "buffer_compress_percentage",
    ];
    let (refill, scramble) = (
        job.flag("refill_buffers", false),
        job.flag("scramble_buffers", true),
    );
    let chunk = job.bytes("buffer_compress_chunk").unwrap_or(512);
    // 0 is a pattern; of the others it is their absence.
    let given = |kind: &&str| match job.text(kind) {
        None => false,
        Some("0") => *kind == "buffer_pattern",
        Some(_) => true,
    };
    let kinds: Vec<&str> = KINDS.into_iter().filter(given).collect();
    if let [one, other, ..] = kinds.as_slice() {
        job.wrong(
            other,
            &format!("cannot be combined with {one} here; keep one of them"),
        );
    }
    match kinds.first().copied() {
        Some("buffer_pattern") => match job.read("buffer_pattern", one_byte) {
            Some(0) => DataClass::Zero,
            _ => {
                job.note("buffer_pattern: Four Corners uses the next byte value for each I/O");
                DataClass::Repeating
            }
        },
        Some("buffer_compress_percentage") => {
            let percent = job.read("buffer_compress_percentage", |text| {
                let percent = text.parse().ok().filter(|percent| *percent <= 100);
                percent.ok_or("expected 0 to 100".into())
            });
            if chunk != CHUNK_BYTES {
                job.note("buffer_compress_percentage: the percentage applies to every 4 KiB");
            }
            DataClass::Ratio(1000 - 10 * percent.unwrap_or(0))
        }
        Some(_) => DataClass::Zero,
        None if refill => DataClass::FullRandom,
        None if scramble => {
            job.note(
                "data: fio reuses a random buffer with some bytes changed; Four Corners writes new \
                 random bytes in each I/O (as with refill_buffers)",
            );
            DataClass::FullRandom
        }
        None => {
            job.note("data: Four Corners uses one random buffer for the whole queue");
            DataClass::OneBuffer
        }
    }
}

fn one_byte(text: &str) -> Result<u8, String> {
    let parsed = match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        Some(digits) => u8::from_str_radix(digits, 16),
        None => text.parse(),
    };
    parsed.map_err(|_| {
        "only a single byte can be repeated here, as in 0x5a; for other data, use refill_buffers, \
         zero_buffers or buffer_compress_percentage"
            .into()
    })
}
