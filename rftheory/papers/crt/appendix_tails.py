"""Appendices 9.8 and 9.9 of crt: Hoeffding's inequality, the range of Z, the net and the Lipschitz constant."""

from __future__ import annotations

import sympy as sp

from rftheory.domain import Domain, Rule, integer, real, vector
from rftheory.evidence.agreement import Agreement
from rftheory.evidence.derivation import Derivation, Proof
from rftheory.evidence.restated import Restated
from rftheory.papers._generalised import N2, NEGATIVE_A, WIDTH, A
from rftheory.papers._invariants import COUNT, DIMENSION, V2, d, m, x2, y2
from rftheory.papers.crt.bounded import (
    PAIR,
    PRINTED_TOP,
    REPAIRED_TOP,
    TOP,
    chernoff_steps,
    hoeffding_steps,
    range_steps,
)
from rftheory.papers.crt.common import KERNEL
from rftheory.papers.crt.uniform import (
    BALL,
    LIPSCHITZ,
    ORIGIN,
    PRINTED_GRADIENT,
    RADIUS,
    REPAIRED_FACTOR,
    REPAIRED_GRADIENT,
    covering_steps,
    gradient_steps,
)
from rftheory.statements import Below, Equal, Statement, formula

_t = sp.Symbol("t", positive=True)
_X, _Y, _W, _LOW, _HIGH = (sp.IndexedBase(name) for name in ("x", "y", "w", "a", "b"))
_i = sp.Symbol("i", integer=True)
_MARGINS = tuple(vector(name, meaning) for name, meaning in (("a", "lower margins a_i"), ("b", "upper margins b_i")))
_HOEFFDING = Domain(
    (real("t", above=0, meaning="threshold"), *_MARGINS),
    (
        Rule(("a", "b"), "lists of one length", lambda a, b: len(a) == len(b)),
        Rule(("a", "b"), "a_i, b_i >= 0, not all 0", lambda a, b: min(*a, *b, 0) >= 0 and max(*a, *b) > 0),
    ),
    extra=(
        {"t": 1, "a": "1,1", "b": "1,2"},
        {"t": "1/2", "a": "0,1/2", "b": "1,1/2"},
        {"t": 10, "a": "1,2,3,4", "b": "4,3,2,1"},
        {"t": 3, "a": "1", "b": "0"},
    ),
)
_RANGES = sp.Sum((_LOW[_i] + _HIGH[_i]) ** 2, (_i, 0, d - 1))
_TWO_POINT = Domain(
    (integer("m", 1, 60, reach=60), real("q", above=0, below=1, meaning="probability of the upper value"), real("s", 0, 1)),
    extra=tuple({"m": k, "q": q, "s": s} for k, q, s in ((1, "1/2", 1), (20, "1/100", "1/2"), (60, "1/2", "3/4"), (7, "99/100", 0))),
)
_q, _s = sp.symbols("q s", nonnegative=True)
_MEAN = _q  # the largest deviation of a sum of 0-1 variables upwards is m(1-q); s interpolates to it


def _squared(vec: sp.IndexedBase) -> sp.Expr:
    return sp.Sum(vec[_i] ** 2, (_i, 0, d - 1))


def _product(one: sp.IndexedBase, two: sp.IndexedBase) -> sp.Expr:
    return sp.Sum(one[_i] * two[_i], (_i, 0, d - 1))


_SAME = Rule(("x", "y", "w"), "vectors of one length", lambda x, y, w: len(x) == len(y) == len(w))
_VECTORS = Domain(
    (NEGATIVE_A, vector("x"), vector("y"), vector("w", "the projection")),
    (_SAME,),
    extra=(
        {"A": -1, "x": "1/2,1/3", "y": "1/2,0", "w": "1/4,1/8"},
        {"A": "-9/4", "x": "3/2,1", "y": "3/2,1", "w": "1,2/3"},
        {"A": -1000, "x": "0", "y": "0", "w": "0"},
        {"A": "-1/10", "x": "1,1,-1", "y": "-1,0,2", "w": "3,-1,1/2"},
        {"A": "-1/100", "x": "1/10,0,0,0", "y": "0,1/5,0,0", "w": "1,1,1,1"},
    ),
)
_NORMS = Domain((NEGATIVE_A, *PAIR.parameters[2:4]))
_SQUARES = _squared(_X) + _squared(_Y)
_FEATURES = (WIDTH ** sp.Rational(1, 4)) ** d
_Z = (
    _FEATURES
    * sp.exp(A * _squared(_W) + sp.sqrt(WIDTH) * _product(_W, _X) - _squared(_X))
    * _FEATURES
    * sp.exp(A * _squared(_W) + sp.sqrt(WIDTH) * _product(_W, _Y) - _squared(_Y))
)


def _shifted(vec: sp.IndexedBase) -> sp.Expr:
    """One exponential of the middle of (35)."""
    step = sp.sqrt(-A) * _W[_i] - sp.sqrt(WIDTH) / (2 * sp.sqrt(-A)) * vec[_i]
    return sp.exp(-sp.Sum(step**2, (_i, 0, d - 1)) - WIDTH / (4 * A) * _squared(vec) - _squared(vec))


_MIDDLE = _shifted(_X) * _shifted(_Y)
_CAP = sp.exp(-_SQUARES / (4 * A))
_VECTOR_NAMES = "A x y w"
_PAIR_NAMES = "d A x2 y2 xy"
_NET = Domain(
    (DIMENSION, real("R", above=0, reach=("1e-3", 1000)), real("r", above=0, reach=("1e-3", 1000), meaning="radius of the balls")),
    extra=({"d": 2, "R": 1, "r": 10}, {"d": 1, "R": 1, "r": "1/2"}),
)
_r = sp.Symbol("r", positive=True)
_NUMBER = (4 * RADIUS / _r) ** (2 * d)
_CLOSE = Domain(
    (DIMENSION, real("rho", above=0, meaning="radius covered"), real("share", above=0, upper=4, meaning="r/rho")),
    extra=({"d": 3, "rho": 1, "share": 4}, {"d": 1, "rho": 2, "share": "1/100"}),
)
_share = sp.Symbol("share", positive=True)
_D = 4 * m * sp.exp(3 * sp.Symbol("R", positive=True) ** 2 / (A * sp.sqrt(d)))
_D_DOMAIN = Domain(
    (DIMENSION, COUNT, *BALL.parameters[1:3]),
    extra=tuple({"m": 4, **{k: e[k] for k in ("d", "R", "A")}} for e in BALL.extra),
)


def _weaker(proof: Proof) -> None:
    hoeffding_steps(proof)
    a, total = sp.symbols("a S", positive=True)
    proof.positive(2 * a**2 / total - a**2 / total, "exp(-2 a^2/S) is below the printed exp(-a^2/S)")


def _copies(proof: Proof) -> None:
    values = sp.symbols("Z1:4", real=True)
    mean = sp.Symbol("K", real=True)
    total = sum(values, sp.S.Zero)
    proof.equal(
        total / 3 - mean, sum((z - mean for z in values), sp.S.Zero) / 3, "Khat - K is the mean of Y_i = Z_i - K, E Z_i = K"
    )
    count, size, sums = sp.symbols("M eps S", positive=True)
    proof.equal((sums / count - size) * count, sums - count * size, "multiplying by M > 0 keeps the event")
    proof.equal(
        sp.powsimp(count**2 * size**2 / (count * (mean + (sp.Symbol("top") - mean)) ** 2)),
        count * size**2 / sp.Symbol("top") ** 2,
        "Lemma 9.1 at a = M eps, a_i + b_i = K + (calM - K) = calM",
    )


def _few_balls(proof: Proof) -> None:
    covering_steps(proof)
    rho, radius = sp.symbols("rho r", positive=True)
    spare = sp.Symbol("u", nonnegative=True)
    proof.nonnegative(
        (4 * rho / radius - (1 + 2 * rho / radius)).subs(rho, radius / 2 + spare), "for r <= 2 rho: 1 + 2 rho/r <= 4 rho/r"
    )
    proof.nonnegative(
        (4 * rho / radius - 1).subs(rho, radius / 4 + spare), "for 2 rho < r <= 4 rho one ball is enough and T >= 1"
    )
    one, two, top = sp.symbols("x y R", nonnegative=True)
    proof.equal(
        sp.sqrt(top**2 / sp.sqrt(d) * 2), sp.sqrt(2) * top * d ** sp.Rational(-1, 4), "|x|^2 + |y|^2 <= 2 R^2/sqrt d = rho^2"
    )
    proof.nonnegative(one**2 + two**2, "|(x, y)|^2 is the sum of both")


def _least(proof: Proof) -> None:
    size = sp.Symbol("n2", nonnegative=True)
    alpha = sp.Symbol("alpha", positive=True)
    proof.nonnegative(
        -sp.diff(-size * (1 + 1 / (2 * alpha)), size), "exp(-n2 (1 - 1/(2A))), A = -alpha, falls with n2: least on the boundary"
    )
    big = sp.Symbol("R", positive=True)
    boundary = 2 * big**2 / sp.sqrt(d)
    at = 4 * m * WIDTH ** (-d) * sp.exp(-boundary * (1 - 1 / (2 * A)))
    proof.equal(at, 4 * m / REPAIRED_FACTOR.subs(sp.Symbol("R", positive=True), big), "there it is 4M over the squared range")
    level, count = sp.symbols("eps M", positive=True)
    half = level / 2 * sp.exp(-N2 / 2)
    exponent = 2 * count * half**2 * WIDTH ** (-d) * sp.exp(N2 / (2 * A))
    proof.equal(
        exponent,
        level**2 / 8 * 4 * count * WIDTH ** (-d) * sp.exp(-N2 * (1 - 1 / (2 * A))),
        "an error eps/2 of exp(n2/2) Khat in the corrected Theorem 4.2 gives 2 exp(-D eps^2/8) with this D",
    )
    hoeffding_steps(proof)


STATEMENTS = (
    Statement(
        id="crt/eq34",
        kind="tail bound",
        where="Lemma 9.1, eq. (34)",
        title="Hoeffding's inequality",
        text="A sum of independent centred terms within [-a_i, b_i] exceeds t in size with probability at most 2 exp(-t^2/S).",
        latex=(
            r"\mathbb P\left[\left|\sum_{i=1}^MX_i\right|>t\right]\le2\exp\left(-\frac{t^2}{\sum_{i=1}^M(a_i+b_i)^2}\right)"
        ),
        domain_text="independent, zero mean, bounded",
        domain=_HOEFFDING,
        sides={"rhs": formula(2 * sp.exp(-(_t**2) / _RANGES), _HOEFFDING, "t a b")},
        checks=(Derivation(_weaker),),
        note="Hoeffding's own exponent is twice as large. With all a_i + b_i = 0 the sum is 0 and no bound is needed.",
    ),
    Statement(
        id="crt/eq35",
        kind="inequality",
        where="eq. (35)",
        title="The range of one projection",
        text="Z is said to be a product of two shifted Gaussians, at most exp(-(|x|^2+|y|^2)/(4A)).",
        latex=r"0\le Z\le\exp\left(-\frac{\|\mathbf x\|^2+\|\mathbf y\|^2}{4A}\right)",
        domain_text="OPRF (A < 0)",
        domain=_VECTORS,
        sides={
            "lhs": formula(_Z, _VECTORS, _VECTOR_NAMES),
            "rhs": formula(PRINTED_TOP, _NORMS, "A x2 y2"),
        },
        companions={"crt/eq35/middle": {"": formula(_MIDDLE, _VECTORS, _VECTOR_NAMES)}},
        checks=(
            Restated(
                "Z is the product of both exponentials",
                {
                    "Z": formula(_Z, _VECTORS, _VECTOR_NAMES),
                    "middle": formula(_MIDDLE, _VECTORS, _VECTOR_NAMES),
                },
                _VECTORS,
                Equal("Z", "middle"),
            ),
            Restated(
                "Z is at most the bound",
                {"Z": formula(_Z, _VECTORS, _VECTOR_NAMES), "bound": formula(_CAP, _VECTORS, "A x y")},
                _VECTORS,
                Below("Z", "bound", strict=False),
            ),
        ),
        uses=("crt/eq4", "crt/eq5"),
        mechanism="OPRF, one projection",
        note="D^2 = (1-4A)^(d/2) > 1 is missing in both places.",
        correction=Statement(
            id="crt/eq35/corrected",
            kind="inequality",
            where="eq. (35)",
            title="The range of one projection",
            text="With the factor D^2 = (1-4A)^(d/2) both relations hold.",
            latex=r"0<Z\le(1-4A)^{d/2}\exp\left(-\frac{\|\mathbf x\|^2+\|\mathbf y\|^2}{4A}\right)",
            domain_text="A < 0",
            domain=_VECTORS,
            sides={
                "lhs": formula(_Z, _VECTORS, _VECTOR_NAMES),
                "rhs": formula(WIDTH ** (d / 2) * _CAP, _VECTORS, "A x y"),
            },
            claim=Below(strict=False),
            checks=(
                Restated(
                    "Z is D^2 times the product of both exponentials",
                    {
                        "Z": formula(_Z, _VECTORS, _VECTOR_NAMES),
                        "middle": formula(WIDTH ** (d / 2) * _MIDDLE, _VECTORS, _VECTOR_NAMES),
                    },
                    _VECTORS,
                    Equal("Z", "middle"),
                ),
                Derivation(range_steps),
            ),
            mechanism="OPRF, one projection",
            note="The supremum over w is (1-4A)^(d/2) exp(-(1-4A)|x+y|^2/(8A) - |x|^2 - |y|^2).",
        ),
    ),
    Statement(
        id="crt/sec9.8/range",
        kind="inequality",
        where="Section 9.8, after eq. (35)",
        title="The range of the centred projection",
        text="Z - K lies between -K and exp(-(|x|^2+|y|^2)/(4A)) - K.",
        latex=r"-K(\mathbf x,\mathbf y)\le Y\le\mathcal M(\mathbf x,\mathbf y)-K(\mathbf x,\mathbf y)",
        domain_text="OPRF (A < 0)",
        domain=PAIR,
        checks=(
            Restated(
                "the supremum of Z - K is at most calM - K",
                {
                    "supremum": formula(TOP - KERNEL, PAIR, _PAIR_NAMES),
                    "printed": formula(PRINTED_TOP - KERNEL, PAIR, "A x2 y2 xy"),
                },
                PAIR,
                Below("supremum", "printed", strict=False),
            ),
        ),
        uses=("crt/eq35",),
        mechanism="OPRF",
        note="The lower end is right. The first counterexample is a pair at its own optimal A.",
        correction=Statement(
            id="crt/sec9.8/range/corrected",
            kind="inequality",
            where="Section 9.8, after eq. (35)",
            title="The range of the centred projection",
            text="With the factor D^2 = (1-4A)^(d/2) in the upper end.",
            latex=r"-K<Y\le(1-4A)^{d/2}\mathcal M(\mathbf x,\mathbf y)-K",
            domain_text="A < 0",
            domain=PAIR,
            sides={
                "supremum": formula(TOP, PAIR, _PAIR_NAMES),
                "bound": formula(REPAIRED_TOP, PAIR, "d A x2 y2"),
            },
            checks=(Derivation(range_steps),),
            mechanism="OPRF",
        ),
    ),
    Statement(
        id="crt/eq36",
        kind="identity",
        where="eq. (36)",
        title="The deviation as a sum of centred copies",
        text="The estimate exceeds K by eps exactly when the sum of M centred copies of Z is at least M eps.",
        latex=r"\mathbb P[\widehat K^{\rm iid}_M-K\ge\epsilon]=\mathbb P[Y_1+\dots+Y_M\ge M\epsilon]",
        domain_text="eps > 0",
        checks=(Derivation(_copies),),
        uses=("crt/eq34", "crt/sec9.8/range"),
        mechanism="iid x OPRF",
    ),
    Statement(
        id="crt/sec9.8/legendre",
        kind="inequality",
        where="Section 9.8, last paragraph",
        title="Moment generating function of orthogonal projections",
        text="E exp(theta sum Z_i) of orthogonal projections is at most that of independent ones.",
        latex=r"\mathbb E\,e^{\theta\sum_iZ^{\rm ort}_i}\le\left(\mathbb E\,e^{\theta Z}\right)^M",
        domain_text="OPRF",
        checks=(Derivation(chernoff_steps, "theta >= 0, any M, blocks included"),),
        uses=("crt/eq4",),
        mechanism="orthogonal x OPRF",
        note="Read for theta >= 0, the only ones that count above the mean.",
    ),
    Statement(
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
                "the number of balls is at least 1", {"T": formula(_NUMBER, _NET, "d R r")}, _NET, Below(sp.S.One, "T", strict=False)
            ),
        ),
        mechanism="epsilon-net argument",
        note="For r > 4 rho the number is below 1, and no ball covers nothing less than one.",
        correction=Statement(
            id="crt/sec9.9/net/corrected",
            kind="inequality",
            where="Section 9.9",
            title="A net of the ball of pairs",
            text="For radii r <= 4 rho the claim holds.",
            latex=r"T=\left(\tfrac{4\rho}r\right)^{2d},\quad 0<r\le4\rho",
            domain_text="0 < r <= 4 rho",
            domain=_CLOSE,
            checks=(Derivation(_few_balls),),
            mechanism="epsilon-net argument",
        ),
    ),
    Statement(
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
                {"origin": formula(ORIGIN, BALL, "d A"), "bound": formula(PRINTED_GRADIENT, BALL, "d R A")},
                BALL,
                Below("origin", "bound", strict=False),
            ),
        ),
        uses=("crt/eq35",),
        mechanism="iid x OPRF x softmax",
        note=(
            "Missing: D^4 = (1-4A)^d, B^2 = 1-4A at |w|^2, the sign of the softmax rescaling exp(+n2/2), and a factor that "
            "the supremum over a random point costs."
        ),
        correction=Statement(
            id="crt/eq37/corrected",
            kind="inequality",
            where="eq. (37)",
            title="Mean square of the Lipschitz constant",
            text="With these restored and a factor 4 the bound holds for every M.",
            latex=(
                r"\mathbb E[L_f^2]\le4(1-4A)^de^{(2-1/A)R^2/\sqrt d}\left(\tfrac{4R^2}{\sqrt d}+4(1-4A)d\right)"
            ),
            domain_text="|x|, |y| <= R/d^(1/4), A < 0",
            domain=BALL,
            sides={
                "origin": formula(ORIGIN, BALL, "d A"),
                "rhs": formula(REPAIRED_GRADIENT, BALL, "d R A"),
            },
            claim=Below("origin", "rhs"),
            checks=(Derivation(gradient_steps),),
            mechanism="iid x OPRF x softmax",
        ),
    ),
    Statement(
        id="crt/sec9.9/gamma",
        kind="inequality",
        where="Section 9.9",
        title="The bound of the Lipschitz constant in closed form",
        text="E L_f^2 is at most gamma^2, gamma = 2 sqrt(exp(-3R^2/(A sqrt d)) (R^2/sqrt d + d^2)).",
        latex=(
            r"\gamma=2\sqrt{\exp\left(-\tfrac{3R^2}{A\sqrt d}\right)\left(\tfrac{R^2}{\sqrt d}+d^2\right)}"
        ),
        domain_text="as eq. (37)",
        domain=BALL,
        sides={"": formula(LIPSCHITZ, BALL, "d R A")},
        checks=(
            Restated(
                "E|grad f|^2 at x = y = 0 for M = 1 is at most gamma^2",
                {"origin": formula(ORIGIN, BALL, "d A"), "squared": formula(LIPSCHITZ**2, BALL, "d R A")},
                BALL,
                Below("origin", "squared", strict=False),
            ),
        ),
        uses=("crt/eq37",),
        mechanism="iid x OPRF x softmax",
        note="gamma^2 is above the printed (37), so that step is right, but (37) lacks factors.",
        correction=Statement(
            id="crt/sec9.9/gamma/corrected",
            kind="inequality",
            where="Section 9.9",
            title="The bound of the Lipschitz constant in closed form",
            text="gamma from the corrected (37).",
            latex=(
                r"\gamma=4\sqrt{(1-4A)^de^{(2-1/A)R^2/\sqrt d}\left(\tfrac{R^2}{\sqrt d}+(1-4A)d\right)}"
            ),
            domain_text="as eq. (37)",
            domain=BALL,
            sides={
                "origin": formula(sp.sqrt(ORIGIN), BALL, "d A"),
                "gamma": formula(sp.sqrt(REPAIRED_GRADIENT), BALL, "d R A"),
            },
            claim=Below("origin", "gamma"),
            checks=(Derivation(gradient_steps),),
            mechanism="iid x OPRF x softmax",
        ),
    ),
    Statement(
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
            Restated(
                "the maximum, reached at x = y = 0, is the last expression",
                {"maximum": formula(4 * m, _D_DOMAIN, "m"), "last": formula(_D, _D_DOMAIN, "d m R A")},
                _D_DOMAIN,
                Equal("maximum", "last"),
            ),
        ),
        uses=("crt/thm4.2/iid",),
        mechanism="iid x OPRF x softmax",
        note="The last expression is the minimum over the ball, which the union bound needs. 3/2 does not follow from Theorem 4.2.",
        correction=Statement(
            id="crt/sec9.9/D/corrected",
            kind="identity",
            where="Section 9.9",
            title="The exponent of the union bound",
            text="D is 4M times the least (1-4A)^(-d) exp(-n2 + n2/(2A)) over the ball, by the corrected Theorem 4.2.",
            latex=(
                r"D=\tfrac{4M}{(1-4A)^d}\min_{\mathbf x,\mathbf y}"
                r"e^{-(1-\frac1{2A})(\|\mathbf x\|^2+\|\mathbf y\|^2)}=\tfrac{4M}{(1-4A)^d}e^{(\frac1A-2)R^2/\sqrt d}"
            ),
            domain_text="|x|, |y| <= R/d^(1/4), A < 0",
            domain=_D_DOMAIN,
            sides={"": formula(4 * m / REPAIRED_FACTOR, _D_DOMAIN, "d m R A")},
            checks=(Derivation(_least),),
            mechanism="iid x OPRF x softmax",
        ),
    ),
)
