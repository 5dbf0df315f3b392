//! The data that lies on a drive before a trace is replayed: as compressible as what the trace
//! writes, for what is read was written by the same use.

use fourcorners_block::DataClass;

/// One class for several, each with its weight: their own if they are one, else random bytes that
/// compress as they do together. `None` of none.
pub fn mean(classes: &[(DataClass, u64)]) -> Option<DataClass> {
    let mut classes = classes.iter().filter(|(_, weight)| *weight > 0);
    let first = classes.next()?;
    if classes.clone().all(|(class, _)| *class == first.0) {
        return Some(first.0);
    }
    let (mut sum, mut all) = (0, 0);
    for (class, weight) in std::iter::once(first).chain(classes) {
        sum += u128::from(per_mille(*class)) * u128::from(*weight);
        all += u128::from(*weight);
    }
    Some(DataClass::Ratio((sum / all) as u16))
}

/// To how many thousandths a good compressor brings it.
fn per_mille(class: DataClass) -> u16 {
    match class {
        DataClass::Zero | DataClass::Repeating => 0,
        DataClass::OneBuffer | DataClass::FullRandom => 1000,
        DataClass::Ratio(per_mille) => per_mille,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn does_it_compress_as_all_together() {
        use DataClass::{FullRandom, Ratio, Zero};
        assert_eq!(mean(&[]), None);
        assert_eq!(mean(&[(Zero, 3), (FullRandom, 0)]), Some(Zero));
        let mixed = mean(&[(Ratio(460), 40), (FullRandom, 60)]);
        assert_eq!(mixed, Some(Ratio(784)));
    }
}
