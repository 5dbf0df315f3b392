//! Where not every program or device can be seen, no block device is written: finding nobody that
//! uses it proves nothing there. A file needs less, because the kernel says whether it is in use.

use crate::host;
use crate::program;

use host::{Holder, Loop, digest, is_root, sparse_file};
use program::{Desk, Ended, ended};
use serde_json::Value;
use std::fs;
use std::os::unix::fs::{PermissionsExt as _, chown};
use std::path::Path;
use std::process::{Command, Stdio};

const SIZE: u64 = 16 << 20;
const PROGRAM: &str = env!("CARGO_BIN_EXE_fourcorners");
const NOBODY: u32 = 65534;

/// A wrapper that hides something, and what is said of a block device within.
const HIDES: [(&[&str], [&str; 2]); 2] = [
    (
        &["unshare", "--fork", "--pid", "--mount-proc"],
        ["outside of this container or PID namespace", "--pid=host"],
    ),
    (
        &["setpriv", "--bounding-set=-sys_ptrace"],
        ["programs of other users cannot be seen", "run as root"],
    ),
];

/// Runs the program within a wrapper.
fn within(wrapper: &[&str], arguments: &[&str]) -> Ended {
    let mut command = Command::new(wrapper[0]);
    command.args(&wrapper[1..]).arg(PROGRAM).args(arguments);
    ended(command.stdin(Stdio::null()).output().expect("the wrapper"))
}

fn name(path: &Path) -> String {
    path.display().to_string()
}

/// A run that is refused for these words, and leaves the bytes of `kept` as they were.
fn refused(wrapper: &[&str], drive: &Path, kept: &Path, words: &[&str]) {
    let before = digest(kept);
    let (drive, out) = (name(drive), name(&kept.with_file_name("runs")));
    let run = [
        "review",
        &*drive,
        "--suite",
        "quick",
        "--destroy",
        &*drive,
        "--serial",
        &*drive,
        "--out",
        &*out,
    ];
    within(wrapper, &run).refused(words);
    assert_eq!(digest(kept), before);
}

/// Whether a run would be refused, as `doctor` says it.
fn refusal(wrapper: &[&str], drive: &Path) -> Option<String> {
    let ended = within(wrapper, &["doctor", "--json", &name(drive)]);
    let document: Value = serde_json::from_str(&ended.stdout).expect("a document");
    let device = &document["devices"][0];
    assert_eq!(device["named"], true, "{}", ended.stderr);
    device["refused"].as_str().map(Into::into)
}

#[test]
fn block_device_is_refused_where_programs_are_out_of_sight_and_a_file_is_not() {
    if !is_root("sight") {
        return;
    }
    let folder = host::disk_folder();
    let device = Loop::over(&sparse_file(folder.path(), SIZE), &[]);
    for (wrapper, words) in HIDES {
        refused(wrapper, &device.device, &device.file, &words);
    }
    let file = device.file.clone();
    drop(device);
    for (wrapper, _) in HIDES {
        assert_eq!(refusal(wrapper, &file), None, "{wrapper:?}");
    }
    // A writer is outside, and has no name there.
    let script = format!("exec 3<>{}; echo ready; read wait", file.display());
    let _writer = Holder::new(&script).expect("a program");
    for (wrapper, _) in HIDES {
        refused(wrapper, &file, &file, &["is in use by"]);
    }
}

/// Within a PID namespace but with the host's /proc, the program took itself for another that had
/// the file open.
#[test]
fn own_pid_namespace_with_the_hosts_proc_sees_everything() {
    if !is_root("a PID namespace") {
        return;
    }
    let wrapper = ["unshare", "--fork", "--pid"];
    let folder = host::disk_folder();
    let device = Loop::over(&sparse_file(folder.path(), SIZE), &[]);
    assert_eq!(refusal(&wrapper, &device.device), None);
    let script = format!("exec 3<>{}; echo ready; read wait", device.name());
    let writer = Holder::new(&script).expect("a program");
    let by = format!("is in use by sh (process {})", writer.process());
    refused(&wrapper, &device.device, &device.file, &[&*by]);
    drop(writer);
    let file = device.file.clone();
    drop(device);
    let desk = Desk::new();
    let run = ["run", "random-write-4k-qd32", "--duration", "1s", "--quiet"];
    let (drive, out) = (name(&file), desk.text("runs"));
    let named = ["--out", &*out, &*drive, "--destroy", &*drive];
    within(&wrapper, &[&run[..], &named[..]].concat()).done();
}

/// A file under a loop device was overwritten where an empty folder was mounted over /sys/block.
#[test]
fn nothing_is_written_where_devices_or_programs_are_covered() {
    if !is_root("a mount over /sys/block") {
        return;
    }
    let folder = host::disk_folder();
    let file = sparse_file(folder.path(), SIZE);
    let covered = |drive: &Path, at: &str| {
        let script = format!("mount -t tmpfs none {at} && exec \"$@\"");
        let wrapper = ["unshare", "--mount", "sh", "-c", &*script, "sh"];
        let words = [at, "is not what the kernel shows there", "umount"];
        refused(&wrapper, drive, &file, &words);
    };
    covered(&file, "/sys/dev/block");
    covered(&file, "/proc/1");
    let device = Loop::over(&file, &["--read-only"]);
    covered(&file, "/sys/block");
    covered(&file, "/sys/devices/virtual/block");
    drop(device);
    let device = Loop::over(&file, &[]);
    covered(&device.device, "/sys/block");
}

#[test]
fn ordinary_user_may_write_a_file_of_their_own() {
    if !is_root("another user") {
        return;
    }
    let folder = host::disk_folder();
    let file = sparse_file(folder.path(), SIZE);
    let everyone = fs::Permissions::from_mode(0o666);
    fs::set_permissions(&file, everyone).expect("a mode");
    let owned = |path: &Path| chown(path, Some(NOBODY), Some(NOBODY)).expect("an owner");
    owned(folder.path());
    // May read all, so that the program itself can be run wherever it was built.
    let wrapper = [
        "setpriv",
        "--reuid=65534",
        "--regid=65534",
        "--clear-groups",
        "--inh-caps=+dac_read_search",
        "--ambient-caps=+dac_read_search",
    ];
    // The file of another user: no lease, and not all programs in sight.
    let words = ["programs of other users cannot be seen", "run as root"];
    refused(&wrapper, &file, &file, &words);
    owned(&file);
    assert_eq!(refusal(&wrapper, &file), None);
    // Root's writer is not visible to this user, but the kernel refuses the lease.
    let script = format!("exec 3<>{}; echo ready; read wait", file.display());
    let _writer = Holder::new(&script).expect("a program");
    refused(&wrapper, &file, &file, &["is in use by something"]);
}
