//! Drives of a guest, as values.

use std::ops::Range;
use std::path::{Path, PathBuf};

/// What it is plugged into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Bus {
    Nvme,
    Virtio,
}

/// Which requests to a bad sector fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fails {
    /// Reads.
    Reads,
    /// Writes.
    Writes,
}

/// A drive over an image file of the host.
#[derive(Clone, Debug)]
pub struct Drive {
    bus: Bus,
    image: PathBuf,
    serial: String,
    bad: Vec<(Range<u64>, Fails)>,
}

impl Drive {
    /// An NVMe drive with one namespace: `/dev/nvme0n1`, `/dev/nvme1n1`, ... in order.
    pub fn nvme(image: &Path, serial: &str) -> Self {
        Self::new(Bus::Nvme, image, serial)
    }

    /// A virtio disk: `/dev/vda`, `/dev/vdb`, ... in order. The script loads `virtio_pci` and
    /// `virtio_blk` first.
    pub fn virtio(image: &Path, serial: &str) -> Self {
        Self::new(Bus::Virtio, image, serial)
    }

    fn new(bus: Bus, image: &Path, serial: &str) -> Self {
        Self {
            bus,
            image: image.into(),
            serial: serial.into(),
            bad: Vec::new(),
        }
    }

    /// Makes 512-byte sectors bad: every such request that touches one fails with an I/O error.
    pub fn with_bad_sectors(mut self, sectors: Range<u64>, fails: Fails) -> Self {
        self.bad.push((sectors, fails));
        self
    }

    /// The name by which QMP knows the device, as in `device_del`. Unique by serial number.
    pub fn id(&self) -> String {
        format!("drive-{}", self.serial)
    }

    /// What makes QEMU have it.
    pub(super) fn arguments(&self) -> Vec<String> {
        let (id, serial) = (self.id(), &self.serial);
        let node = format!("image-{serial}");
        // Commas in values are doubled.
        let path = self.image.to_string_lossy().replace(',', ",,");
        let file = format!("driver=file,filename={path},node-name=file-{serial},discard=unmap");
        let mut arguments = vec!["-blockdev".into(), file];
        let mut below = format!("file-{serial}");
        if !self.bad.is_empty() {
            let mut blkdebug = format!("driver=blkdebug,image={below},node-name=bad-{serial}");
            let mut rule = 0;
            for (sectors, fails) in &self.bad {
                let iotype = match fails {
                    Fails::Reads => "read",
                    Fails::Writes => "write",
                };
                for sector in sectors.clone() {
                    blkdebug += &format!(
                        ",inject-error.{rule}.event=none,inject-error.{rule}.iotype={iotype},\
                         inject-error.{rule}.sector={sector},inject-error.{rule}.errno=5,\
                         inject-error.{rule}.once=off"
                    );
                    rule += 1;
                }
            }
            below = format!("bad-{serial}");
            arguments.extend(["-blockdev".into(), blkdebug]);
        }
        let raw = format!("driver=raw,file={below},node-name={node},discard=unmap");
        arguments.extend(["-blockdev".into(), raw, "-device".into()]);
        let device = match self.bus {
            Bus::Nvme => "nvme",
            Bus::Virtio => "virtio-blk-pci",
        };
        arguments.push(format!("{device},id={id},serial={serial},drive={node}"));
        arguments
    }
}
