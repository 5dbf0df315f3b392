//! Who a simulated drive says it is.

use crate::SsdSpec;
use crate::disk::HardDiskSpec;
use crate::spec::TrimSpec;
use fourcorners_block::{Blocks, Bytes, DiscardLimits, DriveKind, Identity, QueueDepth};

pub fn of_ssd(spec: &SsdSpec) -> Identity {
    let unit = Bytes(u64::from(spec.layout.unit_bytes));
    let depth = spec.link.queue_depth;
    Identity {
        firmware: spec.firmware.clone(),
        physical_block: unit,
        discard: (spec.trim != TrimSpec::Absent).then_some(DiscardLimits {
            granularity: unit,
            max: spec.capacity.bytes(),
            queued: true,
        }),
        raw_nand: Some(spec.raw_nand()),
        ..plain(&spec.name, &spec.model, spec.capacity, depth)
    }
}

pub fn of_hard_disk(spec: &HardDiskSpec) -> Identity {
    let depth = spec.link.queue_depth;
    Identity {
        firmware: spec.firmware.clone(),
        rotational: Some(true),
        ..plain(&spec.name, &spec.model, spec.capacity, depth)
    }
}

/// Of a drive without firmware, flash or platters.
pub fn plain(name: &str, model: &str, capacity: Blocks, queue_depth: u16) -> Identity {
    Identity {
        kind: DriveKind::Simulated,
        name: name.into(),
        model: model.into(),
        serial: format!("simulated-{name}"),
        wwid: None,
        on_host: None,
        firmware: String::new(),
        capacity,
        logical_block: Bytes(512),
        physical_block: Bytes(512),
        rotational: Some(false),
        discard: None,
        raw_nand: None,
        max_queue_depth: QueueDepth::new(queue_depth).unwrap_or(QueueDepth::ONE),
        scheduler: None,
        engine: "simulated".into(),
        read_only: false,
    }
}
