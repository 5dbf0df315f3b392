//! How many reads and writes there are of each size: the published table, and what it leaves
//! over, so chosen that the bytes agree.

use super::file::DefinitionFile;
use super::sourced::{Place, Size, Sourced};
use crate::TraceError;
use fourcorners_block::Bytes;
use toml::Spanned;

/// The largest I/O of a definition.
const LARGEST_IO: Bytes = Bytes::mib(16);

/// Sizes in bytes, and how many I/Os are of each.
pub(super) type Counts = Vec<(u64, u64)>;

/// Those of the reads and those of the writes.
pub(super) fn counts(
    file: &DefinitionFile,
    place: &Place<'_>,
) -> Result<(Counts, Counts), TraceError> {
    let mut reads = Direction::new(file, Kind::Reads);
    let mut writes = Direction::new(file, Kind::Writes);
    let total = reads.left + writes.left;
    for class in &file.sizes {
        let mut sizes = Vec::new();
        if class.of.is_empty() {
            return Err(place.wrong_at(
                &class.percent.value,
                "`of` is empty; it must list at least one size",
            ));
        }
        for size in &class.of {
            sizes.push(place.blocks("a size", size, LARGEST_IO)?);
        }
        let percent = place.percent("percent", &class.percent)?;
        let of_reads = match &class.percent_of_reads {
            Some(percent) => place.percent("percent_of_reads", percent)?,
            None => percent,
        };
        let all = part(total, percent);
        let of_reads = part(reads.left_at_first, of_reads).min(all);
        for (direction, count) in [(&mut reads, of_reads), (&mut writes, all - of_reads)] {
            direction
                .take(&sizes, count)
                .map_err(|problem| place.wrong_at(&class.percent.value, problem))?;
        }
    }
    let rest = listed("rest", &file.rest.of, place)?;
    for direction in [&mut reads, &mut writes] {
        direction
            .fill(&rest)
            .map_err(|problem| place.wrong_at(&file.rest.of.value, problem))?;
    }
    Ok((reads.counts, writes.counts))
}

/// So many I/Os of so many bytes together, of these sizes alone.
///
/// # Errors
/// These sizes cannot make that many bytes: a sentence.
pub(super) fn of_bytes(
    name: &'static str,
    count: u64,
    bytes: Bytes,
    sizes: &[u64],
) -> Result<Counts, String> {
    let mut direction = Direction {
        name,
        left_at_first: count,
        left: count,
        bytes: bytes.0,
        counts: Vec::new(),
    };
    direction.fill(sizes)?;
    Ok(direction.counts)
}

/// Sizes as a file lists them.
pub(super) fn listed(
    key: &str,
    sizes: &Sourced<Vec<Spanned<Size>>>,
    place: &Place<'_>,
) -> Result<Vec<u64>, TraceError> {
    let read = sizes.get().iter();
    let read: Vec<u64> = read
        .map(|size| place.blocks(&format!("a size of {key}"), size, LARGEST_IO))
        .collect::<Result<_, _>>()?;
    if read.is_empty() {
        return Err(place.wrong_at(
            &sizes.value,
            format!("{key}.of is empty; it must list at least one size"),
        ));
    }
    Ok(read)
}

/// So many thousandths of a per cent of a number.
pub(super) fn part(of: u64, milli_percent: u64) -> u64 {
    ((u128::from(of) * u128::from(milli_percent) + 50_000) / 100_000) as u64
}

#[derive(Clone, Copy)]
enum Kind {
    Reads,
    Writes,
}

/// Reads, or writes, while they are being shared out.
struct Direction {
    name: &'static str,
    left_at_first: u64,
    left: u64,
    bytes: u64,
    counts: Counts,
}

impl Direction {
    fn new(file: &DefinitionFile, kind: Kind) -> Self {
        let (name, own) = match kind {
            Kind::Reads => ("reads", &file.reads),
            Kind::Writes => ("writes", &file.writes),
        };
        Self {
            name,
            left_at_first: *own.count.get(),
            left: *own.count.get(),
            bytes: own.bytes.get().0.0,
            counts: Vec::new(),
        }
    }

    /// Equally many of each of these sizes, `count` together.
    fn take(&mut self, sizes: &[u64], count: u64) -> Result<(), String> {
        if count > self.left {
            return Err(format!(
                "the table needs {count} more {} of this size, but only {} of {} are left: lower \
                 or raise percent_of_reads",
                self.name, self.left, self.left_at_first
            ));
        }
        self.left -= count;
        let kinds = sizes.len() as u64;
        for (index, size) in sizes.iter().enumerate() {
            let one_more = u64::from((index as u64) < count % kinds);
            self.add(*size, count / kinds + one_more);
        }
        Ok(())
    }

    fn add(&mut self, size: u64, count: u64) {
        match self.counts.iter_mut().find(|(known, _)| *known == size) {
            Some((_, known)) => *known += count,
            None => self.counts.push((size, count)),
        }
    }

    /// What is left: evenly over all sizes, or over as many of the smallest, or of the largest, as
    /// make the bytes agree.
    fn fill(&mut self, sizes: &[u64]) -> Result<(), String> {
        let count = self.left;
        let listed: u128 = self
            .counts
            .iter()
            .map(|(size, count)| u128::from(*size) * u128::from(*count))
            .sum();
        let wanted = i128::from(self.bytes) - listed as i128;
        let (least, most) = (
            *sizes.iter().min().unwrap_or(&0),
            *sizes.iter().max().unwrap_or(&0),
        );
        let bounds = i128::from(count) * i128::from(least)..=i128::from(count) * i128::from(most);
        // Rounding the table to whole I/Os moves some bytes; a hundredth of them is allowed.
        let slack = i128::from(self.bytes / 100);
        if wanted < bounds.start() - slack || wanted > bounds.end() + slack {
            return Err(format!(
                "the table leaves {count} {} for {wanted} bytes, which sizes from {} to {} cannot \
                 add up to: change their bytes, the table's percent_of_reads, or the sizes of rest",
                self.name,
                Bytes(least),
                Bytes(most)
            ));
        }
        let mut sizes = sizes.to_vec();
        sizes.sort_unstable();
        let sum: i128 = sizes.iter().map(|size| i128::from(*size)).sum();
        let above_mean = wanted * sizes.len() as i128 >= i128::from(count) * sum;
        if above_mean {
            sizes.reverse();
        }
        let (few, more, of_few) = mixture(&sizes, count, wanted);
        self.take(&sizes[..few], of_few)?;
        self.take(&sizes[..more], count - of_few)
    }
}

/// `count` I/Os of `wanted` bytes together, evenly over so many of the first sizes (in order,
/// rising or falling), and over one more: both numbers of sizes, and the I/Os of the former.
fn mixture(sizes: &[u64], count: u64, wanted: i128) -> (usize, usize, u64) {
    let mut sum = 0;
    for few in 1..sizes.len() {
        let (of, more) = (few as i128, few as i128 + 1);
        sum += i128::from(sizes[few - 1]);
        let more_sum = sum + i128::from(sizes[few]);
        // x * sum / of + (count - x) * more_sum / more = wanted
        let slope = sum * more - more_sum * of;
        let ios = wanted * of * more - i128::from(count) * more_sum * of;
        let ios = if slope == 0 { 0 } else { ios / slope };
        if ios > 0 {
            return (few, few + 1, ios.min(i128::from(count)) as u64);
        }
    }
    (sizes.len(), sizes.len(), count)
}
