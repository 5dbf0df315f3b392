//! What is mounted.

use super::{DeviceNumber, Host, parse_number, unescaped};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// A line of /proc/self/mountinfo.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mount {
    /// The device number; of no real device for file systems that span several (btrfs).
    pub number: DeviceNumber,
    pub mount_point: String,
    /// `ext4`, `tmpfs`, ...
    pub file_system: String,
    /// Most often the device's path.
    pub source: PathBuf,
    /// Of the file system, as in `rw,lowerdir=/ro`.
    pub options: String,
}

impl Host {
    /// All mounts of this mount namespace, bind mounts included.
    pub fn mounts(&self) -> io::Result<Vec<Mount>> {
        let all = fs::read(self.proc.join("self/mountinfo"))?;
        let mounts = all
            .split(|byte| *byte == b'\n')
            .filter(|line| !line.is_empty())
            .map(mount);
        mounts.collect::<Option<_>>().ok_or_else(|| {
            io::Error::new(
                io::ErrorKind::InvalidData,
                "cannot parse a line of /proc/self/mountinfo",
            )
        })
    }

    /// The mounts that the root folder's files lie on: the one at `/`, and where that is an
    /// overlay, those that its layers lie on, as far as they can be seen from here.
    pub fn root_mounts(&self) -> io::Result<Vec<Mount>> {
        let mounts = self.mounts()?;
        let at_root = |mount: &&Mount| mount.mount_point == "/";
        let mut roots: Vec<Mount> = mounts.iter().filter(at_root).cloned().collect();
        let layers: Vec<PathBuf> = roots.iter().flat_map(Mount::layers).collect();
        for layer in layers {
            let above = mounts
                .iter()
                .filter(|mount| mount.mount_point != "/" && layer.starts_with(&mount.mount_point));
            roots.extend(above.max_by_key(|mount| mount.mount_point.len()).cloned());
        }
        Ok(roots)
    }
}

impl Mount {
    /// The folders that an overlay is made of; none of any other file system.
    fn layers(&self) -> Vec<PathBuf> {
        if self.file_system != "overlay" {
            return Vec::new();
        }
        let folders = self.options.split(',').filter_map(|option| {
            let (key, folders) = option.split_once('=')?;
            ["lowerdir", "lowerdir+", "datadir+", "upperdir"]
                .contains(&key)
                .then_some(folders)
        });
        folders
            .flat_map(|folders| folders.split(':'))
            .filter(|folder| Path::new(folder).is_absolute())
            .map(PathBuf::from)
            .collect()
    }
}

/// proc(5): `36 35 98:0 /mnt1 /mnt2 rw,noatime master:1 - ext3 /dev/root rw,errors=continue`.
fn mount(line: &[u8]) -> Option<Mount> {
    let mut fields = line.split(|byte| *byte == b' ');
    let number = parse_number(std::str::from_utf8(fields.nth(2)?).ok()?)?;
    let mount_point = unescaped(fields.nth(1)?).to_string_lossy().into_owned();
    fields.find(|field| *field == b"-")?;
    let file_system = String::from_utf8_lossy(fields.next()?).into_owned();
    Some(Mount {
        number,
        mount_point,
        file_system,
        source: unescaped(fields.next()?),
        options: unescaped(fields.next().unwrap_or_default())
            .to_string_lossy()
            .into_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_a_mount_with_blanks_and_optional_fields_understood() {
        let line =
            b"36 35 98:0 / /mnt/my\\040disk rw,noatime master:1 shared:2 - ext3 /dev/root rw";
        let mount = mount(line).expect("a mount");
        assert_eq!(
            (mount.number, mount.mount_point.as_str()),
            ((98, 0), "/mnt/my disk")
        );
        assert_eq!(
            (mount.file_system.as_str(), mount.source),
            ("ext3", PathBuf::from("/dev/root"))
        );
    }

    #[test]
    fn are_the_mounts_of_this_host_understood() {
        let mounts = Host::default().mounts().expect("this host's mounts");
        assert!(mounts.iter().any(|mount| mount.mount_point == "/"));
    }
}
