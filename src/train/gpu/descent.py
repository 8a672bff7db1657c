"""Gradient descent on samples of self-play."""
from functools import partial
from typing import NamedTuple

import jax
import jax.numpy as jnp

from game import planes_of
from network import forward

# The weights of the losses.
COUNTS = dict(policy=1.0, soft=1.0, reply=0.15, owners=0.5, value=1.0)


# Up to about so many units of eight bits an activation counts as small.
SMALL = 4.0


def sparsity_term(seen, ranges, cells):
    """For each board how much of what the convolutions but the first read is not zero, as in
    `src/train/descent/sparsity.rs`."""
    terms = []
    for numbers, most in zip(seen[:-1], ranges):
        sums = numbers.astype(jnp.float32).reshape(*numbers.shape[:-1], -1, 2).sum(-1)
        terms.append(jnp.log1p(sums / (SMALL * most / 127)).mean(-1).sum((1, 2)) / cells)
    return sum(terms) / len(terms)


def losses(shape, free, one, side, ranges, sparsity):
    planes, mask = jax.vmap(partial(planes_of, side=side))(one.me, one.opp, one.size)
    seen = [] if sparsity else None
    heads, value = forward(shape, free, planes, mask, seen=seen)
    heads, on = heads.reshape(len(value), 4, -1), mask.reshape(len(value), -1)
    legal = on & ~one.me & ~one.opp
    logs = jax.nn.log_softmax(jnp.where(legal[:, None], heads[:, :3], -1e9), -1)
    policy = one.policy.astype(jnp.float32)
    policy = policy / jnp.maximum(policy.sum(-1, keepdims=True), 1e-6)
    soft = jnp.where(policy > 0, policy, 0)**0.25
    soft = soft / soft.sum(-1, keepdims=True)
    cross = lambda target, logs: -jnp.sum(jnp.where(target > 0, target * logs, 0), -1)
    entropy = cross(policy, jnp.log(jnp.maximum(policy, 1e-9)))
    replies = jnp.maximum(one.reply, 0).astype(jnp.int32)[:, None]
    reply = jnp.where(one.reply >= 0, -jnp.take_along_axis(logs[:, 2], replies, -1)[:, 0], 0)
    won = one.won.astype(jnp.float32)
    binary = lambda logit, target: jnp.logaddexp(0, logit) - target * logit
    owner = jnp.where(one.chain, won[:, None], 0.5)
    owners = jnp.sum(jnp.where(on, binary(heads[:, 3], owner), 0), -1) / jnp.sum(on, -1)
    owners = jnp.where(one.known, owners, 0)
    wanted = jnp.clip((one.wanted + 1) / 2, 0, 1)
    each = dict(policy=cross(policy, logs[:, 0]), soft=cross(soft, logs[:, 1]),
                reply=reply, owners=owners, value=binary(value, wanted))
    total = jnp.mean(sum(COUNTS[name] * loss for name, loss in each.items()))
    told = dict(policy=jnp.mean(each["policy"] - entropy), entropy=jnp.mean(entropy),
                value=jnp.mean(binary(value, won)), right=jnp.mean((value > 0) == one.won))
    if sparsity:
        told["sparsity"] = jnp.mean(sparsity_term(seen, ranges, jnp.sum(on, -1)))
        total += sparsity * told["sparsity"]
    return total, told


class Learner(NamedTuple):
    free: jax.Array
    first: jax.Array
    second: jax.Array
    mean: jax.Array
    length: jax.Array   # the usual length of a gradient
    steps: jax.Array


def new_learner(free):
    zeros = jnp.zeros_like(free)
    return Learner(free, zeros, zeros, free, jnp.float32(0), jnp.int32(0))


@partial(jax.jit, static_argnames=("shape", "side", "batch", "updates", "sparsity"))
def learn(shape, learner, window, key, rate, side, batch, updates, decay, ranges, sparsity):
    """So many steps of Adam on batches drawn from a window of samples."""
    count = window.size.shape[0]

    def update(learner, key):
        index = jax.random.randint(key, (batch,), 0, count)
        one = jax.tree.map(lambda x: x[index], window)
        loss = lambda free: losses(shape, free, one, side, ranges, sparsity)
        (_, told), slope = jax.value_and_grad(loss, has_aux=True)(learner.free)
        length = jnp.linalg.norm(slope)
        usual = jnp.where(learner.steps == 0, length, learner.length)
        slope = slope * jnp.minimum(1.0, 2 * usual / jnp.maximum(length, 1e-9))
        usual = 0.99 * usual + 0.01 * jnp.minimum(length, 2 * usual)
        steps = learner.steps + 1
        first = 0.9 * learner.first + 0.1 * slope
        second = 0.99 * learner.second + 0.01 * slope**2
        move = first / (1 - 0.9**steps) / (jnp.sqrt(second / (1 - 0.99**steps)) + 1e-8)
        free = learner.free - rate * jnp.minimum(1.0, steps / 100) * (move + decay * learner.free)
        keep = jnp.minimum(0.998, (1 + steps) / (10 + steps))
        mean = keep * learner.mean + (1 - keep) * free
        return Learner(free, first, second, mean, usual, steps), told | dict(length=length)

    learner, told = jax.lax.scan(update, learner, jax.random.split(key, updates))
    return learner, jax.tree.map(jnp.mean, told)
