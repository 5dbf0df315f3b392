//! Every device that shares bytes with the drive: its disk or its partitions, the same disk by
//! another path, what stands on it, what lies below it, and what stands on that.

use super::spans::{Place, Span, Step, meet, spans_of, spans_used_by};
use crate::host::{DeviceNumber, Ground, Host, Node, Same};
use std::io;
use std::path::Path;
use std::thread;
use std::time::Duration;

/// A device that shares bytes with the drive.
pub struct Shared {
    /// The device.
    pub node: Node,
    /// What to call it, as in `/dev/dm-1 (vg-home), which stands on /dev/sda2,`.
    pub said: String,
    /// It lies below a mapped device, an array or a cache, which holds it claimed.
    pub claimed: bool,
    /// A loop device that stands on the drive itself, not only on what lies below it.
    pub loop_above: bool,
}

/// The drive and all that shares bytes with it.
pub struct Sharing {
    /// The drive, if it is a block device.
    pub drive: Option<Node>,
    /// The drive's own bytes, and all below that change when it is written.
    pub spans: Vec<Span>,
    /// The drive itself first, if it is a block device.
    pub devices: Vec<Shared>,
    /// Loop devices on a file that may be the same.
    pub unproven: Vec<Node>,
}

impl Sharing {
    /// Of a block device.
    ///
    /// # Errors
    /// What lies below it, or below another device of this host, cannot be found out.
    pub fn of_device(host: &Host, node: &Node) -> io::Result<Self> {
        let itself = Shared {
            node: node.clone(),
            said: node.device(),
            claimed: false,
            loop_above: false,
        };
        let sharing = Self {
            drive: Some(node.clone()),
            spans: spans_of(host, node)?,
            devices: vec![itself],
            unproven: Vec::new(),
        };
        sharing.complete(host, &node.device())
    }

    /// Of a regular file; `path` is what to call it.
    ///
    /// # Errors
    /// As for a device.
    pub fn of_file(host: &Host, path: &Path, ground: Ground) -> io::Result<Self> {
        let span = Span {
            bytes: 0..*ground.bytes.end(),
            place: Place::File(ground),
            step: Step::Start,
            below: false,
            above: 0,
        };
        let sharing = Self {
            drive: None,
            spans: vec![span],
            devices: Vec::new(),
            unproven: Vec::new(),
        };
        sharing.complete(host, &path.display().to_string())
    }

    /// Asks every device of this host.
    fn complete(mut self, host: &Host, called: &str) -> io::Result<Self> {
        let all = || -> io::Result<Vec<(Node, Vec<Span>)>> {
            let devices = host.devices()?.into_iter();
            devices
                .map(|node| spans_used_by(host, &node).map(|spans| (node, spans)))
                .collect()
        };
        // A device that comes or goes meanwhile is one of which nothing can be found out.
        let mut found = all();
        for _ in 0..5 {
            if found.is_err() {
                thread::sleep(Duration::from_millis(20));
                found = all();
            }
        }
        for (node, spans) in found? {
            if self.drive.as_ref() == Some(&node) {
                continue;
            }
            match meet(&spans, &self.spans) {
                Same::No => {}
                Same::Unproven => self.unproven.push(node),
                Same::Yes => {
                    let shared = self.shared(node, &spans, called);
                    self.devices.push(shared);
                }
            }
        }
        Ok(self)
    }

    fn shared(&self, node: Node, spans: &[Span], called: &str) -> Shared {
        let name = format!("/dev/{}", node.full_name());
        let disk = node.disk();
        let mut own = self.spans.clone();
        own.retain(|span| !span.below);
        let above = spans
            .get(1)
            .filter(|_| meet(&spans[1..], &own) == Same::Yes);
        let other_path = |span: &Span| span.step == Step::OtherPath && span.device() == Some(&disk);
        let said = if self.spans.iter().any(other_path) {
            format!("{name} (the same disk by another path)")
        } else if self.drive.as_ref().map(Node::disk).as_ref() == Some(&disk) {
            name
        } else if self.span_of(&disk).is_some() {
            format!("{name}, which underlies {called},")
        } else if let Some(lower) = above.and_then(Span::device) {
            format!("{name}, which is built on {},", lower.device())
        } else {
            format!("{name}, which shares bytes with {called},")
        };
        let claimed = |span: &Span| span.step == Step::Claimed;
        Shared {
            said,
            claimed: self.span_of(&node).is_some_and(claimed),
            loop_above: above.is_some_and(|span| span.step == Step::Loop),
            node,
        }
    }

    /// The span of a device that lies below the drive, or is it.
    pub fn span_of(&self, node: &Node) -> Option<&Span> {
        self.spans.iter().find(|span| span.device() == Some(node))
    }

    /// Files that carry the drive's bytes.
    pub fn grounds(&self) -> impl Iterator<Item = &Ground> {
        self.spans.iter().filter_map(|span| match &span.place {
            Place::File(ground) => Some(ground),
            Place::Device(_) => None,
        })
    }

    /// The numbers of all devices.
    pub fn numbers(&self) -> Vec<DeviceNumber> {
        let numbers = self.devices.iter().map(|shared| shared.node.number);
        numbers.collect()
    }
}
