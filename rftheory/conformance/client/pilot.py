"""How many draws fit into a time: the code is called a few times before, which changes no number that counts."""

from __future__ import annotations

import time
from collections.abc import Sequence

import numpy as np

from rftheory.conformance.client.clients import Client
from rftheory.errors import InputError, shorten
from rftheory.measured.inputs import Floats

TRIES = 3
OWN = 1e-3
"""Seconds that judging one draw takes at most at the usual sizes."""
FEWEST = 64


def draws(
    client: Client, points: Floats, m: int | None, seeds: Sequence[int], seconds: float, most: int
) -> int:
    """The largest power of two of draws, from 64 to `most`, that `client` makes at these points in `seconds`.

    InputError where 64 take longer.
    """
    if not 0.0 < seconds < float("inf"):
        raise InputError(f"seconds = {shorten(seconds)}; allowed: a finite number > 0")
    taken = [_timed(client, points, m, seed) for seed in seeds[: TRIES + 1]][1:]
    each = max(min(taken), 0.0) + OWN
    count = int(seconds / each)
    if count < FEWEST:
        raise InputError(
            f"{client.name} takes {each:.2g} s a call: {FEWEST} draws do not fit into {seconds:g} s; allowed: --seconds "
            f"from {FEWEST * each:.2g} on"
        )
    return min(most, 1 << (count.bit_length() - 1))


def _timed(client: Client, points: Floats, m: int | None, seed: int) -> float:
    """Seconds of one call as the examination makes them."""
    d = points.shape[1]
    start = time.perf_counter()
    if client.contract == "frequencies":
        client.frequencies(d, m or 3 * d, seed)
    elif client.contract == "estimates":
        client.estimates(points, points, seed)
    elif client.contract == "attention":
        client.attention(points, points, np.eye(len(points)), seed)
    else:
        probes = np.concatenate([points, np.zeros((4 * d + 1, d))])
        client.features(probes, seed)
    return time.perf_counter() - start
