//! The letters for what an event does and how, as blkparse prints them, and back.

use super::event::{Event, category};

/// Those behind the direction, in blkparse's order.
const LETTERS: [(u8, u32); 4] = [
    (b'F', category::FUA),
    (b'A', category::AHEAD),
    (b'S', category::SYNC),
    (b'M', category::METADATA),
];

/// The letters of an event.
pub(super) fn letters(event: &Event) -> String {
    let mut rwbs = String::new();
    if event.is(category::FLUSH) {
        rwbs.push('F');
    }
    rwbs.push(match event {
        event if event.is(category::DISCARD) => 'D',
        event if event.is(category::WRITE) => 'W',
        event if event.bytes > 0 => 'R',
        _ => 'N',
    });
    let letters = LETTERS.iter().filter(|(_, bit)| event.is(*bit));
    rwbs.extend(letters.map(|(letter, _)| char::from(*letter)));
    rwbs
}

/// Bits of an event's `action`: how it is done, and the flush before it.
pub(super) fn flags(rwbs: &str) -> u32 {
    let (flush, rwbs) = match rwbs.strip_prefix('F') {
        Some(rwbs) => (category::FLUSH, rwbs),
        None => (0, rwbs),
    };
    let letters = rwbs.get(1..).unwrap_or_default();
    let set = LETTERS
        .iter()
        .filter(|(letter, _)| letters.contains(char::from(*letter)));
    set.fold(flush, |flags, (_, bit)| flags | bit)
}
