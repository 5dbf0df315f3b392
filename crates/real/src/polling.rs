//! Whether a drive's completions can be asked for instead of awaited (`IORING_SETUP_IOPOLL`).

use crate::host::{Host, Node};
use crate::line::LONGEST_TRANSFER;
use crate::system;
use crate::uring::Uring;
use std::fs::{File, Metadata};
use std::os::fd::AsRawFd;
use std::os::unix::fs::{FileTypeExt, MetadataExt};

/// The longest transfer that can be polled, in bytes: at most [`LONGEST_TRANSFER`].
///
/// A longer one than the queue takes in one piece would have to be split, which the kernel refuses
/// for polled I/O, and its worker then tries again for ever (Linux 6.1 with null_blk).
///
/// That a polled read is done says little: of a file's holes the file system answers alone, and a
/// write to the same place then fails (EOPNOTSUPP). So its disk must say that its queue is polled,
/// and a read as long as any must be done.
///
/// # Errors
/// Its disk is not known, has no polled queue, or does not carry out the read: a clause.
pub fn can_be_polled(host: &Host, file: &File) -> Result<usize, String> {
    let metadata = file.metadata().map_err(|error| error.to_string())?;
    let device = match metadata.file_type().is_block_device() {
        true => metadata.rdev(),
        false => metadata.dev(),
    };
    let node = host
        .node(system::device_number(device))
        .map_err(|_| "cannot tell which disk its file is on".to_owned())?;
    let disk = node.disk();
    if disk.attribute("queue/io_poll").is_some_and(|on| on == "0") {
        return Err(format!(
            "no polled queue for {}: its queue/io_poll in /sys is 0",
            disk.name
        ));
    }
    let longest = in_one_piece(&disk).min(LONGEST_TRANSFER as u64);
    let probed = readable_bytes(&node, &metadata).min(longest) & !4095;
    // Below LONGEST_TRANSFER.
    Uring::probe_polled(file.as_raw_fd(), probed.max(4096) as usize)
        .map_err(|error| format!("polled read of its first {} KiB: {error}", probed >> 10))?;
    Ok(longest as usize)
}

/// What its queue takes without splitting it, in whole 4 KiB. Memory may lie in pieces of 4 KiB.
fn in_one_piece(disk: &Node) -> u64 {
    let number = |name: &str| disk.number_attribute(name);
    let by_length = number("queue/max_sectors_kb").map(|kib| kib << 10);
    let by_pieces = number("queue/max_segments").map(|pieces| pieces << 12);
    let least = by_length.into_iter().chain(by_pieces).min();
    least.map_or(LONGEST_TRANSFER as u64, |bytes| (bytes & !4095).max(4096))
}

/// How much can be read from its beginning.
fn readable_bytes(node: &Node, metadata: &Metadata) -> u64 {
    match metadata.file_type().is_block_device() {
        true => node.number_attribute("size").unwrap_or(8) << 9,
        false => metadata.len(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::os::unix::fs::symlink;

    /// The story: a drive whose queue takes 127 KiB in one piece was probed with 4 MiB, and the
    /// program never came back.
    #[test]
    fn polled_transfers_fit_the_queue() {
        let folder = tempfile::tempdir().expect("a folder");
        let host = Host {
            sys: folder.path().join("sys"),
            proc: folder.path().join("proc"),
            dev: folder.path().join("dev"),
        };
        let disk = host.sys.join("devices/nullb0");
        fs::create_dir_all(disk.join("queue")).expect("a disk");
        fs::create_dir_all(host.sys.join("dev/block")).expect("a list");
        fs::write(disk.join("dev"), "253:0\n").expect("a number");
        symlink(&disk, host.sys.join("dev/block/253:0")).expect("a link");
        let node = || host.node((253, 0)).expect("a node");
        assert_eq!(in_one_piece(&node()), LONGEST_TRANSFER as u64);
        fs::write(disk.join("queue/max_sectors_kb"), "127\n").expect("an attribute");
        assert_eq!(in_one_piece(&node()), 124 << 10);
        fs::write(disk.join("queue/max_segments"), "16\n").expect("an attribute");
        assert_eq!(in_one_piece(&node()), 64 << 10);
    }

    /// On a busy host 'auto' took polling for a file on a disk without a polled queue: reads of the
    /// file's holes, which need no disk, were the fastest of all. Then three phases failed,
    /// 'Operation not supported'.
    #[test]
    fn is_a_disk_without_a_polled_queue_never_polled_however_well_holes_are_read() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("hole.img");
        let file = File::create_new(&path).expect("a file");
        file.set_len(8 << 20).expect("a hole");
        let (major, minor) = system::device_number(file.metadata().expect("a file").dev());
        let host = Host {
            sys: folder.path().join("sys"),
            proc: folder.path().join("proc"),
            dev: folder.path().join("dev"),
        };
        let unknown = can_be_polled(&host, &file).expect_err("no /sys");
        assert!(unknown.contains("cannot tell which disk"), "{unknown}");

        let disk = host.sys.join("devices/vda");
        fs::create_dir_all(disk.join("queue")).expect("a disk");
        fs::create_dir_all(host.sys.join("dev/block")).expect("a list");
        fs::write(disk.join("dev"), format!("{major}:{minor}\n")).expect("a number");
        fs::write(disk.join("queue/io_poll"), "0\n").expect("an attribute");
        symlink(&disk, host.sys.join(format!("dev/block/{major}:{minor}"))).expect("a link");
        let refused = can_be_polled(&host, &file).expect_err("no polled queue");
        assert!(refused.contains("no polled queue for vda"), "{refused}");
    }
}
