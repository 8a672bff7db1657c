//! Tables of options: found by name, set from text, listed.

use super::{Parameter, ParameterError, Value, ValueKind, shortened};
use crate::base::spelling;

/// Options of one table; `params!` implements it.
pub trait Options {
    /// The options, in the order of the fields.
    fn table(&self) -> &'static [Parameter];

    /// The values, in the order of the table.
    fn values(&self) -> Vec<&dyn Value>;

    /// The same, mutable.
    fn values_mut(&mut self) -> Vec<&mut dyn Value>;

    /// Whether the table has an option of this name.
    fn knows(&self, name: &str) -> bool {
        self.table().iter().any(|option| option.is_called(name))
    }

    /// Sets an option from text and returns its key; on an error the options stay as they are.
    fn set(&mut self, name: &str, text: &str) -> Result<&'static str, ParameterError> {
        let mut options = self.table().iter().zip(self.values_mut());
        let Some((option, value)) = options.find(|(option, _)| option.is_called(name)) else {
            return Err(ParameterError::Unknown {
                key: shortened(name),
                near: spelling::nearest(name, self.table().iter().map(|option| option.key)),
            });
        };
        if let ValueKind::Whole(least, most) = option.kind
            && text
                .parse()
                .is_ok_and(|number| (least..=most).contains(&number))
        {
            option.check_memory(text)?;
        }
        if value.read(text, option) {
            return Ok(option.key);
        }
        let (key, text) = (option.key, shortened(text));
        Err(match option.kind {
            ValueKind::Choice(words) => ParameterError::Choice {
                key,
                text,
                choices: words().join(", "),
            },
            kind => ParameterError::Value {
                key,
                text,
                wanted: kind.to_string(),
            },
        })
    }

    /// Sets several options from `key=value,key=value`; on an error the options stay as they are.
    fn set_all(&mut self, pairs: &str) -> Result<(), ParameterError>
    where
        Self: Clone,
    {
        let mut changed = self.clone();
        set_pairs(pairs, |key, text| changed.set(key, text).map(drop))?;
        *self = changed;
        Ok(())
    }

    /// The options as a front-end lists them, a line each: `[bool] key 1`, `[string] key 5`,
    /// `[list/a/b] key a`.
    fn list(&self) -> String {
        let line = |(option, value): (&Parameter, &dyn Value)| {
            let kind = match option.kind {
                ValueKind::Flag => "bool".to_owned(),
                ValueKind::Whole(..) | ValueKind::Real(..) | ValueKind::Numbers(..) => {
                    "string".to_owned()
                }
                ValueKind::Choice(words) => format!("list/{}", words().join("/")),
            };
            format!("[{kind}] {} {}", option.key, value.text(option))
        };
        let lines = self.table().iter().zip(self.values()).map(line);
        lines.collect::<Vec<_>>().join("\n")
    }

    /// The options as help and manual print them, with these values.
    fn rows(&self) -> Vec<OptionRow> {
        let row = |(option, value): (&Parameter, &dyn Value)| OptionRow {
            key: option.key,
            takes: option.kind.to_string(),
            value: value.text(option),
            help: option.help,
        };
        self.table().iter().zip(self.values()).map(row).collect()
    }
}

/// An option in words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptionRow {
    /// Its name.
    pub key: &'static str,
    /// The accepted values.
    pub takes: String,
    /// Its value.
    pub value: String,
    /// The help sentence.
    pub help: &'static str,
}

/// Calls `set` with each pair of `key=value,key=value`, until one fails.
pub fn set_pairs(
    pairs: &str,
    mut set: impl FnMut(&str, &str) -> Result<(), ParameterError>,
) -> Result<(), ParameterError> {
    for pair in pairs.split(',') {
        let (key, text) = pair
            .split_once('=')
            .ok_or_else(|| ParameterError::NoPair(shortened(pair)))?;
        set(key.trim(), text.trim())?;
    }
    Ok(())
}
