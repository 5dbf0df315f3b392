//! Any simulated drive: what it is, and the drive itself.

use crate::disk::{HardDisk, HardDiskSpec};
use crate::identity;
use crate::in_place::{InPlace, InPlaceSpec};
use crate::ram_disk::{RamDisk, RamDiskSpec};
use crate::spec::{About, HostPort, MappingSpec, OwnPolicy, TrimSpec};
use crate::{Ssd, SsdSpec};
use fourcorners_block::{Blocks, Bytes, Drive, Identity};

/// What a drive file describes.
#[derive(Clone, Debug, PartialEq)]
pub enum DriveSpec {
    /// `kind = "ssd"`, or none.
    Ssd(Box<SsdSpec>),
    /// `kind = "hard-disk"`.
    HardDisk(Box<HardDiskSpec>),
    /// `kind = "ram-disk"`.
    RamDisk(Box<RamDiskSpec>),
    /// `kind = "in-place"`.
    InPlace(Box<InPlaceSpec>),
}

/// One number of a drive, for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpecFact {
    /// Its key in the file, as in `nand.channels`.
    pub name: String,
    /// Its value; the key ends in the unit.
    pub value: String,
    /// `published`, `measured`, `fitted` or `assumed`, and the source.
    pub source: String,
}

/// Bytes of a mapping unit's entries: there, and back.
const MAP_ENTRY_BYTES: u64 = 8;

impl DriveSpec {
    /// The SSD that it is, if it is one.
    pub fn into_ssd(self) -> Option<SsdSpec> {
        match self {
            Self::Ssd(spec) => Some(*spec),
            Self::HardDisk(_) | Self::RamDisk(_) | Self::InPlace(_) => None,
        }
    }
    /// Who a drive of that kind says it is.
    pub fn identity(&self) -> Identity {
        match self {
            Self::Ssd(spec) => identity::of_ssd(spec),
            Self::HardDisk(spec) => identity::of_hard_disk(spec),
            Self::RamDisk(spec) => RamDisk::identity(spec),
            Self::InPlace(spec) => InPlace::identity(spec),
        }
    }
    /// A new drive of that kind, at time 0.
    pub fn drive(&self) -> Box<dyn Drive> {
        match self {
            Self::Ssd(spec) => Box::new(Ssd::drive(spec)),
            Self::HardDisk(spec) => Box::new(HardDisk::drive(spec)),
            Self::RamDisk(spec) => Box::new(RamDisk::drive(spec)),
            Self::InPlace(spec) => Box::new(InPlace::drive(spec)),
        }
    }
    /// The drive as it is behind a host port.
    pub fn behind(mut self, port: &HostPort) -> Self {
        let link = match &mut self {
            Self::Ssd(spec) => &mut spec.link,
            Self::HardDisk(spec) => &mut spec.link,
            Self::RamDisk(spec) => &mut spec.link,
            Self::InPlace(spec) => &mut spec.link,
        };
        *link = link.behind(port);
        self
    }
    /// The drive with GC policies of the program that simulates, and named after them. `None`: it
    /// is no SSD whose GC chooses victims.
    pub fn with_own_policy(mut self, own: OwnPolicy) -> Option<Self> {
        let Self::Ssd(spec) = &mut self else {
            return None;
        };
        if spec.layout.mapping != MappingSpec::Page {
            return None;
        }
        if let Some(victim) = &own.victim {
            spec.facts.retain(|fact| fact.name != "gc.victim");
            spec.facts.push(SpecFact {
                name: "gc.victim".into(),
                value: victim.to_string(),
                source: victim.kind.into(),
            });
            spec.name.push_str(&format!("+victim={}", victim.name));
            spec.model
                .push_str(&format!(", victim selection: {victim}"));
        }
        if let Some(begin) = &own.begin {
            spec.name.push_str(&format!("+begin={}", begin.name));
            spec.model.push_str(&format!(", start of GC: {begin}"));
        }
        spec.gc.own = own;
        Some(self)
    }
    /// Whether GC policies are functions of the program that simulates.
    pub fn has_own_policy(&self) -> bool {
        match self {
            Self::Ssd(spec) => spec.gc.own != OwnPolicy::default(),
            Self::HardDisk(_) | Self::RamDisk(_) | Self::InPlace(_) => false,
        }
    }
    /// Catalogue name.
    pub fn name(&self) -> &str {
        match self {
            Self::Ssd(spec) => &spec.name,
            Self::HardDisk(spec) => &spec.name,
            Self::RamDisk(spec) => &spec.name,
            Self::InPlace(spec) => &spec.name,
        }
    }
    /// Maker and model.
    pub fn model(&self) -> &str {
        match self {
            Self::Ssd(spec) => &spec.model,
            Self::HardDisk(spec) => &spec.model,
            Self::RamDisk(spec) => &spec.model,
            Self::InPlace(spec) => &spec.model,
        }
    }
    /// Firmware revision; empty if it makes no difference.
    pub fn firmware(&self) -> &str {
        match self {
            Self::Ssd(spec) => &spec.firmware,
            Self::HardDisk(spec) => &spec.firmware,
            Self::RamDisk(_) => "",
            Self::InPlace(_) => "",
        }
    }
    /// Addressable size.
    pub fn capacity(&self) -> Blocks {
        match self {
            Self::Ssd(spec) => spec.capacity,
            Self::HardDisk(spec) => spec.capacity,
            Self::RamDisk(spec) => spec.capacity,
            Self::InPlace(spec) => spec.capacity,
        }
    }
    /// All NAND on board, of an SSD.
    pub fn raw_nand(&self) -> Option<Bytes> {
        match self {
            Self::Ssd(spec) => Some(spec.raw_nand()),
            Self::HardDisk(_) | Self::RamDisk(_) | Self::InPlace(_) => None,
        }
    }
    /// Erase blocks on board, without those in reserve, of an SSD.
    pub fn erase_blocks(&self) -> Option<u64> {
        match self {
            Self::Ssd(spec) => Some(spec.erase_blocks()),
            Self::HardDisk(_) | Self::RamDisk(_) | Self::InPlace(_) => None,
        }
    }
    /// What the data lies on, in a word or two.
    pub fn medium(&self) -> &str {
        match self {
            Self::Ssd(spec) => &spec.nand.part,
            Self::HardDisk(_) => "platters",
            Self::RamDisk(_) => "RAM",
            Self::InPlace(_) => "3D XPoint",
        }
    }
    /// What is only told of it.
    pub fn about(&self) -> &About {
        match self {
            Self::Ssd(spec) => &spec.about,
            Self::HardDisk(spec) => &spec.about,
            Self::RamDisk(spec) => &spec.about,
            Self::InPlace(spec) => &spec.about,
        }
    }
    /// Every number with where it is from.
    pub fn facts(&self) -> &[SpecFact] {
        match self {
            Self::Ssd(spec) => &spec.facts,
            Self::HardDisk(spec) => &spec.facts,
            Self::RamDisk(spec) => &spec.facts,
            Self::InPlace(spec) => &spec.facts,
        }
    }
    /// Whether it makes a difference what is written.
    pub fn sees_data(&self) -> bool {
        match self {
            Self::Ssd(spec) => spec.compression.is_some(),
            Self::HardDisk(_) | Self::RamDisk(_) | Self::InPlace(_) => false,
        }
    }
    /// Whether TRIM does anything.
    pub fn takes_trim(&self) -> bool {
        match self {
            Self::Ssd(spec) => spec.trim != TrimSpec::Absent,
            Self::HardDisk(_) | Self::RamDisk(_) | Self::InPlace(_) => false,
        }
    }
    /// Whether a secure erase leaves nothing of what was before but the clock, on which nothing
    /// that it does depends. Wear stays, and the account of energy goes on with what it had.
    pub fn forgets_when_erased(&self) -> bool {
        match self {
            Self::Ssd(spec) => spec.wear.is_none() && spec.power.is_none(),
            Self::HardDisk(_) | Self::RamDisk(_) | Self::InPlace(_) => false,
        }
    }
    /// Everything that decides what it does, as a text: two drives with the same one behave alike.
    /// What is only told of it is left out.
    pub fn behaviour(&self) -> String {
        let mut plain = self.clone();
        match &mut plain {
            Self::Ssd(spec) => {
                spec.facts.clear();
                spec.about = About::default();
            }
            Self::HardDisk(spec) => {
                spec.facts.clear();
                spec.about = About::default();
            }
            Self::RamDisk(spec) => {
                spec.facts.clear();
                spec.about = About::default();
            }
            Self::InPlace(spec) => {
                spec.facts.clear();
                spec.about = About::default();
            }
        }
        format!("{plain:?}")
    }
    /// Memory that simulating it takes, roughly, in bytes.
    pub fn memory_bytes(&self) -> u64 {
        match self {
            Self::Ssd(spec) => spec.raw_nand().0 / u64::from(spec.place_bytes()) * MAP_ENTRY_BYTES,
            Self::HardDisk(_) | Self::RamDisk(_) | Self::InPlace(_) => 1 << 20,
        }
    }
}
