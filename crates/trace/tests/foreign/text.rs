//! All forms of text.

use super::packing::{Given, bomb, perhaps};
use super::reading::{Checked, NAME, Way, any_way, read};
use fourcorners_block::Generator;
use fourcorners_testkit::soak::Cases;
use fourcorners_trace::form::text::{detect, reader, writer};
use fourcorners_trace::{Broken, Form, Record, Records as _, TextForm, TraceError};
use std::io::{Cursor, sink};

const CASES: Cases = Cases {
    label: "trace-text",
    at_least: 300,
    most_kib: Some(256 << 10),
};

/// Bytes of the largest file that a small one unpacks to.
const MOST_UNPACKED: usize = 64 << 20;

/// A text of each form to begin with.
const SEEDS: [&str; 11] = [
    "fio version 2 iolog\n/dev/sdb add\n/dev/sdb open\n/dev/sdb write 0 4096\n\
     /dev/sdb wait 1500 0\n/dev/sdb read 8192 512\n/dev/sdb datasync 0 0\n/dev/sdb close\n",
    "fio version 3 iolog\n0 /dev/sdb add\n3 /dev/sdb open\n58 /dev/sdb write 0 4096\n\
     60 /dev/sdb trim 4096 65536\n61 /dev/sdb sync 0 0\n90 /dev/sdb close\n",
    "  8,0    3        1     0.000000000   697  Q   W 223490 + 8 [kjournald]\n  8,0    3        \
     2     0.000001829   697  D   W 223490 + 8 [kjournald]\n  8,0    3        3     \
     0.002001829     0  C   W 223490 + 8 [0]\n  8,0    3        4     0.003000000   697  D  FN \
     [kjournald]\n  8,0    3        5     0.004000000     0  C  FN 0 [-5]\n\
     CPU0 (8,0):\n Reads Queued:           0,        0KiB\n",
    "128166372003061629,hm,1,Read,383496192,32768,113736\n\
     128166372016382155,hm,1,Write,2822144,4096,1030\n",
    "0,R,126703661056,4096,1577808000000046\n1,W,19496058880,77824,1577808000000426\n",
    "1538323200,12910952,8,1,1063\n1538323200,6160448,8,0,1064\n",
    "0,20941264,8192,W,0.551706,Alpha/NT\n1,3436288,15872,r,1.250720,0x123,5.99,test\n",
    "Timestamp,Response,IOType,LUN,Offset,Size\n1456135200.013118000,0.000806000,W,0,4096,4096\n\
     1456135200.113118000,,,0,8192,4096\n",
    "0.000000 0 1000 8 1\n12.500000 1 1008 16 a0\n",
    "938513000 4 264719034 16 0\n938828000 3 197570570 16 1\n",
    "issued_ns,took_ns,op,offset_bytes,bytes,stream,back,think_ns,data,rest\n\
     0,5,write,0,4096,\"a,\"\"b\",,,ratio-460,\n9,,flush,0,0,c,1,12,,\"spc:x\ny\"\n",
];

/// Pieces that readers look for, and numbers at the end of what fits.
const PIECES: [&str; 24] = [
    "\n",
    "\r\n",
    ",",
    " ",
    "\t",
    ".",
    "\"",
    "\"\"",
    "[",
    "]",
    "(",
    "+",
    "-1",
    "0",
    "99999999999",
    "18446744073709551615",
    "18446744073709551616",
    "1e308",
    "Read",
    "W",
    "wait",
    "FN",
    "\u{feff}",
    "é",
];

/// A text, or what unpacks to one.
#[derive(Debug)]
enum Case {
    /// Read as every form, and written as every form.
    Text(Given),
    /// Read as that form, or as what its content says.
    File(Given, Way),
}

fn any_case(random: &mut Generator) -> Case {
    let text = any_text(random);
    let form = TextForm::ALL[random.below(11) as usize];
    let form = (random.below(4) > 0).then_some(Form::Text(form));
    let file = match random.below(1000) {
        0 => {
            let lines = text.split_inclusive(|byte| *byte == b'\n');
            let lines: Vec<&[u8]> = lines.collect();
            let (head, repeated) = lines.split_at(random.below(lines.len() as u64 + 1) as usize);
            bomb(&head.concat(), &repeated.concat(), MOST_UNPACKED, random)
        }
        1..200 => perhaps(text, random),
        _ => return Case::Text(Given(text)),
    };
    Case::File(Given(file), any_way(form, random))
}

/// A seed, with up to ten changes, mostly few.
fn any_text(random: &mut Generator) -> Vec<u8> {
    let mut text = one_of(random, &SEEDS).as_bytes().to_vec();
    let most = 1 + random.below(10);
    for _ in 0..random.below(most) {
        change(random, &mut text);
    }
    text
}

fn one_of<'a>(random: &mut Generator, of: &[&'a str]) -> &'a str {
    of[random.below(of.len() as u64) as usize]
}

fn change(random: &mut Generator, text: &mut Vec<u8>) {
    let at = random.below(text.len() as u64 + 1) as usize;
    let end = (at + random.below(64) as usize).min(text.len());
    match random.below(12) {
        0 => text.truncate(at),
        1 => {
            text.drain(at..end);
        }
        2 => text[at..end].reverse(),
        3 => {
            let piece = text[at..end].to_vec();
            text.splice(at..at, piece);
        }
        4 => {
            let other = one_of(random, &SEEDS).bytes();
            text.splice(at..at, other);
        }
        5 => {
            let bytes: Vec<_> = (0..random.below(40))
                .map(|_| random.next_u64() as u8)
                .collect();
            text.splice(at..at, bytes);
        }
        6 if text.len() < 1 << 16 => *text = text.repeat(2),
        7 if random.below(50) == 0 => {
            // The last is longer than a line may be.
            let length = [300, 5_000, 60_000, 70_000][random.below(4) as usize];
            let byte = b"7Rx \""[random.below(5) as usize];
            text.splice(at..at, vec![byte; length]);
        }
        8..11 => {
            // A whole field.
            let is_field = |byte: &u8| byte.is_ascii_alphanumeric();
            let before = text[..at].iter().rev().take_while(|byte| is_field(byte));
            let behind = text[at..].iter().take_while(|byte| is_field(byte));
            let field = at - before.count()..at + behind.count();
            let piece = one_of(random, &PIECES).bytes();
            text.splice(field, piece);
        }
        _ => {
            let piece = one_of(random, &PIECES).bytes();
            text.splice(at..end, piece);
        }
    }
}

/// Reads `text` as every form, and writes what was read as every form. Records.
fn through_all(text: &[u8]) -> u64 {
    assert!(detect(text).len() <= 2);
    let ways = TextForm::ALL
        .into_iter()
        .flat_map(|form| [(form, Broken::Refuse), (form, Broken::Skip)]);
    ways.map(|(form, broken)| through(form, text, broken)).sum()
}

fn through(form: TextForm, text: &[u8], broken: Broken) -> u64 {
    let input = Box::new(Cursor::new(text.to_vec()));
    let Ok(source) = reader(form, input, NAME, broken) else {
        return 0;
    };
    let mut checked = Checked { source, records: 0 };
    let mut portion = Vec::new();
    loop {
        portion.clear();
        let ended = checked.read(1000, &mut portion);
        for to in TextForm::ALL {
            // Not every form holds every record.
            let _ = write(to, &portion, checked.streams());
        }
        // Every record took at least the end of a line.
        assert!(checked.records <= text.len() as u64);
        if ended.is_err() || portion.is_empty() {
            return checked.records;
        }
    }
}

fn write(form: TextForm, records: &[Record], streams: &[String]) -> Result<(), TraceError> {
    let mut to = writer(form, Box::new(sink()), &Default::default());
    to.write(records, streams)?;
    to.finish()
}

#[test]
fn does_any_text_end_in_records_or_a_sentence() {
    let done = CASES.run(any_case, |case| match case {
        Case::Text(text) => through_all(&text.0),
        Case::File(file, way) => read(&file.0, way),
    });
    assert!(done.operations > done.cases, "hardly a text had records");
}

#[test]
fn are_the_seeds_of_that_whole_and_of_their_form() {
    for (form, seed) in TextForm::ALL.into_iter().zip(SEEDS) {
        let input = Box::new(Cursor::new(seed));
        let mut source = reader(form, input, NAME, Broken::Refuse).expect("it begins right");
        let mut records = Vec::new();
        source.read(usize::MAX, &mut records).expect("it is whole");
        assert!(records.len() >= 2, "{form:?}: {records:?}");
    }
}
