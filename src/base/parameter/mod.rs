//! Options, each declared once. `params!` makes of one declaration the
//! struct that the program reads and the table that the protocol's `param_*` commands, the command
//! line, the help and the manual print; `choices!` makes an option's
//! words of an enum.
//!
//! - A field is the key of its option unless `as "key"` names another; `also "old"` adds names
//!   under which scripts know it.

mod declare;
mod options;
mod value;

pub(crate) use declare::{choices, params};
pub use options::{OptionRow, Options, set_pairs};
pub use value::{Choice, Numbers, Value};

use crate::base::memory;
use std::fmt;
use std::ops::RangeInclusive;

/// The kind of an option's values.
#[derive(Clone, Copy, Debug)]
pub enum ValueKind {
    /// On or off.
    Flag,
    /// A whole number from the first to the second.
    Whole(u64, u64),
    /// A number from the first to the second.
    Real(f64, f64),
    /// One of the words that this returns.
    Choice(fn() -> &'static [&'static str]),
    /// Numbers from the first to the second, with `/` between them: one at least.
    Numbers(f64, f64),
}

/// An option as it is declared.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// Its name, the same everywhere.
    pub key: &'static str,
    /// Other names that set it: those that it had, and short ones that papers use.
    pub also: &'static [&'static str],
    /// The kind of its values.
    pub kind: ValueKind,
    /// The factor from the shown whole number to the stored one.
    pub unit: u64,
    /// The help sentence.
    pub help: &'static str,
}

/// Why an option cannot be set.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ParameterError {
    /// There is no such option.
    #[error("unknown option {key}{}", near.map(|near| format!("; did you mean {near}?")).unwrap_or_default())]
    Unknown {
        /// The unknown name.
        key: String,
        /// The name of the option that is spelled most like it, if one is close.
        near: Option<&'static str>,
    },
    /// Other players have such an option.
    #[error("{player} has no option {key}; other players have it")]
    Unused {
        /// The option.
        key: String,
        /// The player.
        player: &'static str,
    },
    /// The value is not of the option's kind.
    #[error("{key} takes {wanted}, not {text}")]
    Value {
        /// The option.
        key: &'static str,
        /// The given value.
        text: String,
        /// The accepted values.
        wanted: String,
    },
    /// The value is none of the option's choices.
    #[error("unknown {key} '{text}'; choose from {choices}")]
    Choice {
        /// The option.
        key: &'static str,
        /// The given value.
        text: String,
        /// The choices.
        choices: String,
    },
    /// The machine has less free memory.
    #[error("{key}: {megabytes} MB is more than the {free} MB that are free")]
    Memory {
        /// The option.
        key: &'static str,
        /// What was asked for.
        megabytes: u64,
        /// What there is.
        free: usize,
    },
    /// Not `key=value`.
    #[error("expected key=value, found {0}")]
    NoPair(String),
}

/// Text from outside, cut to a length that an error may repeat.
pub fn shortened(text: &str) -> String {
    const MOST: usize = 40;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}...", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}

impl ValueKind {
    /// Whole numbers of a range.
    pub const fn whole(range: RangeInclusive<u64>) -> Self {
        Self::Whole(*range.start(), *range.end())
    }

    /// Numbers of a range.
    pub const fn real(range: RangeInclusive<f64>) -> Self {
        Self::Real(*range.start(), *range.end())
    }

    /// Lists of numbers of a range.
    pub const fn numbers(range: RangeInclusive<f64>) -> Self {
        Self::Numbers(*range.start(), *range.end())
    }
}

/// The accepted values in words.
impl fmt::Display for ValueKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Flag => f.write_str("0 or 1"),
            Self::Whole(least, u64::MAX) => write!(f, "a whole number from {least}"),
            Self::Whole(least, most) => write!(f, "a whole number from {least} to {most}"),
            Self::Real(least, most) => write!(f, "a number from {least} to {most}"),
            Self::Choice(words) => write!(f, "one of {}", words().join(", ")),
            Self::Numbers(least, most) => {
                write!(f, "numbers from {least} to {most}, such as 3/2/1")
            }
        }
    }
}

/// From this factor on, an option counts megabytes.
const MEGABYTES: u64 = 1_000_000;

impl Parameter {
    /// Whether the machine has the memory that an option asks for.
    fn check_memory(&self, text: &str) -> Result<(), ParameterError> {
        let asked = text.parse::<u64>().ok().filter(|_| self.unit >= MEGABYTES);
        let Some(megabytes) = asked else {
            return Ok(());
        };
        let bytes = megabytes.saturating_mul(self.unit);
        let free = memory::check(usize::try_from(bytes).unwrap_or(usize::MAX));
        free.map_err(|free| ParameterError::Memory {
            key: self.key,
            megabytes,
            free,
        })
    }

    /// Whether this is one of its names.
    pub fn is_called(&self, name: &str) -> bool {
        self.key == name || self.also.contains(&name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    choices! {
        /// A rule.
        pub enum ExampleRule {
            /// Quick.
            Fast = "fast" also "quick",
            /// Thorough.
            Full = "full",
        }
    }

    params! {
        /// Options of a test.
        pub struct TestOptions {
            /// Swap.
            swap: bool = false;
            /// Level.
            level also "L": u32 [1..=10] = 10;
            /// Time
            /// in all.
            seconds as "time": f32 [0.0..=60.0] = 5.0;
            /// Rule.
            rule: ExampleRule = ExampleRule::Fast;
            /// Widths.
            widths: Numbers [0.0..=9.0] = Numbers::of(&[3.0, 2.5]);
            /// Megabytes.
            bytes as "memory": usize [1..=10] * 1_000_000 = 2_000_000;
        }
    }

    #[test]
    fn options_are_listed_set_and_read() {
        let mut options = TestOptions::default();
        assert_eq!(
            options.list(),
            "[bool] swap 0\n[string] level 10\n[string] time 5\n[list/fast/full] rule fast\n\
             [string] widths 3/2.5\n[string] memory 2"
        );
        options
            .set_all("swap=on,L=3,time=0.25,rule=FULL,memory=3")
            .unwrap();
        let expected = TestOptions {
            swap: true,
            level: 3,
            seconds: 0.25,
            rule: ExampleRule::Full,
            bytes: 3_000_000,
            ..TestOptions::DEFAULT
        };
        assert_eq!(options, expected);
        options.set("widths", "1/0").unwrap();
        assert_eq!(*options.widths, [1.0, 0.0]);
        options.set("rule", "quick").unwrap();
        assert_eq!(options.rule, ExampleRule::Fast);
        let row = &TestOptions::DEFAULT.rows()[2];
        assert_eq!(
            (row.key, row.help, &*row.value),
            ("time", "Time in all.", "5")
        );
    }

    #[test]
    fn long_texts_are_shortened_between_characters() {
        assert_eq!(shortened("a1"), "a1");
        assert_eq!(shortened(&"é".repeat(41)), format!("{}...", "é".repeat(40)));
    }

    #[test]
    fn what_cannot_be_set_says_why_and_changes_nothing() {
        let mut options = TestOptions::default();
        let before = options.clone();
        for (key, text, message) in [
            ("sawp", "1", "unknown option sawp; did you mean swap?"),
            ("height", "1", "unknown option height"),
            ("swap", "2", "swap takes 0 or 1, not 2"),
            ("L", "0", "level takes a whole number from 1 to 10, not 0"),
            (
                "level",
                "+3",
                "level takes a whole number from 1 to 10, not +3",
            ),
            ("time", "nan", "time takes a number from 0 to 60, not nan"),
            ("time", "-1", "time takes a number from 0 to 60, not -1"),
            (
                "rule",
                "slow",
                "unknown rule 'slow'; choose from fast, full",
            ),
            (
                "widths",
                "1//2",
                "widths takes numbers from 0 to 9, such as 3/2/1, not 1//2",
            ),
        ] {
            assert_eq!(options.set(key, text).unwrap_err().to_string(), message);
        }
        assert_eq!(
            options.set_all("swap=1,level").unwrap_err().to_string(),
            "expected key=value, found level"
        );
        assert_eq!(options, before);
    }
}
