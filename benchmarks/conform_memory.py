"""Memory and time of `conform` on a client of a given size, each case in a process of its own.

python benchmarks/conform_memory.py [--case D M PROFILE [DRAWS]]

Prints the peak resident memory of the process, the CPU seconds of the client and those beyond it.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import time
from typing import Any

import numpy as np

CASES = (
    ("64", "256", "quick"),
    ("64", "256", "full"),
    ("256", "1024", "quick", "256"),
    ("1024", "4096", "quick", "64"),
)
MIB = 1024.0


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


def one(d: int, m: int, profile: str, draws: int | None) -> str:
    """One line."""
    from rftheory.conformance.conform import conform

    client, start = Client(m), time.process_time()
    report = conform(
        lambda x, seed: client(x, seed),
        mechanism="orthogonal-positive",
        kernel="softmax",
        d=d,
        profile=profile,
        draws=draws,
    )
    beyond = time.process_time() - start - client.seconds
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / MIB
    size = f"d = {d}, m = {m}, {report.draws} draws"
    return (
        f"{size}: {report.conclusion}, {peak:.0f} MiB, client {client.seconds:.1f} s, beyond {beyond:.1f} s"
    )


def main() -> None:
    """One case, or all of them side by side."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--case", nargs="+")
    case = parser.parse_args().case
    if case is not None:
        d, m, profile, *draws = case
        print(one(int(d), int(m), profile, int(draws[0]) if draws else None))
        return
    for each in CASES:
        subprocess.run([sys.executable, __file__, "--case", *each], check=True)


if __name__ == "__main__":
    main()
