//! Reading a trace to its end, and what must hold of any.

use fourcorners_block::Generator;
use fourcorners_trace::{
    About, Broken, Form, OpenOptions, Record, Records, Statistics, TraceError, open_stream,
};
use std::io::Cursor;

/// Its name in errors.
pub const NAME: &str = "foreign";

/// How a file is read.
#[derive(Clone, Copy, Debug)]
pub struct Way {
    pub options: OpenOptions,
    /// Its statistics are taken, which takes longer than reading it.
    pub with_statistics: bool,
}

/// Any way to read what is taken to be of that form, or of that which its content says.
pub fn any_way(form: Option<Form>, random: &mut Generator) -> Way {
    let broken = [Broken::Refuse, Broken::Skip][random.below(2) as usize];
    Way {
        options: OpenOptions { form, broken },
        with_statistics: random.below(16) == 0,
    }
}

/// Reads a file to its end, or to where it breaks; records.
pub fn read(file: &[u8], way: &Way) -> u64 {
    let input = Box::new(Cursor::new(file.to_vec()));
    read_opened(open_stream(input, NAME, &way.options), way)
}

/// The same of what was opened, or could not be.
pub fn read_opened(opened: Result<Box<dyn Records>, TraceError>, way: &Way) -> u64 {
    let source = match opened {
        Ok(source) => source,
        Err(error) => return is_a_sentence(&error),
    };
    let mut checked = Checked { source, records: 0 };
    let ended = match way.with_statistics {
        true => look_at(&mut checked),
        false => drain(&mut checked),
    };
    if let Err(error) = ended {
        is_a_sentence(&error);
    }
    checked.records
}

fn look_at(records: &mut Checked) -> Result<(), TraceError> {
    let statistics = Statistics::of(records)?;
    assert_eq!(statistics.records, records.records);
    Ok(())
}

fn drain(records: &mut Checked) -> Result<(), TraceError> {
    let mut portion = Vec::new();
    loop {
        portion.clear();
        records.read(1000, &mut portion)?;
        if portion.is_empty() {
            return Ok(());
        }
    }
}

/// An error is an answer if it says of which file. No records.
fn is_a_sentence(error: &TraceError) -> u64 {
    let said = error.to_string();
    assert!(said.contains(NAME) && said.contains(": "), "{said}");
    0
}

/// Records, if a source keeps what it promises.
pub struct Checked {
    pub source: Box<dyn Records>,
    /// So far.
    pub records: u64,
}

impl Records for Checked {
    fn about(&self) -> &About {
        self.source.about()
    }

    fn streams(&self) -> &[String] {
        self.source.streams()
    }

    fn source(&self) -> Option<&dyn Records> {
        Some(&*self.source)
    }

    fn read(&mut self, most: usize, into: &mut Vec<Record>) -> Result<(), TraceError> {
        let before = into.len();
        let ended = self.source.read(most, into);
        let read = &into[before..];
        assert!(read.len() <= most, "no more than was asked for");
        let streams = self.source.streams().len();
        assert!(
            read.iter().all(|record| (record.stream as usize) < streams),
            "a stream without a name"
        );
        self.records += read.len() as u64;
        ended
    }
}
