//! Texts as a broken disk, a wrong program or an adversary makes them.

use fourcorners_block::Generator;
use fourcorners_trace::form::text::{detect, reader, writer};
use fourcorners_trace::{Broken, Record, TextForm, TraceError};
use std::io::{Cursor, sink};

/// A text of each form to begin with.
pub const SEEDS: [&str; 11] = [
    "fio version 2 iolog\n/dev/sdb add\n/dev/sdb open\n/dev/sdb write 0 4096\n/dev/sdb wait 1500 0\n/dev/sdb read 8192 512\n/dev/sdb datasync 0 0\n/dev/sdb close\n",
    "fio version 3 iolog\n0 /dev/sdb add\n3 /dev/sdb open\n58 /dev/sdb write 0 4096\n60 /dev/sdb trim 4096 65536\n61 /dev/sdb sync 0 0\n90 /dev/sdb close\n",
    "  8,0    3        1     0.000000000   697  Q   W 223490 + 8 [kjournald]\n  8,0    3        2     0.000001829   697  D   W 223490 + 8 [kjournald]\n  8,0    3        3     0.002001829     0  C   W 223490 + 8 [0]\n  8,0    3        4     0.003000000   697  D  FN [kjournald]\n  8,0    3        5     0.004000000     0  C  FN 0 [-5]\nCPU0 (8,0):\n Reads Queued:           0,        0KiB\n",
    "128166372003061629,hm,1,Read,383496192,32768,113736\n128166372016382155,hm,1,Write,2822144,4096,1030\n",
    "0,R,126703661056,4096,1577808000000046\n1,W,19496058880,77824,1577808000000426\n",
    "1538323200,12910952,8,1,1063\n1538323200,6160448,8,0,1064\n",
    "0,20941264,8192,W,0.551706,Alpha/NT\n1,3436288,15872,r,1.250720,0x123,5.99,test\n",
    "Timestamp,Response,IOType,LUN,Offset,Size\n1456135200.013118000,0.000806000,W,0,4096,4096\n1456135200.113118000,,,0,8192,4096\n",
    "0.000000 0 1000 8 1\n12.500000 1 1008 16 a0\n",
    "938513000 4 264719034 16 0\n938828000 3 197570570 16 1\n",
    "issued_ns,took_ns,op,offset_bytes,bytes,stream,back,think_ns,data,rest\n0,5,write,0,4096,\"a,\"\"b\",,,ratio-460,\n9,,flush,0,0,c,1,12,,\"spc:x\ny\"\n",
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

/// A seed, with up to twenty changes, mostly few.
pub fn text(generator: &mut Generator) -> Vec<u8> {
    let mut text = one_of(generator, &SEEDS).as_bytes().to_vec();
    let most = 1 + generator.below(20);
    for _ in 0..generator.below(most) {
        change(generator, &mut text);
    }
    text
}

fn one_of<'a>(generator: &mut Generator, of: &[&'a str]) -> &'a str {
    of[generator.below(of.len() as u64) as usize]
}

fn change(generator: &mut Generator, text: &mut Vec<u8>) {
    let at = generator.below(text.len() as u64 + 1) as usize;
    let end = (at + generator.below(64) as usize).min(text.len());
    match generator.below(9) {
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
            let other = one_of(generator, &SEEDS).bytes();
            text.splice(at..at, other);
        }
        5 => {
            let random: Vec<_> = (0..generator.below(40))
                .map(|_| generator.next_u64() as u8)
                .collect();
            text.splice(at..at, random);
        }
        6 if text.len() < 1 << 16 => *text = text.repeat(2),
        7 if generator.below(50) == 0 => {
            // Longer than a line may be.
            let long = vec![b'7'; 70_000];
            text.splice(at..at, long);
        }
        _ => {
            let piece = one_of(generator, &PIECES).bytes();
            text.splice(at..end, piece);
        }
    }
}

/// Reads `text` as every form, and writes what was read as every form. Returns how many records
/// there were; panics if a reader promises more than it keeps.
pub fn feed(text: &[u8]) -> u64 {
    let mut records = 0;
    assert!(detect(text).len() <= 2);
    for form in TextForm::ALL {
        for broken in [Broken::Refuse, Broken::Skip] {
            // An error is an answer.
            records += read(form, text, broken).unwrap_or(0);
        }
    }
    records
}

fn read(form: TextForm, text: &[u8], broken: Broken) -> Result<u64, TraceError> {
    const BATCH: usize = 256;
    let mut source = reader(form, Box::new(Cursor::new(text.to_vec())), "fuzzed", broken)?;
    let mut count = 0;
    let mut batch = Vec::new();
    loop {
        batch.clear();
        source.read(BATCH, &mut batch)?;
        assert!(batch.len() <= BATCH);
        count += batch.len() as u64;
        // Every record took at least the end of a line.
        assert!(count <= text.len() as u64);
        if batch.is_empty() {
            return Ok(count);
        }
        for record in &batch {
            assert!((record.stream as usize) < source.streams().len());
        }
        for to in TextForm::ALL {
            // Not every form holds every record.
            let _ = write(to, &batch, source.streams());
        }
    }
}

fn write(form: TextForm, records: &[Record], streams: &[String]) -> Result<(), TraceError> {
    let mut to = writer(form, Box::new(sink()), &Default::default())?;
    to.write(records, streams)?;
    to.finish()
}
