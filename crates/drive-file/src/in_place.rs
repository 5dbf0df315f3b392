//! Drives of a medium that is written in place.

use crate::about::{AboutFile, PriceFile, about};
use crate::capacity::CapacityFile;
use crate::checked::Sourced;
use crate::controller::{LinkFile, link_spec};
use crate::disk::capacity;
use crate::error::SpecError;
use crate::sibling::Document;
use fourcorners_sim::in_place::{InPlaceSpec, MediumSpec};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct InPlaceFile {
    #[serde(rename = "kind")]
    _kind: String,
    name: String,
    model: String,
    capacity: CapacityFile,
    link: LinkFile,
    medium: MediumFile,
    about: Option<AboutFile>,
    price: Option<PriceFile>,
}

/// `[medium]`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MediumFile {
    /// Channels, 1 to 64. Each carries one transfer at a time.
    channels: Sourced<u32>,
    /// Dies, a multiple of `channels` up to 4096. Lines lie on them in turn.
    dies: Sourced<u32>,
    /// Bytes of a line, which lies on one die: a power of two from 512 to 65536. A write of part of
    /// one reads it first.
    line_bytes: Sourced<u32>,
    /// Payload of a channel in MB/s, 1 to 100000.
    channel_mb_per_s: Sourced<u64>,
    /// Time of a die per line read, in us.
    t_read_us: Sourced<f64>,
    /// Time of a die per line written, in us.
    t_write_us: Sourced<f64>,
    /// Controller time per line read, in us.
    read_line_us: Sourced<f64>,
    /// Controller time per line written, in us.
    write_line_us: Sourced<f64>,
}

/// `kind = "in-place"`.
pub fn in_place(document: &Document) -> Result<InPlaceSpec, SpecError> {
    let drive: InPlaceFile = document.read()?;
    let (file, medium) = (&document.file, &drive.medium);
    let channels = file.within(&medium.channels, 1, 64, "channels")?;
    let dies = file.within(&medium.dies, channels, 4096, "dies")?;
    if !dies.is_multiple_of(channels) {
        let problem = format!("dies is {dies}; expected a multiple of the {channels} channels");
        return Err(file.wrong(&medium.dies, problem));
    }
    let line_bytes = file.power_of_two(&medium.line_bytes, 65_536, "line_bytes")?;
    file.within(&medium.line_bytes, 512, 65_536, "line_bytes")?;
    Ok(InPlaceSpec {
        name: drive.name,
        model: drive.model,
        capacity: capacity(file, &drive.capacity)?,
        link: link_spec(file, &drive.link)?,
        medium: MediumSpec {
            channels,
            dies,
            line_bytes: u64::from(line_bytes),
            channel_mb_per_s: file.within(
                &medium.channel_mb_per_s,
                1,
                100_000,
                "channel_mb_per_s",
            )?,
            t_read_ns: file.time(&medium.t_read_us, "t_read_us")?,
            t_write_ns: file.time(&medium.t_write_us, "t_write_us")?,
            read_line_ns: file.time(&medium.read_line_us, "read_line_us")?,
            write_line_ns: file.time(&medium.write_line_us, "write_line_us")?,
        },
        about: about(file, drive.about.as_ref(), drive.price.as_ref())?,
        facts: document.facts(""),
    })
}
