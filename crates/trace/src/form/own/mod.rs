//! Our own form (`.fct`): columns in chunks, each compressed by itself, so that any length streams.
//! docs/formats.md ("Traces: our own form") has it field by field.
//!
//! A text line and a line of JSON; then chunks of a fixed header and a body; then an end mark,
//! without which the file is known to be cut. Differences go on from chunk to chunk.

mod body;
mod columns;
mod flags;
mod read;
mod write;

pub(super) use read::Reader;
pub(super) use write::Writer;

use serde::{Deserialize, Serialize};

/// The first line of this version.
const FIRST_LINE: &[u8] = b"fourcorners trace 1\n";
/// With which the first line of every version begins.
const EVERY_VERSION: &[u8] = b"fourcorners trace ";
/// Of the line of JSON. A reader refuses a higher one.
const SCHEMA_VERSION: u32 = 2;
/// The least with which a file without operations is read.
const WITHOUT_OPERATIONS: u32 = 1;

/// A chunk's header: this, records (u32), bytes of the body unpacked (u32) and as they stand in the
/// file (u32), and the CRC-32 of the twelve bytes before it and of the body (u32); little-endian.
const CHUNK: &[u8; 4] = b"FCTC";
const HEADER_BYTES: usize = 20;
/// The end: this, all records (u64), and the CRC-32 of the eight bytes before it.
const END: &[u8; 4] = b"FCTE";
const END_BYTES: usize = 16;

/// Records of a chunk at most.
const CHUNK_RECORDS: usize = 1 << 16;
/// Records of one that we write: so many a cut file loses at most.
const WRITTEN_RECORDS: usize = 1 << 12;
/// A writer ends a chunk whose texts have so many bytes.
const TEXTS_BYTES: usize = 4 << 20;
/// No body has more: the limit of what a reader believes.
const BODY_BYTES: usize = 16 << 20;
/// Of the line of JSON.
const LINE_BYTES: usize = 1 << 16;
/// Of a stream's name, and of a record's rest.
const TEXT_BYTES: usize = 1 << 16;
/// Streams of a trace.
const STREAMS: usize = 1 << 20;
/// All their names together.
const NAMES_BYTES: usize = 64 << 20;

/// The columns of a body, in order. Those after `stream` hold only records that have the field.
const COLUMNS: [&str; 10] = [
    "flags", "issued", "offset", "bytes", "stream", "took", "back", "think", "data", "rest",
];

/// The line of JSON.
#[derive(Serialize, Deserialize)]
struct Head {
    schema_version: u32,
    title: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    origin_unix_ns: Option<i128>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    records: Option<u64>,
    /// Behind each stream's name stand the times of its operation.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    operations: bool,
}

/// Whether a file that begins so is of this form, of any version.
pub(super) fn is(head: &[u8]) -> bool {
    head.starts_with(EVERY_VERSION)
}
