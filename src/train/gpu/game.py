"""Hex on an accelerator, a game per row of its arrays.

The side to move always joins top and bottom: after a move the board is transposed and the colours
change. Boards of all sizes lie in one square of `side` cells a row, which has room for the edges.
"""
from functools import partial
from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from network import forward


class Board(NamedTuple):
    """The stones of the side to move and of the other: 0, or the number of a chain. The edges are
    chains 1 and 2, on the border."""
    me: jax.Array     # [S*S] int16
    opp: jax.Array    # [S*S] int16
    size: jax.Array   # int32
    ply: jax.Array    # int32


def places(side):
    rows, columns = np.divmod(np.arange(side * side), side)
    return jnp.asarray(rows), jnp.asarray(columns)


def turned(cells, side):
    return cells.reshape(cells.shape[:-1] + (side, side)).swapaxes(-1, -2).reshape(cells.shape)


def turned_action(action, side):
    return action % side * side + action // side


def on_board(size, side):
    row, column = places(side)
    return (row >= 1) & (row <= size) & (column >= 1) & (column <= size)


def empty_board(size, side):
    row, column = places(side)
    within = (row <= size + 1) & (column <= size + 1)
    me = jnp.where(within & (row == 0), 1, jnp.where(within & (row == size + 1), 2, 0))
    me = me.astype(jnp.int16)
    return Board(me, turned(me, side), jnp.int32(size), jnp.int32(0))


def free_cells(board, side):
    return on_board(board.size, side) & (board.me == 0) & (board.opp == 0)


def play(board, action, side):
    """The board after a move, seen by the other side; whether the move wins; and, if it does, the stones
    joined to the mover's edges, as the mover sees them."""
    near = board.me[action + jnp.array([-side, 1 - side, -1, 1, side - 1, side])]
    wins = jnp.any(near == 1) & jnp.any(near == 2)
    name = jnp.minimum(jnp.min(jnp.where(near > 0, near, 32767)), (board.ply + 3).astype(jnp.int16))
    me = board.me.at[action].set(name)
    joined = jnp.any((me[:, None] == near[None]) & (near > 0)[None], -1)
    me = jnp.where(joined, name, me)
    after = Board(turned(board.opp, side), turned(me, side), board.size, board.ply + 1)
    return after, wins, (me == 1) & on_board(board.size, side)


def planes_of(me, opp, size, side):
    """The input of the network for the stones of the side to move and of the other, and the cells."""
    row, column = places(side)
    on = on_board(size, side)
    within = (row <= size + 1) & (column <= size + 1)
    own = within & ((row == 0) | (row == size + 1))
    other = within & ((column == 0) | (column == size + 1))
    seen = jnp.stack([on & (me > 0), on & (opp > 0), own, other], -1)
    return seen.reshape(side, side, 4), on.reshape(side, side)


def judge(shape, free, board, side):
    """The logits of moves [B, S*S], and the value of each board from -1 to 1."""
    planes, mask = jax.vmap(partial(planes_of, side=side))(board.me, board.opp, board.size)
    heads, value = forward(shape, free, planes, mask)
    logits = heads[:, 0].reshape(len(value), -1)
    legal = jax.vmap(partial(free_cells, side=side))(board)
    return jnp.where(legal, logits, -1e9), jnp.tanh(value / 2), legal
