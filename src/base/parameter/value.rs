//! Values of options, read from text and written as text.

use super::{Parameter, ValueKind};
use std::borrow::Cow;
use std::ops::Deref;

/// A value of an option.
pub trait Value {
    /// Takes the value that a text has, by the kind of its option; false, and unchanged, if the
    /// text has none.
    fn read(&mut self, text: &str, option: &Parameter) -> bool;

    /// The value in the form in which it is set.
    fn text(&self, option: &Parameter) -> String;
}

/// An enum whose variants are words; `choices!` implements it.
pub trait Choice: Copy {
    /// The words, in the order of the variants.
    fn words() -> &'static [&'static str];

    /// The variant of a word, in capitals or not.
    fn of(word: &str) -> Option<Self>;

    /// Its word.
    fn word(self) -> &'static str;
}

/// Numbers that are set with `/` between them: one at least.
#[derive(Clone, PartialEq, Debug)]
pub struct Numbers(Cow<'static, [f64]>);

impl Numbers {
    /// These numbers.
    pub const fn of(numbers: &'static [f64]) -> Self {
        Self(Cow::Borrowed(numbers))
    }
}

impl Deref for Numbers {
    type Target = [f64];

    fn deref(&self) -> &[f64] {
        &self.0
    }
}

/// A number from the first to the second.
fn real(text: &str, least: f64, most: f64) -> Option<f64> {
    let number = text.parse::<f64>().ok();
    let number = number.filter(|number| (least..=most).contains(number));
    // Adding zero makes -0 plain.
    number.map(|number| number + 0.0)
}

/// Puts a value in its place, if there is one.
fn put<T>(place: &mut T, value: Option<T>) -> bool {
    let found = value.is_some();
    if let Some(value) = value {
        *place = value;
    }
    found
}

impl Value for bool {
    fn read(&mut self, text: &str, _: &Parameter) -> bool {
        let is = |word: &&str| text.eq_ignore_ascii_case(word);
        let on = ["1", "on", "true"].iter().any(is);
        let off = ["0", "off", "false"].iter().any(is);
        put(self, (on || off).then_some(on))
    }

    fn text(&self, _: &Parameter) -> String {
        u8::from(*self).to_string()
    }
}

macro_rules! whole {
    ($($number:ty),+) => {$(
        impl Value for $number {
            fn read(&mut self, text: &str, option: &Parameter) -> bool {
                let ValueKind::Whole(least, most) = option.kind else {
                    return false;
                };
                let number = text.parse::<u64>().ok();
                let number = number.filter(|number| (least..=most).contains(number));
                let number = number.filter(|_| !text.starts_with('+'));
                let kept = number.and_then(|number| number.checked_mul(option.unit));
                put(self, kept.and_then(|kept| Self::try_from(kept).ok()))
            }

            fn text(&self, option: &Parameter) -> String {
                let shown = i128::try_from(*self).unwrap_or_default() / i128::from(option.unit);
                shown.to_string()
            }
        }
    )+};
}

whole!(u64, usize, u32, i32);

macro_rules! real {
    ($($number:ty),+) => {$(
        impl Value for $number {
            fn read(&mut self, text: &str, option: &Parameter) -> bool {
                let ValueKind::Real(least, most) = option.kind else {
                    return false;
                };
                put(self, real(text, least, most).map(|number| number as Self))
            }

            fn text(&self, _: &Parameter) -> String {
                self.to_string()
            }
        }
    )+};
}

real!(f64, f32);

impl Value for Numbers {
    fn read(&mut self, text: &str, option: &Parameter) -> bool {
        let ValueKind::Numbers(least, most) = option.kind else {
            return false;
        };
        let numbers = text.split('/').map(|number| real(number, least, most));
        let numbers: Option<Vec<f64>> = numbers.collect();
        put(self, numbers.map(|numbers| Self(Cow::Owned(numbers))))
    }

    fn text(&self, _: &Parameter) -> String {
        let numbers: Vec<String> = self.iter().map(f64::to_string).collect();
        numbers.join("/")
    }
}

impl<C: Choice> Value for C {
    fn read(&mut self, text: &str, _: &Parameter) -> bool {
        put(self, C::of(text))
    }

    fn text(&self, _: &Parameter) -> String {
        self.word().to_owned()
    }
}
