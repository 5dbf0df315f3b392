//! Drawing without putting back: how often each kind comes is exact, when it comes is chance.

use fourcorners_block::Generator;

/// Kinds by number, with how many of each are left.
#[derive(Clone, Debug)]
pub(super) struct Urn {
    left: Vec<u64>,
    total: u64,
}

impl Urn {
    pub fn new(left: Vec<u64>) -> Self {
        let total = left.iter().sum();
        Self { left, total }
    }

    /// How many are left of all kinds.
    pub fn total(&self) -> u64 {
        self.total
    }

    /// Takes one out. `None`: it is empty.
    pub fn draw(&mut self, random: &mut Generator) -> Option<usize> {
        if self.total == 0 {
            return None;
        }
        let mut at = random.below(self.total);
        for (kind, left) in self.left.iter_mut().enumerate() {
            if at < *left {
                *left -= 1;
                self.total -= 1;
                return Some(kind);
            }
            at -= *left;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fourcorners_block::Seed;

    #[test]
    fn does_an_urn_give_exactly_what_was_put_in() {
        let mut urn = Urn::new(vec![3, 0, 5]);
        let mut random = Seed(1).generator();
        let mut drawn = [0; 3];
        while let Some(kind) = urn.draw(&mut random) {
            drawn[kind] += 1;
        }
        assert_eq!(drawn, [3, 0, 5]);
    }
}
