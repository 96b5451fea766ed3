"""Where the bound (27) of hrf on the angular hybrid's largest error holds, beyond its Theorem 3.5.

(27) says W(r)/r sqrt(1/(2m)) sqrt(1/pi - 1/(n pi) + 1/(n sqrt pi)) for inputs of norm r. Main results, whatever m:
* It holds for 1 <= r <= r*(n) and fails beyond; r* at n = 1, 2, 4, 8, 16, 100 is stated to eleven decimals.
* It holds for 1 <= r <= 1.0021 + 0.3133 n and fails for r >= 2.03 + 2.11 n.

The crossing is enclosed by a certified change of sign, and certified to be the only one at the n stated; the two ranges
are proved, by sharper bounds of both terms and by the error at one angle.
"""

from __future__ import annotations

import sympy as sp

from rftheory.exact.functions.hybrids.bound_threshold import HOPELESS, SAFE, BoundThreshold
from rftheory.kit import (
    WHOLE,
    All,
    Below,
    Derivation,
    Domain,
    Given,
    On,
    Parameter,
    Printed,
    Proof,
    Representations,
    Rule,
    SignChange,
    Statement,
    ThresholdCover,
    formally,
    formula,
    real,
)
from rftheory.papers._shared.angular_bound import (
    FIRST_BOUND,
    LARGEST,
    LARGEST_BY_H,
    LARGEST_TEXT,
    PRINTED,
    PRINTED_BY_SINH,
    SECOND_BOUND,
    below_gaussian,
    by_a,
    by_b,
    by_h,
)
from rftheory.papers._shared.angular_hybrid import FROM_ONE, SIGNS, n, r
from rftheory.papers._shared.invariants import COUNT, m

_TABLE = (
    (1, "4.12766111169"),
    (2, "6.23360330384"),
    (4, "10.43967894062"),
    (8, "18.84657779802"),
    (16, "35.65659803229"),
    (100, "212.14651215308"),
)

_NAMED = Rule(sp.Contains(n, sp.FiniteSet(*(count for count, _ in _TABLE))), "n is one of those named")
_COUNTS = Domain((SIGNS,), (_NAMED,), extra=tuple({"n": count} for count, _ in _TABLE))
_PLANE = Domain((SIGNS, real("r", above=0, reach=("1e-2", 1000))))
_ROOM = PRINTED.subs(m, 1) - LARGEST.subs(m, 1)

_RADII = Domain(
    (COUNT, SIGNS, FROM_ONE),
    (_NAMED,),
    extra=tuple(
        {"m": rows, "n": count, "r": radius}
        for rows, count, radius in (
            (1, 1, 1),
            (1, 1, 4),
            (3, 1, "21/5"),
            (1, 2, 6),
            (1, 2, 7),
            (10, 4, 10),
            (1, 4, 20),
        )
    ),
)

ANGULAR_THRESHOLD = Statement(
    id="beyond/angular/threshold",
    kind="inequality",
    where="complement to Theorem 3.5 of hrf",
    title="Where the bound of the angular hybrid holds",
    text=(
        "The printed bound of the angular hybrid's largest relative error holds for 1 <= r <= r*(n) and fails beyond, "
        "whatever m: r* is " + ", ".join(f"{value} at n = {count}" for count, value in _TABLE) + "."
    ),
    latex=rf"{LARGEST_TEXT}\le\tfrac1r\sqrt{{\tfrac1{{2m}}}}W(r)\sqrt{{\tfrac1\pi-\tfrac1{{n\pi}}+\tfrac1{{n\sqrt\pi}}}}\iff r\le r^*(n)",
    domain_text="the n named, up to one unit of the last digit",
    domain=_COUNTS,
    sides={"": formally(formula(BoundThreshold(n), _COUNTS, "n"), without=("n",))},
    claim=All(
        (
            On(_RADII, Given(r <= BoundThreshold(n), Below(LARGEST, PRINTED, strict=False)), "r >= 1"),
            On(_RADII, Given(r > BoundThreshold(n), Below(PRINTED, LARGEST)), "r >= 1"),
            *(Printed(BoundThreshold(count), value) for count, value in _TABLE),
        )
    ),
    checks=(
        ThresholdCover("", _TABLE),
        SignChange("", formula(_ROOM, _PLANE, "n r"), "r", ({"n": 1}, {"n": 5}), 12),
    ),
    uses=("beyond/angular/g", "beyond/angular/threshold/hopeless"),
    mechanism=("angular-hybrid",),
    note="The value is given for every n >= 1, as a crossing that a certified change of sign encloses; that it is the only one is covered at the n named.",
)


def _region(radius: Parameter, rule: Rule, *points: tuple[object, object, object]) -> Domain:
    """(m, n, r) with a rule for n and r."""
    extra = tuple(dict(zip(("m", "n", "r"), point, strict=True)) for point in points)
    return Domain((COUNT, SIGNS, radius), (rule,), extra=extra)


_SAFE = sp.Rational(str(SAFE[0])) + sp.Rational(str(SAFE[1])) * n

_BELOW = _region(
    FROM_ONE,
    Rule(r <= _SAFE, "r <= 1.0021 + 0.3133 n"),
    (1, 1, 1), (3, 1, "1.3154"), (1, 10, 4), (1, 1000, 314), (10**6, 10**6, 1000), (2, 2, "1.6"), (1, 100, "32.3"),
)  # fmt: skip


def _safe(proof: Proof) -> None:
    by_h(proof)
    by_a(proof)
    by_b(proof)
    below_gaussian(proof)
    radius = sp.Symbol("r", positive=True)
    first = (1 - 1 / n) * sp.exp(2 * r**2) / (4 * sp.E * r**2)
    second = sp.exp(2 * r**2) / (2 * sp.sqrt(2 * sp.E) * n * r)
    room = (FIRST_BOUND + SECOND_BOUND - first - second).subs(r, radius)
    scaled = sp.expand(sp.simplify(room * 2 * n * radius**2 * sp.exp(-2 * radius**2)))
    gain = 1 / sp.pi - 1 / (2 * sp.E)
    proof.equal(
        scaled,
        (n - 1) * gain + 1 / sp.sqrt(sp.pi) - radius / sp.sqrt(2 * sp.E),
        "(27) is these steps with (63) + (64) in place of the two bounds; it holds where their difference is >= 0",
    )
    j = sp.Symbol("j", nonnegative=True, integer=True)
    least = ((n - 1) * gain + 1 / sp.sqrt(sp.pi) - _SAFE / sp.sqrt(2 * sp.E)).subs(n, 1 + j)
    slope, start = sp.diff(least, j), least.subs(j, 0)
    proof.equal(least, start + slope * j, "at the largest r of the range it is linear in n - 1")
    proof.positive(slope, "with a positive slope")
    proof.positive(start, "and positive at n = 1")


ANGULAR_THRESHOLD_SAFE = Statement(
    id="beyond/angular/threshold/safe",
    kind="inequality",
    where="complement to Theorem 3.5 of hrf",
    title="A range where the printed bound holds",
    text="The printed bound holds for all m and n as long as 1 <= r <= 1.0021 + 0.3133 n.",
    latex=rf"{LARGEST_TEXT}\le\tfrac1r\sqrt{{\tfrac1{{2m}}}}W(r)\sqrt{{\tfrac1\pi-\tfrac1{{n\pi}}+\tfrac1{{n\sqrt\pi}}}}\quad(1\le r\le1.0021+0.3133n)",
    domain_text="m, n >= 1, 1 <= r <= 1.0021 + 0.3133 n",
    domain=_BELOW,
    sides={"lhs": formula(LARGEST, _BELOW, "m n r"), "rhs": formula(PRINTED, _BELOW, "m n r")},
    claim=Below(strict=False),
    checks=(
        Representations("lhs", formula(LARGEST_BY_H, _BELOW, "m n r")),
        Representations("rhs", formula(PRINTED_BY_SINH, _BELOW, "m n r")),
        Derivation(_safe, WHOLE),
    ),
    uses=("beyond/angular/g", "hrf/thm3.5/bound/corrected"),
    mechanism=("angular-hybrid",),
)

_HOPELESS = sp.Rational(str(HOPELESS[0])) + sp.Rational(str(HOPELESS[1])) * n

_ABOVE = _region(
    FROM_ONE,
    Rule(r >= _HOPELESS, "r >= 2.03 + 2.11 n"),
    (1, 1, "4.14"), (10, 1, 5), (1, 1, 1000), (1, 10, "23.13"), (7, 100, 214), (10**6, 400, 1000), (2, 2, "6.25"),
)  # fmt: skip


def _hopeless(proof: Proof) -> None:
    by_h(proof)
    radius, angle = sp.symbols("r theta", positive=True)
    proof.cite("cos t >= 1 - t^2/2 and cos^2(t/2) >= 1 - t^2/4, at the one angle t = 1/(sqrt 2 r)")
    turn = 1 / (sp.sqrt(2) * radius)
    decay = 2 * radius**2 * (1 - angle**2 / 2)
    proof.equal(
        decay.subs(angle, turn),
        2 * radius**2 - sp.Rational(1, 2),
        "a_r's exponential is at least e^(2r^2 - 1/2)",
    )
    share = (1 - 1 / n) * (turn / sp.pi) ** 2 + turn / (n * sp.pi)
    proof.equal(
        share * n * radius**2,
        (n - 1) / (2 * sp.pi**2) + radius / (sp.sqrt(2) * sp.pi),
        "and n r^2 times its prefactor",
    )
    least = sp.Rational(sum(HOPELESS).numerator, sum(HOPELESS).denominator)
    proof.below(
        60,
        4 * least**2 - sp.Rational(1, 2),
        "the last square of a_r is at least (1 - e^-60)^2 for r >= 4.14",
        strict=False,
    )
    kept = sp.exp(-sp.Rational(1, 2)) * (1 - 2 * sp.exp(-60))
    j = sp.Symbol("j", nonnegative=True, integer=True)
    gap = (
        kept * ((n - 1) / (2 * sp.pi**2) + _HOPELESS / (sp.sqrt(2) * sp.pi))
        - (n - 1) / sp.pi
        - 1 / sp.sqrt(sp.pi)
    )
    gap = sp.expand(gap.subs(n, 1 + j))
    slope, start = gap.coeff(j, 1), gap.coeff(j, 0)
    proof.equal(
        gap,
        start + slope * j,
        "n r^2 (F - bound^2) >= this at the least r of the range, more beyond; linear in n - 1",
    )
    proof.positive(slope, "with a positive slope")
    proof.positive(start, "and positive at n = 1")


ANGULAR_THRESHOLD_HOPELESS = Statement(
    id="beyond/angular/threshold/hopeless",
    kind="inequality",
    where="complement to Theorem 3.5 of hrf",
    title="A range where the printed bound fails",
    text="The printed bound fails for all m and n as soon as r >= 2.03 + 2.11 n.",
    latex=rf"{LARGEST_TEXT}>\tfrac1r\sqrt{{\tfrac1{{2m}}}}W(r)\sqrt{{\tfrac1\pi-\tfrac1{{n\pi}}+\tfrac1{{n\sqrt\pi}}}}\quad(r\ge2.03+2.11n)",
    domain_text="m, n >= 1, r >= 2.03 + 2.11 n",
    domain=_ABOVE,
    sides={"lhs": formula(PRINTED, _ABOVE, "m n r"), "rhs": formula(LARGEST, _ABOVE, "m n r")},
    claim=Below(),
    checks=(
        Representations("lhs", formula(PRINTED_BY_SINH, _ABOVE, "m n r")),
        Representations("rhs", formula(LARGEST_BY_H, _ABOVE, "m n r")),
        Derivation(_hopeless, WHOLE),
    ),
    uses=("beyond/angular/g",),
    mechanism=("angular-hybrid",),
)

STATEMENTS = (
    ANGULAR_THRESHOLD,
    ANGULAR_THRESHOLD_SAFE,
    ANGULAR_THRESHOLD_HOPELESS,
)
