//! A drive opened together with its thermometer, its own erase command, and a watch on others.

use crate::erase::{self, Erasing};
use crate::others::Others;
use crate::temperature::Thermometer;
use crate::tool::Tools;
use fourcorners_real::{Erase, Host, OpenError, OpenRequest, Pinned, RealDrive, node_of};
use std::path::Path;

/// Opens a drive of this host.
///
/// # Errors
/// A sentence for everything that forbids it, or that keeps it from being erased as asked. Nothing
/// was written then, and a file that was made is gone again.
pub fn open(request: &OpenRequest) -> Result<RealDrive, OpenError> {
    open_on(&Host::default(), &Tools::default(), request)
}

/// [`open`] with another /sys and /proc, and other tools.
///
/// # Errors
/// As [`open`].
pub fn open_on(host: &Host, tools: &Tools, request: &OpenRequest) -> Result<RealDrive, OpenError> {
    let opened = fourcorners_real::open_on(host, request);
    let mut drive = opened.map_err(|error| sanitizing(host, tools, request).unwrap_or(error))?;
    let path = &request.path;
    let others = Others::watch(host, disk_of(host, path));
    drive.watch_others(move |from, until| others.between(from, until));
    let Some(number) = drive.device_number() else {
        return Ok(drive);
    };
    let node = node_of(host, path, number)?;
    if request.write && request.erase.is_a_command() {
        let serial = &fourcorners_block::Drive::identity(&drive).serial;
        erase::check(request.erase, host, tools, &node, serial).map_err(|error| {
            OpenError::NoErase {
                path: path.clone(),
                reason: error.to_string(),
            }
        })?;
        let erasing = Erasing {
            way: request.erase,
            host: host.clone(),
            tools: tools.clone(),
            path: path.clone(),
        };
        drive.erase_by_command(move |before| erasing.carry_out(before));
    }
    if let Some(thermometer) = Thermometer::of(&node.disk()) {
        drive.measure_temperature(move |from, until| thermometer.max_mc(from, until));
    }
    Ok(drive)
}

/// The kernel's name of the disk that a drive is, or lies on; `None`: not known, as below a network
/// file system.
fn disk_of(host: &Host, path: &Path) -> Option<String> {
    let pinned = Pinned::at(path).ok()?;
    let number = pinned.device().unwrap_or_else(|| pinned.lies_on());
    Some(host.node(number).ok()?.disk().name)
}

/// Why a drive cannot be read, where an earlier run that was to sanitize it was killed and it is
/// still at it.
fn sanitizing(host: &Host, tools: &Tools, request: &OpenRequest) -> Option<OpenError> {
    if request.erase != Erase::NvmeSanitize {
        return None;
    }
    let path = &request.path;
    let number = Pinned::at(path).ok()?.device()?;
    let node = node_of(host, path, number).ok()?;
    Some(OpenError::NoErase {
        path: path.clone(),
        reason: erase::in_progress(tools, &node)?,
    })
}
