//! From a size known at run time to a width known at compile time.

/// Runs an expression with the width of set that a [`BoardSize`](crate::board::BoardSize) asks for
/// as a constant. Everything hot is generic over the width; this is where it is chosen, once a
/// game.
///
/// ```
/// use mustplay::{at_width, board::{BoardSize, Position}};
/// let size = BoardSize::square(11).unwrap();
/// assert_eq!(at_width!(size, W => Position::<W>::new(size).empty().words().len()), 2);
/// ```
#[macro_export]
macro_rules! at_width {
    ($size:expr, $width:ident => $body:expr) => {
        match $crate::board::BoardSize::words($size) {
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
            _ => {
                const $width: usize = 6;
                $body
            }
        }
    };
}
