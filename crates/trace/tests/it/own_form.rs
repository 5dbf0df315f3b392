//! Our own form: does it hold everything, and what becomes of what is cut or damaged?

use crate::records;

use fourcorners_trace::{About, Broken, Form, OpenOptions, Record};
use proptest::prelude::*;
use records::{about, names, plain, read, read_with, record, write};
use std::fs;
use std::path::{Path, PathBuf};

fn folder() -> tempfile::TempDir {
    tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder")
}

/// A file of so many plain records.
fn file(folder: &Path, records: u64) -> PathBuf {
    let path = folder.join(format!("{records}.fct"));
    let records: Vec<Record> = (0..records).map(plain).collect();
    let about = About {
        records: Some(records.len() as u64),
        ..about("plain")
    };
    write(&path, Form::Own, &about, &records, &names(1)).expect("a file");
    path
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn does_it_hold_any_record(
        records in prop::collection::vec(record(3), 0..3000),
        title in any::<String>(),
        origin_unix_ns in prop::option::of(any::<i128>()),
        names in prop::collection::vec(any::<String>(), 3),
    ) {
        let folder = folder();
        let path = folder.path().join("any.fct");
        let about = About { form: "own".into(), title, origin_unix_ns, ..About::default() };
        write(&path, Form::Own, &about, &records, &names).expect("written");
        let (back, streams, ended) = read(&path);
        prop_assert_eq!(ended, Ok(about));
        prop_assert_eq!(&back, &records);
        prop_assert!(records.is_empty() || streams == names);
    }

    #[test]
    fn do_damaged_bytes_end_in_a_sentence(
        flips in prop::collection::vec((any::<prop::sample::Index>(), 1..=255_u8), 1..4),
        cut in any::<prop::sample::Index>(),
    ) {
        let folder = folder();
        let path = file(folder.path(), 3000);
        let mut bytes = fs::read(&path).expect("the file");
        for (at, flip) in flips {
            let at = at.index(bytes.len());
            bytes[at] ^= flip;
        }
        bytes.truncate(cut.index(bytes.len()) + 1);
        fs::write(&path, &bytes).expect("damaged");
        let options = OpenOptions { form: Some(Form::Own), ..OpenOptions::default() };
        // Whatever comes: an end, no panic. Which, the other tests ask.
        let _ = read_with(&path, &options);
    }

    #[test]
    fn do_any_bytes_behind_the_first_line_end_in_a_sentence(
        body in prop::collection::vec(any::<u8>(), 0..5000),
    ) {
        let folder = folder();
        let path = folder.path().join("any.fct");
        let head = b"fourcorners trace 1\n{\"schema_version\":1,\"title\":\"\"}\nFCTC";
        fs::write(&path, [&head[..], &body].concat()).expect("a file");
        let (records, _, ended) = read(&path);
        prop_assert!(ended.is_err());
        prop_assert_eq!(records, []);
    }
}

#[test]
fn is_a_trace_of_several_chunks_read_as_it_was_written() {
    let folder = folder();
    let path = file(folder.path(), 200_000);
    let (records, streams, ended) = read(&path);
    assert_eq!(ended.expect("the end").records, Some(200_000));
    assert_eq!(streams, names(1));
    assert!(records.iter().cloned().eq((0..200_000).map(plain)));
}

#[test]
fn is_a_cut_file_read_up_to_its_last_whole_chunk() {
    let folder = folder();
    let path = file(folder.path(), 200_000);
    let whole = fs::read(&path).expect("the file");
    let second = whole.len() / 2;
    for (bytes, least) in [(whole.len() - 1, 200_000), (second, 65_536), (80, 0)] {
        fs::write(&path, &whole[..bytes]).expect("cut");
        let (records, _, ended) = read(&path);
        assert_eq!(records.len() % 4096, least % 4096, "whole chunks");
        assert!(records.len() >= least, "{bytes} bytes: {}", records.len());
        assert!(
            records
                .iter()
                .cloned()
                .eq((0..records.len() as u64).map(plain))
        );
        let sentence = ended.expect_err("it is cut").to_string();
        for words in [
            "byte ",
            "it is truncated",
            &format!("the {} of 200000 records", records.len()),
        ] {
            assert!(sentence.contains(words), "{words} in: {sentence}");
        }
        // On request it ends there.
        let options = OpenOptions {
            broken: Broken::Skip,
            ..OpenOptions::default()
        };
        let (again, _, ended) = read_with(&path, &options);
        assert!(ended.is_ok() && again == records);
    }
}

/// A cut file was converted on request, and the new one's second line told of the records that had
/// been lost: it was whole by its end mark and its checksums.
#[test]
fn does_what_is_made_of_a_cut_file_say_nothing_of_what_was_lost() {
    let folder = folder();
    let path = file(folder.path(), 200_000);
    let whole = fs::read(&path).expect("the file");
    fs::write(&path, &whole[..whole.len() - 1]).expect("cut");
    let options = OpenOptions {
        broken: Broken::Skip,
        ..OpenOptions::default()
    };
    let (records, streams, ended) = read_with(&path, &options);
    let about = ended.expect("on request");
    assert_eq!(about.records, None);
    // As such a file was made.
    let made = folder.path().join("made.fct");
    let lying = About {
        records: Some(200_001),
        ..about
    };
    write(&made, Form::Own, &lying, &records, &streams).expect("written");
    let sentence = read(&made).2.expect_err("it is not as it says").to_string();
    assert!(
        sentence.contains("its second line gives 200001"),
        "{sentence}"
    );
    let (again, _, ended) = read_with(&made, &options);
    assert!(ended.is_ok() && again == records);
}

#[test]
fn is_a_flipped_bit_found() {
    let folder = folder();
    let path = file(folder.path(), 30_000);
    let whole = fs::read(&path).expect("the file");
    let head = whole
        .iter()
        .position(|byte| *byte == b'\n')
        .expect("a line");
    for at in (head + 1..whole.len()).step_by(whole.len() / 200) {
        let mut bytes = whole.clone();
        bytes[at] ^= 4;
        fs::write(&path, &bytes).expect("damaged");
        let (records, _, ended) = read(&path);
        let about = match ended {
            Err(_) => continue,
            Ok(about) => about,
        };
        // Only the line of JSON has no checksum.
        assert!(at < 100 && about.form == "own", "byte {at}");
        assert_eq!(records.len(), 30_000);
    }
}

#[test]
fn is_a_later_version_refused() {
    let folder = folder();
    let path = folder.path().join("later.fct");
    for (text, words) in [
        ("fourcorners trace 2\n{}\n", "format version is not 1"),
        (
            "fourcorners trace 1\n{\"schema_version\":3,\"title\":\"\"}\n",
            "schema_version 3",
        ),
        ("fourcorners trace 1\n", "JSON"),
    ] {
        fs::write(&path, text).expect("a file");
        let (_, _, ended) = read(&path);
        let sentence = ended.expect_err("refused").to_string();
        assert!(sentence.contains(words), "{words} in: {sentence}");
    }
}

#[test]
fn is_a_body_that_unpacks_to_more_than_it_says_refused() {
    let folder = folder();
    let path = folder.path().join("bomb.fct");
    let packed = zstd::bulk::compress(&vec![0; 64 << 20], 3).expect("packed");
    for said in [1000_u32, 64 << 20, u32::MAX] {
        let mut chunk = Vec::new();
        for number in [10, said, packed.len() as u32] {
            chunk.extend_from_slice(&number.to_le_bytes());
        }
        let crc = crc32fast::hash(&[&chunk[..], &packed].concat());
        let head = b"fourcorners trace 1\n{\"schema_version\":1,\"title\":\"\"}\nFCTC";
        let bytes = [head, &chunk[..], &crc.to_le_bytes(), &packed].concat();
        fs::write(&path, bytes).expect("a file");
        let (_, _, ended) = read(&path);
        let sentence = ended.expect_err("refused").to_string();
        assert!(sentence.contains("byte 52"), "{sentence}");
    }
}

/// Story: of 57,769 records, cut at a third of their file, none could be read.
#[test]
fn does_a_cut_file_lose_little_of_what_stands_before() {
    let folder = folder();
    let path = file(folder.path(), 50_000);
    let bytes = fs::read(&path).expect("the file");
    fs::write(&path, &bytes[..bytes.len() / 2]).expect("cut");
    let (back, _, ended) = read(&path);
    assert!(ended.is_err());
    assert!((20_000..=25_000).contains(&back.len()), "{}", back.len());
}
