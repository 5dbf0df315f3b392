//! Block devices of the kernel.

use std::fs::{self, OpenOptions};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// A client takes milliseconds to make its device.
const PATIENCE: Duration = Duration::from_secs(10);

/// Whether a file system, another device or a program holds it: an exclusive open then fails.
pub fn is_in_use(device: &Path) -> bool {
    let flags = rustix::fs::OFlags::EXCL.bits() as i32;
    let opened = OpenOptions::new()
        .read(true)
        .custom_flags(flags)
        .open(device);
    opened.is_err_and(|error| error.kind() == std::io::ErrorKind::ResourceBusy)
}

/// Blocks of 512 bytes, as the kernel says.
pub fn blocks(device: &Path) -> Option<u64> {
    let name = device.file_name()?.to_str()?;
    let text = fs::read_to_string(format!("/sys/block/{name}/size")).ok()?;
    text.trim().parse().ok()
}

/// The first device of this kind without content, as in `/dev/nbd0`.
pub fn free(kind: &str) -> Option<PathBuf> {
    let devices = (0..).map(|number| PathBuf::from(format!("/dev/{kind}{number}")));
    let mut there = devices.take_while(|device| blocks(device).is_some());
    there.find(|device| blocks(device) == Some(0))
}

/// Waits until something is there. False: it has not come.
pub fn comes(mut is_there: impl FnMut() -> bool) -> bool {
    let begin = Instant::now();
    while !is_there() {
        if begin.elapsed() > PATIENCE {
            return false;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    true
}
