//! The host link, and firmware time.

use super::checked::{Checked, Sourced};
use super::error::SpecError;
use crate::spec::{ControllerSpec, LinkSpec};
use serde::Deserialize;

/// `[link]`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LinkFile {
    name: String,
    mb_per_s: Sourced<u64>,
    queue_depth: Sourced<u16>,
    command_latency_us: Sourced<f64>,
}

/// `[controller]`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ControllerFile {
    read_command_us: Sourced<f64>,
    read_unit_us: Sourced<f64>,
    read_latency_us: Option<Sourced<f64>>,
    write_command_us: Sourced<f64>,
    write_unit_us: Sourced<f64>,
    copy_unit_us: Sourced<f64>,
    flash_unit_us: Option<Sourced<f64>>,
    one_processor: Option<Sourced<bool>>,
    partial_writes_through: Option<Sourced<bool>>,
    blocking_rmw: Option<Sourced<bool>>,
    blocking_l2p_loads: Option<Sourced<bool>>,
    trim_command_us: Sourced<f64>,
    trim_mib_us: Sourced<f64>,
}

/// The link's values in their ranges.
pub fn link_spec(file: &Checked, link: &LinkFile) -> Result<LinkSpec, SpecError> {
    Ok(LinkSpec {
        name: link.name.clone(),
        mb_per_s: file.within(&link.mb_per_s, 1, 100_000, "mb_per_s")?,
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
        let hint = "add the DRAM that entries are loaded into, or remove blocking_l2p_loads";
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
