//! Host ports: `ports/NAME.toml`.

use crate::checked::{Checked, Sourced};
use crate::error::SpecError;
use crate::parse::parse;
use fourcorners_sim::spec::HostPort;
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PortFile {
    /// The file's name.
    name: String,
    /// Payload in MB/s, 1 to 100000; the link runs at the slower of this and its own rate.
    mb_per_s: Sourced<u64>,
    /// Added to every command, in us.
    command_latency_us: Sourced<f64>,
}

/// Reads a port's file; `name` is the file's name, for messages.
///
/// # Errors
/// What is wrong with it, and where.
pub fn load_port(name: &str, text: &str) -> Result<HostPort, SpecError> {
    let port: PortFile = parse(name, text)?;
    let file = Checked {
        file: name,
        text,
        other: None,
        changes: None,
    };
    Ok(HostPort {
        mb_per_s: file.within(&port.mb_per_s, 1, 100_000, "mb_per_s")?,
        command_latency_ns: file.time(&port.command_latency_us, "command_latency_us")?,
        name: port.name,
    })
}
