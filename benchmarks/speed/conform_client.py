"""One client of `conform` in a process of its own: `python -m benchmarks.speed.conform_client D M PROFILE DRAWS`.

Prints conclusion, draws, the processor seconds of the client and those beyond it, as JSON.
"""

from __future__ import annotations

import json
import sys
import time
from typing import Any

import numpy as np


class Client:
    """Orthogonal positive features of the softmax kernel, as Performers have them, and the seconds that they take."""

    def __init__(self, m: int) -> None:
        self.m, self.seconds = m, 0.0

    def __call__(self, x: Any, seed: int) -> Any:
        """(p, d) to (p, m)."""
        start = time.process_time()
        rng, d = np.random.default_rng(seed), x.shape[1]
        blocks = []
        for _ in range(-(-self.m // d)):
            q, r = np.linalg.qr(rng.standard_normal((d, d)))
            blocks.append(q * np.sign(np.diag(r)))
        w = np.concatenate(blocks)[: self.m] * np.sqrt(rng.chisquare(d, (self.m, 1)))
        made = np.exp(x @ w.T - np.sum(x * x, axis=1, keepdims=True) / 2.0) / np.sqrt(self.m)
        self.seconds += time.process_time() - start
        return made


def main(d: int, m: int, profile: str, draws: int) -> None:
    """Hold the client against the theory and print what it took; draws = 0: as the profile says."""
    from rftheory.conformance.conform import conform

    client, start = Client(m), time.process_time()
    report = conform(
        lambda x, seed: client(x, seed),
        mechanism="orthogonal-positive",
        kernel="softmax",
        d=d,
        profile=profile,
        draws=draws or None,
    )
    beyond = time.process_time() - start - client.seconds
    print(json.dumps({"conclusion": report.conclusion, "draws": report.draws, "client": client.seconds,
                      "beyond": beyond}))  # fmt: skip


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3], int(sys.argv[4]))
