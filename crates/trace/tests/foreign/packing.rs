//! gzip and zstd around a file, sound or not.

use flate2::write::GzEncoder;
use fourcorners_block::Generator;
use std::fmt;
use std::io::{self, Write};

/// What a reader is given, shown as one can type it.
pub struct Given(pub Vec<u8>);

impl fmt::Debug for Given {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "b\"{}\"", self.0.escape_ascii())
    }
}

/// The file as it is or, one time in four, packed; then perhaps broken.
pub fn perhaps(file: Vec<u8>, random: &mut Generator) -> Vec<u8> {
    if random.below(4) > 0 {
        return file;
    }
    let mut packed = packed(random, |to| to.write_all(&file));
    if random.below(2) == 0 {
        fourcorners_testkit::soak::bytes(&mut packed, random);
    }
    packed
}

/// A small file that unpacks to a large one, of up to so many bytes: what is repeated behind its
/// head.
pub fn bomb(head: &[u8], repeated: &[u8], most: usize, random: &mut Generator) -> Vec<u8> {
    let bytes = most >> random.below(8);
    let times = bytes / repeated.len().max(1);
    packed(random, |to| {
        to.write_all(head)?;
        (0..times).try_for_each(|_| to.write_all(repeated))
    })
}

fn packed(random: &mut Generator, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Vec<u8> {
    let packed = if random.below(2) == 0 {
        let mut zstd = zstd::Encoder::new(Vec::new(), 1).expect("zstd is there");
        write(&mut zstd).and_then(|()| zstd.finish())
    } else {
        let mut gzip = GzEncoder::new(Vec::new(), flate2::Compression::fast());
        write(&mut gzip).and_then(|()| gzip.finish())
    };
    packed.expect("memory takes it")
}
