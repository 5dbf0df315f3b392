//! What the tests need besides Rust and a C compiler, installed from Debian's packages if we
//! are root and it is missing. Chromium draws the page, Node builds and tests it, Python tests its
//! package, fio is a second opinion, blkparse one of traces, bpftrace records, losetup and the mkfs
//! tools make real block devices to be careful with, nbdcopy and qemu-io use served drives, QEMU
//! boots guests.

use crate::run::{self, Failure};

/// Boots the guests of `cargo xtask vm`.
pub const QEMU: (&str, &str) = ("qemu-system-x86_64", "qemu-system-x86");

/// `(program, package)`.
const NEEDED: &[(&str, &str)] = &[
    ("chromium-headless-shell", "chromium-headless-shell"),
    ("node", "nodejs"),
    ("npm", "npm"),
    ("python3", "python3-venv"),
    ("git", "git"),
    ("fio", "fio"),
    ("kill", "procps"),
    ("losetup", "mount"),
    ("blkid", "util-linux"),
    ("sfdisk", "fdisk"),
    ("mkfs.ext4", "e2fsprogs"),
    ("mkfs.erofs", "erofs-utils"),
    ("blkparse", "blktrace"),
    ("bpftrace", "bpftrace"),
    ("nbdcopy", "libnbd-bin"),
    ("fusermount3", "fuse3"),
    ("qemu-io", "qemu-utils"),
    QEMU,
];

/// Makes sure that everything is there.
pub fn install() -> Result<(), Failure> {
    install_missing(NEEDED)
}

/// Makes sure that these are there: `(program, package)`.
pub fn install_missing(needed: &[(&str, &str)]) -> Result<(), Failure> {
    let present = |program: &str| {
        run::exists(program)
            || ["/sbin", "/usr/sbin"]
                .iter()
                .any(|folder| std::path::Path::new(folder).join(program).exists())
    };
    let missing: Vec<&str> = needed
        .iter()
        .filter(|(program, _)| !present(program))
        .map(|(_, package)| *package)
        .collect();
    if missing.is_empty() {
        return Ok(());
    }
    let list = missing.join(" ");
    if !run::is_root() || !run::exists("apt-get") {
        return Err(format!(
            "missing for the tests: {list}. Install them (Debian: sudo apt-get install {list}) and \
             run again"
        ));
    }
    println!("installing {list}");
    let apt = |arguments: &[&str]| {
        let mut command = run::command("apt-get", arguments);
        command.env("DEBIAN_FRONTEND", "noninteractive");
        run::output(command)
    };
    apt(&["update"])?;
    apt(&[
        &["install", "-y", "--no-install-recommends"],
        missing.as_slice(),
    ]
    .concat())
    .map(drop)
}
