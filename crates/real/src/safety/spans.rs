//! The bytes that a drive is: its own, and all that lie below it, down to files. A device is in a
//! drive's way exactly if a span that it uses meets one that the drive writes.

use crate::host::{Below, DeviceNumber, Ground, Host, Lower, Node, Same};
use std::io;
use std::ops::Range;

/// Bytes of a device or file.
#[derive(Clone, Debug)]
pub struct Span {
    /// Of what.
    pub place: Place,
    /// Which.
    pub bytes: Range<u64>,
    /// How they were come to from the span above.
    pub step: Step,
    /// A loop device or a mapped device lies in between, so that the place is no other name of
    /// the drive itself.
    pub below: bool,
    /// Index of the span right above, in the same list; its own for the drive itself.
    pub above: usize,
}

/// What can carry bytes.
#[derive(Clone, Debug)]
pub enum Place {
    Device(Node),
    File(Ground),
}

/// From a device to what carries its bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// The drive itself.
    Start,
    /// From a partition to its disk.
    Disk,
    /// To another path to the same disk.
    OtherPath,
    /// From a loop device to its backing device or file, which it does not claim.
    Loop,
    /// From a mapped device, an array or a cache to its parts, which the kernel holds claimed.
    Claimed,
}

impl Span {
    /// Whether both mean the same bytes.
    pub fn meets(&self, other: &Self) -> Same {
        let overlap = self.bytes.start < other.bytes.end && other.bytes.start < self.bytes.end;
        match (&self.place, &other.place) {
            _ if !overlap => Same::No,
            (Place::Device(one), Place::Device(other)) if one == other => Same::Yes,
            (Place::File(one), Place::File(other)) => one.is(other),
            _ => Same::No,
        }
    }

    /// The device, if it is one.
    pub fn device(&self) -> Option<&Node> {
        match &self.place {
            Place::Device(node) => Some(node),
            Place::File(_) => None,
        }
    }
}

/// Whether any span of one meets any of the other's.
pub fn meet(one: &[Span], other: &[Span]) -> Same {
    let mut all = Same::No;
    for span in one {
        for met in other.iter().map(|other| span.meets(other)) {
            match met {
                Same::Yes => return Same::Yes,
                Same::Unproven => all = Same::Unproven,
                Same::No => {}
            }
        }
    }
    all
}

/// How far spans are followed down.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reach {
    Written,
    Used,
}

/// The spans that change when a device is written, its own first, each behind the one above it.
///
/// # Errors
/// Something that lies below cannot be found out.
pub fn spans_of(host: &Host, node: &Node) -> io::Result<Vec<Span>> {
    followed(host, node, Reach::Written)
}

/// The same, with those that it only reads: the origin of a snapshot.
///
/// # Errors
/// Something that lies below cannot be found out.
pub fn spans_used_by(host: &Host, node: &Node) -> io::Result<Vec<Span>> {
    followed(host, node, Reach::Used)
}

fn followed(host: &Host, node: &Node, reach: Reach) -> io::Result<Vec<Span>> {
    let mut spans = vec![Span {
        place: Place::Device(node.clone()),
        bytes: 0..size(node)?,
        step: Step::Start,
        below: false,
        above: 0,
    }];
    let mut next = 0;
    while let Some(above) = spans.get(next) {
        for span in under(host, above, reach)? {
            let known = |one: &Span| {
                one.bytes == span.bytes && one.step == span.step && one.meets(&span) == Same::Yes
            };
            if !spans.iter().any(known) {
                spans.push(Span {
                    above: next,
                    ..span
                });
            }
        }
        next += 1;
    }
    Ok(spans)
}

/// What lies right below a span.
fn under(host: &Host, above: &Span, reach: Reach) -> io::Result<Vec<Span>> {
    let Place::Device(node) = &above.place else {
        return Ok(Vec::new());
    };
    let shifted = |first: u64, bytes: &Range<u64>| {
        first.saturating_add(bytes.start)..first.saturating_add(bytes.end)
    };
    let span = |place, bytes, step| Span {
        place,
        bytes,
        step,
        below: above.below || matches!(step, Step::Loop | Step::Claimed),
        above: 0,
    };
    let disk = node.disk();
    if disk != *node {
        let first = node
            .number_attribute("start")
            .unwrap_or(0)
            .saturating_mul(512);
        return Ok(vec![span(
            Place::Device(disk),
            shifted(first, &above.bytes),
            Step::Disk,
        )]);
    }
    if let Some(backing) = host.backing(node)? {
        let bytes = shifted(backing.bytes.start, &above.bytes);
        let place = match backing.below {
            Below::Device(number) => present(host, number)?.map(Place::Device),
            Below::File(ground) => Some(Place::File(ground)),
        };
        let below = place.map(|place| span(place, bytes, Step::Loop));
        return Ok(below.into_iter().collect());
    }
    let mut found = Vec::new();
    if above.step != Step::OtherPath {
        for other in host.other_paths(node)? {
            let place = Place::Device(other);
            found.push(span(place, above.bytes.clone(), Step::OtherPath));
        }
    }
    for (node, bytes) in parts(host, node, &above.bytes, reach)? {
        found.push(span(Place::Device(node), bytes, Step::Claimed));
    }
    Ok(found)
}

/// The parts of a mapped device, an array or a cache that carry these bytes; all of each part
/// where that is not known better.
fn parts(
    host: &Host,
    node: &Node,
    bytes: &Range<u64>,
    reach: Reach,
) -> io::Result<Vec<(Node, Range<u64>)>> {
    let slaves = node.slaves()?;
    if slaves.is_empty() {
        return Ok(Vec::new());
    }
    let whole = |node: &Node| Ok((node.clone(), 0..size(node)?));
    let is_mapped = node.dir.join("dm").exists();
    let Some(table) = is_mapped
        .then(|| host.mapper_table(node.number).ok())
        .flatten()
    else {
        return slaves.iter().map(whole).collect();
    };
    let mut found = Vec::new();
    for line in table {
        let (start, end) = (
            line.bytes.start.max(bytes.start),
            line.bytes.end.min(bytes.end),
        );
        if start >= end {
            continue;
        }
        if let Some(number) = line.origin.filter(|_| reach == Reach::Used)
            && let Some(node) = present(host, number)?
        {
            found.push(whole(&node)?);
        }
        match line.below {
            Lower::Own => {}
            Lower::Linear(number, first) => {
                let first = first.saturating_add(start - line.bytes.start);
                let last = first.saturating_add(end - start);
                let below = present(host, number)?;
                found.extend(below.map(|node| (node, first..last)));
            }
            Lower::Spread(ranges) => {
                for (number, range) in ranges {
                    found.extend(present(host, number)?.map(|node| (node, range)));
                }
            }
            Lower::Whole(number) => {
                if let Some(node) = present(host, number)? {
                    found.push(whole(&node)?);
                }
            }
            Lower::Anything => {
                for slave in &slaves {
                    found.push(whole(slave)?);
                }
            }
        }
    }
    Ok(found)
}

/// The device of that number. One that was unplugged stays in the table of what stood on it, and
/// shares no bytes with any other.
fn present(host: &Host, number: DeviceNumber) -> io::Result<Option<Node>> {
    match host.node(number) {
        Ok(node) => Ok(Some(node)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// In bytes; /sys counts 512 of them whatever the block size is.
fn size(node: &Node) -> io::Result<u64> {
    let sectors = node.number_attribute("size");
    let bytes = sectors.and_then(|sectors| sectors.checked_mul(512));
    bytes.ok_or_else(|| {
        let what = format!("{} does not report its size", node.dir.display());
        io::Error::new(io::ErrorKind::InvalidData, what)
    })
}
