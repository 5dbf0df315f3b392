//! Whether two looks at a drive are of one drive.

use crate::{DriveKind, Identity, Meanwhile};
use std::fmt;

/// What tells drives apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trait {
    /// Device or file.
    Kind,
    /// Maker and model.
    Model,
    /// Serial number.
    Serial,
    /// Worldwide name.
    Wwid,
    /// Blocks.
    Capacity,
    /// Bytes of a logical block.
    LogicalBlock,
    /// The device's number, or the file's.
    Medium,
    /// What carries its bytes.
    Beneath,
}

/// A trait that two looks at a drive do not share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Which.
    pub of: Trait,
    /// At the first look.
    pub was: String,
    /// At the second.
    pub is: String,
}

impl Identity {
    /// What tells this drive and `now` apart; empty: they are one. What either does not say is no
    /// difference.
    pub fn differences(&self, now: &Self, meanwhile: Meanwhile) -> Vec<Difference> {
        let mut found = Vec::new();
        let mut note = |of: Trait, was: String, is: String| found.push(Difference { of, was, is });
        if self.kind != now.kind {
            note(Trait::Kind, kind(self.kind), kind(now.kind));
        }
        for (of, was, is) in [
            (Trait::Model, &self.model, &now.model),
            (Trait::Serial, &self.serial, &now.serial),
        ] {
            if was != is {
                note(of, said(was), said(is));
            }
        }
        match (&self.wwid, &now.wwid) {
            (Some(was), Some(is)) if was != is => {
                note(Trait::Wwid, said(was), said(is));
            }
            _ => {}
        }
        for (of, was, is) in [
            (Trait::Capacity, self.capacity.0, now.capacity.0),
            (
                Trait::LogicalBlock,
                self.logical_block.0,
                now.logical_block.0,
            ),
        ] {
            if was != is {
                note(of, was.to_string(), is.to_string());
            }
        }
        if let (Some(was), Some(is)) = (&self.on_host, &now.on_host) {
            if !was.medium.is(&is.medium, meanwhile) {
                note(Trait::Medium, was.medium.to_string(), is.medium.to_string());
            }
            if !was.is_carried_as(is, meanwhile) {
                note(Trait::Beneath, was.carriers(), is.carriers());
            }
        }
        found
    }

    /// Whether both are one drive, as far as they say.
    pub fn is_same_drive(&self, other: &Self, meanwhile: Meanwhile) -> bool {
        self.differences(other, meanwhile).is_empty()
    }
}

fn said(name: &str) -> String {
    if name.is_empty() { "empty" } else { name }.into()
}

fn kind(of: DriveKind) -> String {
    let kind = match of {
        DriveKind::Simulated => "simulated",
        DriveKind::BlockDevice => "a block device",
        DriveKind::RegularFile => "a regular file",
        DriveKind::Null => "the null drive",
    };
    kind.into()
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let of = match self.of {
            Trait::Model => "the drive's model",
            Trait::Serial => "the drive's serial number",
            Trait::Wwid => "the drive's worldwide name",
            Trait::Capacity => "the drive's capacity",
            Trait::LogicalBlock => "the drive's logical block",
            Trait::Kind | Trait::Medium => "the drive",
            Trait::Beneath => "what lies beneath it",
        };
        write!(f, "{of} was {} and is now {}", self.was, self.is)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Blocks, Drive as _, Layer, Medium, Nanos, NullDrive, OnHost};

    fn file(inode: u64, created_ns: Option<u64>) -> Medium {
        Medium::File {
            file_system: (8, 1),
            inode,
            created_ns,
        }
    }

    fn layer(minor: u32, serial: &str, start: u64) -> Layer {
        Layer {
            medium: Medium::Device { major: 8, minor },
            serial: serial.into(),
            wwid: None,
            start,
            end: start + 4096,
        }
    }

    fn drive(medium: Medium, beneath: &[Layer]) -> Identity {
        Identity {
            on_host: Some(OnHost {
                medium,
                beneath: beneath.to_vec(),
            }),
            ..NullDrive::new(Blocks(8), Nanos(0)).identity().clone()
        }
    }

    fn traits(then: &Identity, now: &Identity, meanwhile: Meanwhile) -> Vec<Trait> {
        let found = then.differences(now, meanwhile).into_iter();
        found.map(|difference| difference.of).collect()
    }

    #[test]
    fn file_is_told_by_inode_and_by_when_it_was_created() {
        let then = drive(file(7, Some(1)), &[]);
        for meanwhile in [Meanwhile::Nothing, Meanwhile::Reboot] {
            for (now, told) in [
                (file(7, Some(1)), &[][..]),
                (file(7, None), &[]),
                (file(8, Some(1)), &[Trait::Medium]),
                // The next file was given the number of the one that was deleted.
                (file(7, Some(2)), &[Trait::Medium]),
            ] {
                assert_eq!(traits(&then, &drive(now, &[]), meanwhile), told);
            }
        }
    }

    #[test]
    fn device_number_counts_until_a_reboot() {
        let device = |minor| drive(Medium::Device { major: 8, minor }, &[]);
        let told = |meanwhile| traits(&device(0), &device(16), meanwhile);
        assert_eq!(told(Meanwhile::Nothing), [Trait::Medium]);
        assert!(told(Meanwhile::Reboot).is_empty());
        let file = drive(file(7, None), &[]);
        assert_eq!(
            traits(&device(0), &file, Meanwhile::Reboot),
            [Trait::Medium]
        );
    }

    /// The story: a loop device was attached to another file while an earlier drive was tested.
    #[test]
    fn what_lies_beneath_is_a_part_of_the_drive() {
        let number = || Medium::Device { major: 7, minor: 0 };
        let over = |beneath: &[Layer]| drive(number(), beneath);
        let then = over(&[layer(0, "FC1", 0), layer(16, "FC2", 0)]);
        for (now, meanwhile, is_same) in [
            // Disks exchanged their names at a reboot.
            (
                [layer(0, "FC2", 0), layer(16, "FC1", 0)],
                Meanwhile::Reboot,
                true,
            ),
            (
                [layer(0, "FC2", 0), layer(16, "FC1", 0)],
                Meanwhile::Nothing,
                false,
            ),
            (
                [layer(0, "FC1", 0), layer(16, "FC2", 512)],
                Meanwhile::Reboot,
                false,
            ),
            (
                [layer(0, "FC1", 0), layer(16, "FC3", 0)],
                Meanwhile::Reboot,
                false,
            ),
            (
                [layer(0, "FC1", 0), layer(0, "FC1", 0)],
                Meanwhile::Reboot,
                false,
            ),
        ] {
            let told = traits(&then, &over(&now), meanwhile);
            assert_eq!(told.is_empty(), is_same, "{now:?}");
            assert!(told.iter().all(|one| *one == Trait::Beneath));
        }
        assert_eq!(
            traits(&then, &over(&[layer(0, "FC1", 0)]), Meanwhile::Reboot),
            [Trait::Beneath]
        );
    }

    #[test]
    fn difference_names_both() {
        let serial = |serial: &str| Identity {
            serial: serial.into(),
            ..drive(file(7, None), &[])
        };
        let found = serial("FC1").differences(&serial("FC2"), Meanwhile::Reboot);
        assert_eq!(
            found[0].to_string(),
            "the drive's serial number was FC1 and is now FC2"
        );
        let found = drive(file(7, None), &[]).differences(
            &drive(file(8, Some(5_000_000_001)), &[]),
            Meanwhile::Nothing,
        );
        assert_eq!(
            found[0].to_string(),
            "the drive was inode 7 of file system 8:1 and is now inode 8 of file system 8:1, \
             created at Unix time 5.000000001"
        );
    }
}
