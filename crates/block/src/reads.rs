//! Reads of a drive, and those of them that met no data.

/// What was read so far, in units of the drive's choice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reads {
    /// Units read.
    pub units: u64,
    /// Of these, units known to hold no data: never written, trimmed or erased. A drive answers
    /// them without its medium.
    pub unwritten: u64,
}

impl Reads {
    /// What was read since an `earlier` reading.
    pub fn since(&self, earlier: &Self) -> Self {
        Self {
            units: self.units.saturating_sub(earlier.units),
            unwritten: self.unwritten.saturating_sub(earlier.unwritten),
        }
    }

    /// Share of units without data in percent, rounded; of less than one percent 0.
    pub fn unwritten_percent(&self) -> u32 {
        let percent = (u128::from(self.unwritten) * 100 + u128::from(self.units) / 2)
            .checked_div(u128::from(self.units))
            .unwrap_or(0);
        match self.unwritten.saturating_mul(100) < self.units {
            true => 0,
            false => percent as u32,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Reads;

    #[test]
    fn share_is_rounded_but_not_up_to_one_percent() {
        let percent = |unwritten, units| Reads { units, unwritten }.unwritten_percent();
        assert_eq!([percent(0, 0), percent(0, 7), percent(7, 7)], [0, 0, 100]);
        assert_eq!([percent(9, 1000), percent(10, 1000)], [0, 1]);
        assert_eq!([percent(1, 3), percent(2, 3)], [33, 67]);
    }
}
