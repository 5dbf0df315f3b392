//! Every signature is found where it stands, and told from what it is not.

use super::*;

const SIZE: u64 = (64 << 20) + 12 * 512;

fn all(writes: &[(u64, &[u8])]) -> Vec<Signature> {
    let file = tempfile::tempfile().expect("a file");
    file.set_len(SIZE).expect("its size");
    for (offset, bytes) in writes {
        file.write_all_at(bytes, *offset).expect("the magic");
    }
    find(&file, 0, SIZE).expect("reading")
}

fn one(offset: u64, magic: &[u8]) -> Signature {
    let found = all(&[(offset, magic)]);
    found.into_iter().next().expect("something")
}

#[test]
fn is_every_signature_of_the_table_found() {
    for (member, from_start, at_end) in [
        (false, CONTENT, CONTENT_AT_END),
        (true, MEMBERS, MEMBERS_AT_END),
    ] {
        let at_end = at_end
            .iter()
            .map(|(what, before, m)| (*what, SIZE - before, *m));
        for (what, offset, magic) in from_start.iter().copied().chain(at_end) {
            let found = one(offset, magic);
            assert!(found.what.starts_with(what), "{what}: {found:?}");
            assert_eq!((found.member, found.offset), (member, offset), "{what}");
        }
    }
}

#[test]
fn is_a_member_named_before_a_partition_table_on_it() {
    let found = all(&[
        (510, b"\x55\xaa"),
        (512, b"EFI PART"),
        ((SIZE - 8192) / 4096 * 4096, MD),
    ]);
    assert!(
        found[0].member && found[0].what.contains("MD RAID"),
        "{found:?}"
    );
    assert!(
        found.iter().any(|one| one.what.contains("GPT")),
        "{found:?}"
    );
}

#[test]
fn is_each_way_to_hold_partitions_told() {
    let mbr = one(510, b"\x55\xaa").what;
    assert!(mbr.starts_with("an MBR partition table"), "{mbr}");
    let protective = all(&[(450, b"\xee"), (510, b"\x55\xaa")]);
    assert!(
        protective[0].what.contains("protective MBR"),
        "{protective:?}"
    );
    // The first sectors are gone, the copy at the end is whole.
    let copy = one(SIZE - 512, b"EFI PART").what;
    assert!(copy.starts_with("a backup GPT partition table"), "{copy}");
}

#[test]
fn is_a_btrfs_of_several_devices_a_member() {
    let count = |devices: u64| {
        let bytes = devices.to_le_bytes();
        all(&[(0x1_0040, b"_BHRfS_M"), (BTRFS_DEVICES, &bytes)])
    };
    assert!(!count(1)[0].member);
    assert!(count(3)[0].member && count(3)[0].what.contains("of 3 devices"));
}

#[test]
fn is_a_journal_of_another_file_system_a_member() {
    let found = all(&[(0x438, b"\x53\xef"), (EXT_INCOMPATIBLE, &[8])]);
    assert!(
        found[0].member && found[0].what.contains("journal"),
        "{found:?}"
    );
    let found = all(&[(0x438, b"\x53\xef"), (EXT_INCOMPATIBLE, &[0x46, 2])]);
    assert!(!found[0].member, "{found:?}");
}

#[test]
fn are_raid_and_zfs_found_at_the_end() {
    for offset in [(SIZE - 8192) / 4096 * 4096, (SIZE / 65536 - 1) * 65536] {
        let found = one(offset, MD);
        assert!(found.member && found.what.contains("MD RAID"), "{found:?}");
    }
    let last = SIZE / ZFS_LABEL * ZFS_LABEL;
    for label in [0, ZFS_LABEL, last - 2 * ZFS_LABEL, last - ZFS_LABEL] {
        for magic in ZFS {
            let found = one(label + (129 << 10), magic);
            assert!(found.member && found.what.contains("ZFS"), "{found:?}");
        }
    }
}

#[test]
fn is_a_part_of_the_device_looked_at_by_itself() {
    let file = tempfile::tempfile().expect("a file");
    file.set_len(SIZE).expect("its size");
    let (start, len) = (1 << 20, 8 << 20);
    file.write_all_at(b"LABELONE", start + 512).expect("magic");
    let found = find(&file, start, len).expect("reading");
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].what, "an LVM physical volume (byte 512)");
    assert_eq!(found[0].offset, start + 512);
    assert_eq!(find(&file, 0, SIZE).expect("reading"), []);
}

#[test]
fn is_nothing_found_on_what_holds_nothing() {
    assert_eq!(all(&[(12345, b"text that is no signature")]), []);
    let small = tempfile::tempfile().expect("a file");
    small.set_len(512).expect("its size");
    assert_eq!(find(&small, 0, 512).expect("reading"), []);
}
