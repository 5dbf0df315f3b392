//! What is refused before anything is written: names that are not there, spans that cannot be,
//! files and drives that must not be touched.

use crate::budget;
use crate::error::LabError;
use crate::message::Message;
use crate::misuse::Misuse;
use crate::options::ReviewOptions;
use crate::pins::Pins;
use crate::target::{Target, same};
use fourcorners_block::{Blocks, Bytes, DriveKind, Identity, QueueDepth};
use fourcorners_host::PowerSource;
use fourcorners_real::{Erase, Expected, Host, OpenRequest};
use std::path::Path;

/// Where runs are kept, and what is no drive's matter.
pub(crate) fn check_folder(targets: &[Target], options: &ReviewOptions) -> Result<(), LabError> {
    // A scratch file would be made before it is noticed that its run cannot be kept.
    let there = options.out.ancestors().find(|path| path.exists());
    if let Some(file) = there.filter(|path| !path.is_dir()) {
        return Err(Misuse::NoFolder(file.into()).into());
    }
    let is_simulated = |target: &&Target| matches!(target, Target::Simulated { .. });
    match targets.iter().find(is_simulated) {
        Some(simulated) if options.tests.read_only => {
            Err(Misuse::ReadOnlySimulated(simulated.name()).into())
        }
        Some(simulated) if options.tests.verify => {
            Err(Misuse::VerifySimulated(simulated.name()).into())
        }
        _ => Ok(()),
    }
}

/// Every drive is looked at before the first is begun.
pub(crate) fn check_drives(
    targets: &[Target],
    options: &ReviewOptions,
    pins: &Pins,
) -> Result<(), LabError> {
    check_power(targets, options)?;
    if options.max_writes.is_some() {
        budget::check_disks(targets, &Host::default())?;
    }
    let is_tested = |device: &Path| {
        let is = |target: &Target| matches!(target, Target::Real(path) if same(path, device));
        targets.iter().any(is)
    };
    if let Some(device) = options.destroy.iter().find(|device| !is_tested(device)) {
        let tested = targets.iter().map(Target::argument).collect();
        let named = device.clone();
        return Err(Misuse::DestroyUntested { named, tested }.into());
    }
    let is_real = |target: &Target| matches!(target, Target::Real(_));
    if options.erase != Erase::Nearest && !targets.iter().any(is_real) {
        return Err(Misuse::EraseSimulated.into());
    }
    for target in targets {
        let Target::Real(path) = target else { continue };
        if !options.tests.read_only {
            refuse_read_only(path)?;
        }
        // The first repetition would refuse it, and the next take it for what the first had made.
        if options.size.is_some() && path.exists() {
            return Err(Misuse::Exists(path.clone()).into());
        }
        // One drive is checked when it is opened; several must not be refused half-way.
        if targets.len() > 1 && path.exists() {
            fourcorners_host::open(&request(path, options, pins.get(target)))?;
        }
    }
    Ok(())
}

/// A meter measures one real drive.
fn check_power(targets: &[Target], options: &ReviewOptions) -> Result<(), LabError> {
    let is_real = |target: &&Target| matches!(target, Target::Real(_));
    match (&options.power, targets.iter().filter(is_real).count()) {
        (None, _) | (Some(_), 1) => Ok(()),
        (Some(_), 0) => Err(Misuse::PowerOfSimulated.into()),
        (Some(PowerSource::Nvme), _) => Ok(()),
        (Some(_), _) => Err(Misuse::PowerOfSeveral.into()),
    }
}

/// A regular file that is not there yet.
pub(crate) fn to_be_made(path: &Path, size: Bytes) -> Identity {
    Identity {
        kind: DriveKind::RegularFile,
        name: path.display().to_string(),
        model: String::new(),
        serial: String::new(),
        wwid: None,
        on_host: None,
        firmware: String::new(),
        capacity: Blocks(size.0 / fourcorners_block::BLOCK_BYTES),
        logical_block: Bytes(fourcorners_block::BLOCK_BYTES),
        physical_block: Bytes(fourcorners_block::BLOCK_BYTES),
        rotational: None,
        discard: None,
        raw_nand: None,
        max_queue_depth: QueueDepth::ONE,
        scheduler: None,
        engine: String::new(),
        read_only: false,
    }
}

/// Root may write a file that forbids writing; whoever forbade it meant something.
pub(crate) fn refuse_read_only(path: &Path) -> Result<(), LabError> {
    match path.metadata() {
        Ok(metadata) if metadata.is_file() && metadata.permissions().readonly() => {
            let name = path.display();
            let error = format!("{name} is read-only: no user has write permission");
            Err(LabError::Refused(Message::new(error).hint(format!(
                "if this is the file to overwrite, make it writable (chmod u+w {name})"
            ))))
        }
        _ => Ok(()),
    }
}

/// What is asked of a real drive. `pin`: who it is; `None`: its file is to be created.
pub(crate) fn request(path: &Path, options: &ReviewOptions, pin: Option<&Identity>) -> OpenRequest {
    let is_created = options.size.is_some() && pin.is_some();
    let mut destroy = options.destroy.clone();
    if is_created && !options.resumes {
        // The file that an earlier repetition created is ours, and nothing else that has its path
        // by now. What a folder calls so may be any drive: to resume, the user names it.
        destroy.push(path.into());
    }
    OpenRequest {
        path: path.into(),
        create_size: options.size.filter(|_| pin.is_none()),
        made_before: is_created,
        expected: pin.cloned().map(Expected::seen),
        destroy,
        write: !options.tests.read_only,
        confirm_serial: options.serial.clone(),
        engine: options.engine,
        batch: 0,
        timeout_s: options.timeout_s,
        verify: options.tests.verify,
        stamping: None,
        erase: options.erase,
    }
}

/// What is asked of a real drive whose run is resumed.
pub(crate) fn request_again(
    path: &Path,
    options: &ReviewOptions,
    made_it: bool,
    pin: Option<&Identity>,
) -> OpenRequest {
    OpenRequest {
        create_size: None,
        made_before: made_it,
        destroy: options.destroy.clone(),
        ..request(path, options, pin)
    }
}
