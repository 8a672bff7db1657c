//! Intervals in which an unknown number lies with 95%.

/// 95% of a normal distribution lie within so many standard deviations.
pub const WITHIN_95: f64 = 1.959_963_984_540_054;

/// The ends of the interval of a chance, after so many successes of so many tries, at least one
/// (Wilson 1927).
pub fn wilson(successes: usize, tries: usize) -> [f64; 2] {
    let (n, square) = (tries as f64, WITHIN_95 * WITHIN_95);
    let share = successes as f64 / n;
    let middle = (share + square / (2.0 * n)) / (1.0 + square / n);
    let spread = (share * (1.0 - share) / n + square / (4.0 * n * n)).sqrt();
    let reach = WITHIN_95 / (1.0 + square / n) * spread;
    [middle - reach, middle + reach]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_are_those_published() {
        // Newcombe 1998, Table I, method 3.
        for (successes, tries, ends) in [
            (81, 263, [0.2553, 0.3662]),
            (15, 148, [0.0624, 0.1605]),
            (0, 20, [0.0, 0.1611]),
            (1, 29, [0.0061, 0.1718]),
        ] {
            for (found, end) in wilson(successes, tries).into_iter().zip(ends) {
                assert!(
                    (found - end).abs() < 1e-4,
                    "{successes} of {tries}: {found}"
                );
            }
        }
    }
}
