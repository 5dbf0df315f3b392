//! What is broken, odd or endless ends in an error that says enough, or in bounded memory.

use super::bed::{open, read, read_or, write_or};
use fourcorners_trace::{Broken, TextForm, TraceError};
use std::io::{BufReader, Read};

/// Gigabytes of one line, of new devices, or of I/Os that never complete.
struct Endless {
    line: fn(u64) -> String,
    number: u64,
    left_bytes: u64,
    text: Vec<u8>,
}

impl Read for Endless {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        if self.left_bytes == 0 {
            return Ok(0);
        }
        if self.text.is_empty() {
            self.text = (self.line)(self.number).into_bytes();
            self.number += 1;
        }
        let bytes = self.text.len().min(into.len());
        into[..bytes].copy_from_slice(&self.text[..bytes]);
        self.text.drain(..bytes);
        self.left_bytes = self.left_bytes.saturating_sub(bytes as u64);
        Ok(bytes)
    }
}

fn endless(line: fn(u64) -> String, left_bytes: u64) -> Box<BufReader<Endless>> {
    Box::new(BufReader::new(Endless {
        line,
        number: 0,
        left_bytes,
        text: Vec::new(),
    }))
}

#[test]
fn do_names_without_end_become_an_error() {
    let line = |number| format!("{number},R,0,512,5\n");
    let input = endless(line, u64::MAX);
    let mut source =
        fourcorners_trace::form::text::reader(TextForm::Alibaba, input, "names", Broken::Refuse)
            .unwrap();
    let mut records = Vec::new();
    let error = loop {
        records.clear();
        if let Err(error) = source.read(1000, &mut records) {
            break error.to_string();
        }
        assert!(!records.is_empty());
    };
    assert!(error.contains("MiB of names"), "{error}");
}

#[test]
fn does_a_line_without_end_become_an_error_and_not_memory() {
    let input = endless(|_| "7".repeat(4096), 64 << 20);
    let mut source =
        fourcorners_trace::form::text::reader(TextForm::Spc, input, "line", Broken::Refuse)
            .unwrap();
    let error = source.read(1, &mut Vec::new()).unwrap_err();
    assert_eq!(error.to_string(), "line:1: the line is longer than 64 KiB");
}

#[test]
fn does_a_batch_end_when_its_words_are_many() {
    let line = |_| format!("0,0,512,R,1.0,{}\n", "x".repeat(60_000));
    let input = endless(line, 256 << 20);
    let mut source =
        fourcorners_trace::form::text::reader(TextForm::Spc, input, "words", Broken::Refuse)
            .unwrap();
    let mut records = Vec::new();
    source.read(usize::MAX, &mut records).unwrap();
    assert!((200..400).contains(&records.len()), "{}", records.len());
}

#[test]
fn are_ios_that_never_complete_delivered_all_the_same() {
    let line = |number| format!("  8,0 0 1 0.{number:09} 1 D R {} + 8 [x]\n", number * 8);
    let input = endless(line, 10 << 20);
    let mut source =
        fourcorners_trace::form::text::reader(TextForm::Blkparse, input, "issues", Broken::Refuse)
            .unwrap();
    let mut records = Vec::new();
    source.read(1, &mut records).unwrap();
    assert_eq!(records.len(), 1);
    assert_eq!(records[0].took, None);
}

#[test]
fn does_an_error_say_file_line_reason_and_what_is_allowed() {
    let text = b"0,20941264,8192,W,0.5\n0,20941264,8192,X,0.6\n0,1,2\n1,8,512,R,0.7\n";
    let mut source = open(TextForm::Spc, text, Broken::Refuse).unwrap();
    let mut records = Vec::new();
    let error = source.read(10, &mut records).unwrap_err();
    assert_eq!(
        error.to_string(),
        "a.trace:2: Opcode is 'X'; expected R or W"
    );
    assert_eq!(records.len(), 1);

    let skipped = read_or(TextForm::Spc, text, Broken::Skip).unwrap();
    assert_eq!((skipped.records.len(), skipped.skipped), (2, 2));
}

#[test]
fn does_a_quote_that_is_never_closed_cost_one_line() {
    let head = "issued_ns,took_ns,op,offset_bytes,bytes,stream,back,think_ns,data,rest\n";
    let line = "1,,read,0,512,a,,,,\n";
    for lines in [10, 20_000] {
        let text = format!("{head}{line}1,,read,0,512,\"a,,,,\n{}", line.repeat(lines));
        let trace = read_or(TextForm::Csv, text.as_bytes(), Broken::Skip).unwrap();
        assert_eq!((trace.records.len(), trace.skipped), (lines + 1, 1));
        let error = read_or(TextForm::Csv, text.as_bytes(), Broken::Refuse).unwrap_err();
        assert!(error.to_string().starts_with("a.trace:3: "), "{error}");
    }
}

/// `back` counts records, and a broken line is none: what stood behind it waited for another than
/// it had waited for.
#[test]
fn does_a_record_wait_for_the_same_one_though_a_line_between_is_broken() {
    let head = "issued_ns,took_ns,op,offset_bytes,bytes,stream,back,think_ns,data,rest\n";
    let backs = |lines: &[&str]| -> Vec<Option<u32>> {
        let text = format!("{head}{}\n", lines.join("\n"));
        let trace = read_or(TextForm::Csv, text.as_bytes(), Broken::Skip).unwrap();
        let records = trace.records.iter();
        records
            .map(|record| record.after.map(|after| after.back.get()))
            .collect()
    };
    let (first, broken) = ("0,10,read,0,512,a,,,,", "0,x,read,0,512,a,,,,");
    let waits = |back: u32| format!("300,10,read,0,512,a,{back},90,,");
    assert_eq!(
        backs(&[first, first, broken, &waits(2)]),
        [None, None, Some(1)]
    );
    assert_eq!(
        backs(&[first, first, broken, &waits(3)]),
        [None, None, Some(2)]
    );
    // The one itself is lost.
    assert_eq!(
        backs(&[first, first, broken, &waits(1)]),
        [None, None, None]
    );
    assert_eq!(
        backs(&[
            broken,
            first,
            broken,
            &waits(2),
            broken,
            &waits(2),
            &waits(1)
        ]),
        [None, Some(1), Some(1), Some(1)]
    );
    // A record over two lines that is broken: nobody knows how many they were.
    let two_lines = "0,x,read,0,512,a,,,,\"a\nb\"";
    assert_eq!(
        backs(&[first, two_lines, first, &waits(1), &waits(4)]),
        [None, None, Some(1), None]
    );
}

/// A file that begins with an empty line was told by its form, and then refused by its reader.
#[test]
fn is_an_empty_line_before_the_first_passed_over() {
    let text = b"\n \r\nfio version 3 iolog\n0 /x write 0 512\n";
    assert_eq!(
        fourcorners_trace::form::text::detect(text),
        [TextForm::IologV3]
    );
    assert_eq!(read(TextForm::IologV3, text).records.len(), 1);
    let error = read_or(TextForm::Csv, b"\n\nissued\n", Broken::Refuse).unwrap_err();
    assert!(error.to_string().starts_with("a.trace:3: "), "{error}");
}

#[test]
fn are_two_streams_never_made_one() {
    let mut trace = read(TextForm::Mqsim, b"0 7 0 8 0\n1 0 0 8 0\n");
    trace.streams[0] = "sda".into();
    let error = write_or(TextForm::Mqsim, &trace).unwrap_err();
    assert!(
        matches!(error, TraceError::Unfit { number: 2, .. }),
        "{error}"
    );
}

#[test]
fn is_a_file_of_another_form_refused_by_its_first_line() {
    let error = read_or(TextForm::IologV3, b"fio version 2 iolog\n", Broken::Skip).unwrap_err();
    assert_eq!(
        error.to_string(),
        "a.trace:1: found 'fio version 2 iolog'; a file in the format iolog-v3 begins with 'fio \
         version 3 iolog'"
    );
}

#[test]
fn is_what_a_form_cannot_hold_refused_with_its_number() {
    let trace = read(
        TextForm::IologV3,
        b"fio version 3 iolog\n0 /x write 0 512\n1 /x sync 0 0\n",
    );
    let error = write_or(TextForm::Msr, &trace).unwrap_err();
    assert!(
        matches!(
            error,
            TraceError::Unfit {
                number: 2,
                form: "msr",
                ..
            }
        ),
        "{error}"
    );
    assert!(error.to_string().contains("flush"), "{error}");

    let odd = read(TextForm::Alibaba, b"0,R,100,4096,1577808000000046\n");
    let error = write_or(TextForm::Tencent, &odd).unwrap_err().to_string();
    assert!(error.contains("not a multiple of 512"), "{error}");
}

/// 65,536 I/Os are waited for at once, each with its words: a direction of 60,000 letters in each
/// line took 4 GiB.
#[test]
fn is_a_direction_without_end_refused() {
    let line = |number| {
        format!(
            "  8,0 0 1 0.1 1 D R{} {} + 8 [x]\n",
            "S".repeat(60_000),
            number * 8
        )
    };
    let input = endless(line, 10 << 20);
    let mut source =
        fourcorners_trace::form::text::reader(TextForm::Blkparse, input, "letters", Broken::Refuse)
            .unwrap();
    let error = source.read(1, &mut Vec::new()).unwrap_err().to_string();
    assert!(
        error.starts_with("letters:1: the direction is 'RSS"),
        "{error}"
    );
}
