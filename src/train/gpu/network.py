"""The network of stones: its file, `mustplay-policy-value/1`, and what it computes."""
import os
import struct
from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

MAGIC = b"mustplay-policy-value/1\n"
# The cell and its neighbours: rows down, columns right.
TAPS = [(-1, 0), (-1, 1), (0, -1), (0, 0), (0, 1), (1, -1), (1, 0)]
# Of activations. Processors without bfloat16 emulate it slowly.
PRECISION = jnp.float32 if jax.default_backend() == "cpu" else jnp.bfloat16


def checksum(data):
    """FNV-1a of 64 bits."""
    total, mask = 0xCBF29CE484222325, (1 << 64) - 1
    for byte in data:
        total = ((total ^ byte) * 0x100000001B3) & mask
    return total


class Shape(NamedTuple):
    channels: int
    blocks: int

    @property
    def half(self):
        return self.channels // 2

    @property
    def convolutions(self):
        return 2 * self.blocks + 2

    def pools(self, index):
        return index + 1 == self.convolutions or (index > 0 and index % 4 == 0)


def split(shape, free):
    """The named parts of the free weights, in the order of the file."""
    parts, at = {}, 0

    def take(name, *sizes):
        nonlocal at
        count = int(np.prod(sizes))
        parts[name] = free[at:at + count].reshape(sizes)
        at += count

    for index in range(shape.convolutions):
        inputs = 4 if index == 0 else shape.channels
        take(f"conv{index}", 7, inputs, shape.half)
        take(f"bias{index}", shape.half)
        if shape.pools(index):
            take(f"pool{index}", 2, inputs, shape.half)
    take("heads", 4, shape.half)
    take("owner_bias", 1)
    take("hidden", 2 * shape.half, shape.channels)
    take("hidden_bias", shape.channels)
    take("value", shape.channels)
    take("value_bias", 1)
    return parts, at


def read(path):
    with open(path, "rb") as file:
        data = file.read()
    if not data.startswith(MAGIC):
        raise ValueError(f"{path} is no network of stones")
    # The checksum finds a file of a wrong length, too.
    if checksum(data[:-8]) != int.from_bytes(data[-8:], "little"):
        raise ValueError(f"{path}: wrong checksum")
    channels, blocks = struct.unpack_from("<HH", data, len(MAGIC))
    shape = Shape(channels, blocks)
    numbers = np.frombuffer(data[len(MAGIC) + 4:-8], "<f4")
    ranges, free = numbers[:shape.convolutions].copy(), numbers[shape.convolutions:].copy()
    return shape, ranges, free


def write(path, shape, ranges, free):
    data = MAGIC + struct.pack("<HH", *shape)
    data += np.asarray(ranges, "<f4").tobytes() + np.asarray(free, "<f4").tobytes()
    # A run that is stopped leaves the last whole file.
    with open(f"{path}.new", "wb") as file:
        file.write(data + struct.pack("<Q", checksum(data)))
    os.replace(f"{path}.new", path)


def random_weights(shape, seed):
    """As the engine begins: residual branches small, heads that say little."""
    rng = np.random.default_rng(seed)
    count = split(shape, np.zeros(10**7, np.float32))[1]
    free = np.zeros(count, np.float32)
    parts, _ = split(shape, free)
    for index in range(shape.convolutions):
        second = 0 < index < shape.convolutions - 1 and index % 2 == 0
        inputs = 1 if index == 0 else shape.channels
        spread = (0.5 / shape.blocks**0.5 if second else 1.0) * (2 / (7 * inputs))**0.5
        parts[f"conv{index}"][:] = spread * rng.standard_normal(parts[f"conv{index}"].shape)
    for name in ["heads", "hidden", "value"]:
        parts[name][:] = (1 / (2 * shape.channels))**0.5 * rng.standard_normal(parts[name].shape)
    return free


def both_halves(half, twin):
    """[taps, inputs, half] -> [taps, inputs, channels]: what channel c makes of input i by tap t, its
    twin makes of the twin of i by the opposite tap."""
    return jnp.concatenate([half, half[::-1][:, twin]], axis=-1)


def kernel(free, inputs, half):
    twin = np.arange(4) if inputs == 4 else (np.arange(inputs) + half) % inputs
    taps = both_halves(free, twin)
    full = jnp.zeros((3, 3, inputs, 2 * half), free.dtype)
    for tap, (down, right) in enumerate(TAPS):
        full = full.at[down + 1, right + 1].set(taps[tap])
    return full


def forward(shape, free, planes, mask, precision=PRECISION, seen=None):
    """planes [B,S,S,4], mask [B,S,S] of the cells -> heads [B,4,S,S] and value [B], as logits.
    What the convolutions but the first read, and the features, are added to `seen`."""
    parts, _ = split(shape, free)
    half = shape.half
    on = mask[..., None].astype(precision)
    cells = jnp.sum(mask, (1, 2)).astype(jnp.float32)[:, None]

    def pooled(x):
        mean = jnp.sum(x.astype(jnp.float32), (1, 2)) / cells
        return mean, jnp.max(x, (1, 2)).astype(jnp.float32)

    x, stream = planes.astype(precision), 0
    for index in range(shape.convolutions):
        inputs = 4 if index == 0 else shape.channels
        sums = jax.lax.conv_general_dilated(
            x, kernel(parts[f"conv{index}"], inputs, half).astype(precision), (1, 1), "SAME",
            dimension_numbers=("NHWC", "HWIO", "NHWC"))
        bias = jnp.tile(parts[f"bias{index}"], 2)[None]
        if shape.pools(index):
            for numbers, rows in zip(pooled(x), parts[f"pool{index}"]):
                twin = (np.arange(inputs) + half) % inputs
                bias = bias + numbers @ jnp.concatenate([rows, rows[twin]], axis=-1)
        sums = (sums + bias[:, None, None].astype(precision)) * on
        if index % 2 == 0:
            stream = stream + sums
            sums = stream
        x = jax.nn.relu(sums)
        if seen is not None:
            seen.append(x)
    f32 = x.astype(jnp.float32)
    pairs = f32[..., :half] + f32[..., half:]
    heads = jnp.einsum("bijc,hc->bhij", pairs, parts["heads"])
    heads = heads.at[:, 3].add(parts["owner_bias"][0])
    mean, most = pooled(x)
    both = [pooled[:, :half] + pooled[:, half:] for pooled in (mean, most)]
    hidden = jax.nn.relu(jnp.concatenate(both, -1) @ parts["hidden"] + parts["hidden_bias"])
    return heads, hidden @ parts["value"] + parts["value_bias"][0]
