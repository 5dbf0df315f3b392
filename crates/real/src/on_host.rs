//! Which device or file of this host a drive is, and what carries its bytes.

use crate::host::{Ground, Host, Node};
use crate::names::names;
use crate::safety::{Place, Span, Step, spans_of};
use crate::system::{self, FileId};
use fourcorners_block::{Layer, Medium, OnHost};
use std::fs::Metadata;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::time::UNIX_EPOCH;

/// Of a block device.
///
/// # Errors
/// What lies beneath it cannot be found out.
pub fn of_device(host: &Host, node: &Node) -> io::Result<OnHost> {
    let spans = spans_of(host, node)?;
    // Another path to the disk may fail meanwhile.
    let beneath = spans.iter().skip(1);
    let beneath = beneath.filter(|span| span.step != Step::OtherPath);
    Ok(OnHost {
        medium: device(node),
        beneath: beneath.map(layer).collect(),
    })
}

/// Of a regular file.
pub fn of_file(metadata: &Metadata) -> OnHost {
    let created = metadata.created().ok();
    let created = created.and_then(|time| time.duration_since(UNIX_EPOCH).ok());
    OnHost {
        medium: Medium::File {
            file_system: system::device_number(metadata.dev()),
            inode: metadata.ino(),
            created_ns: created.and_then(|time| u64::try_from(time.as_nanos()).ok()),
        },
        beneath: Vec::new(),
    }
}

fn device(node: &Node) -> Medium {
    let (major, minor) = node.number;
    Medium::Device { major, minor }
}

fn layer(span: &Span) -> Layer {
    let (medium, serial, wwid) = match &span.place {
        Place::Device(node) => {
            let disk = node.disk();
            let (_, serial, _) = names(&disk);
            (device(node), serial, disk.wwid())
        }
        Place::File(ground) => (file(ground), String::new(), None),
    };
    Layer {
        medium,
        serial,
        wwid,
        start: span.bytes.start,
        end: span.bytes.end,
    }
}

fn file(ground: &Ground) -> Medium {
    let Some(FileId { device, inode }) = ground.file else {
        return Medium::Unseen {
            path: ground.path.display().to_string(),
        };
    };
    let there = system::opened(&ground.path).filter(|there| Some(there.file) == ground.file);
    Medium::File {
        file_system: device,
        inode,
        created_ns: there.and_then(|there| there.created_ns),
    }
}
