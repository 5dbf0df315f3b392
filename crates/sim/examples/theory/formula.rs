//! Write amplification by formula, for drives of infinitely many blocks. Symbols: `alpha`,
//! physical over logical size, blocks in reserve left out; `rho`, its inverse; `b`, mapping units
//! a block; `d`, blocks of which the emptiest is collected.

/// Where a falling function of `x` is 0 between two bounds.
fn root(mut low: f64, mut high: f64, falling: impl Fn(f64) -> f64) -> f64 {
    for _ in 0..80 {
        let middle = (low + high) / 2.0;
        if falling(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    (low + high) / 2.0
}

/// Uniform random writes, FIFO: `u = exp(-alpha / A)` and `A = 1 / (1 - u)` (Desnoyers, SYSTOR
/// 2012, equation 4, which solves it by Lambert's W).
pub fn fifo(alpha: f64) -> f64 {
    fifo_hot_cold(alpha, &[(1.0, 1.0)])
}

/// The same where `(share of writes, share of addresses)` are of different temperatures
/// (equation 14).
pub fn fifo_hot_cold(alpha: f64, classes: &[(f64, f64)]) -> f64 {
    let of = |a: f64| -> f64 {
        let class = |(r, f): &(f64, f64)| r / (1.0 - (-(r / f) * alpha / a).exp());
        classes.iter().map(class).sum()
    };
    root(1.0, 1e4, |a| of(a) - a)
}

/// Uniform random writes, greedy: the limit of many choices (Van Houdt, SIGMETRICS 2013).
pub fn greedy(rho: f64, b: u32) -> f64 {
    let full = f64::from(b);
    // Blocks with more than j valid units are 1 / (lambda i) each, with j the rest.
    let at = |lambda: f64| {
        let (mut rest, mut j) = (1.0, b);
        while j > 1 && 1.0 / (lambda * f64::from(j)) < rest {
            rest -= 1.0 / (lambda * f64::from(j));
            j -= 1;
        }
        (f64::from(j), rest)
    };
    let valid = |lambda: f64| {
        let (j, rest) = at(lambda);
        (full - j) / lambda + j * rest
    };
    let lambda = root(1e-6, 1e3, |lambda| valid(lambda) - full * rho);
    let (j, rest) = at(lambda);
    let lower = (lambda * j * rest).min(1.0);
    full / (full - (j - lower))
}

/// Uniform random writes, the emptiest of `d` drawn at random; 1 is any block.
pub fn d_choices(rho: f64, b: u32, d: u32) -> f64 {
    let full = f64::from(b);
    // M(i), the share of blocks with at least i valid units, from i = b down.
    let shares = |lambda: f64| {
        let mut above = 0.0;
        (1..=b).rev().map(move |i| {
            above = root(above, 1.0, |m| {
                1.0 - m.powi(d as i32) - lambda * f64::from(i) * (m - above)
            });
            above
        })
    };
    let lambda = root(1e-6, 1e3, |lambda| shares(lambda).sum::<f64>() - full * rho);
    let victim: f64 = shares(lambda).map(|m| m.powi(d as i32)).sum();
    full / (full - victim)
}

/// The spare factor that TRIM leaves, a share `q` of all requests (Frankie, 2012).
pub fn spare_with_trim(spare: f64, q: f64, in_use_only: bool) -> f64 {
    let in_use = if in_use_only {
        (1.0 - 2.0 * q) / (1.0 - q)
    } else {
        1.0 - q
    };
    1.0 - in_use * (1.0 - spare)
}

/// Physical over logical size of static pools for hot and cold data, if the hot one gets the
/// share `p` of the spare (Desnoyers, equations 20 to 22); `f`: its share of the addresses.
pub fn pools(alpha: f64, f: f64, p: f64) -> [f64; 2] {
    [
        1.0 + p * (alpha - 1.0) / f,
        1.0 + (1.0 - p) * (alpha - 1.0) / (1.0 - f),
    ]
}
