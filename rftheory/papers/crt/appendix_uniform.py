"""Appendix 9.9 of crt, the proof of Theorem 4.3: the net, the Lipschitz constant and the union bound.

Main results, |x|, |y| <= R d^(-1/4), A < 0, rho = sqrt2 R d^(-1/4):
* `sec9.9/net`: (4 rho/r)^(2d) balls of radius r <= 4 rho cover the ball of pairs, by volumes.
* (37): E L_f^2 <= max Mhat^2 max(2|x|^2 + 2|y|^2 + 4d): false, as the softmax rescaling is e^(n2/2), not e^(-n2/2).
  Missing besides are (1-4A)^d of (35), the factor 1-4A at |w|^2 and what a supremum costs. With them, and a factor 4,
  it holds for every M.
* `sec9.9/gamma`: gamma^2 is above the printed (37), so false with it; true with the corrected one.
* `sec9.9/D`: 4M max e^(3 n2/(2A)) is said to be 4M e^(3R^2/(A sqrt d)), which is the minimum over the ball. The minimum
  is what a union bound needs; with the corrected Theorem 4.2 it is 4M (1-4A)^(-d) e^((1/A-2) R^2/sqrt d).

Refuted by E|grad f|^2 at x = y on the boundary for M = 1, a closed form, at A that are optimal for a pair of the ball.
Derived by bounding |grad Z'|^2 and Jensen's inequality.
"""

from __future__ import annotations

import sympy as sp

from rftheory.kit import (
    WHOLE,
    All,
    Below,
    Count,
    Derivation,
    Domain,
    Equal,
    Erratum,
    Expectation,
    Proof,
    Representations,
    Restated,
    Rule,
    Statement,
    formula,
    real,
)
from rftheory.papers._shared.generalised_exponential import WIDTH, A
from rftheory.papers._shared.invariants import COUNT, DIMENSION, d, m
from rftheory.papers.crt._lemmas.bounded import hoeffding_steps
from rftheory.papers.crt._lemmas.uniform import (
    BALL,
    BOUNDARY,
    EXPONENT_BY_SERIES,
    GRADIENT_BY_SERIES,
    LIPSCHITZ,
    LIPSCHITZ_BY_SERIES,
    LIPSCHITZ_CONSTANT,
    MODEST,
    OPTIMAL_FOR_A_PAIR,
    ORIGIN,
    ORIGIN_BY_GAMMA,
    PRINTED_GRADIENT,
    RADIUS,
    REPAIRED_FACTOR,
    REPAIRED_GRADIENT,
    R,
    covering_steps,
    gradient_steps,
)
from rftheory.papers.crt._notation import N2

_r = sp.Symbol("r", positive=True)

_NET = Domain(
    (
        DIMENSION,
        real("R", above=0, reach=("1e-3", 1000)),
        real("r", above=0, reach=("1e-3", 1000), meaning="radius of the balls"),
    ),
    (Rule(_r <= 4 * RADIUS, "r <= 4 rho"),),
    extra=({"d": 2, "R": 1, "r": 4}, {"d": 1, "R": 2, "r": "1/50"}, {"d": 1, "R": 1, "r": "1/2"}),
)

_BALLS = formula((4 * RADIUS / _r) ** (2 * d), _NET, "d R r")


def _few_balls(proof: Proof) -> None:
    covering_steps(proof)
    rho, radius = sp.symbols("rho r", positive=True)
    spare = sp.Symbol("u", nonnegative=True)
    proof.nonnegative(
        (4 * rho / radius - (1 + 2 * rho / radius)).subs(rho, radius / 2 + spare),
        "for r <= 2 rho: 1 + 2 rho/r <= 4 rho/r",
    )
    proof.nonnegative(
        (4 * rho / radius - 1).subs(rho, radius / 4 + spare),
        "for 2 rho < r <= 4 rho one ball is enough and T >= 1",
    )
    one, two, top = sp.symbols("x y R", nonnegative=True)
    proof.equal(
        sp.sqrt(top**2 / sp.sqrt(d) * 2),
        sp.sqrt(2) * top * d ** sp.Rational(-1, 4),
        "|x|^2 + |y|^2 <= 2 R^2/sqrt d = rho^2",
    )
    proof.nonnegative(one**2 + two**2, "|(x, y)|^2 is the sum of both")


SEC9_9_NET = Statement(
    id="crt/sec9.9/net",
    kind="inequality",
    where="Section 9.9",
    title="A net of the ball of pairs",
    text="The pairs lie in a ball of radius rho in R^(2d), which (4 rho/r)^(2d) balls of radius r cover.",
    latex=r"T=\left(\tfrac{4\rho}r\right)^{2d}",
    domain_text="0 < r <= 4 rho",
    domain=_NET,
    claim=All(
        (
            Count("balls", "a cover of all pairs by balls of radius r", _BALLS, "at most"),
            Below(sp.S.One, _BALLS, strict=False),
        )
    ),
    checks=(Derivation(_few_balls, WHOLE),),
    setting="epsilon-net argument",
    note="No range is printed; the argument needs small radii. From r = rho on one ball does, beyond 4 rho T is below 1.",
)

_SPOTS: tuple[dict[str, object], ...] = tuple(
    {name: value for name, value in point.items() if name != "eps"} for point in MODEST
)

_ORIGIN = formula(ORIGIN, BALL, "d A")  # E|grad f|^2 at x = y = 0, M = 1
_MEAN_SQUARE = Expectation(LIPSCHITZ_CONSTANT**2)
_ANY_COUNT = Domain((*BALL.parameters, COUNT))
_OPTIMAL = Domain(
    (DIMENSION, *BALL.parameters[1:3]),
    (OPTIMAL_FOR_A_PAIR,),
    extra=({"d": 1, "R": 2, "A": -4}, {"d": 9, "R": "63/5", "A": -6}, {"d": 1, "R": 1, "A": "-1/8"}),
)
_AT_OPTIMA: tuple[dict[str, str], ...] = (
    {"d": "1", "R": "2", "A": "-4"},
    {"d": "9", "R": "63/5", "A": "-6"},
)


def _on_the_boundary(bound: sp.Expr) -> Restated:
    """One point of the ball against a bound of E L_f^2: a necessary condition for it."""
    return Restated(
        "E|grad f|^2 at x = y on the boundary for M = 1, A optimal for a pair of the ball, is at most the bound",
        {"boundary": formula(BOUNDARY, _OPTIMAL, "d R A"), "bound": formula(bound, _OPTIMAL, "d R A")},
        _OPTIMAL,
        Below("boundary", "bound", strict=False),
    )


EQ37 = Statement(
    id="crt/eq37",
    kind="inequality",
    where="eq. (37)",
    title="Mean square of the Lipschitz constant",
    text="E L_f^2 is at most the largest Mhat^2 times the largest 2|x|^2 + 2|y|^2 + 4 E|w|^2.",
    latex=(
        r"\mathbb E[L_f^2]\le\max\widehat{\mathcal M}^2(\mathbf x,\mathbf y)\,"
        r"\max(2\|\mathbf x\|^2+2\|\mathbf y\|^2+4\mathbb E\|\omega\|^2)"
    ),
    domain_text="|x|, |y| <= R/d^(1/4)",
    domain=_ANY_COUNT,
    sides={"rhs": formula(PRINTED_GRADIENT, BALL, "d R A")},
    claim=Below(_MEAN_SQUARE, "rhs", strict=False),
    checks=(_on_the_boundary(PRINTED_GRADIENT),),
    uses=("crt/eq35/corrected",),
    mechanism=("iid", "oprf"),
    note=(
        "The sign of the softmax rescaling exp(+n2/2) alone makes it false. Missing besides: D^4 = (1-4A)^d, "
        "B^2 = 1-4A at |w|^2, and a factor that the supremum over a random point costs."
    ),
    erratum=Erratum(
        kind="error",
        at="eq. (37) and the definition of Mhat below it",
        quote="now we work with the softmax-kernel",
        formula=(
            r"\widehat{\mathcal M}(\mathbf x,\mathbf y)=\exp\left(-\tfrac{\|\mathbf x\|^2+\|\mathbf y\|^2}2\right)"
            r"\mathcal M(\mathbf x,\mathbf y)"
        ),
        false=(
            "The softmax kernel is exp(+(|x|^2+|y|^2)/2) times the Gaussian one, so Mhat needs the other sign; at one "
            "point of the ball the mean of |grad f|^2, which is at most E L_f^2, is above the bound."
        ),
        weight=4,
        points=_AT_OPTIMA,
        objection=(
            "Neither D^2 = (1-4A)^(d/2), lost in (35), nor B^2 = 1-4A at |w|^2 makes up for it: at d = 1, R = 2, A = -4 "
            "they are worth a factor 17 each, and the bound is passed by a factor above 5000."
        ),
    ),
).corrected(
    text="With these restored and a factor 4 the bound holds for every M.",
    latex=r"\mathbb E[L_f^2]\le4(1-4A)^de^{(2-1/A)R^2/\sqrt d}\left(\tfrac{4R^2}{\sqrt d}+4(1-4A)d\right)",
    domain_text="|x|, |y| <= R/d^(1/4), A < 0",
    sides={
        "origin": _ORIGIN,
        "rhs": formula(REPAIRED_GRADIENT, BALL, "d R A"),
    },
    claim=All(
        (
            Below(_MEAN_SQUARE, "rhs", strict=False),
            Below("origin", "rhs"),
            Below(formula(BOUNDARY, BALL, "d R A"), "rhs"),
        )
    ),
    checks=(
        Representations("origin", formula(ORIGIN_BY_GAMMA, BALL, "d A")),
        Representations("rhs", formula(GRADIENT_BY_SERIES, BALL, "d R A"), _SPOTS),
        Derivation(gradient_steps, WHOLE),
    ),
)

SEC9_9_GAMMA = Statement(
    id="crt/sec9.9/gamma",
    kind="inequality",
    where="Section 9.9",
    title="The bound of the Lipschitz constant in closed form",
    text="E L_f^2 is at most gamma^2, gamma = 2 sqrt(exp(-3R^2/(A sqrt d)) (R^2/sqrt d + d^2)).",
    latex=r"\gamma=2\sqrt{\exp\left(-\tfrac{3R^2}{A\sqrt d}\right)\left(\tfrac{R^2}{\sqrt d}+d^2\right)}",
    domain_text="as eq. (37)",
    domain=_ANY_COUNT,
    claim=Below(sp.sqrt(_MEAN_SQUARE), "", strict=False),
    sides={"": formula(LIPSCHITZ, BALL, "d R A")},
    checks=(
        Representations("", formula(LIPSCHITZ_BY_SERIES, BALL, "d R A"), _SPOTS),
        _on_the_boundary(LIPSCHITZ**2),
    ),
    uses=("crt/eq37/corrected",),
    mechanism=("iid", "oprf"),
    note="gamma^2 is above the printed (37), so that step is right, but (37) has the wrong sign and lacks factors.",
    erratum=Erratum(
        kind="error",
        at="Section 9.9, after eq. (37)",
        formula=r"\gamma=2\sqrt{\exp\left(-\tfrac{3R^2}{A\sqrt d}\right)\left(\tfrac{R^2}{\sqrt d}+d^2\right)}",
        false="gamma^2 bounds the right-hand side of (37), not E L_f^2, which exceeds both.",
        weight=3,
        follows_from="crt/eq37",
        points=_AT_OPTIMA,
    ),
).corrected(
    text="gamma from the corrected (37).",
    latex=r"\gamma=4\sqrt{(1-4A)^de^{(2-1/A)R^2/\sqrt d}\left(\tfrac{R^2}{\sqrt d}+(1-4A)d\right)}",
    sides={
        "origin": formula(sp.sqrt(ORIGIN), BALL, "d A"),
        "gamma": formula(sp.sqrt(REPAIRED_GRADIENT), BALL, "d R A"),
    },
    claim=All((Below(sp.sqrt(_MEAN_SQUARE), "gamma", strict=False), Below("origin", "gamma"))),
    checks=(
        Representations("origin", formula(sp.sqrt(ORIGIN_BY_GAMMA), BALL, "d A")),
        Representations("gamma", formula(sp.sqrt(GRADIENT_BY_SERIES), BALL, "d R A"), _SPOTS),
        Derivation(gradient_steps, WHOLE),
    ),
)

_D = 4 * m * sp.exp(3 * R**2 / (A * sp.sqrt(d)))

_D_DOMAIN = Domain(
    (DIMENSION, COUNT, *BALL.parameters[1:3]),
    extra=tuple({"m": 4, **{k: e[k] for k in ("d", "R", "A")}} for e in BALL.extra),
)

_COUNTED = tuple({**point, "m": 4} for point in _SPOTS)


def _least(proof: Proof) -> None:
    size = sp.Symbol("n2", nonnegative=True)
    alpha = sp.Symbol("alpha", positive=True)
    proof.nonnegative(
        -sp.diff(-size * (1 + 1 / (2 * alpha)), size),
        "exp(-n2 (1 - 1/(2A))), A = -alpha, falls with n2: least on the boundary",
    )
    big = sp.Symbol("R", positive=True)
    boundary = 2 * big**2 / sp.sqrt(d)
    at = 4 * m * WIDTH ** (-d) * sp.exp(-boundary * (1 - 1 / (2 * A)))
    proof.equal(
        at,
        4 * m / REPAIRED_FACTOR.subs(R, big),
        "there it is 4M over the squared range",
    )
    level, count = sp.symbols("eps M", positive=True)
    half = level / 2 * sp.exp(-N2 / 2)
    exponent = 2 * count * half**2 * WIDTH ** (-d) * sp.exp(N2 / (2 * A))
    proof.equal(
        exponent,
        level**2 / 8 * 4 * count * WIDTH ** (-d) * sp.exp(-N2 * (1 - 1 / (2 * A))),
        "an error eps/2 of exp(n2/2) Khat in the corrected Theorem 4.2 gives 2 exp(-D eps^2/8) with this D",
    )
    hoeffding_steps(proof)


SEC9_9_D = Statement(
    id="crt/sec9.9/D",
    kind="identity",
    where="Section 9.9",
    title="The exponent of the union bound",
    text="D is 4M times the largest exp(3(|x|^2+|y|^2)/(2A)), said to be 4M exp(3R^2/(A sqrt d)).",
    latex=(
        r"D=4M\max_{\mathbf x,\mathbf y}\exp\left(\tfrac{3(\|\mathbf x\|^2+\|\mathbf y\|^2)}{2A}\right)"
        r"=4M\exp\left(\tfrac{3R^2}{A\sqrt d}\right)"
    ),
    domain_text="|x|, |y| <= R/d^(1/4), A < 0",
    domain=_D_DOMAIN,
    sides={"": formula(_D, _D_DOMAIN, "d m R A")},
    claim=Equal(
        formula(4 * m * sp.exp(sp.Max(0, 3 * R**2 / (A * sp.sqrt(d)))), _D_DOMAIN, "d m R A"), ""
    ),  # the exponent is linear in |x|^2 + |y|^2: its largest value is at one end
    checks=(Representations("", formula(4 * m * EXPONENT_BY_SERIES, _D_DOMAIN, "d m R A"), _COUNTED),),
    uses=("crt/thm4.2/iid/corrected",),
    mechanism=("iid", "oprf"),
    note="The last expression is the minimum over the ball, which the union bound needs. 3/2 does not follow from Theorem 4.2.",
    erratum=Erratum(
        kind="misprint",
        at="Section 9.9, the definition of D",
        formula=(
            r"D=4M\max_{\mathbf x,\mathbf y}\exp\left(\tfrac{3(\|\mathbf x\|^2+\|\mathbf y\|^2)}{2A}\right)"
            r"=4M\exp\left(\tfrac{3R^2}{A\sqrt d}\right)"
        ),
        false="As A < 0 the exponential is largest at x = y = 0, where it is 1; the last expression is its minimum.",
        weight=1,
        points=({"d": "1", "m": "1", "R": "1", "A": "-1"}, {"d": "4", "m": "2", "R": "1", "A": "-1/2"}),
        objection="The minimum is what a union bound over the ball needs: max stands for min.",
    ),
).corrected(
    text="D is 4M times the least (1-4A)^(-d) exp(-n2 + n2/(2A)) over the ball, by the corrected Theorem 4.2.",
    latex=(
        r"D=\tfrac{4M}{(1-4A)^d}\min_{\mathbf x,\mathbf y}"
        r"e^{-(1-\frac1{2A})(\|\mathbf x\|^2+\|\mathbf y\|^2)}=\tfrac{4M}{(1-4A)^d}e^{(\frac1A-2)R^2/\sqrt d}"
    ),
    sides={"": formula(4 * m / REPAIRED_FACTOR, _D_DOMAIN, "d m R A")},
    claim=Equal(
        formula(
            4 * m * WIDTH**-d * sp.exp(sp.Min(0, -(1 - 1 / (2 * A)) * 2 * R**2 / sp.sqrt(d))),
            _D_DOMAIN,
            "d m R A",
        ),
        "",
    ),
    checks=(
        Representations(
            "",
            formula(64 * m * (R**2 / sp.sqrt(d) + WIDTH * d) / GRADIENT_BY_SERIES, _D_DOMAIN, "d m R A"),
            _COUNTED,
        ),
        Derivation(_least, WHOLE),
    ),
)

STATEMENTS = (
    SEC9_9_NET,
    EQ37,
    SEC9_9_GAMMA,
    SEC9_9_D,
)
