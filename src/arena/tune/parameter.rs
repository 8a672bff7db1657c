//! The parameters of a tuning: what was asked for, checked against the table of the player's
//! options, and the way between the values of an option and the coordinates of [`super::spsa`].
//!
//! A coordinate is the value itself, or its logarithm: for an option that spans orders of
//! magnitude, a step from 1 to 1.2 should be as long as one from 100 to 120. A whole number is
//! played as one of the two next to its coordinate, drawn so that the mean is the coordinate; both
//! engines of a comparison are rounded by the same random number. With a step of a half at least,
//! they are never equal but at an end of the range.

use super::request::{BadParameter, ParameterRequest};
use super::spsa::Coordinate;
use crate::base::parameter::{Parameter, ValueKind};
use crate::player::PlayerOptions;

/// The last step as a part of the range, if none was asked for.
const STEP: f64 = 1.0 / 20.0;
/// The least step of a whole number.
const LEAST_STEP: f64 = 0.5;
/// Ranges above this are no ranges to tune in.
const FAR: f64 = 1e15;
/// Values are played to this part of a step.
const PLAYED: f64 = 1e-3;
/// Values are reported to this part of a step, as the run itself does not find them better.
const REPORTED: f64 = 0.2;

/// A parameter of a tuning.
#[derive(Clone, Copy, Debug)]
pub struct TunedParameter {
    option: Parameter,
    whole: bool,
    log: bool,
    start: f64,
    least: f64,
    most: f64,
    step: f64,
    usual: f64,
}

impl TunedParameter {
    /// The parameter that was asked for, of this player, whose value is where it starts unless
    /// something else was asked for. `usual` is the player without options.
    pub fn new(
        request: &ParameterRequest,
        log: bool,
        player: &PlayerOptions,
        usual: &PlayerOptions,
    ) -> Result<Self, BadParameter> {
        let (option, text) = player.get(&request.name)?;
        let key = option.key;
        let (whole, table) = match option.kind {
            ValueKind::Whole(least, most) => (true, [least as f64, most as f64]),
            ValueKind::Real(least, most) => (false, [least, most]),
            kind => {
                let takes = kind.to_string();
                return Err(BadParameter::Kind { key, takes });
            }
        };
        let number = |text: &str| text.parse::<f64>().unwrap_or_default();
        let start = request.start.unwrap_or_else(|| number(&text));
        let [least, most] = request.range.unwrap_or(table);
        if most > FAR {
            return Err(BadParameter::Unbounded(key));
        }
        if !(least <= start && start <= most && least < most) {
            return Err(BadParameter::Order {
                key,
                start,
                least,
                most,
            });
        }
        if log && least <= 0.0 {
            return Err(BadParameter::Logarithm(key));
        }
        for value in [start, least, most] {
            // The table refuses what it does not hold, and says what it does.
            player.clone().set(key, &value.to_string())?;
        }
        let usual = usual.get(key).map_or(start, |(_, text)| number(&text));
        let mut parameter = Self {
            option,
            whole,
            log,
            start,
            least,
            most,
            step: 0.0,
            usual,
        };
        parameter.step = parameter.checked_step(request.step)?;
        Ok(parameter)
    }

    /// The step that was asked for, or else the usual one.
    fn checked_step(&self, asked: Option<f64>) -> Result<f64, BadParameter> {
        let (least, most) = if self.log {
            (1.0, self.most / self.least)
        } else {
            (0.0, self.most - self.least)
        };
        let lowest = if self.whole && !self.log {
            LEAST_STEP
        } else {
            least
        };
        let Some(step) = asked else {
            return Ok(if self.log {
                libm::pow(most, STEP)
            } else {
                (most * STEP).max(lowest)
            });
        };
        let allowed = step > least && step >= lowest && step <= most;
        allowed.then_some(step).ok_or_else(|| BadParameter::Step {
            key: self.option.key,
            wanted: if lowest > least {
                format!("from {lowest} to {most}")
            } else {
                format!("above {least}, up to {most}")
            },
            step,
        })
    }

    /// The name of the option.
    pub fn key(&self) -> &'static str {
        self.option.key
    }

    /// Whether this is a name of the option.
    pub fn is_called(&self, name: &str) -> bool {
        self.option.is_called(name)
    }

    /// Whether its scale is logarithmic.
    pub fn is_logarithmic(&self) -> bool {
        self.log
    }

    /// Where it starts.
    pub fn start(&self) -> f64 {
        self.start
    }

    /// The ends of its range.
    pub fn range(&self) -> [f64; 2] {
        [self.least, self.most]
    }

    /// The step of the last iteration: a factor on a logarithmic scale.
    pub fn step(&self) -> f64 {
        self.step
    }

    /// The value of a player without options.
    pub fn usual(&self) -> f64 {
        self.usual
    }

    /// The coordinate that stands for it.
    pub fn coordinate(&self) -> Coordinate {
        let [start, least, most] =
            [self.start, self.least, self.most].map(|value| self.place(value));
        let end = self.place(self.step);
        Coordinate {
            start,
            least,
            most,
            end,
        }
    }

    /// The coordinate of a value.
    pub fn place(&self, value: f64) -> f64 {
        if self.log { libm::log(value) } else { value }
    }

    /// The value at a coordinate.
    pub fn value(&self, coordinate: f64) -> f64 {
        if self.log {
            libm::exp(coordinate).clamp(self.least, self.most)
        } else {
            coordinate
        }
    }

    /// The value with which an engine plays at a coordinate, for a random number from 0 to 1.
    pub fn played(&self, coordinate: f64, rounding: f64) -> f64 {
        let value = self.value(coordinate);
        if self.whole {
            let whole = (value + rounding).floor();
            whole.clamp(self.least.ceil(), self.most.floor())
        } else {
            self.rounded(value, PLAYED)
        }
    }

    /// The value to report for a coordinate, without digits that mean nothing.
    pub fn found(&self, coordinate: f64) -> f64 {
        let value = self.value(coordinate);
        if self.whole {
            value.round()
        } else {
            self.rounded(value, REPORTED)
        }
    }

    /// A value rounded to a power of ten, at most this part of a step there.
    fn rounded(&self, value: f64, part: f64) -> f64 {
        let step = if self.log {
            value * (self.step - 1.0)
        } else {
            self.step
        };
        let digits = -libm::floor(libm::log10(step * part));
        let scale = libm::pow(10.0, digits.abs());
        let rounded = if digits >= 0.0 {
            (value * scale).round() / scale
        } else {
            (value / scale).round() * scale
        };
        // Adding zero makes -0 plain.
        rounded.clamp(self.least, self.most) + 0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::player;

    fn parameter(text: &str, log: bool) -> Result<TunedParameter, BadParameter> {
        let [options, usual] = ["mustplay:puct_exploration=3", "mustplay"].map(player::parse);
        TunedParameter::new(&text.parse()?, log, &options.unwrap(), &usual.unwrap())
    }

    #[test]
    fn what_is_not_given_comes_from_the_table() {
        let one = parameter("puct_exploration", false).unwrap();
        assert_eq!((one.start(), one.usual(), one.step()), (3.0, 0.7, 5.0));
        assert_eq!((one.range(), one.whole), ([0.0, 100.0], false));
        let one = parameter("puct_exploration=0.5,0.25,4", true).unwrap();
        assert_eq!((one.start(), one.range()), (0.5, [0.25, 4.0]));
        assert!((one.step() - 16_f64.powf(0.05)).abs() < 1e-12);
        let one = parameter("puct_proofs_from=8,1,9", false).unwrap();
        assert_eq!((one.whole, one.step()), (true, 0.5));
        let one = parameter("puct_fpu_reduction=-0.2,-1,1,0.1", false).unwrap();
        assert_eq!((one.start(), one.step()), (-0.2, 0.1));
    }

    #[test]
    fn what_cannot_be_tuned_says_why() {
        for (text, log, message) in [
            (
                "puct_cautoin",
                false,
                "unknown option puct_cautoin; did you mean puct_caution?",
            ),
            (
                "beam_width",
                false,
                "mustplay has no option beam_width; other players have it",
            ),
            (
                "puct_keep_tree",
                false,
                "puct_keep_tree is not a number: it takes 0 or 1",
            ),
            (
                "puct_caution=1,0,101",
                false,
                "puct_caution takes a number from 0 to 100, not 101",
            ),
            (
                "puct_proofs_from=8,1.5,9",
                false,
                "puct_proofs_from takes a whole number from 1 to 1000000, not 1.5",
            ),
            (
                "puct_caution=5,1,4",
                false,
                "puct_caution: expected MIN <= START <= MAX and MIN < MAX, found 5,1,4",
            ),
            (
                "puct_caution=1,1,1",
                false,
                "puct_caution: expected MIN <= START <= MAX and MIN < MAX, found 1,1,1",
            ),
            (
                "puct_caution=1,0,4,0",
                false,
                "puct_caution: expected a STEP above 0, up to 4, found 0",
            ),
            (
                "puct_caution=1,0,4,5",
                false,
                "puct_caution: expected a STEP above 0, up to 4, found 5",
            ),
            (
                "puct_proofs_from=8,1,9,0.4",
                false,
                "puct_proofs_from: expected a STEP from 0.5 to 8, found 0.4",
            ),
            (
                "puct_caution=1,0.5,4,1",
                true,
                "puct_caution: expected a STEP above 1, up to 8, found 1",
            ),
            (
                "puct_caution=1,0,4",
                true,
                "puct_caution cannot have a logarithmic scale: MIN must be above 0",
            ),
            (
                "seed",
                false,
                "seed has no upper bound; give seed=START,MIN,MAX",
            ),
        ] {
            let why = parameter(text, log).unwrap_err().to_string();
            assert_eq!(why, message, "{text}");
        }
    }

    #[test]
    fn whole_numbers_are_played_so_that_the_mean_is_right() {
        let one = parameter("puct_proofs_from=8,1,9", false).unwrap();
        let mean = (0..1000)
            .map(|n| one.played(4.3, f64::from(n) / 1000.0))
            .sum::<f64>()
            / 1e3;
        assert!((mean - 4.3).abs() < 1e-9, "{mean}");
        assert_eq!((one.played(9.0, 0.9), one.played(1.0, 0.0)), (9.0, 1.0));
        // With the least step, the two sides always differ.
        for n in 0..100 {
            let [plus, minus] = [0.5, -0.5].map(|c| one.played(4.3 + c, f64::from(n) / 100.0));
            assert!((plus - minus - 1.0).abs() < 1e-12);
        }
        assert_eq!((one.found(4.3), one.found(4.6)), (4.0, 5.0));
    }

    #[test]
    fn values_have_as_many_digits_as_mean_something() {
        let one = parameter("puct_exploration=3,0,4,0.15", false).unwrap();
        let at = 0.834_567;
        assert_eq!((one.found(at), one.played(at, 0.3)), (0.83, 0.8346));
        let one = parameter("puct_analysis_weight=100,1,10000,1.5", true).unwrap();
        let at = one.place(1234.5);
        assert_eq!((one.found(at), one.played(at, 0.0)), (1200.0, 1234.5));
        assert!((one.coordinate().end - 1.5_f64.ln()).abs() < 1e-12);
        assert!((one.value(one.place(77.0)) - 77.0).abs() < 1e-9);
        assert!(one.value(one.place(10_000.0) + 1.0) <= 10_000.0);
    }
}
