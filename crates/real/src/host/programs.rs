//! Which programs have a device or file open. A claim (`O_EXCL`) is known to the kernel only;
//! this finds what does not claim: a virtual machine or a database on a raw disk.

use super::{DeviceNumber, Ground, Host, Same};
use crate::system::{self, FileId, Layering};
use std::ffi::OsString;
use std::fmt;
use std::fs;
use std::io;
use std::os::unix::fs::MetadataExt;
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

/// Programs that have something open, as far as they can be seen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Programs {
    pub all: Vec<Program>,
    /// Processes that this user may not look at, but for the first.
    pub unseen: usize,
}

impl Programs {
    /// One that may write.
    pub fn writer(&self) -> Option<&Program> {
        self.all.iter().find(|program| program.writes)
    }
}

impl Host {
    /// Other programs that have one of these block devices or files open. Those of other users
    /// are seen by root only, those of other containers not at all ([`Host::hidden_programs`]).
    ///
    /// # Errors
    /// /proc cannot be read.
    pub fn programs_on(
        &self,
        numbers: &[DeviceNumber],
        grounds: &[&Ground],
    ) -> io::Result<Programs> {
        let search = Search {
            host: self,
            numbers,
            grounds,
            comparable: self.numbers_as_we_do(),
        };
        let own = self.own_process();
        let mut programs = Programs::default();
        for entry in fs::read_dir(&self.proc)? {
            let name = entry?.file_name();
            let Some(process) = name.to_str().and_then(|name| name.parse::<u32>().ok()) else {
                continue;
            };
            if process == own {
                continue;
            }
            match search.process(process) {
                Ok(None) => {}
                Ok(Some(writes)) => {
                    let name = fs::read_to_string(self.proc.join(&name).join("comm"));
                    programs.all.push(Program {
                        name: name.unwrap_or_default().trim().into(),
                        process,
                        writes,
                    });
                }
                // Some security modules hide the first process from root as well: it starts others,
                // and has no disk open by itself.
                Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
                    programs.unseen += usize::from(process != 1);
                }
                Err(error) => return Err(error),
            }
        }
        programs.all.sort_by_key(|program| program.process);
        Ok(programs)
    }
}

/// What is looked for in /proc. Each answer is whether it is open at all, and if so for writing.
struct Search<'a> {
    host: &'a Host,
    numbers: &'a [DeviceNumber],
    grounds: &'a [&'a Ground],
    /// System calls mean the same threads as /proc by their numbers.
    comparable: bool,
}

impl Search<'_> {
    /// All threads of a process: each can have a table of open files of its own, and the first may
    /// have ended, with whom its table and maps are gone.
    fn process(&self, process: u32) -> io::Result<Option<bool>> {
        let dir = self.host.proc.join(process.to_string());
        // Listing open files needs less permission than finding out where each leads to.
        unless_ended(fs::read_link(dir.join("ns/pid")))?;
        let mut found = None;
        let mut read: Vec<u32> = Vec::new();
        let mut is_mapped = None;
        for name in names(&dir.join("task"))? {
            let Some(thread) = name.to_str().and_then(|name| name.parse::<u32>().ok()) else {
                continue;
            };
            // Only there, not below `task`, is `map_files`.
            let dir = self.host.proc.join(&name);
            let shares = |other: &u32| system::share_descriptors(*other, thread) == Some(true);
            if !(self.comparable && read.iter().any(shares)) {
                found = found.max(self.descriptors(&dir)?);
                read.push(thread);
            }
            // All threads that are left have the same maps.
            if is_mapped.is_none() {
                is_mapped = self.maps(&dir)?;
                found = found.max(is_mapped.flatten());
            }
        }
        Ok(found)
    }

    fn descriptors(&self, dir: &Path) -> io::Result<Option<bool>> {
        let mut found = None;
        for name in names(&dir.join("fd"))? {
            if self.leads_there(&dir.join("fd").join(&name)) {
                let info = dir.join("fdinfo").join(name);
                found = found.max(Some(is_for_writing(&info)));
            }
        }
        Ok(found)
    }

    /// Files mapped so that what is written into memory goes there, or can once the program makes
    /// the map writable (`mprotect`); that needs no descriptor. None: it has no maps at all.
    /// proc(5): `7f02c9000000-7f02c9001000 rw-s 00000000 fe:00 1234 /srv/disk.img`.
    fn maps(&self, dir: &Path) -> io::Result<Option<Option<bool>>> {
        let maps = unless_ended(fs::read(dir.join("maps")))?;
        if maps.is_empty() {
            return Ok(None);
        }
        let mut found = None;
        for line in maps.split(|byte| *byte == b'\n') {
            let line = String::from_utf8_lossy(line);
            let mut fields = line.splitn(6, ' ');
            let mut next = || fields.next().unwrap_or_default();
            let (range, mode, _, device, inode, path) =
                (next(), next(), next(), next(), next(), next());
            let link = dir.join("map_files").join(range);
            if mode.get(3..) == Some("s") && self.is_mapped(dir, &link, device, inode, path) {
                // Its mode is that of the descriptor that it was mapped by.
                let by = fs::symlink_metadata(&link).ok().map(|link| link.mode());
                found = found.max(Some(by.is_none_or(|mode| mode & 0o200 != 0)));
            }
        }
        Ok(Some(found))
    }

    /// Whether a map is of what is looked for: by its link, which only CAP_SYS_ADMIN may follow,
    /// or else by what the line says.
    fn is_mapped(&self, dir: &Path, link: &Path, device: &str, inode: &str, path: &str) -> bool {
        if system::opened(link).is_some() {
            return self.leads_there(link);
        }
        let device = device.split_once(':').and_then(|(major, minor)| {
            let number = |text| u32::from_str_radix(text, 16).ok();
            Some((number(major)?, number(minor)?))
        });
        let file = device.zip(inode.parse().ok());
        let file = file.map(|(device, inode)| FileId { device, inode });
        let is_it = |ground: &&Ground| file.is_some() && ground.file == file;
        let path = path.trim_start().trim_start_matches('/');
        self.grounds.iter().any(is_it)
            || !path.is_empty() && self.leads_there(&dir.join("root").join(path))
    }

    fn leads_there(&self, path: &Path) -> bool {
        let Some(opened) = system::opened(path) else {
            return false;
        };
        let is_it = |ground: &&Ground| {
            // Asked only of what may be it: a file system that hangs must not hang us.
            let layering = match opened.file.device.0 {
                0 if ground.bytes.contains(&opened.bytes) => system::layering(path),
                _ => None,
            };
            let told = layering.unwrap_or(Layering::None).into();
            let other = Ground::of(path, opened.file, opened.bytes, told);
            ground.is(&other) != Same::No
        };
        match opened.device {
            Some(device) => self.numbers.contains(&device),
            None => opened.regular && self.grounds.iter().any(is_it),
        }
    }
}

/// The names in a folder of a process or thread; none once it has ended.
fn names(folder: &Path) -> io::Result<Vec<OsString>> {
    let mut names = Vec::new();
    let Some(entries) = unless_ended(fs::read_dir(folder).map(Some))? else {
        return Ok(names);
    };
    for entry in entries {
        let Some(entry) = unless_ended(entry.map(Some))? else {
            break;
        };
        names.push(entry.file_name());
    }
    Ok(names)
}

/// Nothing, where the process has ended meanwhile.
fn unless_ended<T: Default>(result: io::Result<T>) -> io::Result<T> {
    match result {
        Err(error)
            if error.kind() == io::ErrorKind::NotFound
                || error.raw_os_error() == Some(libc::ESRCH) =>
        {
            Ok(T::default())
        }
        result => result,
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
            let thread = process.file_name().expect("a number");
            fs::create_dir_all(process.join("task").join(thread)).expect("a thread");
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
            let found = host.programs_on(&[], &[&ground]).expect("read");
            assert_eq!(found.unseen, 0);
            found.all
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
