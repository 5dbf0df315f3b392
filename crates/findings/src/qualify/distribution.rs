//! Student's t and Fisher's F distributions, by the regularized incomplete beta function.

/// Level of every interval here.
pub const LEVEL: f64 = 0.95;

/// Probability that |t| is at least so large, with so many degrees of freedom.
pub fn t_beyond(t: f64, degrees: f64) -> f64 {
    incomplete_beta(degrees / 2.0, 0.5, degrees / (degrees + t * t))
}

/// The t that |t| exceeds with a probability of 1 - [`LEVEL`].
pub fn t_quantile(degrees: f64) -> f64 {
    let is_beyond = |t: f64| t_beyond(t, degrees) < 1.0 - LEVEL;
    let (mut low, mut high) = (0.0, 1.0);
    // At one degree of freedom it is 12.7.
    while !is_beyond(high) && high < 1e6 {
        high *= 2.0;
    }
    // Each halves the distance: more than a double resolves.
    for _ in 0..80 {
        let middle = (low + high) / 2.0;
        match is_beyond(middle) {
            true => high = middle,
            false => low = middle,
        }
    }
    high
}

/// Probability that F is at least so large, with so many degrees of freedom above and below.
pub fn f_beyond(f: f64, above: f64, below: f64) -> f64 {
    incomplete_beta(below / 2.0, above / 2.0, below / (below + above * f))
}

/// I_x(a, b).
fn incomplete_beta(a: f64, b: f64, x: f64) -> f64 {
    if x <= 0.0 {
        return 0.0;
    }
    if x >= 1.0 {
        return 1.0;
    }
    let ln_front = ln_gamma(a + b) - ln_gamma(a) - ln_gamma(b) + a * x.ln() + b * (-x).ln_1p();
    // The fraction converges fast on this side of the mean alone.
    match x < (a + 1.0) / (a + b + 2.0) {
        true => ln_front.exp() * fraction(a, b, x) / a,
        false => 1.0 - ln_front.exp() * fraction(b, a, 1.0 - x) / b,
    }
}

/// Continued fraction of the incomplete beta function (Abramowitz and Stegun, 26.5.8), by the
/// modified method of Lentz.
fn fraction(a: f64, b: f64, x: f64) -> f64 {
    const TINY: f64 = 1e-300;
    let not_zero = |value: f64| if value.abs() < TINY { TINY } else { value };
    let mut c = 1.0;
    let mut d = 1.0 / not_zero(1.0 - (a + b) * x / (a + 1.0));
    let mut result = d;
    for step in 1..500_u32 {
        let m = f64::from(step);
        let even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        let odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        let mut factor = 1.0;
        for term in [even, odd] {
            d = 1.0 / not_zero(1.0 + term * d);
            c = not_zero(1.0 + term / c);
            factor = c * d;
            result *= factor;
        }
        if (factor - 1.0).abs() < 1e-15 {
            break;
        }
    }
    result
}

/// Logarithm of the gamma function of a positive number (Lanczos, g = 7, nine terms).
fn ln_gamma(x: f64) -> f64 {
    const FIRST: f64 = 0.999_999_999_999_809_9;
    const TERMS: [f64; 8] = [
        676.520_368_121_885_1,
        -1_259.139_216_722_402_8,
        771.323_428_777_653_1,
        -176.615_029_162_140_6,
        12.507_343_278_686_905,
        -0.138_571_095_265_720_12,
        9.984_369_578_019_572e-6,
        1.505_632_735_149_311_6e-7,
    ];
    let mut sum = FIRST;
    let mut place = x;
    for term in TERMS {
        sum += term / place;
        place += 1.0;
    }
    let t = x + 6.5;
    (2.0 * std::f64::consts::PI).sqrt().ln() + (x - 0.5) * t.ln() - t + sum.ln()
}

#[cfg(test)]
mod tests {
    use super::{f_beyond, ln_gamma, t_beyond, t_quantile};

    fn is_near(value: f64, expected: f64, within: f64) {
        assert!((value - expected).abs() < within, "{value}, not {expected}");
    }

    /// Table of Student's t in the NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.2.
    #[test]
    fn t_quantiles_match_printed_tables() {
        for (degrees, printed) in [
            (1.0, 12.706),
            (2.0, 4.303),
            (3.0, 3.182),
            (4.0, 2.776),
            (10.0, 2.228),
            (20.0, 2.086),
            (100.0, 1.984),
        ] {
            is_near(t_quantile(degrees), printed, 0.000_51);
        }
    }

    /// The same, 1.3.6.7.3: upper critical values at 5 %.
    #[test]
    fn f_probabilities_match_printed_tables() {
        for (f, above, below) in [
            (161.448, 1.0, 1.0),
            (2.866, 4.0, 20.0),
            (3.490, 3.0, 12.0),
            (1.932, 9.0, 100.0),
        ] {
            is_near(f_beyond(f, above, below), 0.05, 0.000_5);
        }
    }

    #[test]
    fn probabilities_have_their_limits() {
        is_near(t_beyond(0.0, 3.0), 1.0, 1e-12);
        is_near(t_beyond(f64::INFINITY, 3.0), 0.0, 1e-12);
        // One degree of freedom is Cauchy's distribution.
        is_near(t_beyond(1.0, 1.0), 0.5, 1e-12);
        is_near(ln_gamma(5.0), 24.0_f64.ln(), 1e-12);
        is_near(ln_gamma(0.5), std::f64::consts::PI.sqrt().ln(), 1e-12);
    }
}
