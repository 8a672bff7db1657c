//! Puzzles on small boards, for tests.

use crate::hex::Position;
use crate::position;

/// Positions with one winning move, no two of them equal up to a symmetry.
pub fn puzzles() -> [Position<1>; 4] {
    let low = position! { 4 x 4:
        . . . .
         . . . B
          . . W .
           . B . W
    };
    let high = position! { 4 x 4:
        B W . .
         W . . .
          B . . .
           . . . .
    };
    let tall = position! { 4 x 5:
        B W W .
         . . . B
          . . . .
           W . . .
            B W . B
    };
    let square = position! { 5 x 5:
        W B W B .
         B W B . .
          W W . . .
           . . . . .
            B . B B W
    };
    [low, high, tall, square]
}
