//! The FUSE side: one file, whose requests meet the faults.

use super::fault::{Fault, Kind, On};
use super::lock;
use super::medium::Medium;
use fuser::{
    Errno, FileAttr, FileHandle, FileType, Filesystem, FopenFlags, Generation, INodeNo, InitFlags,
    KernelConfig, LockOwner, OpenFlags, ReplyAttr, ReplyData, ReplyEmpty, ReplyEntry, ReplyOpen,
    ReplyWrite, Request, WriteFlags,
};
use std::ffi::OsStr;
use std::io;
use std::ops::Range;
use std::sync::{Arc, Mutex};
use std::time::{Duration, UNIX_EPOCH};

/// The file's name in the mount.
pub const FILE_NAME: &str = "drive.img";
const FILE: INodeNo = INodeNo(2);

/// A request without its answer.
enum Held {
    Read(u64, usize, ReplyData),
    Write(u64, Vec<u8>, ReplyWrite),
    Trim(u64, u64, ReplyEmpty),
}

/// What the file's requests meet.
pub struct State {
    pub medium: Medium,
    pub faults: Vec<Fault>,
    /// The guard let everything go.
    pub gave_up: bool,
    held: Vec<Held>,
}

impl State {
    pub fn new(medium: Medium) -> Self {
        Self {
            medium,
            faults: Vec::new(),
            gave_up: false,
            held: Vec::new(),
        }
    }

    pub fn held(&self) -> usize {
        self.held.len()
    }

    /// No faults any more; what was held is carried out.
    pub fn heal(&mut self) {
        self.faults.clear();
        for held in std::mem::take(&mut self.held) {
            match held {
                Held::Read(at, len, reply) => reply.data(&self.medium.read(at, len)),
                Held::Write(at, data, reply) => {
                    self.medium.write(at, &data);
                    reply.written(data.len() as u32);
                }
                Held::Trim(at, len, reply) => {
                    self.medium.punch(at, len);
                    reply.ok();
                }
            }
        }
    }

    /// Everything fails from now on, also what was held.
    pub fn give_up(&mut self) {
        self.gave_up = true;
        self.faults = vec![Fault::everywhere(Kind::Fail(libc::EIO))];
        for held in std::mem::take(&mut self.held) {
            match held {
                Held::Read(.., reply) => reply.error(Errno::EIO),
                Held::Write(.., reply) => reply.error(Errno::EIO),
                Held::Trim(.., reply) => reply.error(Errno::EIO),
            }
        }
    }

    /// Counts a request; what strikes it, and on which bytes of the drive.
    fn struck(&mut self, at: u64, len: u64, request: On) -> Vec<(Kind, Range<u64>)> {
        let range = at..at + len;
        self.faults
            .iter_mut()
            .filter_map(|fault| Some((fault.kind, fault.strikes(&range, request)?)))
            .collect()
    }

    fn read(&mut self, at: u64, len: usize, reply: ReplyData) {
        let struck = self.struck(at, len as u64, On::Reads);
        let mut bytes = self.medium.read(at, len);
        for (kind, range) in struck {
            let first = (range.start - at) as usize;
            let until = ((range.end - at) as usize).min(bytes.len());
            match kind {
                Kind::Fail(errno) => return reply.error(Errno::from_i32(errno)),
                Kind::Hold => return self.held.push(Held::Read(at, len, reply)),
                _ if first >= until => {}
                Kind::Flip => bytes[first] ^= 1,
                Kind::From(other) => {
                    let from = self.medium.read(other, until - first);
                    bytes[first..until].copy_from_slice(&from);
                }
                Kind::Ignore => {}
            }
        }
        reply.data(&bytes);
    }

    fn write(&mut self, at: u64, data: &[u8], reply: ReplyWrite) {
        let mut ignored = at..at;
        for (kind, range) in self.struck(at, data.len() as u64, On::Writes) {
            match kind {
                Kind::Fail(errno) => return reply.error(Errno::from_i32(errno)),
                Kind::Hold => return self.held.push(Held::Write(at, data.to_vec(), reply)),
                Kind::Ignore => ignored = range,
                Kind::Flip | Kind::From(_) => {}
            }
        }
        if at >= self.medium.says_bytes {
            return reply.error(Errno::EIO);
        }
        let (before, from) = data.split_at((ignored.start - at) as usize);
        let after = &from[(ignored.end - ignored.start) as usize..];
        self.medium.write(at, before);
        self.medium.write(ignored.end, after);
        reply.written(data.len() as u32);
    }

    /// Zeroing comes the same way, and meets the same faults.
    fn trim(&mut self, at: u64, len: u64, reply: ReplyEmpty) {
        for (kind, _) in self.struck(at, len, On::Trims) {
            match kind {
                Kind::Fail(errno) => return reply.error(Errno::from_i32(errno)),
                Kind::Hold => return self.held.push(Held::Trim(at, len, reply)),
                Kind::Flip | Kind::From(_) | Kind::Ignore => {}
            }
        }
        self.medium.punch(at, len);
        reply.ok();
    }

    fn attributes(&self, inode: INodeNo) -> FileAttr {
        let is_file = inode == FILE;
        FileAttr {
            ino: inode,
            size: if is_file { self.medium.says_bytes } else { 0 },
            blocks: 0,
            atime: UNIX_EPOCH,
            mtime: UNIX_EPOCH,
            ctime: UNIX_EPOCH,
            crtime: UNIX_EPOCH,
            kind: if is_file {
                FileType::RegularFile
            } else {
                FileType::Directory
            },
            perm: if is_file { 0o600 } else { 0o700 },
            nlink: 1,
            uid: 0,
            gid: 0,
            rdev: 0,
            flags: 0,
            blksize: 4096,
        }
    }
}

pub struct FaultyFile(pub Arc<Mutex<State>>);

impl Filesystem for FaultyFile {
    fn init(&mut self, _request: &Request, config: &mut KernelConfig) -> io::Result<()> {
        // Without these, one held request holds up all behind it.
        let _ = config.add_capabilities(InitFlags::FUSE_ASYNC_DIO);
        let _ = config.set_max_background(1024);
        let _ = config.set_congestion_threshold(1024);
        Ok(())
    }

    fn lookup(&self, _request: &Request, parent: INodeNo, name: &OsStr, reply: ReplyEntry) {
        if parent == INodeNo::ROOT && name == FILE_NAME {
            let attributes = lock(&self.0).attributes(FILE);
            reply.entry(&Duration::ZERO, &attributes, Generation(0));
        } else {
            reply.error(Errno::ENOENT);
        }
    }

    fn getattr(
        &self,
        _request: &Request,
        inode: INodeNo,
        _handle: Option<FileHandle>,
        reply: ReplyAttr,
    ) {
        reply.attr(&Duration::ZERO, &lock(&self.0).attributes(inode));
    }

    fn open(&self, _request: &Request, _inode: INodeNo, _flags: OpenFlags, reply: ReplyOpen) {
        let flags = FopenFlags::FOPEN_DIRECT_IO | FopenFlags::FOPEN_PARALLEL_DIRECT_WRITES;
        reply.opened(FileHandle(1), flags);
    }

    fn read(
        &self,
        _request: &Request,
        _inode: INodeNo,
        _handle: FileHandle,
        offset: u64,
        size: u32,
        _flags: OpenFlags,
        _owner: Option<LockOwner>,
        reply: ReplyData,
    ) {
        lock(&self.0).read(offset, size as usize, reply);
    }

    fn write(
        &self,
        _request: &Request,
        _inode: INodeNo,
        _handle: FileHandle,
        offset: u64,
        data: &[u8],
        _write_flags: WriteFlags,
        _flags: OpenFlags,
        _owner: Option<LockOwner>,
        reply: ReplyWrite,
    ) {
        lock(&self.0).write(offset, data, reply);
    }

    fn fsync(
        &self,
        _request: &Request,
        _inode: INodeNo,
        _handle: FileHandle,
        _datasync: bool,
        reply: ReplyEmpty,
    ) {
        reply.ok();
    }

    fn fallocate(
        &self,
        _request: &Request,
        _inode: INodeNo,
        _handle: FileHandle,
        offset: u64,
        length: u64,
        _mode: i32,
        reply: ReplyEmpty,
    ) {
        lock(&self.0).trim(offset, length, reply);
    }
}
