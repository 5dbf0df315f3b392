//! Student's t, Fisher's F and chi-squared distributions, by the regularized incomplete beta and
//! gamma functions.

/// Level of every interval here.
pub const LEVEL: f64 = 0.95;

/// Probability that |t| is at least `t`.
pub fn t_beyond(t: f64, degrees: f64) -> f64 {
    incomplete_beta(degrees / 2.0, 0.5, degrees / (degrees + t * t))
}

/// The t that |t| exceeds with a probability of 1 - [`LEVEL`].
pub fn t_quantile(degrees: f64) -> f64 {
    quantile(1.0 - LEVEL, |t| t_beyond(t, degrees))
}

/// The value that is exceeded with this probability, of one that is never negative; `beyond`: with
/// which probability a value is.
pub fn quantile(probability: f64, beyond: impl Fn(f64) -> f64) -> f64 {
    let is_beyond = |value: f64| beyond(value) < probability;
    let (mut low, mut high) = (0.0, 1.0);
    while !is_beyond(high) && high < 1e12 {
        high *= 2.0;
    }
    // Each halves the distance, until a double resolves no more.
    loop {
        let middle = (low + high) / 2.0;
        if middle <= low || middle >= high {
            break;
        }
        match is_beyond(middle) {
            true => high = middle,
            false => low = middle,
        }
    }
    high
}

/// Probability that chi-squared is at least `value`.
pub fn chi_squared_beyond(value: f64, degrees: f64) -> f64 {
    let (a, x) = (degrees / 2.0, value / 2.0);
    if x <= 0.0 {
        return 1.0;
    }
    let front = (a * x.ln() - x - ln_gamma(a)).exp();
    // Each converges fast on its side.
    match x < a + 1.0 {
        true => 1.0 - front * gamma_series(a, x),
        false => front * gamma_fraction(a, x),
    }
}

/// Series of the lower incomplete gamma function (Abramowitz and Stegun, 6.5.29).
fn gamma_series(a: f64, x: f64) -> f64 {
    let (mut term, mut sum) = (1.0 / a, 1.0 / a);
    for step in 1..1000_u32 {
        term *= x / (a + f64::from(step));
        sum += term;
        if term < sum * 1e-16 {
            break;
        }
    }
    sum
}

/// Continued fraction of the upper one (6.5.31), by the modified method of Lentz.
fn gamma_fraction(a: f64, x: f64) -> f64 {
    let mut b = x + 1.0 - a;
    let mut c = 1.0 / TINY;
    let mut d = 1.0 / not_zero(b);
    let mut result = d;
    for step in 1..1000_u32 {
        let step = f64::from(step);
        let term = -step * (step - a);
        b += 2.0;
        d = 1.0 / not_zero(term * d + b);
        c = not_zero(b + term / c);
        let factor = c * d;
        result *= factor;
        if (factor - 1.0).abs() < 1e-15 {
            break;
        }
    }
    result
}

/// Stands for 0 where it would be divided by.
const TINY: f64 = 1e-300;

fn not_zero(value: f64) -> f64 {
    if value.abs() < TINY { TINY } else { value }
}

/// Probability that F is at least `f`, by the degrees of freedom above and below its bar.
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
    use super::{chi_squared_beyond, f_beyond, ln_gamma, quantile, t_beyond, t_quantile};

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
            (1.975, 9.0, 100.0),
        ] {
            is_near(f_beyond(f, above, below), 0.05, 0.000_5);
        }
    }

    /// The same, 1.3.6.7.4: both tails at 2.5 %.
    #[test]
    fn chi_squared_quantiles_match_printed_tables() {
        for (degrees, lower, upper) in [
            (1.0, 0.001, 5.024),
            (2.0, 0.051, 7.378),
            (10.0, 3.247, 20.483),
            (30.0, 16.791, 46.979),
            (100.0, 74.222, 129.561),
        ] {
            let at = |probability| quantile(probability, |x| chi_squared_beyond(x, degrees));
            is_near(at(0.975), lower, 0.000_51);
            is_near(at(0.025), upper, 0.000_51);
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
