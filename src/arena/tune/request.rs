//! A parameter to tune, as it is asked for in text, and what can be wrong with it.

use crate::base::parameter::ParameterError;
use std::str::FromStr;

/// `NAME[=START[,MIN,MAX[,STEP]]]`, read.
#[derive(Clone, PartialEq, Debug)]
pub struct ParameterRequest {
    pub(super) name: String,
    pub(super) start: Option<f64>,
    pub(super) range: Option<[f64; 2]>,
    pub(super) step: Option<f64>,
}

/// Why something cannot be tuned.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum BadParameter {
    /// Not of this form.
    #[error("expected NAME, NAME=START, NAME=START,MIN,MAX or NAME=START,MIN,MAX,STEP")]
    Form,
    /// No such option, or a value out of its range.
    #[error(transparent)]
    Option(#[from] ParameterError),
    /// A flag, a word or a list.
    #[error("{key} is not a number: it takes {takes}")]
    Kind {
        /// The option.
        key: &'static str,
        /// What it takes.
        takes: String,
    },
    /// Not MIN <= START <= MAX, or MIN = MAX.
    #[error("{key}: expected MIN <= START <= MAX and MIN < MAX, found {start},{least},{most}")]
    Order {
        /// The option.
        key: &'static str,
        /// START.
        start: f64,
        /// MIN.
        least: f64,
        /// MAX.
        most: f64,
    },
    /// The table has no upper bound.
    #[error("{0} has no upper bound; give {0}=START,MIN,MAX")]
    Unbounded(&'static str),
    /// A step that is too short or too long.
    #[error("{key}: expected a STEP {wanted}, found {step}")]
    Step {
        /// The option.
        key: &'static str,
        /// The range of steps, in words.
        wanted: String,
        /// STEP.
        step: f64,
    },
    /// A logarithm of 0 or less.
    #[error("{0} cannot have a logarithmic scale: MIN must be above 0")]
    Logarithm(&'static str),
}

impl FromStr for ParameterRequest {
    type Err = BadParameter;

    fn from_str(text: &str) -> Result<Self, BadParameter> {
        let (name, numbers) = match text.split_once('=') {
            None => (text, Vec::new()),
            Some((name, rest)) => {
                let numbers = rest.split(',').map(|n| n.trim().parse::<f64>());
                let numbers = numbers.collect::<Result<Vec<f64>, _>>();
                (name, numbers.map_err(|_| BadParameter::Form)?)
            }
        };
        let name = name.trim();
        if name.is_empty() || numbers.iter().any(|number| !number.is_finite()) {
            return Err(BadParameter::Form);
        }
        let (start, range, step) = match numbers[..] {
            [] => (None, None, None),
            [start] => (Some(start), None, None),
            [start, least, most] => (Some(start), Some([least, most]), None),
            [start, least, most, step] => (Some(start), Some([least, most]), Some(step)),
            _ => return Err(BadParameter::Form),
        };
        Ok(Self {
            name: name.to_owned(),
            start,
            range,
            step,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_has_none_one_three_or_four_numbers() {
        let read = |text: &str| text.parse::<ParameterRequest>();
        let one = read("a = -1, -2,3.5,0.1").unwrap();
        assert_eq!((&*one.name, one.start), ("a", Some(-1.0)));
        assert_eq!((one.range, one.step), (Some([-2.0, 3.5]), Some(0.1)));
        assert_eq!(read("a=1,0,2").unwrap().step, None);
        assert_eq!(read("a=1").unwrap().range, None);
        assert_eq!(read("a").unwrap().start, None);
        for text in ["", "=1", "a=", "a=1,2", "a=1,0,9,1,1", "a=nan", "a=1,0,inf"] {
            assert_eq!(read(text), Err(BadParameter::Form), "{text}");
        }
    }
}
