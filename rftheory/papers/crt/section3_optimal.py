"""Section 3.1 of crt, second part: the real A of least variance (Theorem 3.3) and the notes after it.

With s = 1, real A < 1/8, rho = 1/(1-8A) and t = |x+y|^2, e^(2 n2) E Z^2 = ((1+rho)/(2 sqrt rho))^d e^((1+rho) t).
Main results:
* (7): rho* = (sqrt((2t+d)^2 + 8dt) - 2t - d)/(4t) is the positive root of 2t rho^2 + (2t+d) rho - d.
* Theorem 3.3: for t > 0 the variance (6) is least over real A at A = (1 - 1/rho*)/8. Proved by the sign of the slope in
  rho; the least value is also found by minimisation over A with a certified root.
* The notes: 0 < rho* < 1, so A < 0 and the features are bounded; rho* -> 1 as t -> 0; Var OPRF/Var PosRF falls in t,
  since r = log(E Z^2/K^2) has the slope rho*, which falls, and t/(1-e^-t) rises.
* `sec3.1/positive`: for real A and s = 1 the features are positive.
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
    Estimate,
    Given,
    Limit,
    Monotone,
    On,
    Optimal,
    Order,
    Proof,
    Representations,
    Restated,
    Statement,
    Variance,
    formula,
    real,
)
from rftheory.papers._shared import gerf
from rftheory.papers._shared import optimal_positive as best
from rftheory.papers._shared.invariants import DIMENSION, SQUARES, V2, d, pairs, x2, xy, y2
from rftheory.papers._shared.optimal_positive import CURVE, DISTINCT, best_rho, rho, size, v2
from rftheory.papers.crt._notation import (
    N2,
    SMALL_A,
    gain,
    optimal_variance,
    positive_variance,
    s,
    utility,
    variance_at_real_a,
)

_PRINTED = (sp.sqrt((2 * v2 + d) ** 2 + 8 * d * v2) - 2 * v2 - d) / (4 * v2)

EQ7 = Statement(
    id="crt/eq7",
    kind="definition",
    where="Theorem 3.3, eq. (7)",
    title="The optimal rho",
    text="rho* is the positive root of 2|x+y|^2 rho^2 + (2|x+y|^2 + d) rho - d.",
    latex=(
        r"\rho^*=\left(\sqrt{(2\|\mathbf x+\mathbf y\|^2+d)^2+8d\|\mathbf x+\mathbf y\|^2}"
        r"-2\|\mathbf x+\mathbf y\|^2-d\right)/(4\|\mathbf x+\mathbf y\|^2)"
    ),
    domain_text="|x+y|^2 > 0",
    domain=CURVE,
    sides={"": formula(_PRINTED, CURVE, "d v2", closed=best_rho())},
    checks=(Representations(""), Derivation(best.root_steps, WHOLE)),
    mechanism=("oprf",),
    note="The text layer draws the root over everything; its extent follows from (22).",
)

_A = (1 - 1 / _PRINTED) / 8
_STABLE_A = -v2 / (d - 2 * v2 + sp.sqrt((2 * v2 + d) ** 2 + 8 * d * v2))

THM3_3_A = Statement(
    id="crt/thm3.3/A",
    kind="definition",
    where="Theorem 3.3",
    title="The optimal A",
    text="A = (1 - 1/rho*)/8.",
    latex=r"A=(1-1/\rho^*)/8",
    domain_text="s = 1, |x+y|^2 > 0",
    domain=CURVE,
    sides={"": formula(_A, CURVE, "d v2", closed=_STABLE_A)},
    checks=(Representations(""), Derivation(best.below_one_steps, WHOLE)),
    uses=("crt/eq7",),
    mechanism=("oprf",),
)

_NAMES = "d x2 y2 xy"
_AT_OPTIMUM = gerf.VARIANCE.subs(gerf.A, _A).subs(v2, V2).subs(s, 1)
_MINIMUM = sp.exp(-2 * N2) * (best.least_gain() - sp.exp(V2))

_OTHERS = Domain(
    (DIMENSION, SMALL_A, *SQUARES),
    DISTINCT.rules,
    DISTINCT.repair,
    tuple({"A": value, **p} for p in DISTINCT.extra[1:9] for value in (0, "-1/10", "1/9", -5)),
)


def _minimum(proof: Proof) -> None:
    gerf.variance_steps(proof)
    best.below_one_steps(proof)
    real_a = sp.Symbol("A", real=True)
    value = (1 - 1 / rho) / 8
    proof.equal((1 - 8 * real_a).subs(real_a, value), 1 / rho, "A < 1/8 and rho = 1/(1-8A) > 0 correspond")
    proof.equal((1 - 4 * value) * sp.sqrt(rho), (1 + rho) / (2 * sp.sqrt(rho)), "(1-4A)/sqrt(1-8A) in rho")
    proof.equal(2 * (1 - 4 * value) * rho, 1 + rho, "2(1-4A)/(1-8A) in rho")
    proof.equal(
        sp.expand_log(sp.log(gain(rho, size)), force=True),
        sp.expand_log(best.log_gain(rho, size), force=True),
        "so e^(2 n2) E Z^2 is the gain, of which the minimum over rho > 0 is at rho*",
    )


THM3_3_MINIMUM = Statement(
    id="crt/thm3.3/minimum",
    kind="optimality",
    where="Theorem 3.3",
    title="Minimum variance over real A",
    text="For s = 1 and x + y nonzero the real A of least variance is (1 - 1/rho*)/8.",
    latex=r"\mathrm{Var}(A)\ge\mathrm{Var}\left(\tfrac{1-1/\rho^*}8\right)",
    domain_text="s = 1, A real, |x+y|^2 > 0",
    domain=DISTINCT,
    sides={
        "lhs": formula(_MINIMUM, DISTINCT, _NAMES),
        "rhs": formula(_AT_OPTIMUM, DISTINCT, _NAMES, closed=optimal_variance()),
    },
    claim=All(
        (
            Equal(),
            On(
                _OTHERS,
                Optimal(variance_at_real_a(), {"A": _A.subs(v2, V2)}, among=_OTHERS),
                "real A < 1/8, |x+y|^2 > 0",
            ),
        )
    ),
    checks=(Representations("rhs"), Derivation(_minimum, WHOLE)),
    uses=("crt/thm3.2", "crt/eq7", "crt/thm3.3/A", "crt/sec9.4/unique"),
    mechanism=("iid", "oprf"),
)


def _bounded(proof: Proof) -> None:
    best.below_one_steps(proof)
    w, slope, u = sp.symbols("w b u", real=True)
    alpha = sp.Symbol("alpha", positive=True)
    proof.equal(
        -alpha * w**2 + slope * w * u,
        -alpha * (w - slope * u / (2 * alpha)) ** 2 + slope**2 * u**2 / (4 * alpha),
        "A = -alpha < 0: in each coordinate the exponent of a feature is bounded above in w",
    )
    proof.nonnegative(alpha * (w - slope * u / (2 * alpha)) ** 2, "the square only lowers it")
    proof.limit(-alpha * size**2 + slope * size, size, sp.oo, -sp.oo, "and far out it tends to -infinity")


_length, _w = sp.symbols("n w", nonnegative=True)  # |x| and |w|
_a = sp.Symbol("A", real=True)
_FEATURES = Domain(
    (
        DIMENSION,
        real("A", below=0, reach=("1e-3", 1000)),
        real("n", 0, meaning="|x|"),
        real("w", 0, meaning="|w|"),
    )
)
_EXPONENT = _a * _w**2 + sp.sqrt(1 - 4 * _a) * _w * _length  # at most this, as w.x <= |w||x|
_TOP = -(1 - 4 * _a) * _length**2 / (4 * _a)

SEC3_1_NOTE_BOUNDED = Statement(
    id="crt/sec3.1/note-bounded",
    kind="inequality",
    where="Note after Theorem 3.3",
    title="The optimal A is negative",
    text="For x different from -y the optimal A is negative, so that both features are bounded in w.",
    latex=r"\mathbf x\ne-\mathbf y\Rightarrow A<0",
    domain_text="x not equal to -y",
    domain=CURVE,
    claim=All(
        (
            Below(formula(_A, CURVE, "d v2", closed=_STABLE_A), sp.S.Zero),
            On(_FEATURES, Below(_EXPONENT, _TOP, strict=False), "A < 0: the exponent of a feature"),
        )
    ),
    checks=(Derivation(_bounded, WHOLE),),
    uses=("crt/thm3.3/minimum",),
    mechanism=("oprf",),
)


def _at_minus_y(proof: Proof) -> None:
    proof.limit(best.best_rho(size), size, 0, 1, "rho* tends to 1 with t = |x+y|^2", side="+")
    value = (1 - 1 / best.best_rho(size)) / 8
    proof.limit(value, size, 0, 0, "and A = (1 - 1/rho*)/8 to 0", side="+")
    proof.equal(gerf.B.subs({gerf.A: 0, s: 1}), 1, "A = 0, s = 1: B = 1, the positive features")
    proof.equal(gerf.C.subs(s, 1), -1, "C = -1")
    proof.equal(positive_variance().subs(y2, x2).subs(xy, -x2), 0, "whose variance is 0 at x = -y, |y| = |x|")


SEC3_1_NOTE_LIMIT = Statement(
    id="crt/sec3.1/note-limit",
    kind="limit",
    where="Note after Theorem 3.3",
    title="Towards positive features",
    text="As x + y vanishes rho* tends to 1 and A to 0; at x = -y the positive features remain, without variance.",
    latex=r"\|\mathbf x+\mathbf y\|\to0:\ \rho^*\to1,\ A\to0",
    domain_text="|x+y| -> 0",
    domain=CURVE,
    claim=All(
        (
            Limit(best_rho(), "v2", sp.S.Zero, sp.S.One),
            Limit(_STABLE_A, "v2", sp.S.Zero, sp.S.Zero),
            On(
                pairs(),
                Given(sp.Eq(V2, 0), Equal(Variance(Estimate("iid", "positive")), sp.S.Zero)),
                "any pair",
            ),
        )
    ),
    checks=(
        Restated(
            "1 - rho* is of the order of |x+y|^2",
            {"rho": formula(best_rho(), CURVE, "d v2"), "one": formula(sp.S.One, CURVE, "")},
            CURVE,
            Order(1 / v2, "v2", "rho", "one", toward=sp.S.Zero),
        ),
        Derivation(_at_minus_y, WHOLE),
    ),
    uses=("crt/eq7", "crt/sec2.2/pos-variance"),
    mechanism=("oprf",),
)

SEC3_1_NOTE_GAIN = Statement(
    id="crt/sec3.1/note-gain",
    kind="inequality",
    where="Note after Theorem 3.3",
    title="The gain grows with |x+y|",
    text="The quotient of the variances of OPRF and PosRF falls as |x+y| grows, in every dimension.",
    latex=r"\|\mathbf x+\mathbf y\|\uparrow\ \Rightarrow\ \mathrm{Var}_{OPRF}/\mathrm{Var}_{PosRF}\downarrow",
    domain_text="none given",
    domain=CURVE,
    claim=Monotone(utility(), "v2", increasing=False),
    checks=(Derivation(best.gain_steps, WHOLE),),
    uses=("crt/fig1/mu",),
    mechanism=("oprf", "positive"),
    setting="OPRF at the minimiser against PosRF",
)


def _positive(proof: Proof) -> None:
    gap = sp.Symbol("g", positive=True)  # 1 - 4A, positive under (5)
    proof.equal((1 - 4 * (1 - gap) / 4), gap, "A = (1-g)/4 with g = Re(1-4A) > 0")
    at = {gerf.A: (1 - gap) / 4, s: 1}
    proof.positive(gerf.B.subs(at), "B = sqrt(g) is real")
    proof.equal(gerf.C.subs(s, 1), -1, "C = -1 is real")
    proof.positive(gerf.D.subs(at), "D = g^(d/4) is real and positive")
    p = sp.Symbol("p", real=True)
    proof.positive(gerf.D.subs(at) * sp.exp(p), "so a feature, D times e to a real power, is positive")
    proof.equal(gerf.B.subs({gerf.A: 0, s: 1}), 1, "A = 0: B = 1")
    proof.equal(gerf.D.subs(gerf.A, 0), 1, "and D = 1, the positive features")


_p, _u, _n = sp.symbols("p u n", real=True)  # w.x, |w|^2, |x|^2
_PLACES = (real("p"), real("u", 0), real("n", 0))
_REAL = Domain((DIMENSION, real("A", below="1/4", reach=("1e-3", 1000)), *_PLACES))
_FEATURE = (1 - 4 * _a) ** (d / 4) * sp.exp(_a * _u + sp.sqrt(1 - 4 * _a) * _p - _n)

SEC3_1_POSITIVE = Statement(
    id="crt/sec3.1/positive",
    kind="inequality",
    where="Section 3.1, after the Note",
    title="Real A and s = 1 give positive features",
    text="Then B, C, D are real and both features are positive numbers; A = 0 is the positive map.",
    latex=r"A\in\mathbb R,\ s=+1\Rightarrow f^{(\cdot)}_{\rm GE}>0",
    domain_text="A real, s = 1, with (5)",
    domain=_REAL,
    claim=All((Below(sp.S.Zero, _FEATURE), Given(sp.Eq(_a, 0), Equal(_FEATURE, sp.exp(_p - _n))))),
    checks=(Derivation(_positive, WHOLE),),
    uses=("crt/eq5",),
    mechanism=("gerf",),
)

STATEMENTS = (
    EQ7,
    THM3_3_A,
    THM3_3_MINIMUM,
    SEC3_1_NOTE_BOUNDED,
    SEC3_1_NOTE_LIMIT,
    SEC3_1_NOTE_GAIN,
    SEC3_1_POSITIVE,
)
