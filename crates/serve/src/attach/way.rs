//! The ways to attach a drive.

use super::AttachError;
use super::device::{blocks, comes, free};
use super::tool::{ToolError, run, start};
use crate::socket::Address;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::Child;
use tempfile::TempDir;

/// By what a served drive is a block device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// The kernel's NBD client, set up by `nbd-client`.
    Nbd,
    /// ublk, by `nbdublk`.
    Ublk,
    /// A file of `nbdfuse`, and a loop device over it.
    Fuse,
}

const WAYS: [Way; 3] = [Way::Nbd, Way::Ublk, Way::Fuse];

/// A block device that the server's drive stands behind.
pub struct Attached {
    way: Way,
    device: PathBuf,
    /// The program that stays as long as the device.
    client: Child,
    /// Keeps a loop device.
    open: Option<File>,
    /// Where `nbdfuse` shows the file.
    mount: Option<TempDir>,
}

impl Attached {
    /// By the first way that this host offers.
    pub fn new(socket: &Path) -> Result<Self, AttachError> {
        let mut errors = Vec::new();
        for way in WAYS {
            let attached = match way {
                Way::Nbd => Self::by_nbd(socket),
                Way::Ublk => Self::by_ublk(socket),
                Way::Fuse => Self::by_fuse(socket),
            };
            match attached {
                Ok(attached) => return Ok(attached),
                Err(error) => errors.push((way, error)),
            }
        }
        Err(AttachError::NoWay(errors))
    }

    pub fn way(&self) -> Way {
        self.way
    }

    pub fn device(&self) -> &Path {
        &self.device
    }

    fn by_nbd(socket: &Path) -> Result<Self, ToolError> {
        let tool = "nbd-client";
        if free("nbd").is_none() {
            let _ = run("modprobe", &["nbd"]);
        }
        let device = free("nbd").ok_or(ToolError::NoDevice("free /dev/nbdN"))?;
        let (socket, path) = (socket.as_os_str(), device.as_os_str());
        let words = ["-unix".as_ref(), socket, path, "-block-size".as_ref()];
        // By netlink it would end at once, and nothing would tell that the device is lost.
        let stays = ["512", "-nofork", "-nonetlink"].map(AsRef::as_ref);
        let words = [&words[..], &stays].concat();
        let client = start(tool, &words)?;
        Self::ready(Way::Nbd, tool, device, client)
    }

    fn by_ublk(socket: &Path) -> Result<Self, ToolError> {
        let tool = "nbdublk";
        let _ = run("modprobe", &["ublk_drv"]);
        if !Path::new("/dev/ublk-control").exists() {
            return Err(ToolError::NoDevice("/dev/ublk-control"));
        }
        let numbers = (0..).map(|number| PathBuf::from(format!("/dev/ublkb{number}")));
        let device = numbers.into_iter().find(|device| !device.exists());
        let device = device.ok_or(ToolError::NoDevice("free /dev/ublkbN"))?;
        let uri = Address::Unix(socket.into()).uri();
        let client = start(tool, &[device.as_os_str(), uri.as_ref()])?;
        Self::ready(Way::Ublk, tool, device, client)
    }

    fn by_fuse(socket: &Path) -> Result<Self, ToolError> {
        let tool = "nbdfuse";
        let failed = |said: String| ToolError::Failed { tool, said };
        let mount =
            TempDir::with_prefix("fourcorners-").map_err(|error| failed(error.to_string()))?;
        let file = mount.path().join("drive");
        let uri = Address::Unix(socket.into()).uri();
        let client = start(tool, &[file.as_os_str(), uri.as_ref()])?;
        let mut attached = Self {
            way: Way::Fuse,
            device: PathBuf::new(),
            client,
            open: None,
            mount: Some(mount),
        };
        if !comes(|| file.exists()) {
            attached.end_client();
            return Err(failed("it shows no file".into()));
        }
        let words = ["--find", "--show", "--direct-io=on"].map(AsRef::as_ref);
        let looped = run("losetup", &[&words[..], &[file.as_os_str()]].concat());
        match looped {
            Ok(device) => {
                attached.device = device.into();
                // Detached while it is open, it goes when it is closed: also if the server is
                // killed.
                attached.open = File::open(&attached.device).ok();
                let words = ["--detach".as_ref(), attached.device.as_os_str()];
                run("losetup", &words).map(|_| attached)
            }
            Err(error) => {
                attached.end_client();
                Err(error)
            }
        }
    }

    fn ready(
        way: Way,
        tool: &'static str,
        device: PathBuf,
        client: Child,
    ) -> Result<Self, ToolError> {
        let mut attached = Self {
            way,
            device,
            client,
            open: None,
            mount: None,
        };
        if comes(|| blocks(&attached.device).is_some_and(|blocks| blocks > 0)) {
            return Ok(attached);
        }
        attached.end_client();
        let said = "its device has no content".into();
        Err(ToolError::Failed { tool, said })
    }

    /// Detaches a device that is not in use: what it holds is written to the drive first.
    pub fn detach(mut self) {
        let device = self.device.clone();
        let _ = run("blockdev", &["--flushbufs".as_ref(), device.as_os_str()]);
        match self.way {
            Way::Nbd => drop(run("nbd-client", &["-d".as_ref(), device.as_os_str()])),
            Way::Ublk => {}
            Way::Fuse => self.open = None,
        }
        self.end_client();
    }

    /// Whether its client has ended.
    pub fn has_ended(&mut self) -> bool {
        matches!(self.client.try_wait(), Ok(Some(_)) | Err(_))
    }

    /// Leaves a lost device to those who still use it: it goes with the last of them.
    pub fn abandon(mut self) {
        self.open = None;
        if self.way == Way::Nbd {
            let _ = run("nbd-client", &["-d".as_ref(), self.device.as_os_str()]);
        }
        if let Some(mount) = &self.mount {
            let _ = run("umount", &["--lazy".as_ref(), mount.path().as_os_str()]);
        }
        let _ = self.client.kill();
        let _ = self.client.wait();
    }

    fn end_client(&mut self) {
        if let Some(mount) = &self.mount {
            // What the loop device still closes is waited for.
            let unmounts = || run("umount", &[mount.path()]).is_ok();
            comes(unmounts);
        }
        let ends = self.client.id().to_string();
        let _ = run("kill", &["-INT", &ends]);
        if !comes(|| self.has_ended()) {
            let _ = self.client.kill();
            let _ = self.client.wait();
        }
    }
}
