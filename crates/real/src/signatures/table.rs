//! Magic bytes: what they say, and where they stand.
//!
//! Offsets and magics are those of each format's own on-disk header. Checked against what mkfs
//! of XFS, btrfs, F2FS, FAT, exFAT, NTFS and ext4, mkswap, cryptsetup (LUKS 1 and 2), pvcreate
//! and sfdisk (GPT, MBR) write; the others are not.

/// `(what, byte offset, magic)`.
pub type Magic = (&'static str, u64, &'static [u8]);

/// Content of the device's own, from its start.
pub const CONTENT: &[Magic] = &[
    ("an ext2, ext3 or ext4 file system", 0x438, b"\x53\xef"),
    ("an XFS file system", 0, b"XFSB"),
    ("a btrfs file system", 0x1_0040, b"_BHRfS_M"),
    ("an F2FS file system", 0x400, b"\x10\x20\xf5\xf2"),
    ("an EROFS file system", 0x400, b"\xe2\xe1\xf5\xe0"),
    ("an HFS+ file system", 0x400, b"H+"),
    ("an HFS+ file system", 0x400, b"HX"),
    ("a NILFS2 file system", 0x406, b"\x34\x34"),
    ("a squashfs file system", 0, b"hsqs"),
    ("a JFS file system", 0x8000, b"JFS1"),
    ("a ReiserFS file system", 0x1_0034, b"ReIsEr"),
    ("an ISO 9660 file system", 0x8001, b"CD001"),
    ("a UDF file system", 0x8001, b"BEA01"),
    ("an APFS container", 32, b"NXSB"),
    ("an NTFS file system", 3, b"NTFS    "),
    ("an exFAT file system", 3, b"EXFAT   "),
    ("a BitLocker volume", 3, b"-FVE-FS-"),
    ("a FAT file system", 54, b"FAT"),
    ("a FAT file system", 82, b"FAT32   "),
    ("LUKS encryption", 0, b"LUKS\xba\xbe"),
    // LUKS2 keeps a second header at one of these places, by the first one's size.
    ("LUKS encryption", 0x4000, b"SKUL\xba\xbe"),
    ("LUKS encryption", 0x8000, b"SKUL\xba\xbe"),
    ("LUKS encryption", 0x1_0000, b"SKUL\xba\xbe"),
    ("LUKS encryption", 0x2_0000, b"SKUL\xba\xbe"),
    ("LUKS encryption", 0x4_0000, b"SKUL\xba\xbe"),
    ("LUKS encryption", 0x8_0000, b"SKUL\xba\xbe"),
    ("LUKS encryption", 0x10_0000, b"SKUL\xba\xbe"),
    ("LUKS encryption", 0x20_0000, b"SKUL\xba\xbe"),
    ("LUKS encryption", 0x40_0000, b"SKUL\xba\xbe"),
    ("dm-verity data", 0, b"verity\0\0"),
    ("dm-integrity data", 0, b"integrt\0"),
    // The end of the first page, for each page size of Linux.
    ("swap space", 4096 - 10, b"SWAPSPACE2"),
    ("swap space", 4096 - 10, b"SWAP-SPACE"),
    ("swap space", 8192 - 10, b"SWAPSPACE2"),
    ("swap space", 16384 - 10, b"SWAPSPACE2"),
    ("swap space", 65536 - 10, b"SWAPSPACE2"),
    ("a GPT partition table", 512, b"EFI PART"),
    ("a GPT partition table", 4096, b"EFI PART"),
];

/// Marks of a part of something larger, from the start.
pub const MEMBERS: &[Magic] = &[
    (
        "an XFS log of a file system on another device",
        0,
        b"\xfe\xed\xba\xbe",
    ),
    // The label may stand in any of the first four sectors.
    ("an LVM physical volume", 0, b"LABELONE"),
    ("an LVM physical volume", 512, b"LABELONE"),
    ("an LVM physical volume", 1024, b"LABELONE"),
    ("an LVM physical volume", 1536, b"LABELONE"),
    ("a member of an MD RAID (1.1)", 0, b"\xfc\x4e\x2b\xa9"),
    ("a member of an MD RAID (1.2)", 4096, b"\xfc\x4e\x2b\xa9"),
    (
        "a bcache or bcachefs device",
        4096 + 24,
        b"\xc6\x85\x73\xf6\x4e\x1a\x45\xca",
    ),
    (
        "a bcache or bcachefs device",
        4096 + 24,
        b"\xc6\x85\x73\xf6\x66\xce\x90\xa9",
    ),
    ("a Stratis pool", 512 + 4, b"!Stra0tis\x86\xff\x02^\x41rh"),
    ("a Ceph OSD", 0, b"bluestore block device"),
    ("a VDO volume", 0, b"dmvdo001"),
];

/// Content of the device's own: bytes before the end.
pub const CONTENT_AT_END: &[Magic] = &[
    ("a backup GPT partition table", 512, b"EFI PART"),
    ("a backup GPT partition table", 4096, b"EFI PART"),
];

/// Marks of a part of something larger: bytes before the end.
pub const MEMBERS_AT_END: &[Magic] = &[
    (
        "a member of an Intel firmware RAID",
        1024,
        b"Intel Raid ISM Cfg Sig. ",
    ),
    ("a member of a DDF firmware RAID", 512, b"\xde\x11\xde\x11"),
];

/// MD's, whose place depends on the capacity.
pub const MD: &[u8] = b"\xfc\x4e\x2b\xa9";
/// ZFS's uberblock magic, as little and big endian machines write it.
pub const ZFS: [&[u8]; 2] = [b"\x0c\xb1\xba\0\0\0\0\0", b"\0\0\0\0\0\xba\xb1\x0c"];
/// Length of one of ZFS's four labels.
pub const ZFS_LABEL: u64 = 256 << 10;
/// Where btrfs counts the devices of the file system (a little-endian u64).
pub const BTRFS_DEVICES: u64 = 0x1_0088;
/// The bytes 0x460 of an ext superblock; bit 3 of the first: a journal for another device.
pub const EXT_INCOMPATIBLE: u64 = 0x460;
