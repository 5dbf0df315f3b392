//! Which programs have a device or file open. A claim (`O_EXCL`) is known to the kernel only;
//! this finds what does not claim: a virtual machine or a database on a raw disk.

use super::{DeviceNumber, Ground, Host, Same};
use crate::system;
use std::fmt;
use std::fs;
use std::io;
use std::path::Path;

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
                let overlaid = opened.file.device.0 == 0
                    && ground.bytes.contains(&opened.bytes)
                    && system::is_on_overlay(descriptor).unwrap_or(false);
                let other = Ground::of(descriptor, opened.file, opened.bytes, overlaid);
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
            // It may have ended, or belong to another user.
            let descriptors = fs::read_dir(dir.join("fd")).into_iter().flatten().flatten();
            let mut found = None;
            for descriptor in descriptors {
                if wanted(&descriptor.path()) {
                    let info = dir.join("fdinfo").join(descriptor.file_name());
                    found = found.max(Some(is_for_writing(&info)));
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
            let ground = Ground::of(file, there.file, there.bytes, false);
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
