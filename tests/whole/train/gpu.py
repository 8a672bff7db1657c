"""Checks of src/train/gpu against plain definitions; tests/whole/train/gpu.rs runs them."""
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[3] / "src/train/gpu"))

import jax
import jax.numpy as jnp
import numpy as np

import self_play
from game import empty_board, free_cells, play
from network import random_weights, Shape
from self_play import Step, begin_games, label, searched_step


def joined(stones, size):
    """The stones that are connected to the top, and whether they reach the bottom."""
    reached, todo = set(), [(0, column) for column in range(size) if (0, column) in stones]
    while todo:
        row, column = todo.pop()
        if (row, column) in stones and (row, column) not in reached:
            reached.add((row, column))
            for down, right in [(-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0)]:
                todo.append((row + down, column + right))
    return reached, any(row == size - 1 for row, _ in reached)


def games_end_when_edges_are_joined():
    """Random games on a larger square: legal moves, winners, and the stones joined to the edges."""
    random, side = np.random.default_rng(1), 7
    move = jax.jit(play, static_argnames="side")
    for size in [1, 2, 3, 4, 5] * 8:
        board, stones, white = empty_board(size, side), {False: set(), True: set()}, False
        while True:
            legal = np.flatnonzero(np.asarray(free_cells(board, side)))
            assert len(legal) == size * size - len(stones[False]) - len(stones[True])
            action = int(random.choice(legal))
            row, column = divmod(action, side)
            stones[white].add((row - 1, column - 1))
            board, wins, chain = move(board, action, side)
            chains, won = joined(stones[white], size)
            assert bool(wins) == won
            if won:
                below = joined({(size - 1 - r, size - 1 - c) for r, c in stones[white]}, size)[0]
                below = {(size - 1 - r, size - 1 - c) for r, c in below}
                cells = {(i // side - 1, i % side - 1) for i in np.flatnonzero(np.asarray(chain))}
                assert cells == chains | below
                break
            # The other side sees the transposed board.
            stones = {side: {(c, r) for r, c in cells} for side, cells in stones.items()}
            white = not white


def labels_follow_the_definition():
    """Value targets, winners, replies and owners, against a loop over the later moves."""
    random, side, length, count = np.random.default_rng(2), 4, 12, 50
    cells = side * side
    flags = lambda share: random.random((length, count)) < share
    ends, hot = flags(0.2), flags(0.2)
    wins = ends & flags(0.5)
    value = random.uniform(-1, 1, (length, count)).astype(np.float32)
    chain = random.random((length, count, cells)) < 0.5
    action = random.integers(0, cells, (length, count)).astype(np.int16)
    empty = np.zeros((length, count, cells), bool)
    steps = Step(empty, empty, np.full((length, count), 2), action, value, hot, ends, wins, chain)
    steps = jax.tree.map(jnp.asarray, steps)
    at = np.array([0, 3, 4])
    policies = jnp.asarray(random.random((3, count, cells)), jnp.float16)
    samples = label(steps, at, policies, 0.75, side)

    def target(t, game):
        if wins[t, game]:
            return 1.0
        if ends[t, game] or hot[t, game] or t + 1 == length:
            return value[t, game]
        later = self_play.LATER * target(t + 1, game) + (1 - self_play.LATER) * value[t + 1, game]
        return -later

    for index, t in enumerate(at):
        for game in range(count):
            one = jax.tree.map(lambda x: np.asarray(x)[index * count + game], samples)
            wanted = 0.25 * value[t, game] + 0.75 * target(t, game)
            assert abs(one.wanted - wanted) < 1e-4, (t, game)
            last = next((u for u in range(t, length) if ends[u, game]), None)
            odd = last is not None and (last - t) % 2 == 1
            if last is not None:
                mover = wins[last, game] or value[last, game] > 0
                assert one.won == (mover != odd)
            assert one.known == (last is not None and wins[last, game])
            if one.known:
                seen = chain[last, game].reshape(side, side)
                assert (one.chain.reshape(side, side) == (seen.T if odd else seen)).all()
            reply = -1
            if not ends[t, game] and t + 1 < length:
                row, column = divmod(int(action[t + 1, game]), side)
                reply = column * side + row
            assert one.reply == reply
            assert (one.policy == np.asarray(policies)[index, game]).all()


def searches_find_wins():
    """One move from the end, the target is the winning move; targets are policies of legal moves."""
    side, shape = 5, Shape(32, 1)
    free = jnp.asarray(random_weights(shape, 3))
    board = empty_board(3, side)
    # A column of the side to move lacks its middle; the other side has stones of its own.
    for row, column in [(1, 2), (1, 1), (3, 2), (3, 3)]:
        action = row * side + column
        if int(board.ply) % 2 == 1:
            action = column * side + row
        board, _, _ = play(board, action, side)
    boards = jax.tree.map(lambda x: jnp.stack([x] * 8), board)
    game = begin_games(jax.random.key(1), boards)
    _, step, policy = searched_step(shape, free, jax.random.key(2), game, boards, side, 32, 16)
    policy = np.asarray(policy, np.float32)
    legal = np.asarray(free_cells(board, side))
    assert np.allclose(policy.sum(-1), 1, atol=0.01) and (policy[:, ~legal] == 0).all()
    assert (policy.argmax(-1) == 2 * side + 2).all() and (policy.max(-1) > 0.5).all(), policy
    assert (np.asarray(step.value) > 0).all()


games_end_when_edges_are_joined()
labels_follow_the_definition()
searches_find_wins()
print("ok")
