"""Self-play: most moves are drawn from the bare policy, some are searched and become samples."""
from functools import partial
from typing import NamedTuple

import jax
import jax.numpy as jnp
import mctx

from game import (Board, empty_board, free_cells, judge, on_board, play, turned, turned_action)


TEMPERATURE = (0.5, 2.0)   # of a game's first moves, each game its own
COOLING = 0.7              # what is left of it after as many moves as the board is wide
LATER_TEMPERATURE = 0.3
LATE_SHARE = 0.4           # the share of games with high temperatures up to three widths
PLAYED_OUT = 0.25          # the share of games that are played to their end
DECIDED = 0.98             # the others end when the value is beyond this
PRIOR_POWER = 0.8          # of the priors in the policy target: a flatter policy keeps exploring
VALUE_SCALE = 15.0         # of values from -1 to 1 in logits of the policy target
LATER = 0.96               # of the value target of a move, what the next move's target counts
DOUBT = 2.0                # visits at the value of the position itself, added to each move's


class Game(NamedTuple):
    board: Board
    start: jax.Array       # the ply after the opening
    hot: jax.Array         # the ply up to which moves are drawn at a high temperature
    heat: jax.Array
    played_out: jax.Array


class Step(NamedTuple):
    """What is kept of a move of each game."""
    me: jax.Array       # stones, bool [B, S*S]
    opp: jax.Array
    size: jax.Array
    action: jax.Array
    value: jax.Array    # for the side to move: of the search, or of the network
    hot: jax.Array      # whether the move was drawn at a high temperature
    ends: jax.Array     # whether the game ends with this move, or before it by its value
    wins: jax.Array     # whether the move joins the edges
    chain: jax.Array    # the stones joined to the edges of the mover


def pick(condition, new, old):
    """For each game, `new` where the condition holds."""
    choose = lambda new, old: jnp.where(condition.reshape((-1,) + (1,) * (new.ndim - 1)), new, old)
    return jax.tree.map(choose, new, old)


def begin_games(key, board):
    """Games that begin on these boards."""
    keys = jax.random.split(key, 5)
    count = board.size.shape
    width = board.size.astype(jnp.float32)
    late = jax.random.uniform(keys[0], count) < LATE_SHARE
    moves = jax.random.uniform(keys[1], count) * jnp.where(late, 3 * width, width + 1)
    heat = jax.random.uniform(keys[2], count, minval=TEMPERATURE[0], maxval=TEMPERATURE[1])
    played_out = jax.random.uniform(keys[3], count) < PLAYED_OUT
    return Game(board, board.ply, board.ply + moves.astype(jnp.int32), heat, played_out)


def advance(key, game, fresh, logits, later_logits, value, side):
    """Draws and plays a move of each game: in its first part from `logits`, then from `later_logits`.
    Games that end begin anew from `fresh`."""
    board = game.board
    is_hot = board.ply < game.hot
    progress = (board.ply - game.start).astype(jnp.float32) / board.size
    heat = jnp.maximum(game.heat * COOLING**progress, LATER_TEMPERATURE)
    logits = jnp.where(is_hot[:, None], logits / heat[:, None], later_logits / LATER_TEMPERATURE)
    action = jax.random.categorical(key, logits)
    after, wins, chain = jax.vmap(partial(play, side=side))(board, action)
    decided = (jnp.abs(value) > DECIDED) & ~game.played_out
    ends = wins | decided
    on = jax.vmap(partial(on_board, side=side))(board.size)
    kept = Step(on & (board.me > 0), on & (board.opp > 0), board.size, action.astype(jnp.int16), value,
                is_hot, ends, wins, chain)
    return pick(ends, fresh, game._replace(board=after)), kept


@partial(jax.jit, static_argnames=("shape", "side"))
def quick_step(shape, free, key, game, pool, side):
    """One move of each game without a search."""
    keys = jax.random.split(key, 3)
    logits, value, _ = judge(shape, free, game.board, side)
    return advance(keys[0], game, drawn(keys[1:], pool, len(value)), logits, logits, value, side)


def drawn(keys, pool, count):
    chosen = jax.random.randint(keys[0], (count,), 0, pool.size.shape[0])
    return begin_games(keys[1], jax.tree.map(lambda x: x[chosen], pool))


@partial(jax.jit, static_argnames=("shape", "side", "visits", "considered"))
def searched_step(shape, free, key, game, pool, side, visits, considered):
    """One move of each game by a search; also the policy target."""
    keys = jax.random.split(key, 4)
    logits, value, legal = judge(shape, free, game.board, side)
    root = mctx.RootFnOutput(prior_logits=logits, value=value, embedding=game.board)

    def recurrent(free, _, action, board):
        after, wins, _ = jax.vmap(partial(play, side=side))(board, action)
        logits, value, _ = judge(shape, free, after, side)
        won = wins.astype(jnp.float32)
        return mctx.RecurrentFnOutput(
            reward=won, discount=won - 1.0, prior_logits=logits, value=value * (1.0 - won)), after

    def gains(tree, node):
        """The values of moves in logits; moves without visits have the value of the node."""
        visits = tree.children_visits[node]
        values = tree.qvalues(node)
        return VALUE_SCALE * (values - tree.node_values[node]) * visits / (visits + DOUBT)

    output = mctx.gumbel_muzero_policy(
        free, keys[0], root, recurrent, visits, invalid_actions=~legal, qtransform=gains,
        max_num_considered_actions=considered)
    tree = output.search_tree.summary()
    # The mean of a search counts bad moves that it only tried; the priors weigh the moves better.
    visited = tree.visit_counts > 0
    weight = jnp.where(visited, jax.nn.softmax(logits) + 1e-9, 0)
    mean = jnp.sum(weight * tree.qvalues, -1) / jnp.sum(weight, -1)
    mean = (value + visits * mean) / (1 + visits)
    gain = (tree.qvalues - mean[:, None]) * tree.visit_counts / (tree.visit_counts + DOUBT)
    # Among moves with visits a power of the priors counts; before their values do, all of them have
    # the same share together as before.
    share = jax.nn.logsumexp(jnp.where(visited, logits, -1e9), -1, keepdims=True)
    flatter = jax.nn.logsumexp(jnp.where(visited, PRIOR_POWER * logits, -1e9), -1, keepdims=True)
    flatter = PRIOR_POWER * logits + share - flatter
    target = jnp.where(legal, jnp.where(visited, flatter + VALUE_SCALE * gain, logits), -1e9)
    game, kept = advance(keys[1], game, drawn(keys[2:], pool, len(value)), logits, target, mean, side)
    return game, kept, jax.nn.softmax(target).astype(jnp.float16)


@partial(jax.jit, static_argnames=("shape", "side", "count", "sizes"))
def openings(shape, free, key, side, count, sizes):
    """Boards to begin from: some stones at random, the more even the likelier."""
    keys = jax.random.split(key, 4)
    weights = jnp.array([weight for _, weight in sizes])
    drawn_sizes = jax.random.choice(keys[0], len(sizes), (count,), p=weights / weights.sum())
    size = jnp.array([size for size, _ in sizes])[drawn_sizes]
    stones = jax.random.choice(keys[1], jnp.array([0, 1, 2, 3, 4, 6, 8]), (count,),
                               p=jnp.array([0.1, 0.3, 0.3, 0.1, 0.1, 0.05, 0.05]))
    board = jax.vmap(partial(empty_board, side=side))(size)

    def put(index, state):
        board, over, key = state
        key, sub = jax.random.split(key)
        legal = jax.vmap(partial(free_cells, side=side))(board)
        action = jax.random.categorical(sub, jnp.where(legal, 0.0, -1e9))
        after, wins, _ = jax.vmap(partial(play, side=side))(board, action)
        over = over | (wins & (index < stones))
        return pick(index < stones, after, board), over, key

    board, over, _ = jax.lax.fori_loop(0, 8, put, (board, jnp.zeros(count, bool), keys[2]))
    _, value, _ = judge(shape, free, board, side)
    weight = ((1 - value**2)**2 + 0.05) * ~over
    chosen = jax.random.choice(keys[3], count, (count,), p=weight / weight.sum())
    return jax.tree.map(lambda x: x[chosen], board)


class Samples(NamedTuple):
    """Positions to learn from, flat."""
    me: jax.Array
    opp: jax.Array
    size: jax.Array
    policy: jax.Array
    reply: jax.Array    # the move of the other side, or -1
    chain: jax.Array    # of the winner
    known: jax.Array    # whether the chain is known
    won: jax.Array      # whether the side to move wins the game, by its end or its last value
    wanted: jax.Array   # the value to learn, from -1 to 1


@partial(jax.jit, static_argnames="side")
def label(steps, at, policies, later_share, side):
    """The steps [T, B] with indices `at`, whose `policies` are given, as samples. The value target is
    made of later values and the result, up to the next move drawn at a high temperature."""
    def back(later, now):
        target, value, won, known, chain, action = later
        passed = -((1 - LATER) * value + LATER * target)
        target = jnp.where(now.wins, 1.0, jnp.where(now.ends | now.hot, now.value, passed))
        won = jnp.where(now.wins, True, jnp.where(now.ends, now.value > 0, ~won))
        known = now.wins | known & ~now.ends
        chain = jnp.where(now.wins[:, None], now.chain, turned(chain, side))
        reply = jnp.where(now.ends, -1, turned_action(action, side))
        out = (target, won, known, chain, reply)
        return (target, now.value, won, known, chain, now.action), out

    count, cells = steps.me.shape[1:]
    last = -steps.value[-1]
    start = (last, last, last > 0, jnp.zeros(count, bool), jnp.zeros((count, cells), bool),
             jnp.full(count, -1, jnp.int16))
    _, (target, won, known, chain, reply) = jax.lax.scan(back, start, steps, reverse=True)
    flat = lambda x: x[at].reshape((-1,) + x.shape[2:])
    wanted = (1 - later_share) * steps.value + later_share * target
    policies = policies.reshape((-1,) + policies.shape[2:])
    return Samples(*map(flat, (steps.me, steps.opp, steps.size)), policies,
                   *map(flat, (reply, chain, known, won, wanted)))
