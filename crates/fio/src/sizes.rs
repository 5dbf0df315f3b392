//! Sizes of a mixed job's I/Os, each with its share.

use crate::mix::Sizes;
use crate::number;
use crate::settings::Settings;
use crate::work::{block, whole_blocks};
use fourcorners_bench::Direction;

/// Sizes of the reads or of the writes.
pub(crate) fn sizes(settings: &mut Settings<'_>, op: Direction) -> Option<Sizes> {
    if settings.text("bssplit").is_none() {
        return block(settings, op).map(|bytes| vec![(bytes, 100)]);
    }
    let kb_base = settings.kb_base();
    settings.read("bssplit", |text| {
        let mut parts = text.split(',').filter(|part| !part.is_empty());
        let first = parts
            .next()
            .ok_or("expected SIZE/PERCENT, as in 4k/70:64k/30")?;
        let part = match op {
            Direction::Write => parts.next().unwrap_or(first),
            _ => first,
        };
        split(part, kb_base)
    })
}

/// `4k/70:64k/30`; shares that are not said have what is left, evenly.
fn split(text: &str, kb_base: u64) -> Result<Sizes, String> {
    let mut sizes: Vec<(u64, Option<u64>)> = Vec::new();
    for one in text.split(':').filter(|one| !one.is_empty()) {
        let (size, share) = one.split_once('/').unwrap_or((one, ""));
        let share = match share.trim() {
            "" => None,
            share => Some(
                share
                    .parse()
                    .map_err(|_| format!("'{one}': expected SIZE/PERCENT"))?,
            ),
        };
        sizes.push((whole_blocks(number::bytes(size.trim(), kb_base)?)?, share));
    }
    let said = sizes.iter().filter_map(|(_, share)| *share);
    let said = said.fold(0_u64, u64::saturating_add);
    let open = sizes.iter().filter(|(_, share)| share.is_none()).count() as u64;
    let left = 100_u64
        .checked_sub(said)
        .ok_or("its shares add up to more than 100 %")?;
    if open == 0 && left > 0 {
        return Err(format!("its shares add up to {said} %, not 100"));
    }
    let mut nth = 0;
    let sizes = sizes.into_iter().map(|(bytes, share)| {
        let share = share.unwrap_or_else(|| {
            nth += 1;
            // With what rounding left over.
            left * nth / open - left * (nth - 1) / open
        });
        (bytes, share)
    });
    Ok(sizes.collect())
}
