//! Strengths of many engines at once: the fit of Bradley and Terry (1952). Engine i beats engine j
//! with the chance `1 / (1 + e^(r_j - r_i))`; the r that make the results likeliest are found by
//! Newton's method. Errors are those of the likelihood's curvature, about the mean of the field,
//! which is 0. They treat games as independent; the games of a pair differ more than that, so the
//! errors are rather too large than too small.
//!
//! An engine that has won or lost everything has no finite likeliest strength: a very wide normal
//! prior (standard deviation 4000 Elo) keeps it finite, and leaves all others as they are.

use crate::base::interval::WITHIN_95;

/// Elo for a unit of r.
const UNIT: f64 = 400.0 / std::f64::consts::LN_10;
/// The precision of the prior, in units of r.
const PRIOR: f64 = (UNIT / 4000.0) * (UNIT / 4000.0);

/// A fit: strengths in Elo about the mean of the field, and their covariances.
#[derive(Clone, PartialEq, Debug)]
pub struct Strengths {
    /// By engine.
    pub elo: Vec<f64>,
    covariance: Vec<Vec<f64>>,
}

impl Strengths {
    /// The 95% error of a strength.
    pub fn error(&self, engine: usize) -> f64 {
        WITHIN_95 * self.covariance[engine][engine].max(0.0).sqrt()
    }

    /// The standard deviation of a difference between two engines.
    pub fn deviation(&self, a: usize, b: usize) -> f64 {
        let c = &self.covariance;
        (c[a][a] + c[b][b] - 2.0 * c[a][b]).max(0.0).sqrt()
    }
}

/// Fits strengths to results: `wins[i][j]` is how often i has beaten j.
pub fn fit(wins: &[Vec<f64>]) -> Strengths {
    let count = wins.len();
    let mut r = vec![0.0; count];
    for _ in 0..100 {
        let (gradient, curvature) = gradient_and_curvature(wins, &r);
        let inverse = inverse(curvature);
        let step: Vec<f64> = inverse.iter().map(|row| dot(row, &gradient)).collect();
        let longest = step.iter().fold(0.0_f64, |most, s| most.max(s.abs()));
        // A step that is too long may diverge where the likelihood is flat.
        let scale = (2.0 / longest.max(1e-12)).min(1.0);
        for (r, step) in r.iter_mut().zip(&step) {
            *r += scale * step;
        }
        if longest < 1e-10 {
            break;
        }
    }
    let mean = r.iter().sum::<f64>() / count.max(1) as f64;
    let (_, curvature) = gradient_and_curvature(wins, &r);
    Strengths {
        elo: r.iter().map(|r| UNIT * (r - mean)).collect(),
        covariance: centred(&inverse(curvature)),
    }
}

/// The derivative of the log-likelihood, and the negative of its second derivative.
fn gradient_and_curvature(wins: &[Vec<f64>], r: &[f64]) -> (Vec<f64>, Vec<Vec<f64>>) {
    let count = r.len();
    let mut gradient: Vec<f64> = r.iter().map(|r| -PRIOR * r).collect();
    let mut curvature = vec![vec![0.0; count]; count];
    for i in 0..count {
        curvature[i][i] += PRIOR;
        for j in 0..count {
            let games = wins[i][j] + wins[j][i];
            if i == j || games <= 0.0 {
                continue;
            }
            let chance = 1.0 / (1.0 + (r[j] - r[i]).exp());
            let weight = games * chance * (1.0 - chance);
            gradient[i] += wins[i][j] - games * chance;
            curvature[i][i] += weight;
            curvature[i][j] -= weight;
        }
    }
    (gradient, curvature)
}

/// The inverse of a symmetric matrix whose diagonal prevails, by elimination.
fn inverse(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let count = matrix.len();
    for (index, row) in matrix.iter_mut().enumerate() {
        row.extend((0..count).map(|column| f64::from(u8::from(column == index))));
    }
    for pivot in 0..count {
        let scale = 1.0 / matrix[pivot][pivot];
        for value in &mut matrix[pivot] {
            *value *= scale;
        }
        let top = matrix[pivot].clone();
        for (index, row) in matrix.iter_mut().enumerate() {
            let factor = row[pivot];
            if index != pivot {
                for (value, above) in row.iter_mut().zip(&top) {
                    *value -= factor * above;
                }
            }
        }
    }
    matrix
        .into_iter()
        .map(|row| row[count..].to_vec())
        .collect()
}

/// Covariances about the mean of the field, in Elo.
fn centred(covariance: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let count = covariance.len() as f64;
    let means: Vec<f64> = covariance
        .iter()
        .map(|row| row.iter().sum::<f64>() / count)
        .collect();
    let mean = means.iter().sum::<f64>() / count;
    let centre = |(row, of_row): (&Vec<f64>, &f64)| {
        let values = row.iter().zip(&means);
        values
            .map(|(value, of_column)| UNIT * UNIT * (value - of_row - of_column + mean))
            .collect()
    };
    covariance.iter().zip(&means).map(centre).collect()
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::statistics::elo;

    /// The American League of 1987 (Agresti, Categorical Data Analysis, 2nd ed., §10.6.2):
    /// Milwaukee, Detroit, Toronto, New York, Boston, Cleveland, Baltimore. Fitted there and, with
    /// errors, in the documentation of R's `BradleyTerry2`, with Baltimore as 0.
    #[test]
    fn baseball_teams_are_as_strong_as_published() {
        let wins = [
            [0, 7, 9, 7, 7, 9, 11],
            [6, 0, 7, 5, 11, 9, 9],
            [4, 6, 0, 7, 7, 8, 12],
            [6, 8, 6, 0, 6, 7, 10],
            [6, 2, 6, 7, 0, 7, 12],
            [4, 4, 5, 6, 6, 0, 6],
            [2, 4, 1, 3, 1, 7, 0],
        ];
        let published = [
            (1.5814, 0.3433),
            (1.4364, 0.3396),
            (1.2945, 0.3367),
            (1.2476, 0.3359),
            (1.1077, 0.3339),
            (0.6839, 0.3319),
        ];
        let wins: Vec<Vec<f64>> = wins.iter().map(|row| row.map(f64::from).to_vec()).collect();
        let fit = fit(&wins);
        for (team, (strength, deviation)) in published.into_iter().enumerate() {
            let found = (fit.elo[team] - fit.elo[6]) / UNIT;
            assert!((found - strength).abs() < 2e-3, "{team}: {found}");
            let found = fit.deviation(team, 6) / UNIT;
            assert!((found - deviation).abs() < 1e-3, "{team}: {found}");
        }
        assert!(fit.elo.iter().sum::<f64>().abs() < 1e-6);
    }

    #[test]
    fn the_difference_of_two_engines_follows_from_their_score() {
        let fit = fit(&[vec![0.0, 75.0], vec![25.0, 0.0]]);
        assert!((fit.elo[0] - fit.elo[1] - elo(0.75)).abs() < 0.1);
        assert!(fit.error(0) > 10.0 && fit.error(0) < 80.0);
    }

    #[test]
    fn who_wins_everything_is_far_ahead_but_not_infinitely() {
        let fit = fit(&[
            vec![0.0, 10.0, 10.0],
            vec![0.0, 0.0, 5.0],
            vec![0.0, 5.0, 0.0],
        ]);
        assert!(
            (300.0..5000.0).contains(&(fit.elo[0] - fit.elo[1])),
            "{fit:?}"
        );
        assert!((fit.elo[1] - fit.elo[2]).abs() < 1e-6);
        assert!(fit.error(0).is_finite());
    }
}
