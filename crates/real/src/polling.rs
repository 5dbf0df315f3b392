//! Whether a drive's completions can be asked for instead of awaited (`IORING_SETUP_IOPOLL`).

use crate::host::{Host, Node};
use crate::line::LONGEST_TRANSFER;
use crate::system;
use crate::uring::Uring;
use std::fs::{File, Metadata};
use std::os::fd::AsRawFd;
use std::os::unix::fs::{FileTypeExt, MetadataExt};

/// Why it cannot be polled, a clause.
///
/// That a polled read is done says little: of a file's holes the file system answers alone, and a
/// write to the same place then fails (EOPNOTSUPP). So its disk must say that its queue is polled,
/// and a read as long as any must be done.
///
/// # Errors
/// Its disk is not known, has no polled queue, or does not carry out the read.
pub fn can_be_polled(host: &Host, file: &File) -> Result<(), String> {
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
    let longest = readable_bytes(&node, &metadata).min(LONGEST_TRANSFER as u64) & !4095;
    // Below LONGEST_TRANSFER.
    Uring::probe_polled(file.as_raw_fd(), longest.max(4096) as usize)
        .map_err(|error| format!("polled read of its first {} KiB: {error}", longest >> 10))
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
