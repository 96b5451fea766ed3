"""One random stream for every (statement, point, chunk). No stream is shared, reused or seeded by a result."""

from __future__ import annotations

import zlib

import numpy as np

from rftheory.errors import DomainError
from rftheory.measured.engine.watching import handed_out
from rftheory.measured.inputs import integer

MAX_CHUNK = 2**14  # draws: enough to hide the overhead of a chunk, few enough to stop or resume at
MEMORY_VALUES = 2**21  # numbers held at once: 16 MB a worker
MAX_INDEX = 2**32 - 1  # a spawn key is made of words of 32 bits


def stream(root_seed: int, statement: str, point: int, chunk: int) -> np.random.Generator:
    """The generator of one chunk: PCG64DXSM from SeedSequence(root, (crc32(statement), point, chunk)).

    It depends on nothing else, so neither workers nor their order can change what a chunk draws. Two
    statement names with one crc32 would share streams: their tests become dependent, and the ledger's
    union bound, which assumes no independence, still holds.
    """
    handed_out(statement)
    root = integer("root_seed", root_seed, 0)
    key = (zlib.crc32(statement.encode()), _index("point", point), _index("chunk", chunk))
    return np.random.Generator(np.random.PCG64DXSM(np.random.SeedSequence(root, spawn_key=key)))


def chunk_size(width: int) -> int:
    """The fixed chunk: the largest power of two <= 2^14 whose n * width values number at most 2^21.

    `width` is the count of numbers held per draw. The size depends on the experiment only, never on the
    machine, so streams and results do not either. At least 1.
    """
    room = max(1, MEMORY_VALUES // integer("width", width, 1))
    return int(min(MAX_CHUNK, 2 ** (room.bit_length() - 1)))


def _index(name: str, value: int) -> int:
    """`value` as an int of 32 bits, so that a spawn key has one reading."""
    number = integer(name, value, 0)
    if number > MAX_INDEX:
        raise DomainError(name, value, f"an integer of at most {MAX_INDEX}")
    return number
