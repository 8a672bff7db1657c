//! From a size known at run time to a width known at compile time.

/// Runs an expression with the width of set that a [`BoardSize`](crate::hex::BoardSize) asks for
/// as a constant. Everything hot is generic over the width; this is where it is chosen, once a
/// game.
///
/// ```
/// use mustplay::{at_width, hex::{BoardSize, Position}};
/// let size = BoardSize::square(11).unwrap();
/// assert_eq!(at_width!(size, W => Position::<W>::new(size).empty().words().len()), 2);
/// ```
#[macro_export]
macro_rules! at_width {
    ($size:expr, $width:ident => $body:expr) => {
        match $crate::hex::BoardSize::words($size) {
            #[cfg(not(target_arch = "wasm32"))]
            1 => {
                const $width: usize = 1;
                $body
            }
            2 => {
                const $width: usize = 2;
                $body
            }
            3 => {
                const $width: usize = 3;
                $body
            }
            #[cfg(not(target_arch = "wasm32"))]
            6 => {
                const $width: usize = 6;
                $body
            }
            _ => {
                const $width: usize = $crate::hex::BoardSize::MOST_WORDS;
                $body
            }
        }
    };
}

/// Declares an object-safe trait of a type that is generic over the width of its sets, for boards
/// whose size is known at run time. Each method converts the board to the width of the type and
/// calls the type's method of the same name; `[resize]` behind a result converts that, too.
macro_rules! any_width {
    (
        $(#[$trait_doc:meta])*
        pub trait $trait:ident for $type:ident {
            $(
                $(#[$doc:meta])*
                fn $method:ident(&mut self, $board:ident: &Board $(, $argument:ident: $kind:ty)* $(,)?)
                    -> $result:ty $([$convert:ident])?;
            )*
        }
    ) => {
        $(#[$trait_doc])*
        pub trait $trait: Send {
            $(
                $(#[$doc])*
                fn $method(&mut self, $board: &$crate::hex::Board $(, $argument: $kind)*) -> $result;
            )*
        }

        impl<const W: usize> $trait for $type<W> {
            $(
                fn $method(&mut self, $board: &$crate::hex::Board $(, $argument: $kind)*) -> $result {
                    $type::$method(self, &$board.resize() $(, $argument)*) $(.$convert())?
                }
            )*
        }
    };
}
pub(crate) use any_width;
