//! Whatever stands in a file: a test that can be planned, or sentences.

use super::{nowhere, read};
use fourcorners_bench::{Library, Options, plan};
use fourcorners_block::{Bytes, Seed};
use proptest::prelude::*;

/// Lines that are near to a job file's.
fn line() -> impl Strategy<Value = String> {
    let name = prop::sample::select(vec![
        "[job]",
        "[global]",
        "[",
        "rw",
        "bs",
        "ba",
        "size",
        "io_size",
        "offset",
        "iodepth",
        "runtime",
        "time_based",
        "stonewall",
        "filename",
        "kb_base",
        "exec_prerun",
        "buffer_pattern",
        "buffer_compress_percentage",
        "zero_buffers",
        "ioengine",
        "direct",
        "thinktime",
        "include x",
        "what",
    ]);
    let value = prop_oneof![
        prop::sample::select(vec![
            "",
            "0",
            "1",
            "4k",
            "4KiB",
            "512",
            "18446744073709551615",
            "99999999p",
            "0x",
            "0xfffg",
            "50%",
            "-1",
            "read",
            "randwrite",
            "1,2",
            ",",
            "sleep 5",
            "blkdiscard x && sleep 1",
            "&&",
            "io_uring",
            "1000",
            "65535",
        ])
        .prop_map(String::from),
        "\\PC{0,12}",
    ];
    (name, value, any::<bool>()).prop_map(|(name, value, bare)| match bare {
        true => name.into(),
        false => format!("{name}={value}"),
    })
}

proptest! {
    #[test]
    fn does_any_text_end_in_a_test_or_in_sentences(lines in prop::collection::vec(line(), 0..40)) {
        if let Ok(job) = read(&lines.join("\n")) {
            prop_assert!(!job.test.phases.is_empty());
            let mut library = Library::default();
            job.joins(&mut library);
            let planned = plan(&library, &job.test.id, &nowhere(Bytes::mib(64)), &Options::default(), Seed(1));
            prop_assert!(planned.is_ok(), "{:?}", planned);
        }
    }

    #[test]
    fn do_any_bytes_end_in_a_test_or_in_sentences(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        if let Ok(job) = read(&String::from_utf8_lossy(&bytes)) {
            prop_assert!(!job.test.phases.is_empty());
        }
    }
}
