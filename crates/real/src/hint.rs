//! What to do about a drive that is not opened. Which option changes that is for whoever asked.

use crate::error::{Doubt, OpenError};

impl OpenError {
    /// What to do, in one line; none: nothing but another drive helps.
    pub fn hint(&self) -> Option<String> {
        Some(match self {
            Self::NotFound { .. } => {
                "name a block device (lsblk lists them) or an existing file".into()
            }
            Self::NotAFolder { .. } => "remove the trailing slash".into(),
            Self::WrongKind { .. } => "name a block device, as in /dev/nvme0n1, or a file".into(),
            Self::NoPermission { .. } => "run as root (sudo), or as a user with permission".into(),
            Self::Mounted { mount_point, .. } => {
                format!("unmount it (umount {mount_point}), or choose another drive")
            }
            Self::SystemDisk { .. } => {
                "choose another drive, or boot from another medium to test this one".into()
            }
            Self::Swap { area, .. } => format!("switch it off first (swapoff {area})"),
            Self::Held { path, .. } => {
                format!(
                    "stop that volume, array or mapping first (lsblk {} shows it)",
                    path.display()
                )
            }
            Self::LoopBacked { device, .. } => format!(
                "detach that first (losetup --detach {device}), or test the loop device itself"
            ),
            Self::Claimed { .. } | Self::InUse { .. } => "stop that first".into(),
            Self::Unproven { doubt, .. } => doubt.hint(),
            Self::Zoned { .. } => "use another drive, or access this one through dm-zoned".into(),
            Self::ReadOnlyDevice { path } => format!(
                "lift its write protection (blockdev --setrw {}, or attach the loop device without \
                 --read-only), or use --read-only",
                path.display()
            ),
            Self::ReadOnlyFileSystem { .. } => {
                "put the file elsewhere, or remount it (mount -o remount,rw)".into()
            }
            Self::Member { path, .. } => format!(
                "remove it from its array, volume group or pool, then erase the signature (wipefs \
                 --all {})",
                path.display()
            ),
            Self::WrongSerial { .. } => "check that this is the drive to destroy".into(),
            Self::NoSpace { .. } => {
                "free some space, choose a smaller size, or put the file elsewhere".into()
            }
            Self::NoRoom { .. } => {
                "free that much there, extend it, or use a smaller file or volume".into()
            }
            Self::TooSmall { .. } => "the device may have no medium".into(),
            Self::NoDirectIo { .. } => {
                "put the file on a file system that supports it (such as ext4 or xfs), or use a \
                 block device"
                    .into()
            }
            Self::NoUring { .. } => {
                "allow it (sysctl kernel.io_uring_disabled=0, and the container's seccomp profile)"
                    .into()
            }
            Self::Changed { .. } => "try again".into(),
            Self::Another { .. } => {
                "put back the drive that was checked, or start a new run of this one".into()
            }
            Self::NotNamed { .. }
            | Self::NotPolled { .. }
            | Self::Signature { .. }
            | Self::Exists { .. }
            | Self::BadSize { .. }
            | Self::NoTrim { .. }
            | Self::NoErase { .. }
            | Self::Host { .. } => return None,
        })
    }
}

impl Doubt {
    fn hint(&self) -> String {
        match self {
            Self::Loop { device, .. } => {
                format!("detach that first (losetup --detach {device}), or run as root")
            }
            Self::Swap { .. } => "switch that off first (swapoff)".into(),
        }
    }
}
