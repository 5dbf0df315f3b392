//! Which programs have a device or file open. A claim (`O_EXCL`) is known to the kernel only;
//! this finds what does not claim: a virtual machine or a database on a raw disk.

use super::{DeviceNumber, Ground, Host, Same};
use crate::system::{self, Layering};
use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// A program that has something open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// As in `qemu-system-x86`.
    pub name: String,
    /// Process number.
    pub process: u32,
    /// Open for writing.
    pub writes: bool,
}

impl fmt::Display for Program {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} (process {})", self.name, self.process)
    }
}

impl Host {
    /// Other programs that have one of these block devices or files open. Those of other users
    /// are seen by root only, those of other containers not at all.
    pub fn programs_on(
        &self,
        numbers: &[DeviceNumber],
        grounds: &[&Ground],
    ) -> io::Result<Vec<Program>> {
        self.programs(|descriptor| {
            let Some(opened) = system::opened(descriptor) else {
                return false;
            };
            let is_it = |ground: &&Ground| {
                // Asked only of what may be it: a file system that hangs must not hang us.
                let layering = match opened.file.device.0 {
                    0 if ground.bytes.contains(&opened.bytes) => system::layering(descriptor),
                    _ => None,
                };
                let told = layering.unwrap_or(Layering::None).into();
                let other = Ground::of(descriptor, opened.file, opened.bytes, told);
                ground.is(&other) != Same::No
            };
            match opened.device {
                Some(device) => numbers.contains(&device),
                None => opened.regular && grounds.iter().any(is_it),
            }
        })
    }

    fn programs(&self, wanted: impl Fn(&Path) -> bool) -> io::Result<Vec<Program>> {
        let mut programs = Vec::new();
        for entry in fs::read_dir(&self.proc)? {
            let name = entry?.file_name();
            let Some(process) = name.to_str().and_then(|name| name.parse::<u32>().ok()) else {
                continue;
            };
            if process == std::process::id() {
                continue;
            }
            let dir = self.proc.join(name);
            let mut found = mapped(&dir, &wanted).then_some(true);
            for dir in tables(&dir) {
                // It may have ended, or belong to another user.
                let descriptors = fs::read_dir(dir.join("fd")).into_iter().flatten().flatten();
                for descriptor in descriptors {
                    if wanted(&descriptor.path()) {
                        let info = dir.join("fdinfo").join(descriptor.file_name());
                        found = found.max(Some(is_for_writing(&info)));
                    }
                }
            }
            if let Some(writes) = found {
                let name = fs::read_to_string(dir.join("comm")).unwrap_or_default();
                programs.push(Program {
                    name: name.trim().into(),
                    process,
                    writes,
                });
            }
        }
        programs.sort_by_key(|program| program.process);
        Ok(programs)
    }
}

/// Where a process's open files are listed: under its threads if its first has ended.
fn tables(process: &Path) -> Vec<PathBuf> {
    let any = |dir: &Path| fs::read_dir(dir.join("fd")).is_ok_and(|mut all| all.next().is_some());
    if any(process) {
        return vec![process.into()];
    }
    let threads = fs::read_dir(process.join("task")).into_iter().flatten();
    let mut threads = threads.flatten().map(|thread| thread.path());
    threads.find(|thread| any(thread)).into_iter().collect()
}

/// Whether it has a file mapped so that what it writes into memory goes there: that needs no
/// descriptor. proc(5): `7f02c9000000-7f02c9001000 rw-s 00000000 fe:00 1234 /srv/disk.img`.
fn mapped(process: &Path, wanted: impl Fn(&Path) -> bool) -> bool {
    let maps = fs::read(process.join("maps")).unwrap_or_default();
    let mut lines = maps.split(|byte| *byte == b'\n');
    lines.any(|line| {
        let mut fields = line.split(|byte| *byte == b' ');
        let range = fields.next().unwrap_or_default();
        let shared = fields
            .next()
            .is_some_and(|mode| mode.get(1) == Some(&b'w') && mode.get(3) == Some(&b's'));
        let range = String::from_utf8_lossy(range);
        shared && wanted(&process.join("map_files").join(&*range))
    })
}

/// proc(5): `flags:` are those of open(2), in octal. What cannot be read counts as writing.
fn is_for_writing(info: &Path) -> bool {
    let text = fs::read_to_string(info).unwrap_or_default();
    let flags = text
        .lines()
        .find_map(|line| i32::from_str_radix(line.strip_prefix("flags:")?.trim(), 8).ok());
    flags.is_none_or(|flags| flags & libc::O_ACCMODE != libc::O_RDONLY)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    #[test]
    fn is_a_program_with_an_open_file_found() {
        let dir = tempfile::tempdir().expect("a folder");
        let file = dir.path().join("disk.img");
        fs::write(&file, "x").expect("a file");
        let host = Host {
            sys: dir.path().join("sys"),
            proc: dir.path().join("proc"),
            dev: dir.path().join("dev"),
        };
        for (process, flags) in [("4711", "0100002"), ("4712", "0100000")] {
            let process = host.proc.join(process);
            fs::create_dir_all(process.join("fd")).expect("fd");
            fs::create_dir_all(process.join("fdinfo")).expect("fdinfo");
            fs::write(process.join("comm"), "qemu-system-x86\n").expect("comm");
            symlink(&file, process.join("fd/7")).expect("a descriptor");
            symlink("pipe:[42]", process.join("fd/8")).expect("a descriptor");
            let info = format!("pos:\t0\nflags:\t{flags}\nmnt_id:\t29\n");
            fs::write(process.join("fdinfo/7"), info).expect("fdinfo");
        }
        let programs_on = |file: &Path| {
            let there = system::opened(file).expect("a file");
            let ground = Ground::of(file, there.file, there.bytes, Layering::None.into());
            host.programs_on(&[], &[&ground]).expect("read")
        };
        let found = programs_on(&file);
        let said: Vec<(String, bool)> = found.iter().map(|p| (p.to_string(), p.writes)).collect();
        assert_eq!(
            said,
            [
                ("qemu-system-x86 (process 4711)".into(), true),
                ("qemu-system-x86 (process 4712)".into(), false)
            ]
        );
        let other = dir.path().join("other.img");
        fs::write(&other, "x").expect("a file");
        assert_eq!(programs_on(&other), []);
    }
}
