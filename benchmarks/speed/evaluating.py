"""One certified value, a line of a batch, and arrays, against the formula alone, bare FLINT, SciPy and mpmath."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median

import flint
import mpmath
import numpy as np
from scipy import special

from benchmarks.speed.timing import Row, child, exponent, medians, quartiles, rounds_of
from rftheory import evaluate, registry

ORF, MSE = "simrf/thm4.3/orf:rhs", "performer/lemma2/positive"
MICRO = 1e6
LIMITS = "the limit of time, a timer and a signal set and taken back, is two thirds of it"


def rows(quick: bool) -> Iterator[Row]:
    """All rows of this section."""
    rounds = 3 if quick else 7
    yield from _scalars(rounds)
    yield from _batch(rounds, (500, 2500) if quick else (1000, 5000))
    yield from _arrays(rounds)
    yield from _floats(rounds)
    yield from _digits(rounds)


def _scalars(rounds: int) -> Iterator[Row]:
    for identifier, given in (
        (MSE, {"m": 16, "x2": "1", "y2": "1", "xy": "0.5"}),
        (ORF, {"d": 64, "v": "1"}),
    ):
        name, _, side = identifier.partition(":")
        formula = registry.find(name).sides[side]
        contestants = {
            "evaluate": lambda i=identifier, g=given: evaluate(i, **g),
            "formula": lambda f=formula, g=given: f.at(f.point(g), 50),
        }
        middle, low, high = quartiles(
            [(t["evaluate"] - t["formula"]) * MICRO for t in rounds_of(contestants, rounds)]
        )
        what = f"evaluate({identifier}), warm: above the formula's own time"
        yield Row(what, middle, "µs", 110.0, False, low, high, bound=LIMITS)


def _batch(rounds: int, lengths: tuple[int, int]) -> Iterator[Row]:
    """A line of a batch above the formula's own time, and what a line takes whose answer is known before."""
    given = {"m": 16, "x2": "1", "y2": "1", "xy": "0.5"}
    formula = registry.find(MSE).sides[""]
    own = medians({"formula": lambda: formula.at(formula.point(given), 50)}, rounds)["formula"] * MICRO
    line = json.dumps({"id": MSE, "parameters": given})
    known, above = [], []
    for _ in range(rounds):
        known.append(_a_line(("-m", "benchmarks.speed.passing"), line, lengths))
        above.append(_a_line(("-m", "rftheory", "eval", "--batch"), line, lengths) - own)
    middle, low, high = quartiles(above)
    least = quartiles(known)
    yield Row("a line of eval --batch: above the formula's own time", middle, "µs", 150.0, False, low, high,
              check="every line has a value",
              bound=f"{least[0]:.0f} µs take the way to a child and back, a limit of time and JSON: the row below")  # fmt: skip
    yield Row("a line that a child answers from memory, within a limit of time", least[0], "µs", None, False, *least[1:],
              check="every line has a value")  # fmt: skip


def _a_line(command: tuple[str, ...], line: str, lengths: tuple[int, int]) -> float:
    """Microseconds of processor that one more line of a file takes, by the difference of two lengths."""
    times = []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "lines.jsonl")
        for count in lengths:
            path.write_text(f"{line}\n" * count)
            run = child([*command, str(path)])
            assert run.status == 0
            assert run.output.count('"value"') == count
            times.append(run.seconds)
    return (times[1] - times[0]) / (lengths[1] - lengths[0]) * MICRO


def _arrays(rounds: int) -> Iterator[Row]:
    """(d, v) of the orthogonal conformity, 1F1(d; d/2; v^2/2), on 2,000 points: certified doubles against others."""
    points = np.linspace(0.01, 6.0, 2000)
    certified = evaluate(ORF, d=64, v=points)
    assert isinstance(certified, np.ndarray)
    with mpmath.workdps(40):
        worst = max(
            abs(float(mpmath.mpf(value) / mpmath.hyp1f1(64, 32, mpmath.mpf(v) ** 2 / 2) - 1))
            for v, value in zip(points[::100], certified[::100], strict=True)
        )
    assert worst <= 2**-53, worst

    def bare() -> list[float]:
        flint.ctx.prec = 96
        try:
            return [float((flint.arb(v) ** 2 / 2).hypgeom_1f1(64, 32).mid()) for v in points.tolist()]
        finally:
            flint.ctx.prec = 53

    contestants = {
        "certified": lambda: evaluate(ORF, d=64, v=points),
        "bare FLINT": bare,
        "SciPy": lambda: special.hyp1f1(64.0, 32.0, points**2 / 2),
    }
    check = "20 points correctly rounded by mpmath"
    found = list(rounds_of(contestants, rounds))
    for rival, goal in (("bare FLINT", 3.0), ("SciPy", None)):
        ratios = [times["certified"] / times[rival] for times in found]
        middle, low, high = quartiles(ratios)
        yield Row(f"1F1 on 2,000 points: certified / {rival}", middle, "times", goal, False, low, high, check,
                  "FLINT's function is two fifths; numbers read exactly, limits and the choice of an algorithm are the rest")  # fmt: skip
    per_point = median(times["certified"] for times in found) / len(points) * MICRO
    yield Row("1F1 on 2,000 points: certified, a point", per_point, "µs")


def _floats(rounds: int) -> Iterator[Row]:
    """Arrays in doubles with their bounds, 10^6 points: the orthogonal conformity against SciPy, exponentials against NumPy."""
    heights = np.linspace(0.01, 6.0, 1_000_000)
    rows = np.random.default_rng(1).standard_normal((1_000_000, 16)) / 3.0
    x, y = rows[:, :8], rows[:, 8:]
    x2, y2, xy = (np.sum(product, axis=1) for product in (x * x, y * y, x * y))

    def line() -> np.ndarray:
        v2 = x2 + 2.0 * xy + y2
        return np.asarray(np.exp(2.0 * xy) * np.exp(v2) * (1.0 - np.exp(-v2)) / 16.0)

    cases = (
        (
            "1F1",
            "SciPy",
            2.0,
            lambda: special.hyp1f1(64.0, 32.0, heights**2 / 2),
            ORF,
            {"d": 64, "v": heights},
        ),
        ("exponentials", "the NumPy line", 2.0, line, MSE, {"m": 16, "x2": x2, "y2": y2, "xy": xy}),
    )
    for name, rival, goal, other, identifier, given in cases:
        certified = evaluate(identifier, **{n: v[::5000] if np.ndim(v) else v for n, v in given.items()})
        gap = np.max(np.abs(evaluate(identifier, floats=True, **given)[::5000] / certified - 1.0))
        assert gap <= 1e-13, (name, gap)
        found = rounds_of(
            {"ours": lambda i=identifier, g=given: evaluate(i, floats=True, **g), "other": other}, rounds
        )
        middle, low, high = quartiles([times["ours"] / times["other"] for times in found])
        yield Row(f"{name} on 1,000,000 points, floats=True: rftheory / {rival}", middle, "times", goal, False, low, high,
                  "200 points within 1e-13 of the certified", "a bound on every rounding, and membership of every point")  # fmt: skip


def _digits(rounds: int) -> Iterator[Row]:
    """1,000 digits of three formulas against mpmath, and how time grows in digits."""

    def at(identifier: str, given: dict[str, object], digits: int = 1000) -> object:
        name, _, side = identifier.partition(":")
        formula = registry.find(name).sides[side]
        point = formula.point(given)
        return lambda: formula.at(point, digits)

    def exponentials() -> mpmath.mpf:
        with mpmath.workdps(1010):
            v2 = mpmath.mpf(3)
            return mpmath.exp(1) * mpmath.exp(v2) * (1 - mpmath.exp(-v2)) / 16

    def omega() -> mpmath.mpf:
        with mpmath.workdps(1010):
            return mpmath.hyp0f1(32, -mpmath.mpf(9) / 4)

    cases = (
        ("exponentials", MSE, {"m": 16, "x2": "1", "y2": "1", "xy": "0.5"}, exponentials, _bare_exponentials),
        ("0F1", "beyond/spectral/omega", {"d": 64, "t": "3"}, omega, _bare_omega),
        ("1F1", ORF, {"d": 64, "v": "1"}, _kummer, _bare_kummer),
    )
    for name, identifier, given, rival, bare in cases:
        ours = at(identifier, given)
        with mpmath.workdps(1010):
            gap = abs(mpmath.mpf(ours().value) / rival() - 1)  # type: ignore[operator]
            assert gap < mpmath.mpf(10) ** -998, (name, mpmath.nstr(gap, 5))
            other = mpmath.mpf(bare().str(1005, radius=False))
            assert abs(other / rival() - 1) < mpmath.mpf(10) ** -998, name
        found = list(rounds_of({"mpmath": rival, "rftheory": ours, "bare FLINT": bare}, rounds))
        for peer, goal in (("rftheory", 10.0), ("bare FLINT", None)):
            middle, low, high = quartiles([times["mpmath"] / times[peer] for times in found])
            yield Row(f"{name} at 1,000 digits: mpmath / {peer}", middle, "times", goal, True, low, high,
                      "998 digits agree", "what bare FLINT gains, without decimals, is the row below")  # fmt: skip
    yield exponent(
        f"{ORF} in digits",
        lambda digits: at(ORF, {"d": 64, "v": "1"}, digits),
        1000,
        4000 if rounds < 5 else 10000,
        2.0,
        rounds,
    )


def _kummer() -> mpmath.mpf:
    with mpmath.workdps(1010):
        return mpmath.hyp1f1(64, 32, mpmath.mpf(1) / 2)


def _bits(make: Callable[[], flint.arb]) -> flint.arb:
    """A ball of 3,360 bits: 1,000 digits and what is lost on the way."""
    before, flint.ctx.prec = flint.ctx.prec, 3360
    try:
        return make()
    finally:
        flint.ctx.prec = before


def _bare_exponentials() -> flint.arb:
    return _bits(lambda: flint.arb(1).exp() * flint.arb(3).exp() * (1 - flint.arb(-3).exp()) / 16)


def _bare_omega() -> flint.arb:
    return _bits(lambda: (flint.arb(-9) / 4).hypgeom_0f1(32))


def _bare_kummer() -> flint.arb:
    return _bits(lambda: (flint.arb(1) / 2).hypgeom_1f1(64, 32))
