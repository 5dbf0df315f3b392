//! What shares bytes with a drive under another name protects it, however deep it lies: loop
//! devices on devices, on files, and on each other.
//!
//! Once only what stood on a drive was looked at. A loop device over the running system's disk was
//! overwritten, while the disk by its own name was refused.

use super::partitions::{confirmed, partitioned};
use super::{SIZE, file, folder, refused_but_for, request, said};
use crate::host::{Holder, Loop, Mounted, SwapOn, disk_folder, is_root, make_ext4, run};
use fourcorners_real::{OpenRequest, open};
use std::fs::{self, File};
use std::ops::Range;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

fn confirmed_by_path(drive: &Path) -> OpenRequest {
    confirmed(drive, &drive.to_string_lossy())
}

/// Refused although named and confirmed, for this reason, with the bytes of `kept` as before.
pub fn refused_although_confirmed(drive: &Path, kept: &Path, words: &[&str]) {
    refused_although_confirmed_but_for(drive, kept, words, &(0..0));
}

/// As `refused_although_confirmed`, but others may write to that range of bytes.
fn refused_although_confirmed_but_for(
    drive: &Path,
    kept: &Path,
    words: &[&str],
    others: &Range<u64>,
) {
    let sentence = said(&refused_but_for(&confirmed_by_path(drive), kept, others));
    for word in words {
        assert!(sentence.contains(word), "'{word}' in: {sentence}");
    }
}

/// Opened, named and confirmed.
pub fn allowed(drive: &Path) {
    drop(open(&confirmed_by_path(drive)).unwrap_or_else(|error| panic!("{error}")));
}

#[test]
fn mounted_device_is_refused_through_a_loop_device_on_it() {
    if !is_root("a loop device on a mounted device") {
        return;
    }
    let folder = folder();
    let below = Loop::over(&file(folder.path()), &[]);
    make_ext4(&below.name());
    let mounted = Mounted::new(&below.name(), &folder.path().join("mnt"));
    let at = mounted.at.display().to_string();
    let words = [&*below.name(), "which underlies", "is mounted at", &at];
    let above = Loop::over(&below.device, &[]);
    refused_although_confirmed(&above.device, &below.file, &words);
    let top = Loop::over(&above.device, &[]);
    refused_although_confirmed(&top.device, &below.file, &words);
}

#[test]
fn mounted_partition_is_refused_through_a_loop_device_on_its_disk() {
    if !is_root("a partition of a loop device") {
        return;
    }
    let folder = folder();
    let path = file(folder.path());
    let Some((disk, [one, two])) = partitioned(&path) else {
        return;
    };
    make_ext4(&one);
    let mounted = Mounted::new(&one, &folder.path().join("mnt"));
    let at = mounted.at.display().to_string();
    for below in [&disk.name(), &one] {
        let above = Loop::over(Path::new(below), &[]);
        let words = [&*one, "which underlies", "is mounted at", &at];
        refused_although_confirmed(&above.device, &path, &words);
    }
    // The neighbour shares none of its bytes; nor are neighbours in each other's way.
    let above = Loop::over(Path::new(&two), &[]);
    allowed(&above.device);
    drop(mounted);
    let other = Loop::over(Path::new(&one), &[]);
    let both = [&above, &other].map(|device| {
        open(&confirmed_by_path(&device.device)).unwrap_or_else(|error| panic!("{error}"))
    });
    drop(both);
}

#[test]
fn mounted_loop_device_is_refused_through_another_on_the_same_file() {
    if !is_root("two loop devices on one file") {
        return;
    }
    let folder = folder();
    let path = file(folder.path());
    let [one, two] = [(); 2].map(|()| Loop::over(&path, &[]));
    make_ext4(&one.name());
    // Not in use, the other does no harm; and while we have it nobody can mount the other.
    allowed(&two.device);
    let mounted = Mounted::new(&one.name(), &folder.path().join("mnt"));
    let at = mounted.at.display().to_string();
    refused_although_confirmed(&two.device, &path, &[&*one.name(), "is mounted at", &at]);
    drop(mounted);
    let (first, last) = ("0", "4194304");
    let start = Loop::over(&path, &["--offset", first, "--sizelimit", last]);
    let end = Loop::over(&path, &["--offset", last, "--sizelimit", last]);
    let mounted = Mounted::new(&one.name(), &folder.path().join("mnt"));
    refused_although_confirmed(&start.device, &path, &["is mounted at"]);
    drop(mounted);
    make_ext4(&end.name());
    let _mounted = Mounted::new(&end.name(), &folder.path().join("mnt"));
    refused_although_confirmed(&two.device, &path, &[&*end.name(), "is mounted at"]);
    // Other bytes of the same file.
    drop((one, two));
    allowed(&start.device);
}

#[test]
fn loop_device_on_the_same_file_cannot_be_mounted_meanwhile() {
    if !is_root("two loop devices on one file") {
        return;
    }
    let folder = folder();
    let path = file(folder.path());
    let [one, two] = [(); 2].map(|()| Loop::over(&path, &[]));
    make_ext4(&one.name());
    let drive = open(&confirmed_by_path(&two.device)).unwrap_or_else(|error| panic!("{error}"));
    let at = folder.path().join("mnt");
    fs::create_dir(&at).expect("a mount point");
    let at = at.to_string_lossy().into_owned();
    assert_eq!(
        run("mount", &[&one.name(), &at]),
        None,
        "mounted while in use"
    );
    drop(drive);
}

/// A program that looked at the devices at that moment was said to be what uses them.
#[test]
fn loop_device_is_refused_when_another_on_its_file_is_mounted_elsewhere() {
    if !is_root("a mount in another namespace") {
        return;
    }
    let folder = folder();
    let path = file(folder.path());
    let [one, two] = [(); 2].map(|()| Loop::over(&path, &[]));
    make_ext4(&one.name());
    let at = folder.path().join("mnt");
    fs::create_dir(&at).expect("a mount point");
    let mount = format!("mount {} {}", one.name(), at.display());
    let script = format!("exec unshare --mount sh -c '{mount} && sync && echo ready && read wait'");
    let Some(_holder) = Holder::new(&script) else {
        println!("a mount in another namespace: skipped, unshare cannot make one here");
        return;
    };
    let reader = Holder::new(&format!("exec 3<{}; echo ready; read wait", one.name()));
    refused_although_confirmed(&two.device, &path, &[&*one.name(), "mount namespace"]);
    drop(reader);
}

#[test]
fn file_open_for_writing_is_refused_through_a_loop_device_on_it() {
    if !is_root("a loop device on a file in use") {
        return;
    }
    let folder = folder();
    let path = file(folder.path());
    let device = Loop::over(&path, &[]);
    let script = format!("exec 3<>{}; echo ready; read wait", path.display());
    let writer = Holder::new(&script).expect("a program");
    let by = format!("sh (process {})", writer.process());
    refused_although_confirmed(&device.device, &path, &["is in use by", &by]);
    let above = Loop::over(&device.device, &[]);
    refused_although_confirmed(&above.device, &path, &["is in use by", &by]);
    drop(writer);
    let script = format!("exec 3<>{}; echo ready; read wait", device.name());
    let _writer = Holder::new(&script).expect("a program");
    refused_although_confirmed(&above.device, &path, &["is in use by"]);
}

#[test]
fn swap_file_is_refused_through_a_loop_device_on_it_and_under_a_hidden_name() {
    if !is_root("a swap file") {
        return;
    }
    let folder = disk_folder();
    let inner = folder.path().join("inner");
    fs::create_dir(&inner).expect("a folder");
    let (path, link) = (inner.join("swapfile"), folder.path().join("link"));
    fs::write(&path, vec![0; SIZE as usize]).expect("a file without holes");
    run("chmod", &["600", &path.to_string_lossy()]).expect("mode");
    fs::hard_link(&path, &link).expect("a second name");
    let Some(swap) = SwapOn::new(&path.to_string_lossy()) else {
        println!("a swap file: skipped, this kernel does not swap");
        return;
    };
    let device = Loop::over(&path, &[]);
    let refuses = |drive: &Path, kept: &Path, words: &[&str]| {
        refused_although_confirmed_but_for(drive, kept, words, &SwapOn::PAGES);
    };
    refuses(&device.device, &path, &["holds active swap", "swapoff"]);
    drop(device);
    // Its folder is hidden by a mount; then another file has its name.
    run("mount", &["-t", "tmpfs", "none", &inner.to_string_lossy()]).expect("a tmpfs");
    let hidden = Mounted { at: inner.clone() };
    for other in [None, Some(())] {
        if other.is_some() {
            fs::write(&path, "").expect("another file");
        }
        refuses(&link, &link, &["holds active swap"]);
        let device = Loop::over(&link, &[]);
        refuses(&device.device, &link, &["holds active swap"]);
    }
    drop(hidden);
    drop(swap);
}

#[test]
fn file_below_a_loop_device_is_known_by_number_whatever_its_name_says() {
    if !is_root("a file below a loop device") {
        return;
    }
    let folder = disk_folder();
    let inner = folder.path().join("inner");
    fs::create_dir(&inner).expect("a folder");
    let path = file(&inner);
    let link = folder.path().join("link");
    fs::hard_link(&path, &link).expect("a second name");
    let device = Loop::over(&path, &[]);
    let words = ["is backed by it", &*device.name()];
    // Its folder is hidden by a mount.
    let tmpfs = inner.to_string_lossy().into_owned();
    run("mount", &["-t", "tmpfs", "none", &tmpfs]).expect("a tmpfs");
    let hidden = Mounted { at: inner.clone() };
    refused_although_confirmed(&link, &link, &words);
    // Another file of that name and length is none of its business.
    let other = file(&inner);
    allowed(&other);
    drop(hidden);
    // Its name is deleted.
    fs::remove_file(&path).expect("the first name");
    refused_although_confirmed(&link, &link, &words);
}

#[test]
fn file_below_a_loop_device_of_another_namespace_is_refused() {
    if !is_root("a loop device of another namespace") {
        return;
    }
    let folder = disk_folder();
    let path = file(folder.path());
    let there = folder.path().join("there");
    fs::create_dir(&there).expect("a mount point");
    let script = format!(
        "mount -t tmpfs none {0} && mkdir {0}/x && mount --bind {1} {0}/x && \
         LOOP=$(losetup --find --show {0}/x/backing.img) && trap 'losetup -d $LOOP' EXIT && \
         echo ready && read wait",
        there.display(),
        folder.path().display()
    );
    let Some(_holder) = Holder::new(&format!(
        "unshare --mount sh -c '{}'",
        script.replace('\'', "'\\''")
    )) else {
        println!("a loop device of another namespace: skipped, unshare cannot make one here");
        return;
    };
    refused_although_confirmed(&path, &path, &["is backed by it", "/dev/loop"]);
}

#[test]
fn file_below_an_overlay_is_refused_where_a_loop_device_stands_on_the_overlay() {
    if !is_root("an overlay") {
        return;
    }
    let folder = folder();
    let [lower, upper, work, merged] =
        ["lower", "upper", "work", "merged"].map(|name| folder.path().join(name));
    for dir in [&lower, &upper, &work, &merged] {
        fs::create_dir(dir).expect("a folder");
    }
    let options = format!(
        "lowerdir={},upperdir={},workdir={}",
        lower.display(),
        upper.display(),
        work.display()
    );
    let at = merged.to_string_lossy().into_owned();
    if run("mount", &["-t", "overlay", "none", "-o", &options, &at]).is_none() {
        println!("an overlay: skipped, this kernel has none");
        return;
    }
    let _overlay = Mounted { at: merged.clone() };
    let seen = file(&merged);
    // Shorter than those of other tests, which would be refused, too.
    let shorter = SIZE - (4 << 20);
    let cut = File::options().write(true).open(&seen);
    cut.and_then(|file| file.set_len(shorter))
        .expect("a shorter file");
    let held = upper.join(seen.file_name().expect("a name"));
    let device = Loop::over(&seen, &[]);
    refused_although_confirmed(&held, &held, &["it may be the file", &*device.name()]);
    drop(device);
    // The other way round.
    let device = Loop::over(&held, &[]);
    refused_although_confirmed(&seen, &held, &["it may be the file", &*device.name()]);
    // Two loop devices, one on each.
    let other = Loop::over(&seen, &[]);
    make_ext4(&device.name());
    let _mounted = Mounted::new(&device.name(), &folder.path().join("mnt"));
    refused_although_confirmed(&other.device, &held, &["it may be the file"]);
    // A file of another length cannot be it.
    let other = folder.path().join("other.img");
    fs::write(&other, vec![0; SIZE as usize / 2]).expect("a file");
    allowed(&other);
}

/// The kernel does not tell a path of more than a page, and such a loop device counted as unused.
#[test]
fn file_below_a_loop_device_is_known_where_its_path_is_too_long_to_be_told() {
    if !is_root("a loop device on a file with a long path") {
        return;
    }
    let folder = disk_folder();
    let path = file(folder.path());
    // Through a working folder, as no single path may be as long.
    let script = format!(
        "cd {0} && for i in $(seq 20); do mkdir {1} && cd {1} || exit; done && \
         ln {0}/backing.img deep.img && LOOP=$(losetup --find --show deep.img) && \
         trap 'losetup -d $LOOP' EXIT && echo ready && read wait",
        folder.path().display(),
        "x".repeat(250)
    );
    let Some(_holder) = Holder::new(&script) else {
        println!("a loop device on a file with a long path: skipped, losetup makes none");
        return;
    };
    refused_although_confirmed(&path, &path, &["is backed by it", "/dev/loop"]);
}

/// A mapping needs no descriptor, so the program was not seen.
#[test]
fn file_that_a_program_has_mapped_for_writing_is_refused() {
    if !is_root("a mapped file") {
        return;
    }
    let folder = folder();
    let path = file(folder.path());
    let map = "import mmap, os, sys; fd = os.open(sys.argv[1], os.O_RDWR); \
               m = mmap.mmap(fd, 0); os.close(fd); print('ready', flush=True); sys.stdin.read()";
    let script = format!("exec python3 -c \"{map}\" {}", path.display());
    let _holder = Holder::new(&script).expect("a program");
    refused_although_confirmed(&path, &path, &["is in use by python3"]);
}

#[test]
fn file_is_refused_that_a_file_system_is_mounted_from_directly() {
    if !is_root("erofs mounted from a file") {
        return;
    }
    let folder = folder();
    let path = folder.path().join("image");
    let source = folder.path().join("source");
    fs::create_dir(&source).expect("a folder");
    let [image, source] = [&path, &source].map(|path| path.to_string_lossy().into_owned());
    if run("mkfs.erofs", &["--quiet", &image, &source]).is_none() {
        println!("erofs mounted from a file: skipped, mkfs.erofs is not installed");
        return;
    }
    let at = folder.path().join("mnt");
    fs::create_dir(&at).expect("a mount point");
    // mount(8) would make a loop device.
    let call = "import ctypes, sys; a = [s.encode() for s in sys.argv[1:]]; \
                sys.exit(ctypes.CDLL(None).mount(a[0], a[1], b'erofs', 1, None) != 0)";
    let to = at.to_string_lossy().into_owned();
    if run("python3", &["-c", call, &image, &to]).is_none() {
        println!("erofs mounted from a file: skipped, this kernel needs a device");
        return;
    }
    let _mounted = Mounted { at };
    refused_although_confirmed(&path, &path, &["is mounted at", &to]);
}

/// A link that is changed while it is looked at once led the checks to one file and the opening
/// to another, which was under a loop device: 4 runs of 18.
#[test]
fn link_changed_during_the_checks_leads_to_no_other_file() {
    if !is_root("a link that changes") {
        return;
    }
    let folder = disk_folder();
    let [free, link, new] = ["free", "link", "new"].map(|name| folder.path().join(name));
    fs::write(&free, vec![1; SIZE as usize]).expect("a file");
    let taken = file(folder.path());
    let _device = Loop::over(&taken, &[]);
    symlink(&free, &link).expect("a link");
    let stop = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            for target in [&taken, &free].into_iter().cycle() {
                if stop.load(Ordering::Relaxed) {
                    return;
                }
                symlink(target, &new).expect("a link");
                fs::rename(&new, &link).expect("the link, replaced");
            }
        });
        let (mut opened, mut refusals, mut wrong) = (0, 0, 0);
        while (opened < 20 || refusals < 20) && wrong == 0 {
            match open(&request(&link)) {
                Err(_) => refusals += 1,
                Ok(_drive) => {
                    opened += 1;
                    let descriptors = fs::read_dir("/proc/self/fd").expect("our own").flatten();
                    let files = descriptors.filter_map(|one| fs::read_link(one.path()).ok());
                    wrong += files.filter(|file| *file == taken).count();
                }
            }
        }
        stop.store(true, Ordering::Relaxed);
        assert_eq!(wrong, 0, "the file that was refused was opened");
    });
}
