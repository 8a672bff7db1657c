//! Options as a table: every option of the program is declared once, with its kind, default and one
//! sentence; the protocol's `param_*` commands, the command line and the help all read that table.

use std::fmt;

/// What values an option takes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Kind {
    /// On or off.
    Flag,
    /// A whole number from the first to the second.
    Whole(u64, u64),
    /// A number from the first to the second.
    Real(f64, f64),
    /// One of these words.
    Choice(&'static [&'static str]),
    /// Numbers from the first to the second, with `/` between them: one at least.
    Numbers(f64, f64),
}

/// An option as it is declared.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Parameter {
    /// What it is called, everywhere.
    pub key: &'static str,
    /// What it takes.
    pub kind: Kind,
    /// What it is until it is set, in the form in which it is set.
    pub default: &'static str,
    /// What it does, in one sentence.
    pub help: &'static str,
}

/// Why an option cannot be set.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ParameterError {
    /// The table has no such option.
    #[error("unknown option {key}: there are {known}")]
    Unknown {
        /// What was asked for.
        key: String,
        /// What there is.
        known: String,
    },
    /// The value is not of the option's kind.
    #[error("{key} takes {wanted}, not {text}")]
    Value {
        /// The option.
        key: &'static str,
        /// What was given.
        text: String,
        /// What is asked for.
        wanted: String,
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

#[derive(Clone, PartialEq, Debug)]
enum Value {
    Flag(bool),
    Whole(u64),
    Real(f64),
    Choice(&'static str),
    Numbers(Vec<f64>),
}

/// A number from the first to the second.
fn real(text: &str, least: f64, most: f64) -> Option<f64> {
    let number = text.parse::<f64>().ok();
    let number = number.filter(|number| (least..=most).contains(number));
    // Adding zero makes -0 plain.
    number.map(|number| number + 0.0)
}

impl Kind {
    fn read(self, text: &str) -> Option<Value> {
        let is = |word: &&str| text.eq_ignore_ascii_case(word);
        match self {
            Self::Flag if ["1", "on", "true"].iter().any(is) => Some(Value::Flag(true)),
            Self::Flag if ["0", "off", "false"].iter().any(is) => Some(Value::Flag(false)),
            Self::Flag => None,
            Self::Whole(least, most) => {
                let number = text
                    .parse()
                    .ok()
                    .filter(|number| (least..=most).contains(number));
                number.filter(|_| !text.starts_with('+')).map(Value::Whole)
            }
            Self::Real(least, most) => real(text, least, most).map(Value::Real),
            Self::Numbers(least, most) => {
                let numbers = text.split('/').map(|number| real(number, least, most));
                numbers.collect::<Option<_>>().map(Value::Numbers)
            }
            Self::Choice(words) => words
                .iter()
                .copied()
                .find(|word| is(word))
                .map(Value::Choice),
        }
    }
}

/// What an option takes, in words.
impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Flag => f.write_str("0 or 1"),
            Self::Whole(least, u64::MAX) => write!(f, "a whole number from {least}"),
            Self::Whole(least, most) => write!(f, "a whole number from {least} to {most}"),
            Self::Real(least, most) => write!(f, "a number from {least} to {most}"),
            Self::Choice(words) => write!(f, "one of {}", words.join(", ")),
            Self::Numbers(least, most) => {
                write!(f, "numbers from {least} to {most}, as in 3/2/1")
            }
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Flag(on) => write!(f, "{}", u8::from(*on)),
            Self::Whole(number) => write!(f, "{number}"),
            Self::Real(number) => write!(f, "{number}"),
            Self::Choice(word) => f.write_str(word),
            Self::Numbers(numbers) => {
                let numbers: Vec<String> = numbers.iter().map(f64::to_string).collect();
                f.write_str(&numbers.join("/"))
            }
        }
    }
}

/// The options of a table with their values.
#[derive(Clone, Debug)]
pub struct Parameters {
    table: &'static [Parameter],
    values: Vec<Value>,
    /// Which were set, and are no defaults.
    given: Vec<bool>,
}

impl Parameters {
    /// All options at their defaults. Asserts that the defaults are of their kinds.
    pub fn new(table: &'static [Parameter]) -> Self {
        let default = |option: &Parameter| {
            let value = option.kind.read(option.default);
            value.unwrap_or_else(|| panic!("the default of {}", option.key))
        };
        Self {
            table,
            values: table.iter().map(default).collect(),
            given: vec![false; table.len()],
        }
    }

    /// The table.
    pub fn table(&self) -> &'static [Parameter] {
        self.table
    }

    /// Whether the table has an option of this name.
    pub fn has(&self, key: &str) -> bool {
        self.table.iter().any(|option| option.key == key)
    }

    /// Sets an option from text; nothing changes on an error.
    pub fn set(&mut self, key: &str, text: &str) -> Result<(), ParameterError> {
        let (index, value) = self.read(key, text)?;
        self.values[index] = value;
        self.given[index] = true;
        Ok(())
    }

    /// Gives an option another default, which matters if it was not set. Nothing changes on an
    /// error.
    pub fn set_default(&mut self, key: &str, text: &str) -> Result<(), ParameterError> {
        let (index, value) = self.read(key, text)?;
        if !self.given[index] {
            self.values[index] = value;
        }
        Ok(())
    }

    fn read(&self, key: &str, text: &str) -> Result<(usize, Value), ParameterError> {
        let Some(index) = self.table.iter().position(|option| option.key == key) else {
            let known: Vec<_> = self.table.iter().map(|option| option.key).collect();
            return Err(ParameterError::Unknown {
                key: shortened(key),
                known: known.join(", "),
            });
        };
        let option = &self.table[index];
        let wrong = || ParameterError::Value {
            key: option.key,
            text: shortened(text),
            wanted: option.kind.to_string(),
        };
        let value = option.kind.read(text).ok_or_else(wrong)?;
        Ok((index, value))
    }

    /// Sets several options from `key=value,key=value`; nothing changes on an error.
    pub fn set_all(&mut self, pairs: &str) -> Result<(), ParameterError> {
        let mut changed = self.clone();
        for pair in pairs.split(',') {
            let (key, text) = pair
                .split_once('=')
                .ok_or_else(|| ParameterError::NoPair(shortened(pair)))?;
            changed.set(key.trim(), text.trim())?;
        }
        *self = changed;
        Ok(())
    }

    fn value(&self, key: &str) -> &Value {
        let index = self.table.iter().position(|option| option.key == key);
        &self.values[index.unwrap_or_else(|| panic!("no option {key}"))]
    }

    /// The value of a flag. Panics, as the following do, if the table has no such option of this
    /// kind.
    pub fn flag(&self, key: &str) -> bool {
        match self.value(key) {
            Value::Flag(on) => *on,
            other => panic!("{key} is {other:?}"),
        }
    }

    /// The value of a whole number.
    pub fn whole(&self, key: &str) -> u64 {
        match self.value(key) {
            Value::Whole(number) => *number,
            other => panic!("{key} is {other:?}"),
        }
    }

    /// The value of a number.
    pub fn real(&self, key: &str) -> f64 {
        match self.value(key) {
            Value::Real(number) => *number,
            other => panic!("{key} is {other:?}"),
        }
    }

    /// The value of a choice.
    pub fn choice(&self, key: &str) -> &'static str {
        match self.value(key) {
            Value::Choice(word) => word,
            other => panic!("{key} is {other:?}"),
        }
    }
}

impl Parameters {
    /// The value of a list of numbers.
    pub fn numbers(&self, key: &str) -> &[f64] {
        match self.value(key) {
            Value::Numbers(numbers) => numbers,
            other => panic!("{key} is {other:?}"),
        }
    }
}

/// The options as a front-end lists them, a line each: `[bool] key 1`, `[string] key 5`,
/// `[list/a/b] key a`.
impl fmt::Display for Parameters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, (option, value)) in self.table.iter().zip(&self.values).enumerate() {
            let kind = match option.kind {
                Kind::Flag => "bool".to_owned(),
                Kind::Whole(..) | Kind::Real(..) | Kind::Numbers(..) => "string".to_owned(),
                Kind::Choice(words) => format!("list/{}", words.join("/")),
            };
            let line = if number > 0 { "\n" } else { "" };
            write!(f, "{line}[{kind}] {} {value}", option.key)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    static TABLE: [Parameter; 5] = [
        Parameter {
            key: "swap",
            kind: Kind::Flag,
            default: "0",
            help: "Swap.",
        },
        Parameter {
            key: "level",
            kind: Kind::Whole(1, 10),
            default: "10",
            help: "Level.",
        },
        Parameter {
            key: "time",
            kind: Kind::Real(0.0, 60.0),
            default: "5",
            help: "Time.",
        },
        Parameter {
            key: "rule",
            kind: Kind::Choice(&["fast", "full"]),
            default: "fast",
            help: "Rule.",
        },
        Parameter {
            key: "widths",
            kind: Kind::Numbers(0.0, 9.0),
            default: "3/2.5",
            help: "Widths.",
        },
    ];

    #[test]
    fn options_are_listed_set_and_read() {
        let mut options = Parameters::new(&TABLE);
        assert_eq!(
            options.to_string(),
            "[bool] swap 0\n[string] level 10\n[string] time 5\n[list/fast/full] rule fast\n[string] widths 3/2.5"
        );
        options
            .set_all("swap=on,level=3,time=0.25,rule=FULL")
            .unwrap();
        assert_eq!((options.flag("swap"), options.whole("level")), (true, 3));
        assert_eq!(
            (options.real("time"), options.choice("rule")),
            (0.25, "full")
        );
        options.set("widths", "1/0").unwrap();
        options.set_default("widths", "7").unwrap();
        assert_eq!(options.numbers("widths"), [1.0, 0.0]);
        let mut options = Parameters::new(&TABLE);
        options.set_default("widths", "7").unwrap();
        assert_eq!(options.numbers("widths"), [7.0]);
    }

    #[test]
    fn long_texts_are_shortened_between_characters() {
        assert_eq!(shortened("a1"), "a1");
        assert_eq!(shortened(&"é".repeat(41)), format!("{}...", "é".repeat(40)));
    }

    #[test]
    fn what_cannot_be_set_says_why_and_changes_nothing() {
        let mut options = Parameters::new(&TABLE);
        let before = options.to_string();
        for (key, text, message) in [
            (
                "sawp",
                "1",
                "unknown option sawp: there are swap, level, time, rule, widths",
            ),
            ("swap", "2", "swap takes 0 or 1, not 2"),
            (
                "level",
                "0",
                "level takes a whole number from 1 to 10, not 0",
            ),
            (
                "level",
                "+3",
                "level takes a whole number from 1 to 10, not +3",
            ),
            ("time", "nan", "time takes a number from 0 to 60, not nan"),
            ("time", "-1", "time takes a number from 0 to 60, not -1"),
            ("rule", "slow", "rule takes one of fast, full, not slow"),
            (
                "widths",
                "1//2",
                "widths takes numbers from 0 to 9, as in 3/2/1, not 1//2",
            ),
        ] {
            assert_eq!(options.set(key, text).unwrap_err().to_string(), message);
        }
        assert_eq!(
            options.set_all("swap=1,level").unwrap_err().to_string(),
            "expected key=value, found level"
        );
        assert_eq!(options.to_string(), before);
    }
}
