//! The declarations of options and of their words.

/// Declares options: a struct with a public field for each, and its [`Options`](super::Options).
///
/// A field has its help sentence as its documentation, a type, a range where the type is a number,
/// and a default. Names of other options stand between backquotes in a sentence. After a range,
/// `* unit` is the factor from the shown number to the stored one. Fields after `with` are set in
/// code alone.
///
/// ```text
/// params! {
///     /// How beams are searched.
///     pub struct BeamOptions {
///         /// How many moves a beam holds.
///         width as "beam_width" also "W": usize [1..=361] = 20;
///         /// Which move comes first.
///         order: Order = Order::Energy;
///         /// Megabytes of the table.
///         table_bytes as "table_size": usize [0..=65_536] * 1_048_576 = 32 << 20;
///     }
///     with {
///         /// Plies that are taken off.
///         reduction: u32 = 0;
///     }
/// }
/// ```
macro_rules! params {
    (@key $field:ident) => {
        stringify!($field)
    };
    (@key $field:ident $key:literal) => {
        $key
    };
    (@unit) => {
        1
    };
    (@unit $unit:literal) => {
        $unit
    };
    (@kind bool) => {
        $crate::base::parameter::ValueKind::Flag
    };
    (@kind f64 $range:expr) => {
        $crate::base::parameter::ValueKind::real($range)
    };
    (@kind f32 $range:expr) => {
        $crate::base::parameter::ValueKind::real($range)
    };
    (@kind Numbers $range:expr) => {
        $crate::base::parameter::ValueKind::numbers($range)
    };
    (@kind $whole:ident $range:expr) => {
        $crate::base::parameter::ValueKind::whole($range)
    };
    (@kind $choice:ident) => {
        $crate::base::parameter::ValueKind::Choice(<$choice as $crate::base::parameter::Choice>::words)
    };
    (
        $(#[$meta:meta])*
        $vis:vis struct $name:ident {$(
            $(#[doc = $help:literal])+
            $field:ident $(as $key:literal)? $(also $also:literal)* :
                $type:ident $([$range:expr])? $(* $unit:literal)? = $default:expr;
        )+}
        $(with {$(
            $(#[doc = $note:literal])+
            $other:ident : $other_type:ty = $start:expr;
        )+})?
    ) => {
        $(#[$meta])*
        #[derive(Clone, PartialEq, Debug)]
        #[allow(clippy::struct_excessive_bools, reason = "each is an option of its own")]
        $vis struct $name {
            $(
                $(#[doc = $help])+
                pub $field: $type,
            )+
            $($(
                $(#[doc = $note])+
                pub $other: $other_type,
            )+)?
        }

        impl $name {
            /// The options until they are set.
            pub const DEFAULT: Self = Self {
                $($field: $default,)+
                $($($other: $start,)+)?
            };
        }

        impl Default for $name {
            fn default() -> Self {
                Self::DEFAULT
            }
        }

        impl $crate::base::parameter::Options for $name {
            fn table(&self) -> &'static [$crate::base::parameter::Parameter] {
                const TABLE: &[$crate::base::parameter::Parameter] = &[$(
                    $crate::base::parameter::Parameter {
                        key: $crate::base::parameter::params!(@key $field $($key)?),
                        also: &[$($also),*],
                        kind: $crate::base::parameter::params!(@kind $type $($range)?),
                        unit: $crate::base::parameter::params!(@unit $($unit)?),
                        help: concat!($($help),+).trim_ascii_start(),
                    }
                ),+];
                TABLE
            }

            fn values(&self) -> Vec<&dyn $crate::base::parameter::Value> {
                vec![$(&self.$field),+]
            }

            fn values_mut(&mut self) -> Vec<&mut dyn $crate::base::parameter::Value> {
                vec![$(&mut self.$field),+]
            }
        }
    };
}

/// Declares an enum whose variants are words of an option; `also` adds words that it had.
macro_rules! choices {
    (
        $(#[$meta:meta])*
        $vis:vis enum $name:ident {$(
            $(#[$note:meta])*
            $variant:ident = $word:literal $(also $also:literal)*
        ),+ $(,)?}
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        $vis enum $name {$(
            $(#[$note])*
            $variant,
        )+}

        impl $crate::base::parameter::Choice for $name {
            fn words() -> &'static [&'static str] {
                &[$($word),+]
            }

            fn of(word: &str) -> Option<Self> {
                let is = |known: &&str| known.eq_ignore_ascii_case(word);
                $(if [$word $(, $also)*].iter().any(is) {
                    return Some(Self::$variant);
                })+
                None
            }

            fn word(self) -> &'static str {
                match self {
                    $(Self::$variant => $word),+
                }
            }
        }
    };
}

pub(crate) use {choices, params};
