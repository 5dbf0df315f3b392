//! The mean of what is compared by ratios.

/// The geometric mean of values above zero; `None` of none.
pub fn geometric_mean(values: impl IntoIterator<Item = f64>) -> Option<f64> {
    let (mut logarithms, mut count) = (0.0, 0_u32);
    for value in values {
        logarithms += value.ln();
        count += 1;
    }
    (count > 0).then(|| (logarithms / f64::from(count)).exp())
}

#[cfg(test)]
mod tests {
    use super::geometric_mean;

    #[test]
    fn is_it_the_root_of_the_product() {
        assert_eq!(geometric_mean([]), None);
        let mean = geometric_mean([2.0, 8.0, 4.0]).expect("a mean");
        assert!((mean - 4.0).abs() < 1e-12, "{mean}");
    }
}
