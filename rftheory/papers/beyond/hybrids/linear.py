"""The hybrid whose lambda is linear in the cosine of the angle, and its largest error, beyond hrf.

Main results for lam = (1 - cos theta)/2 = 1/2 - x.y/(2|x||y|), W = 2 sinh(2r^2):
* It has the form (9), (10) of hrf with a = 1/2 and d fixed features, hence no variance; it is 0 and 1 at the ends.
* Its largest relative error on S(r) is at most W/(2 e sqrt m r^2), and ~ W/(2 e sqrt(2m) r^2) as r grows.

Proved by s e^(-2r^2 s) <= 1/(2 e r^2) for both terms, one of which is small where the other is large.
"""

from __future__ import annotations

import sympy as sp

from rftheory.kit import (
    WHOLE,
    All,
    Below,
    Derivation,
    Domain,
    Equal,
    Formula,
    Limit,
    On,
    Proof,
    Representations,
    Rule,
    Statement,
    formula,
    real,
    same_length,
    some,
    vector,
)
from rftheory.papers._shared.angular_hybrid import TURN, UP_TO_PI, WIDTH, r, theta
from rftheory.papers._shared.hybrids import (
    LINEAR,
    RADII,
    P,
    Q,
    W,
    at_angles,
    below_exponential,
    counted_radii,
    squares_on_sphere,
)
from rftheory.papers._shared.invariants import COUNT, m


def _identity(proof: Proof) -> None:
    k = sp.Symbol("k", integer=True, nonnegative=True)
    d = sp.Symbol("d", positive=True, integer=True)
    x, y = sp.IndexedBase("x"), sp.IndexedBase("y")
    a, b = sp.symbols("a b", positive=True)
    entry = (sp.I / sp.sqrt(2)) * x[k] / a * (sp.I / sp.sqrt(2)) * y[k] / b
    proof.equal(entry, -x[k] * y[k] / (2 * a * b), "an entry of rho(x) times one of rho(y), a = |x|, b = |y|")
    span = (k, 0, d - 1)
    proof.equal(
        sp.Rational(1, 2) + sp.Sum(entry, span),
        sp.Rational(1, 2) - sp.Sum(x[k] * y[k], span) / (2 * a * b),
        "summed over the d entries, and with a = 1/2: 1/2 - x.y/(2|x||y|)",
    )
    proof.equal(
        (1 - sp.cos(theta)) / 2, sp.sin(theta / 2) ** 2, "with x.y = |x||y| cos(theta) it is sin^2(theta/2)"
    )
    for angle, value in ((sp.S.Zero, sp.S.Zero), (sp.pi, sp.S.One)):
        proof.equal(((1 - sp.cos(theta)) / 2).subs(theta, angle), value, f"its value at theta = {angle}")


_x, _y = sp.IndexedBase("x"), sp.IndexedBase("y")
_k, _d = sp.Symbol("k", integer=True, nonnegative=True), sp.Symbol("d", positive=True, integer=True)
_INPUTS = Domain(
    (vector("x", "input x"), vector("y", "input y")),
    (
        Rule(same_length(_x, _y), "x and y of one length"),
        *(Rule(some(u, lambda entry: sp.Ne(entry, 0)), f"{u} is nonzero") for u in (_x, _y)),
    ),
    extra=(
        {"x": "1,2", "y": "3,-1/2"},
        {"x": "1", "y": "-2"},
        {"x": "1,0,-1", "y": "1/3,1,1"},
        {"x": "3,4", "y": "3,4"},
    ),
)
_PRODUCT = sp.Sum(_x[_k] * _y[_k], (_k, 0, _d - 1))
_LENGTHS = sp.sqrt(sp.Sum(_x[_k] ** 2, (_k, 0, _d - 1)) * sp.Sum(_y[_k] ** 2, (_k, 0, _d - 1)))
_LAMBDA = sp.S.Half - _PRODUCT / (2 * _LENGTHS)
_ENTRY = sp.I / sp.sqrt(2) * (sp.I / sp.sqrt(2)) * _x[_k] * _y[_k] / _LENGTHS
_c = sp.Symbol("c", positive=True)
_RAYS = Domain(
    (_INPUTS["x"], real("c", above=0, meaning="|y| as a share of |x|")),
    (Rule(some(_x, lambda entry: sp.Ne(entry, 0)), "x is nonzero"),),
    extra=(
        {"x": "1,2", "c": 3},
        {"x": "-2", "c": "7/3"},
        {"x": "1,0,-1/3", "c": "1/2"},
        {"x": "3,4,5", "c": 1},
    ),
)


def _along(sign: int) -> Formula:
    """lam at inputs of one direction (1) or of opposite ones (-1)."""
    return formula(_LAMBDA.xreplace({_y[_k]: sign * _c * _x[_k]}), _RAYS, "x c")


_ANGLE = Domain((TURN,), (UP_TO_PI,), extra=({"theta": 1}, {"theta": "1/1000"}, {"theta": 3}))

LINEAR_IDENTITY = Statement(
    id="beyond/linear/identity",
    kind="identity",
    where="new hybrid",
    title="A lambda that is linear in the cosine",
    text=(
        "lam = (1 - cos theta)/2 has the form (9)-(10) of hrf with a = 1/2 and the d fixed features (i/sqrt 2) x/|x|, "
        "hence without variance; it is 0 at theta = 0 and 1 at theta = pi."
    ),
    latex=r"\lambda=\tfrac12-\tfrac{x\cdot y}{2\|x\|\|y\|}",
    domain_text="x, y nonzero",
    domain=_INPUTS,
    claim=All(
        (
            Equal(
                formula(sp.S.Half + sp.Sum(_ENTRY, (_k, 0, _d - 1)), _INPUTS, "x y"),
                formula(_LAMBDA, _INPUTS, "x y"),
            ),
            On(_ANGLE, Equal((1 - sp.cos(theta)) / 2, sp.sin(theta / 2) ** 2), "at the angle theta"),
            On(_RAYS, Equal(_along(1), sp.S.Zero), "theta = 0: y = c x, c > 0"),
            On(_RAYS, Equal(_along(-1), sp.S.One), "theta = pi: y = -c x, c > 0"),
        )
    ),
    checks=(Derivation(_identity, WHOLE),),
    uses=("hrf/eq10",),
    mechanism=("linear-hybrid",),
)

_LINEAR_BOUND = W / (2 * sp.E * sp.sqrt(m) * r**2)
_LINEAR_ANGLES = at_angles(COUNT, m=(1, 10))
_LINEAR_ERROR = sp.sqrt((sp.sin(theta / 2) ** 4 * P + sp.cos(theta / 2) ** 4 * Q) / m)


def _peak(proof: Proof) -> None:
    """s e^(-2r^2 s) <= 1/(2 e r^2), and each term of the linear hybrid below sinh(2r^2) times it."""
    squares_on_sphere(proof)
    below_exponential(proof)
    x = sp.Symbol("x", positive=True)
    gap = sp.exp(x) - sp.E * x
    proof.positive(sp.diff(gap, x, 2), "e^x - e x is convex")
    proof.equal(sp.diff(gap, x).subs(x, 1), sp.S.Zero, "with slope 0 at x = 1")
    proof.equal(gap.subs(x, 1), sp.S.Zero, "and value 0 there: x e^-x <= 1/e")
    s = sp.Symbol("s", positive=True)
    proof.equal(
        (s * sp.exp(-2 * r**2 * s)).subs(s, x / (2 * r**2)),
        x * sp.exp(-x) / (2 * r**2),
        "at s = x/(2r^2): s e^(-2r^2 s) <= 1/(2 e r^2)",
    )


def _linear_max(proof: Proof) -> None:
    _peak(proof)
    term = sp.sinh(2 * r**2) / (2 * sp.E * r**2)
    proof.equal(
        2 / m * 2 * term**2,
        _LINEAR_BOUND**2,
        "(2/m)(A^2 + B^2) with both terms at most that: the bound squared",
    )


LINEAR_MAX = Statement(
    id="beyond/linear/max",
    kind="inequality",
    where="new hybrid",
    title="Bound of the linear hybrid's largest error",
    text="With the linear lam the largest relative error is at most W(r)/(2 e sqrt(m) r^2).",
    latex=r"\epsilon_{S(r)}(\widehat{\mathrm{SM}}^{\rm lin}_m)\le\tfrac{W(r)}{2e\sqrt m\,r^2}",
    domain_text="r > 0",
    domain=RADII,
    sides={"lhs": formula(LINEAR, RADII, "m r"), "rhs": formula(_LINEAR_BOUND, RADII, "m r")},
    claim=All(
        (
            Below(strict=False),
            On(
                _LINEAR_ANGLES, Below(_LINEAR_ERROR, "lhs", strict=False), "lhs is the largest over the angle"
            ),
        )
    ),
    checks=(Derivation(_linear_max, WHOLE),),
    uses=("beyond/sphere/relmse", "beyond/linear/identity"),
    mechanism=("linear-hybrid",),
)

_TOP = sp.exp(-1) / (2 * r**2)  # of s e^(-2r^2 s)
_LINEAR_LIMIT = W / (2 * sp.E * sp.sqrt(2 * m) * r**2)

_FAR_OUT = counted_radii(
    rules=(Rule(r >= 1, "r >= 1"),),
    extra=tuple(
        {"m": count, "r": radius} for count, radius in ((1, 1), (1, 2), (10, 3), (7, "3/2"), (1, "5/2"))
    ),
)

_FLOOR = (1 - sp.exp(2 - 4 * r**2)) / (1 - sp.exp(-4 * r**2))
_CEILING = sp.sqrt(1 + sp.E**2 * r**4 / sp.cosh(r**2) ** 2)


def _linear_limit(proof: Proof) -> None:
    _peak(proof)
    radius = sp.Symbol("r", positive=True)
    u = 2 * radius**2
    term = (sp.sinh(u) / (sp.E * u)).rewrite(sp.exp)
    floor = (sp.sinh(u - 1) / u).rewrite(sp.exp)
    proof.equal(
        floor / term,
        _FLOOR.subs(r, radius),
        "at s = 1/(2r^2) <= 1 one term alone is this share of sinh(2r^2)/(2 e r^2)",
    )
    proof.equal(
        (2 / m * (sp.sinh(u) / (sp.E * u)) ** 2),
        (_LINEAR_LIMIT**2).subs(r, radius),
        "(2/m) times the square of sinh(2r^2)/(2 e r^2) is the stated limit squared",
    )
    half = sp.sinh(radius**2).rewrite(sp.exp)
    proof.equal(
        (half / sp.sinh(u).rewrite(sp.exp)) * 2 * sp.cosh(radius**2).rewrite(sp.exp),
        sp.S.One,
        "for s <= 1/2 the other term is at most sinh(r^2) = sinh(2r^2)/(2 cosh(r^2))",
    )
    ceiling = 1 + (1 / (2 * sp.cosh(radius**2)) * sp.E * u) ** 2
    proof.equal(
        ceiling,
        (_CEILING**2).subs(r, radius),
        "so the square of the quotient is at most 1 + e^2 r^4/cosh^2(r^2)",
    )
    for bound in (_FLOOR, ceiling):
        proof.limit(bound.subs(r, radius), radius, sp.oo, sp.S.One, "both bounds tend to 1")


LINEAR_ASYMPTOTIC = Statement(
    id="beyond/linear/asymptotic",
    kind="asymptotic",
    where="new hybrid",
    title="Largest error of the linear hybrid far out",
    text=(
        "As r grows the largest error is W(r)/(2 e sqrt(2m) r^2) times a factor that for r >= 1 lies between "
        "(1-e^(2-4r^2))/(1-e^(-4r^2)) and sqrt(1 + e^2 r^4/cosh^2(r^2))."
    ),
    latex=r"\epsilon_{S(r)}(\widehat{\mathrm{SM}}^{\rm lin}_m)\sim\tfrac{W(r)}{2e\sqrt{2m}\,r^2}",
    domain_text="r -> infinity",
    domain=RADII,
    sides={"rhs": formula(_LINEAR_LIMIT, RADII, "m r")},
    claim=All(
        (
            Limit(LINEAR / _LINEAR_LIMIT, "r", sp.oo, sp.S.One),
            On(
                _FAR_OUT,
                All(
                    (
                        Below(
                            formula(_FLOOR * _LINEAR_LIMIT, _FAR_OUT, "m r"),
                            formula(LINEAR, _FAR_OUT, "m r"),
                            strict=False,
                        ),
                        Below(
                            formula(LINEAR, _FAR_OUT, "m r"),
                            formula(_CEILING * _LINEAR_LIMIT, _FAR_OUT, "m r"),
                            strict=False,
                        ),
                    )
                ),
                "r >= 1",
            ),
        )
    ),
    checks=(
        Representations("rhs", formula(WIDTH * _TOP / sp.sqrt(2 * m), RADII, "m r")),
        Derivation(_linear_limit, WHOLE),
    ),
    uses=("beyond/linear/max",),
    mechanism=("linear-hybrid",),
)

STATEMENTS = (
    LINEAR_IDENTITY,
    LINEAR_MAX,
    LINEAR_ASYMPTOTIC,
)
