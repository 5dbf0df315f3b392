//! Programs that write and are not found in their main table of open files.
//!
//! Each of these wrote to a file that a run was overwriting at the same time.

use super::shared::{allowed, refused_although_confirmed};
use super::{file, folder};
use crate::host::{Holder, Loop, is_root};
use std::path::Path;
use std::process::Command;

/// What all of them begin with: `path` is what they hold, and `ready` holds it until the test ends.
const BEGIN: &str = "
import ctypes, os, sys, threading
libc = ctypes.CDLL(None, use_errno=True)
path = sys.argv[1]
def ready():
    print('ready', flush=True)
    sys.stdin.read()
";

/// `unshare(CLONE_FILES)`.
const THREAD: &str = "
def work():
    assert libc.unshare(0x400) == 0
    os.open(path, os.O_RDWR)
    ready()
thread = threading.Thread(target=work)
thread.start()
thread.join()
";

/// A shared map without a descriptor, by a descriptor for writing or not. `first-ends`: only
/// another thread is left of the program.
const MAP: &str = "
access, protection, first = sys.argv[2:]
libc.mmap.restype = ctypes.c_void_p
libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t] + 3 * [ctypes.c_int] + [ctypes.c_long]
fd = os.open(path, os.O_RDWR if access == 'write' else os.O_RDONLY)
address = libc.mmap(None, 4096, 3 if protection == 'write' else 1, 1, fd, 0)
assert address != ctypes.c_void_p(-1).value
os.close(fd)
if first == 'first-ends':
    threading.Thread(target=ready).start()
    libc.syscall(60 if os.uname().machine == 'x86_64' else 93, 0)
ready()
";

/// Sent to itself, and not received.
const IN_TRANSIT: &str = "
import socket
ends = socket.socketpair()
fd = os.open(path, os.O_RDWR)
socket.send_fds(ends[0], [b'.'], [fd])
os.close(fd)
ready()
";

const ACCOUNTING: &str = "
assert libc.acct(path.encode()) == 0
ready()
";

fn holder(before: &[&str], script: &str, path: &Path, arguments: &[&str]) -> Option<Holder> {
    let words = [before, &["python3", "-c"]].concat();
    let mut command = Command::new(words[0]);
    command
        .args(&words[1..])
        .arg(format!("{BEGIN}{script}"))
        .arg(path)
        .args(arguments);
    Holder::of(&mut command)
}

#[test]
fn thread_with_its_own_table_of_open_files_is_found() {
    if !is_root("a thread with its own table of open files") {
        return;
    }
    let folder = folder();
    let path = file(folder.path());
    let writer = holder(&[], THREAD, &path, &[]).expect("a program");
    refused_although_confirmed(&path, &path, &["is in use by python3"]);
    drop(writer);
    let device = Loop::over(&path, &[]);
    for held in [&path, &device.device] {
        let writer = holder(&[], THREAD, held, &[]).expect("a program");
        refused_although_confirmed(&device.device, &path, &["is in use by python3"]);
        drop(writer);
    }
    allowed(&device.device);
}

#[test]
fn map_that_is_or_can_become_writable_is_found() {
    if !is_root("a mapped file") {
        return;
    }
    let folder = folder();
    let path = file(folder.path());
    let device = Loop::over(&path, &[]);
    for (protection, first) in [
        ("write", "first-stays"),
        ("write", "first-ends"),
        ("read", "first-stays"),
        ("read", "first-ends"),
    ] {
        for held in [&path, &device.device] {
            let writer = holder(&[], MAP, held, &["write", protection, first]);
            let writer = writer.expect("a program");
            refused_although_confirmed(&device.device, &path, &["is in use by python3"]);
            drop(writer);
        }
    }
    // What was opened for reading can never be written by its map.
    let reader = holder(&[], MAP, &path, &["read", "read", "first-stays"]);
    allowed(&device.device);
    drop(reader);
}

/// The kernel grants no lease on such a file, though nothing in /proc says who writes to it.
#[test]
fn file_open_for_writing_out_of_sight_is_refused() {
    let folder = folder();
    let path = file(folder.path());
    let reader = holder(&[], MAP, &path, &["read", "read", "first-stays"]);
    allowed(&path);
    drop(reader);
    let unnamed = ["is in use by something", "not visible in /proc"];
    let sent = holder(&[], IN_TRANSIT, &path, &[]).expect("a program");
    refused_although_confirmed(&path, &path, &unnamed);
    drop(sent);
    if !is_root("process accounting") {
        return;
    }
    // Of a PID namespace, so that the host's own accounting goes on.
    let namespace = ["unshare", "--fork", "--pid"];
    match holder(&namespace, ACCOUNTING, &path, &[]) {
        Some(_accounting) => refused_although_confirmed(&path, &path, &unnamed),
        None => println!("process accounting: skipped, this kernel has none"),
    }
}
