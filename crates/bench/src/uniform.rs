//! Fractions drawn at random.

use fourcorners_block::Generator;

/// 0 to just below 1, in steps of 2^-53.
pub fn uniform(random: &mut Generator) -> f64 {
    random.below(1 << 53) as f64 / (1_u64 << 53) as f64
}
