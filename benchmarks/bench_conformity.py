"""The SimRF conformity to 50 digits against the printed double sum in mpmath, side by side. Exit status 1 if missed."""

from __future__ import annotations

import sys
from collections.abc import Callable
from time import perf_counter

import mpmath

from rftheory import registry
from rftheory.exact.functions import conformity

D, V, DIGITS = 64, 10, 50
TARGET_SECONDS, TARGET_RATIO = 5e-3, 200.0


def seconds(work: Callable[[], object], repeats: int) -> float:
    """The best time of several runs."""
    times = []
    for _ in range(repeats):
        start = perf_counter()
        work()
        times.append(perf_counter() - start)
    return min(times)


def printed() -> str:
    """(24) of simrf as it stands, with the guard digits that its alternating inner sums need."""
    with mpmath.workdps(DIGITS + 15):
        d, v2 = mpmath.mpf(D), mpmath.mpf(V) ** 2
        total, k, term = mpmath.mpf(0), 0, mpmath.mpf(1)
        while k < V * V or abs(term) > mpmath.eps * total:
            inner = mpmath.fsum(
                (-1 / (d - 1)) ** p
                * mpmath.gamma((d + p) / 2)
                / mpmath.gamma((d + p + 1) / 2)
                / (mpmath.factorial(k - p) * mpmath.factorial(p))
                for p in range(k + 1)
            )
            term = mpmath.gamma(k + d) / mpmath.gamma(k + d / 2) * (v2 / 2) ** k * inner
            total, k = total + term, k + 1
        value = mpmath.sqrt(mpmath.pi) / (mpmath.gamma(d / 2) * mpmath.mpf(2) ** (d - 1)) * total
        return str(mpmath.nstr(value, DIGITS))


def main() -> int:
    """Both times, their ratio, the targets and whether they are met."""
    side = registry.find("simrf/thm4.3/simrf").sides["rhs"]

    def certified() -> str:
        conformity._exact_conformity.cache_clear()  # time the evaluation, not a remembered value
        return side.evaluate(digits=DIGITS, d=D, v=V).value

    fast_value, slow_value = certified(), printed()
    with mpmath.workdps(DIGITS + 10):
        agree = abs(mpmath.mpf(fast_value) / mpmath.mpf(slow_value) - 1) < mpmath.mpf(10) ** (2 - DIGITS)
    fast, slow = seconds(certified, 20), seconds(printed, 1)
    quick, far = fast <= TARGET_SECONDS, slow / fast >= TARGET_RATIO
    print(f"rho_SimRF at d={D}, v={V}, {DIGITS} digits: {fast_value}")
    print(f"same digits as the printed double sum   {'ok' if agree else 'MISSED'}")
    print(
        f"warm time    {fast * 1e3:9.3f} ms   target {TARGET_SECONDS * 1e3:.0f} ms   {'ok' if quick else 'MISSED'}"
    )
    print(f"double sum   {slow * 1e3:9.1f} ms")
    print(f"ratio        {slow / fast:9.0f}      target {TARGET_RATIO:.0f}    {'ok' if far else 'MISSED'}")
    return 0 if agree and quick and far else 1


if __name__ == "__main__":
    sys.exit(main())
