//! Drives of a guest, as values.

use serde_json::{Value, json};
use std::fmt::Write as _;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// What it is plugged into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Bus {
    Nvme,
    Sata,
    Scsi,
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

/// What holds its bytes.
#[derive(Clone, Debug)]
enum Image {
    /// A file of the host.
    File(PathBuf),
    /// An NBD server on a Unix socket.
    Nbd(PathBuf),
}

/// A drive over images, one per namespace.
#[derive(Clone, Debug)]
pub struct Drive {
    bus: Bus,
    images: Vec<Image>,
    serial: String,
    block_bytes: u32,
    bad: Vec<(Range<u64>, Fails)>,
    read_only: bool,
    spare: bool,
}

impl Drive {
    /// An NVMe drive with one namespace: `/dev/nvme0n1`, `/dev/nvme1n1`, ... in order.
    pub fn nvme(image: &Path, serial: &str) -> Self {
        Self::new(Bus::Nvme, image, serial)
    }

    /// An NVMe drive whose bytes an NBD server has that listens on this socket.
    pub fn nvme_served(socket: &Path, serial: &str) -> Self {
        let mut drive = Self::nvme(socket, serial);
        drive.images = vec![Image::Nbd(socket.into())];
        drive
    }

    /// A SATA disk behind AHCI: `/dev/sda`, ... The cloud kernel has no driver for it.
    pub fn sata(image: &Path, serial: &str) -> Self {
        Self::new(Bus::Sata, image, serial)
    }

    /// A SCSI disk: `/dev/sda`, ... The script loads `virtio_pci`, `virtio_scsi` and `sd_mod`.
    pub fn scsi(image: &Path, serial: &str) -> Self {
        Self::new(Bus::Scsi, image, serial)
    }

    /// A virtio disk: `/dev/vda`, `/dev/vdb`, ... in order. The script loads `virtio_pci` and
    /// `virtio_blk` first.
    pub fn virtio(image: &Path, serial: &str) -> Self {
        Self::new(Bus::Virtio, image, serial)
    }

    fn new(bus: Bus, image: &Path, serial: &str) -> Self {
        Self {
            bus,
            images: vec![Image::File(image.into())],
            serial: serial.into(),
            block_bytes: 512,
            bad: Vec::new(),
            read_only: false,
            spare: false,
        }
    }

    /// Adds a namespace to an NVMe drive: the second is `/dev/nvme0n2`.
    pub fn with_namespace(mut self, image: &Path) -> Self {
        self.images.push(Image::File(image.into()));
        self
    }

    /// Logical and physical blocks of this size instead of 512 bytes.
    pub fn with_blocks(mut self, bytes: u32) -> Self {
        self.block_bytes = bytes;
        self
    }

    /// Makes 512-byte sectors bad: every such request that touches one fails with an I/O error.
    pub fn with_bad_sectors(mut self, sectors: Range<u64>, fails: Fails) -> Self {
        self.bad.push((sectors, fails));
        self
    }

    /// Every write fails, and the guest knows it.
    pub fn read_only(mut self) -> Self {
        self.read_only = true;
        self
    }

    /// Not plugged in at first; see [`Guest::plug`](super::Guest::plug). NVMe only.
    pub fn spare(mut self) -> Self {
        self.spare = true;
        self
    }

    /// What QMP plugs in.
    pub(super) fn spare_device(&self) -> Value {
        let serial = &self.serial;
        let drive = format!("image-{serial}-1");
        json!({"driver": "nvme", "id": self.id(), "serial": serial, "drive": drive})
    }

    /// The name by which QMP knows the device, as in `device_del`. Unique by serial number.
    pub fn id(&self) -> String {
        format!("drive-{}", self.serial)
    }

    /// What makes QEMU have it.
    pub(super) fn arguments(&self) -> Vec<String> {
        let mut arguments = Vec::new();
        for (number, image) in (1..).zip(&self.images) {
            for node in self.nodes(number, image) {
                arguments.extend(["-blockdev".into(), node]);
            }
        }
        let devices = match self.spare {
            true => Vec::new(),
            false => self.devices(),
        };
        for device in devices {
            arguments.extend(["-device".into(), device]);
        }
        arguments
    }

    /// The block nodes over an image, lowest first.
    fn nodes(&self, number: u32, image: &Image) -> Vec<String> {
        let name = format!("{}-{number}", self.serial);
        // Commas in values are doubled.
        let escaped = |path: &Path| path.to_string_lossy().replace(',', ",,");
        let driver = match image {
            Image::File(path) => format!("driver=file,filename={}", escaped(path)),
            Image::Nbd(path) => {
                format!("driver=nbd,server.type=unix,server.path={}", escaped(path))
            }
        };
        let mode = if self.read_only { ",read-only=on" } else { "" };
        let file = format!("{driver},node-name=file-{name},discard=unmap{mode}");
        let mut nodes = vec![file];
        let mut below = format!("file-{name}");
        if !self.bad.is_empty() {
            nodes.push(format!(
                "driver=blkdebug,image={below},node-name=bad-{name}{}",
                self.rules()
            ));
            below = format!("bad-{name}");
        }
        nodes.push(format!(
            "driver=raw,file={below},node-name=image-{name},discard=unmap{mode}"
        ));
        nodes
    }

    /// blkdebug's rules for the bad sectors.
    fn rules(&self) -> String {
        let mut rules = String::new();
        let sectors = self.bad.iter().flat_map(|(sectors, fails)| {
            let iotype = match fails {
                Fails::Reads => "read",
                Fails::Writes => "write",
            };
            sectors.clone().map(move |sector| (sector, iotype))
        });
        for (rule, (sector, iotype)) in sectors.enumerate() {
            let _ = write!(
                rules,
                ",inject-error.{rule}.event=none,inject-error.{rule}.iotype={iotype},\
                 inject-error.{rule}.sector={sector},inject-error.{rule}.errno=5,\
                 inject-error.{rule}.once=off"
            );
        }
        rules
    }

    fn devices(&self) -> Vec<String> {
        let (id, serial, block) = (self.id(), &self.serial, self.block_bytes);
        let blocks = format!("logical_block_size={block},physical_block_size={block}");
        let disk = format!("id={id},serial={serial},drive=image-{serial}-1,{blocks}");
        match self.bus {
            Bus::Nvme if self.images.len() == 1 => vec![format!("nvme,{disk}")],
            Bus::Nvme => {
                let controller = format!("nvme,id={id},serial={serial}");
                let namespace = |number| {
                    format!("nvme-ns,bus={id},nsid={number},drive=image-{serial}-{number},{blocks}")
                };
                let namespaces = (1..=self.images.len()).map(namespace);
                std::iter::once(controller).chain(namespaces).collect()
            }
            Bus::Sata => vec![
                format!("ahci,id=ahci-{serial}"),
                format!("ide-hd,bus=ahci-{serial}.0,ver=1.0,{disk}"),
            ],
            Bus::Scsi => vec![
                format!("virtio-scsi-pci,id=scsi-{serial}"),
                format!("scsi-hd,bus=scsi-{serial}.0,ver=1.0,vendor=ACME,product=DISK,{disk}"),
            ],
            Bus::Virtio => vec![format!("virtio-blk-pci,{disk}")],
        }
    }
}
