//! gzip and zstd around any form: recognised by their first bytes in reading, asked for by the
//! name's ending in writing.

use super::Broken;
use flate2::bufread::MultiGzDecoder;
use flate2::write::GzEncoder;
use std::io::{self, BufRead, BufReader, BufWriter, Cursor, Read, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Bytes that are read or written at once.
const BUFFER_BYTES: usize = 1 << 20;
/// zstd may refer back so far, as a power of two of bytes: what the zstd program allows without
/// being asked. A file that wants more could ask for any amount of memory.
const ZSTD_WINDOW_LOG: u32 = 27;
/// What the zstd program does by default, too.
pub(super) const ZSTD_LEVEL: i32 = 3;

const GZIP: &[u8] = &[0x1f, 0x8b];
const ZSTD: &[u8] = &[0x28, 0xb5, 0x2f, 0xfd];

/// Its first bytes, fewer than `most` only if it is shorter.
pub(super) fn head(input: &mut dyn Read, most: usize) -> io::Result<Vec<u8>> {
    let mut head = Vec::new();
    input.take(most as u64).read_to_end(&mut head)?;
    Ok(head)
}

/// `input` from its beginning, of which `head` has been read.
pub(super) fn from_start(head: Vec<u8>, input: Box<dyn BufRead + Send>) -> Box<dyn BufRead + Send> {
    Box::new(Cursor::new(head).chain(input))
}

/// What `input` is without its compression, if it has one. What is cut ends, if it is to be passed
/// over, where it is cut, and takes notice of it in `cut`.
pub(super) fn unpacked(
    input: Box<dyn Read + Send>,
    broken: Broken,
    cut: &Arc<AtomicBool>,
) -> io::Result<Box<dyn BufRead + Send>> {
    let mut input: Box<dyn BufRead + Send> =
        Box::new(BufReader::with_capacity(BUFFER_BYTES, input));
    let head = head(&mut input, ZSTD.len())?;
    let (gzip, zstd) = (head.starts_with(GZIP), head.starts_with(ZSTD));
    let input = from_start(head, input);
    let unpacked: Box<dyn Read + Send> = if gzip {
        Box::new(MultiGzDecoder::new(input))
    } else if zstd {
        let mut decoder = zstd::Decoder::with_buffer(input)?;
        decoder.window_log_max(ZSTD_WINDOW_LOG)?;
        Box::new(decoder)
    } else {
        return Ok(input);
    };
    let unpacked = Whole {
        unpacked,
        broken,
        cut: cut.clone(),
    };
    Ok(Box::new(BufReader::with_capacity(BUFFER_BYTES, unpacked)))
}

/// What is unpacked, up to its end or to where it is cut.
struct Whole {
    unpacked: Box<dyn Read + Send>,
    broken: Broken,
    cut: Arc<AtomicBool>,
}

impl Read for Whole {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.cut.load(Ordering::Relaxed) {
            return Ok(0);
        }
        match self.unpacked.read(into) {
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => match self.broken {
                Broken::Skip => {
                    self.cut.store(true, Ordering::Relaxed);
                    Ok(0)
                }
                Broken::Refuse => Err(io::Error::other(
                    "its compressed data is truncated; --skip-broken reads what is there",
                )),
            },
            read => read,
        }
    }
}

/// Compresses what is written, if that was asked for.
pub(super) enum Packing {
    None(Output),
    Gzip(GzEncoder<Output>),
    Zstd(zstd::Encoder<'static, Output>),
}

type Output = BufWriter<Box<dyn Write + Send>>;

impl Packing {
    /// As the ending of `path` asks: `.gz`, `.zst`, else none.
    pub(super) fn new(path: &Path, output: Box<dyn Write + Send>) -> io::Result<Self> {
        let output = BufWriter::with_capacity(BUFFER_BYTES, output);
        let ending = path.extension().and_then(|ending| ending.to_str());
        Ok(match ending {
            Some("gz") => Self::Gzip(GzEncoder::new(output, flate2::Compression::default())),
            Some("zst") => Self::Zstd(zstd::Encoder::new(output, ZSTD_LEVEL)?),
            _ => Self::None(output),
        })
    }

    /// Writes what is left.
    pub(super) fn finish(self) -> io::Result<()> {
        match self {
            Self::None(output) => Ok(output),
            Self::Gzip(encoder) => encoder.finish(),
            Self::Zstd(encoder) => encoder.finish(),
        }?
        .flush()
    }

    /// Ends it unfinished: what is still held back is not written.
    pub(super) fn discard(self) {
        if let Self::None(output) = self {
            let _unwritten = output.into_parts();
        }
    }

    fn inner(&mut self) -> &mut dyn Write {
        match self {
            Self::None(output) => output,
            Self::Gzip(encoder) => encoder,
            Self::Zstd(encoder) => encoder,
        }
    }
}

impl Write for Packing {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.inner().write(bytes)
    }

    /// What is packed is flushed when it ends: a form that flushes now and then would spoil it.
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
