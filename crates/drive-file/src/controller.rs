//! `[link]` and `[controller]`.

use crate::checked::{Checked, Sourced};
use crate::error::SpecError;
use fourcorners_sim::spec::{ControllerSpec, LinkSpec};
use serde::Deserialize;

/// `[link]`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LinkFile {
    /// As in `SATA 6 Gbps`.
    name: String,
    /// Payload in MB/s, 1 to 100000.
    mb_per_s: Sourced<u64>,
    /// Whether reads and writes pass at the same time, as on PCIe; default false.
    full_duplex: Option<Sourced<bool>>,
    /// Deepest queue, 1 to 65535.
    queue_depth: Sourced<u16>,
    /// Added to every command, in us.
    command_latency_us: Sourced<f64>,
}

/// `[controller]`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ControllerFile {
    /// Host processor per read command, in us.
    read_command_us: Sourced<f64>,
    /// Host processor per unit read, in us; part of a unit costs its share (without compression).
    read_unit_us: Sourced<f64>,
    /// Delay between NAND and host processor per unit that a read or merge fetches, in us; units
    /// overlap; default 0. Write buffer, read-ahead and GC copies do not have it.
    read_latency_us: Option<Sourced<f64>>,
    /// Host processor per write command, in us.
    write_command_us: Sourced<f64>,
    /// Host processor per unit written, in us; with `write_combining_kib` part of a unit costs its
    /// share.
    write_unit_us: Sourced<f64>,
    /// Flash processor per unit that GC copies, in us.
    copy_unit_us: Sourced<f64>,
    /// Flash processor per unit read or written for the host, in us; default 0.
    flash_unit_us: Option<Sourced<f64>>,
    /// Whether one processor does the work of both; default false.
    one_processor: Option<Sourced<bool>>,
    /// Whether the write buffer survives a power cut: flushes and forced writes complete once the
    /// data is there; default false.
    power_loss_protection: Option<Sourced<bool>>,
    /// Whether a write of part of a unit completes only when it is programmed; default false.
    partial_writes_through: Option<Sourced<bool>>,
    /// Whether a read-modify-write blocks the host processor; default false.
    blocking_rmw: Option<Sourced<bool>>,
    /// Whether a write whose L2P entry is not in DRAM blocks the host processor until it is loaded;
    /// default false; with `layout.l2p_cache_kib` only.
    blocking_l2p_loads: Option<Sourced<bool>>,
    /// Host processor per TRIM command, in us.
    trim_command_us: Sourced<f64>,
    /// Host processor per MiB trimmed, in us.
    trim_mib_us: Sourced<f64>,
}

/// The link's values in their ranges.
pub fn link_spec(file: &Checked, link: &LinkFile) -> Result<LinkSpec, SpecError> {
    Ok(LinkSpec {
        name: link.name.clone(),
        mb_per_s: file.within(&link.mb_per_s, 1, 100_000, "mb_per_s")?,
        full_duplex: link.full_duplex.as_ref().is_some_and(Sourced::get),
        queue_depth: file.within(&link.queue_depth, 1, 65_535, "queue_depth")?,
        command_latency_ns: file.time(&link.command_latency_us, "command_latency_us")?,
    })
}

/// The controller's. `caches_l2p`: whether the map has a cache to load entries into.
pub fn controller_spec(
    file: &Checked,
    controller: &ControllerFile,
    caches_l2p: bool,
) -> Result<ControllerSpec, SpecError> {
    if let Some(blocking) = &controller.blocking_l2p_loads
        && blocking.get()
        && !caches_l2p
    {
        let problem = "blocking_l2p_loads needs layout.l2p_cache_kib".into();
        let hint = "set the DRAM that map entries are loaded into, or remove blocking_l2p_loads";
        return Err(file.wrong(blocking, problem).with_hint(hint));
    }
    Ok(ControllerSpec {
        read_command_ns: file.time(&controller.read_command_us, "read_command_us")?,
        read_unit_ns: file.time(&controller.read_unit_us, "read_unit_us")?,
        read_latency_ns: file
            .optional_time(&controller.read_latency_us, "read_latency_us")?
            .unwrap_or(0),
        write_command_ns: file.time(&controller.write_command_us, "write_command_us")?,
        write_unit_ns: file.time(&controller.write_unit_us, "write_unit_us")?,
        copy_unit_ns: file.time(&controller.copy_unit_us, "copy_unit_us")?,
        flash_unit_ns: file
            .optional_time(&controller.flash_unit_us, "flash_unit_us")?
            .unwrap_or(0),
        one_processor: controller.one_processor.as_ref().is_some_and(Sourced::get),
        power_loss_protection: controller
            .power_loss_protection
            .as_ref()
            .is_some_and(Sourced::get),
        partial_writes_through: controller
            .partial_writes_through
            .as_ref()
            .is_some_and(Sourced::get),
        blocking_rmw: controller.blocking_rmw.as_ref().is_some_and(Sourced::get),
        blocking_l2p_loads: controller
            .blocking_l2p_loads
            .as_ref()
            .is_some_and(Sourced::get),
        trim_command_ns: file.time(&controller.trim_command_us, "trim_command_us")?,
        trim_mib_ns: file.time(&controller.trim_mib_us, "trim_mib_us")?,
    })
}
