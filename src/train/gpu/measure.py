"""What a network is worth: games against another one, and the ranges of its activations."""
from functools import partial

import jax
import jax.numpy as jnp
import numpy as np

from game import judge, planes_of, play
from network import forward
from self_play import openings, pick


@partial(jax.jit, static_argnames=("shape", "side", "sizes", "count"))
def duel(shape, new, old, key, side, sizes, count):
    """Games of two networks without a search, each opening with both colours; the share of `new`."""
    board = openings(shape, old, key, side, count, sizes)
    over = jnp.zeros((2, count), bool)
    won = jnp.zeros((2, count))
    boards = [board, board]

    def turn(index, state):
        boards, over, won = state
        first, second = [], []
        for game in range(2):
            mover = jnp.where((index + game) % 2 == 0, 1, 0)
            free = jnp.where(mover == 1, new, old)
            logits, _, _ = judge(shape, free, boards[game], side)
            after, wins, _ = jax.vmap(partial(play, side=side))(boards[game], jnp.argmax(logits, -1))
            ends = wins & ~over[game]
            first.append(pick(over[game], boards[game], after))
            second.append((over[game] | wins, won[game] + ends * mover))
        return first, jnp.stack([x for x, _ in second]), jnp.stack([x for _, x in second])

    limit = max(size for size, _ in sizes)**2
    state = (boards, over, won)
    _, _, won = jax.lax.while_loop(lambda s: (s[0] < limit) & ~jnp.all(s[1][1]),
                                   lambda s: (s[0] + 1, turn(s[0], s[1])), (0, state))[1]
    return jnp.mean(won)


@partial(jax.jit, static_argnames=("shape", "side"))
def activations(shape, free, board, side):
    planes, mask = jax.vmap(partial(planes_of, side=side))(board.me, board.opp, board.size)
    seen = []
    forward(shape, free, planes, mask, jnp.float32, seen)
    return seen


def calibrate(shape, free, board, side):
    """The ranges of activations in eight bits, as the engine sets them: a thousandth may be cut off."""
    ranges = []
    for numbers in activations(shape, free, board, side):
        numbers = np.sort(np.asarray(numbers).ravel())
        numbers = numbers[np.searchsorted(numbers, 0, "right"):]
        ranges.append(1.1 * numbers[-1 - len(numbers) // 1000] if len(numbers) else 8.0)
    return np.array(ranges, np.float32)
