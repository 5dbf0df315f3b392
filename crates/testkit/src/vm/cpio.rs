//! Archives in the form that the kernel unpacks at boot (cpio, newc).

use super::Failure;
use super::tool::about;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

const LINK: u32 = 0o12_0000;

/// Appends an archive of everything in `folder`, owned by root. Archives follow each other in a
/// file as layers: the kernel unpacks one after the other.
pub(super) fn append(folder: &Path, to: &mut File) -> Result<(), Failure> {
    let mut archive = Archive {
        out: BufWriter::with_capacity(1 << 20, to),
        inode: 0,
    };
    archive
        .folder(folder, Path::new(""))
        .and_then(|()| archive.entry(OsStr::new("TRAILER!!!"), 0, &[]))
        .and_then(|()| archive.out.flush())
        .map_err(about(folder))
}

struct Archive<'a> {
    out: BufWriter<&'a mut File>,
    inode: u32,
}

impl Archive<'_> {
    fn folder(&mut self, folder: &Path, inside: &Path) -> io::Result<()> {
        let mut entries: Vec<_> = fs::read_dir(folder)?.collect::<io::Result<_>>()?;
        entries.sort_by_key(fs::DirEntry::file_name);
        for entry in entries {
            let (path, name) = (entry.path(), inside.join(entry.file_name()));
            let mode = entry.metadata()?.mode();
            if entry.file_type()?.is_dir() {
                self.entry(name.as_os_str(), mode, &[])?;
                self.folder(&path, &name)?;
            } else if entry.file_type()?.is_symlink() {
                let target = fs::read_link(&path)?;
                self.entry(
                    name.as_os_str(),
                    LINK | 0o777,
                    target.as_os_str().as_bytes(),
                )?;
            } else {
                self.entry(name.as_os_str(), mode, &fs::read(&path)?)?;
            }
        }
        Ok(())
    }

    fn entry(&mut self, name: &OsStr, mode: u32, data: &[u8]) -> io::Result<()> {
        self.inode += 1;
        let size = u32::try_from(data.len()).map_err(io::Error::other)?;
        // Inode, mode, user, group, links, time, size, device and special device, name, check.
        let fields = [
            self.inode,
            mode,
            0,
            0,
            1,
            0,
            size,
            0,
            0,
            0,
            0,
            name.len() as u32 + 1,
            0,
        ];
        let mut header = String::from("070701");
        for field in fields {
            header += &format!("{field:08x}");
        }
        self.out.write_all(header.as_bytes())?;
        self.out.write_all(name.as_bytes())?;
        self.out.write_all(&[0])?;
        self.pad(header.len() + name.len() + 1)?;
        self.out.write_all(data)?;
        self.pad(data.len())
    }

    fn pad(&mut self, written: usize) -> io::Result<()> {
        let padding = written.next_multiple_of(4) - written;
        self.out.write_all(&[0; 4][..padding])
    }
}
