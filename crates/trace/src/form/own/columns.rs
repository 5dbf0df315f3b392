//! Numbers of any size in as few bytes as they need.

/// Appends a number in groups of seven bits, the lowest first; all but the last have the high bit.
pub(super) fn put(into: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        into.push(number as u8 | 0x80);
        number >>= 7;
    }
    into.push(number as u8);
}

/// Appends how far `to` is from `from`: small either way, and any distance.
pub(super) fn put_difference(into: &mut Vec<u8>, from: u64, to: u64) {
    let difference = to.wrapping_sub(from).cast_signed();
    put(into, (difference << 1 ^ difference >> 63).cast_unsigned());
}

/// Appends a text behind its length.
pub(super) fn put_text(into: &mut Vec<u8>, text: &str) {
    put(into, text.len() as u64);
    into.extend_from_slice(text.as_bytes());
}

/// A column while it is read. Each method is `None` where the column ends too early, or does
/// not hold what is asked for.
#[derive(Clone, Copy)]
pub(super) struct Column<'a> {
    pub(super) left: &'a [u8],
}

impl<'a> Column<'a> {
    #[inline]
    pub(super) fn byte(&mut self) -> Option<u8> {
        let (first, left) = self.left.split_first()?;
        self.left = left;
        Some(*first)
    }

    #[inline]
    pub(super) fn number(&mut self) -> Option<u64> {
        let first = self.byte()?;
        if first < 0x80 {
            return Some(first.into());
        }
        self.longer(u64::from(first & 0x7f))
    }

    fn longer(&mut self, mut number: u64) -> Option<u64> {
        for shift in (7..64).step_by(7) {
            let byte = self.byte()?;
            let bits = u64::from(byte & 0x7f);
            number |= bits << shift;
            if byte < 0x80 {
                // Of the tenth byte one bit has room.
                return (bits << shift >> shift == bits).then_some(number);
            }
        }
        None
    }

    #[inline]
    pub(super) fn after(&mut self, from: u64) -> Option<u64> {
        let number = self.number()?;
        let difference = (number >> 1).cast_signed() ^ -(number & 1).cast_signed();
        Some(from.wrapping_add(difference.cast_unsigned()))
    }

    pub(super) fn text(&mut self, most: usize) -> Option<&'a str> {
        let length = usize::try_from(self.number()?).ok()?;
        if length > most {
            return None;
        }
        let (text, left) = self.left.split_at_checked(length)?;
        self.left = left;
        std::str::from_utf8(text).ok()
    }
}
