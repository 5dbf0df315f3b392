//! `nvme get-feature`, which prints text in every version; with `-H`, a line per field with its
//! abbreviation in parentheses.

use fourcorners_block::{Apst, Transition};

/// HSIZE counts in pages of the size that the host has set: 4 KiB.
const PAGE_BYTES: u64 = 4096;
/// The table of transitions has an entry for each power state.
const MOST_ENTRIES: u64 = 32;

/// The number of `get-feature:0x02 (Power Management), Current value:0x00000001`.
pub fn current_value(text: &str) -> Option<u64> {
    let rest = text.split("alue:").nth(1)?.trim_start();
    let digits = rest.trim_start_matches("0x");
    let digits = digits.split(|c: char| !c.is_ascii_hexdigit()).next()?;
    u64::from_str_radix(digits, 16).ok()
}

/// What a line says behind the abbreviation, as in `Idle Transition Power State   (ITPS): 3`.
fn field<'a>(line: &'a str, abbreviation: &str) -> Option<&'a str> {
    let (_, rest) = line.split_once(abbreviation)?;
    Some(rest.trim_start().strip_prefix(':')?.trim())
}

fn leading_number(text: &str) -> Option<u64> {
    text.split(|c: char| !c.is_ascii_digit())
        .next()?
        .parse()
        .ok()
}

/// Feature 0x0c: each entry is an idle time and the state that is entered after it; 0 ms: none.
pub fn apst(text: &str) -> Option<Apst> {
    let enabled = current_value(text)? & 1 == 1;
    let mut transitions = Vec::new();
    let mut idle_ms = None;
    let mut from = 0;
    for line in text.lines() {
        if let Some(value) = field(line, "(ITPT)") {
            idle_ms = leading_number(value);
        }
        let Some(value) = field(line, "(ITPS)") else {
            continue;
        };
        let after = idle_ms.take().filter(|ms| *ms > 0);
        if let Some((idle_ms, to)) = after.zip(leading_number(value)) {
            transitions.push(Transition { from, to, idle_ms });
        }
        from += 1;
        if from == MOST_ENTRIES {
            break;
        }
    }
    Some(Apst {
        enabled,
        transitions,
    })
}

/// Feature 0x0d: the memory that the host has granted; 0 while it is off.
pub fn host_buffer_bytes(text: &str) -> Option<u64> {
    if current_value(text)? & 1 == 0 {
        return Some(0);
    }
    let pages = text.lines().find_map(|line| field(line, "(HSIZE)"))?;
    leading_number(pages)?.checked_mul(PAGE_BYTES)
}
