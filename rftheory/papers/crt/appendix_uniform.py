"""Appendix 9.9 of crt, the proof of Theorem 4.3: the net, the Lipschitz constant and the union bound.

Main results, |x|, |y| <= R d^(-1/4), A < 0, rho = sqrt2 R d^(-1/4):
* `sec9.9/net`: (4 rho/r)^(2d) balls of radius r cover the ball of pairs: false for r > 4 rho, where the number is below
  1; true for r <= 4 rho by volumes.
* (37): E L_f^2 <= max Mhat^2 max(2|x|^2 + 2|y|^2 + 4d): false. Missing are (1-4A)^d, the factor 1-4A at |w|^2, the sign
  of the softmax rescaling and what a supremum costs. With them, and a factor 4, it holds for every M.
* `sec9.9/gamma`: gamma^2 is above the printed (37), so false with it; true with the corrected one.
* `sec9.9/D`: 4M max e^(3 n2/(2A)) is said to be 4M e^(3R^2/(A sqrt d)), which is the minimum over the ball. The minimum
  is what a union bound needs; with the corrected Theorem 4.2 it is 4M (1-4A)^(-d) e^((1/A-2) R^2/sqrt d).

Refuted by E|grad f|^2 at x = y = 0 for M = 1, a closed form. Proved by bounding |grad Z'|^2 and Jensen's inequality.
"""

from __future__ import annotations

import sympy as sp

from rftheory.kit import (
    WHOLE,
    Below,
    Derivation,
    Domain,
    Equal,
    Proof,
    Representations,
    Restated,
    Statement,
    formula,
    real,
)
from rftheory.papers._shared.generalised_exponential import WIDTH, A
from rftheory.papers._shared.invariants import COUNT, DIMENSION, d, m
from rftheory.papers.crt._lemmas.bounded import hoeffding_steps
from rftheory.papers.crt._lemmas.uniform import (
    BALL,
    EXPONENT_BY_SERIES,
    GRADIENT_BY_SERIES,
    LIPSCHITZ,
    LIPSCHITZ_BY_SERIES,
    MODEST,
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

_NET = Domain(
    (
        DIMENSION,
        real("R", above=0, reach=("1e-3", 1000)),
        real("r", above=0, reach=("1e-3", 1000), meaning="radius of the balls"),
    ),
    extra=({"d": 2, "R": 1, "r": 10}, {"d": 1, "R": 1, "r": "1/2"}),
)

_r = sp.Symbol("r", positive=True)
_NUMBER = (4 * RADIUS / _r) ** (2 * d)

_CLOSE = Domain(
    (
        DIMENSION,
        real("rho", above=0, meaning="radius covered"),
        real("share", above=0, upper=4, meaning="r/rho"),
    ),
    extra=({"d": 3, "rho": 1, "share": 4}, {"d": 1, "rho": 2, "share": "1/100"}),
)


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
    domain_text="r > 0",
    domain=_NET,
    checks=(
        Restated(
            "the number of balls is at least 1",
            {"T": formula(_NUMBER, _NET, "d R r")},
            _NET,
            Below(sp.S.One, "T", strict=False),
        ),
    ),
    setting="epsilon-net argument",
    note="For r > 4 rho the number is below 1, while one ball is always needed.",
).corrected(
    text="For radii r <= 4 rho the claim holds.",
    latex=r"T=\left(\tfrac{4\rho}r\right)^{2d},\quad 0<r\le4\rho",
    domain_text="0 < r <= 4 rho",
    domain=_CLOSE,
    checks=(Derivation(_few_balls, WHOLE),),
)

_SPOTS: tuple[dict[str, object], ...] = tuple(
    {name: value for name, value in point.items() if name != "eps"} for point in MODEST
)

_ORIGIN = formula(ORIGIN, BALL, "d A")  # E|grad f|^2 at x = y = 0, M = 1

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
    domain=BALL,
    sides={"rhs": formula(PRINTED_GRADIENT, BALL, "d R A")},
    checks=(
        Restated(
            "E|grad f|^2 at x = y = 0 for M = 1 is at most the bound",
            {"origin": _ORIGIN, "bound": formula(PRINTED_GRADIENT, BALL, "d R A")},
            BALL,
            Below("origin", "bound", strict=False),
        ),
    ),
    uses=("crt/eq35",),
    mechanism=("iid", "oprf"),
    note=(
        "The first counterexample is close to the optimal A of the pairs x = y on the boundary. Missing: D^4 = (1-4A)^d, B^2 = 1-4A at |w|^2, the sign of the softmax rescaling exp(+n2/2), and a factor that "
        "the supremum over a random point costs."
    ),
).corrected(
    text="With these restored and a factor 4 the bound holds for every M.",
    latex=r"\mathbb E[L_f^2]\le4(1-4A)^de^{(2-1/A)R^2/\sqrt d}\left(\tfrac{4R^2}{\sqrt d}+4(1-4A)d\right)",
    domain_text="|x|, |y| <= R/d^(1/4), A < 0",
    sides={
        "origin": _ORIGIN,
        "rhs": formula(REPAIRED_GRADIENT, BALL, "d R A"),
    },
    claim=Below("origin", "rhs"),
    checks=(
        Representations("origin", formula(ORIGIN_BY_GAMMA, BALL, "d A")),
        Representations("rhs", formula(GRADIENT_BY_SERIES, BALL, "d R A"), _SPOTS),
        Derivation(gradient_steps, WHOLE),
    ),
    uses=(),
)

SEC9_9_GAMMA = Statement(
    id="crt/sec9.9/gamma",
    kind="inequality",
    where="Section 9.9",
    title="The bound of the Lipschitz constant in closed form",
    text="E L_f^2 is at most gamma^2, gamma = 2 sqrt(exp(-3R^2/(A sqrt d)) (R^2/sqrt d + d^2)).",
    latex=r"\gamma=2\sqrt{\exp\left(-\tfrac{3R^2}{A\sqrt d}\right)\left(\tfrac{R^2}{\sqrt d}+d^2\right)}",
    domain_text="as eq. (37)",
    domain=BALL,
    sides={"": formula(LIPSCHITZ, BALL, "d R A")},
    checks=(
        Representations("", formula(LIPSCHITZ_BY_SERIES, BALL, "d R A"), _SPOTS),
        Restated(
            "E|grad f|^2 at x = y = 0 for M = 1 is at most gamma^2",
            {"origin": _ORIGIN, "squared": formula(LIPSCHITZ**2, BALL, "d R A")},
            BALL,
            Below("origin", "squared", strict=False),
        ),
    ),
    uses=("crt/eq37",),
    mechanism=("iid", "oprf"),
    note="gamma^2 is above the printed (37), so that step is right, but (37) lacks factors.",
).corrected(
    text="gamma from the corrected (37).",
    latex=r"\gamma=4\sqrt{(1-4A)^de^{(2-1/A)R^2/\sqrt d}\left(\tfrac{R^2}{\sqrt d}+(1-4A)d\right)}",
    sides={
        "origin": formula(sp.sqrt(ORIGIN), BALL, "d A"),
        "gamma": formula(sp.sqrt(REPAIRED_GRADIENT), BALL, "d R A"),
    },
    claim=Below("origin", "gamma"),
    checks=(
        Representations("origin", formula(sp.sqrt(ORIGIN_BY_GAMMA), BALL, "d A")),
        Representations("gamma", formula(sp.sqrt(GRADIENT_BY_SERIES), BALL, "d R A"), _SPOTS),
        Derivation(gradient_steps, WHOLE),
    ),
    uses=(),
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
    checks=(
        Representations("", formula(4 * m * EXPONENT_BY_SERIES, _D_DOMAIN, "d m R A"), _COUNTED),
        Restated(
            "the maximum, reached at x = y = 0, is the last expression",
            {"maximum": formula(4 * m, _D_DOMAIN, "m"), "last": formula(_D, _D_DOMAIN, "d m R A")},
            _D_DOMAIN,
            Equal("maximum", "last"),
        ),
    ),
    uses=("crt/thm4.2/iid",),
    mechanism=("iid", "oprf"),
    note="The last expression is the minimum over the ball, which the union bound needs. 3/2 does not follow from Theorem 4.2.",
).corrected(
    text="D is 4M times the least (1-4A)^(-d) exp(-n2 + n2/(2A)) over the ball, by the corrected Theorem 4.2.",
    latex=(
        r"D=\tfrac{4M}{(1-4A)^d}\min_{\mathbf x,\mathbf y}"
        r"e^{-(1-\frac1{2A})(\|\mathbf x\|^2+\|\mathbf y\|^2)}=\tfrac{4M}{(1-4A)^d}e^{(\frac1A-2)R^2/\sqrt d}"
    ),
    sides={"": formula(4 * m / REPAIRED_FACTOR, _D_DOMAIN, "d m R A")},
    checks=(
        Representations(
            "",
            formula(64 * m * (R**2 / sp.sqrt(d) + WIDTH * d) / GRADIENT_BY_SERIES, _D_DOMAIN, "d m R A"),
            _COUNTED,
        ),
        Derivation(_least, WHOLE),
    ),
    uses=(),
)

STATEMENTS = (
    SEC9_9_NET,
    EQ37,
    SEC9_9_GAMMA,
    SEC9_9_D,
)
