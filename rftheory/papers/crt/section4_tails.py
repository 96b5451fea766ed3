"""Section 4 of crt, Theorem 4.2: exponentially small tails of bounded positive estimates, A < 0.

Main results:
* First bound, P[|K_iid - K| >= eps] <= 2 exp(-(M eps^2/2) e^(n2/(2A))), n2 = |x|^2 + |y|^2: false as printed. The range
  of Z lacks D^2 = (1-4A)^(d/2); with it 2 exp(-2 M eps^2 (1-4A)^(-d) e^(n2/(2A))) holds for every M, by Hoeffding's
  inequality with its own constant. Counterexamples at M = 1 compare with the exact law of Z.
* Second bound, P[K_ort - K >= eps] <= exp(-M L(K + eps)), and L(K + eps) > 0: true. Given the lengths no moment of
  orthogonal directions exceeds that of independent ones, so Chernoff's bound carries over; above the mean only
  theta >= 0 counts.

Z = Z_max exp(-2|A| |w - w0|^2), so at M = 1 every tail is one of a noncentral chi-square law (of normal laws for d = 1
and 3, the second way), and L a certified maximum over theta. Several projections are drawn.
"""

from __future__ import annotations

import sympy as sp

from rftheory.exact.functions.noncentral.rate import OppositeRate
from rftheory.exact.functions.noncentral.tails import ProjectionUpperTail
from rftheory.kit import (
    WHOLE,
    All,
    Below,
    Derivation,
    Domain,
    Erratum,
    Estimate,
    On,
    Proof,
    Representations,
    Restated,
    Statement,
    TailBound,
    formally,
    formula,
    whole,
)
from rftheory.papers._shared.generalised_exponential import WIDTH, A
from rftheory.papers._shared.invariants import COUNT, V2, d, m
from rftheory.papers.crt._lemmas import drawn
from rftheory.papers.crt._lemmas.bounded import (
    DEVIATION,
    PRINTED_BOUND,
    PRINTED_TOP,
    RATE,
    REACHED,
    REPAIRED_BOUND,
    REPAIRED_TOP,
    TAIL,
    TOP,
    chernoff_steps,
    eps,
    hoeffding_steps,
    range_steps,
)
from rftheory.papers.crt._notation import KERNEL, N2

_DEVIATION_NAMES = "d A x2 y2 xy eps"

_TAIL = formula(TAIL, DEVIATION, _DEVIATION_NAMES)  # one projection
_REPAIRED = formally(formula(REPAIRED_BOUND, DEVIATION, "d m A x2 y2 eps"), COUNT)


def _law(dimension: int) -> sp.Expr:
    """P[|Z-K| >= eps] by normal laws in 1 or 3 dimensions, for 0 < K - eps and K + eps < Z_max."""
    shift = sp.sqrt(WIDTH * V2) / (-4 * A)
    kernel = sp.exp(V2 / 2 - N2)

    def below(level: sp.Expr) -> sp.Expr:
        root = sp.sqrt(sp.log(TOP / level) / (-2 * A))
        inner = (sp.erf((root - shift) / sp.sqrt(2)) + sp.erf((root + shift) / sp.sqrt(2))) / 2
        if dimension == 1:
            return inner
        return inner - sp.exp(-(root**2 + shift**2) / 2) * sp.sqrt(2 / sp.pi) * sp.sinh(root * shift) / shift

    return (1 + below(kernel + eps) - below(kernel - eps)).subs(d, dimension)


_NORMAL = Representations(
    "lhs",
    formula(sp.Piecewise((_law(1), sp.Eq(d, 1)), (_law(3), sp.Eq(d, 3))), DEVIATION, _DEVIATION_NAMES),
    (
        {"d": 1, "A": "-1/2", "x2": 1, "y2": 4, "xy": 2, "eps": "1/10"},
        {"d": 3, "A": -1, "x2": 1, "y2": 1, "xy": "1/2", "eps": "1/10"},
        {"d": 3, "A": "-1/50", "x2": 4, "y2": 2, "xy": 1, "eps": "1/100"},
    ),
)

_i = sp.Symbol("i", integer=True)


def _by_range(top: sp.Expr, constant: sp.Expr) -> Representations:
    """A bound of Hoeffding's kind by the sum of squared ranges."""
    exponent = constant * (m * eps) ** 2 / sp.Sum(top**2, (_i, 1, m))
    return Representations("rhs", formula(2 * sp.exp(-exponent), DEVIATION, "d m A x2 y2 eps"))


def _hoeffding(proof: Proof) -> None:
    """Hoeffding for m copies of Z - K with range D^2 exp(-n2/(4A))."""
    range_steps(proof)
    hoeffding_steps(proof)
    proof.equal(
        2 * (m * eps) ** 2 / (m * REPAIRED_TOP**2),
        2 * m * eps**2 * WIDTH ** (-d) * sp.exp(N2 / (2 * A)),
        "a = m eps, each range at most (1-4A)^(d/2) exp(-n2/(4A))",
    )


_ANY_COUNT = Domain(
    (*(each for each in DEVIATION.parameters if each.name != "m"), COUNT), DEVIATION.rules, DEVIATION.repair
)

THM4_2_IID = Statement(
    id="crt/thm4.2/iid",
    kind="tail bound",
    where="Theorem 4.2, first bound",
    title="Tail of independent OPRF",
    text="Deviations of at least eps have probability at most 2 exp(-(M eps^2/2) exp((|x|^2+|y|^2)/(2A))).",
    latex=(
        r"\mathbb P[|\widehat K^{\rm iid}_M-K|\ge\epsilon]"
        r"\le2\exp\left(-\tfrac{M\epsilon^2}2\exp\left(\tfrac{\|\mathbf x\|^2+\|\mathbf y\|^2}{2A}\right)\right)"
    ),
    domain_text="any eps > 0, real A < 0",
    domain=DEVIATION,
    sides={
        "lhs": _TAIL,
        "rhs": formally(formula(PRINTED_BOUND, DEVIATION, "m A x2 y2 eps"), COUNT),
    },
    claim=All(
        (
            On(
                _ANY_COUNT,
                TailBound(Estimate("iid", "oprf", m) - KERNEL, eps, "rhs", "both"),
                "every M, A < 0, eps > 0",
            ),
            Below(strict=False),
        )
    ),
    checks=(_NORMAL, _by_range(PRINTED_TOP, sp.S.Half)),
    uses=("crt/eq34",),
    mechanism=("iid", "oprf"),
    setting="iid x OPRF x Gaussian, M projections",
    note=(
        "The left side is the exact probability for M = 1. The range of Z lacks the factor D^2 = (1-4A)^(d/2); the "
        "counterexample is a pair at its own optimal A."
    ),
    erratum=Erratum(
        "error",
        "Theorem 4.2, first bound",
        "The bound is too small: the range of one projection lacks its factor (1-4A)^(d/2).",
        4,
        formula=r"2\exp\left(-\frac{M\epsilon^2}{2}\exp\left(\frac{\|\mathbf x\|^2+\|\mathbf y\|^2}{2A}\right)\right)",
        follows_from="crt/eq35",
        points=({"d": "2", "A": "-1", "x2": "9/5", "y2": "9/5", "xy": "9/5", "eps": "10", "m": "1"},),
        script=(
            "K = exp(-(x2 + y2 - 2*xy)/2)\n"
            "top = (1 - 4*A)**(d/2)*exp(-(x2 + y2)/(4*A))  # the largest Z = top*exp(2*A*|w - w0|**2)\n"
            "r = log(top/(K + eps))/(-2*A)  # Z >= K + eps where |w - w0|**2 <= r; Z > 0 > K - eps\n"
            "s = (1 - 4*A)*(x2 + y2 + 2*xy)/(16*A**2)  # |w0|**2\n"
            "chance = lambda j: gammainc(d/2 + j, 0, r/2, regularized=True)\n"
            "left = nsum(lambda j: exp(-s/2)*(s/2)**j/factorial(j)*chance(j), [0, inf])\n"
            "right = 2*exp(-m*eps**2/2*exp((x2 + y2)/(2*A)))"
        ),
        relation="<=",
        objection="The pair has x = y and A is its own optimum (7); M = 1, where the probability is exact.",
    ),
).corrected(
    text="With D^4 = (1-4A)^d in the range, and Hoeffding's own constant.",
    latex=(
        r"\mathbb P[|\widehat K^{\rm iid}_M-K|\ge\epsilon]"
        r"\le2\exp\left(-\tfrac{2M\epsilon^2}{(1-4A)^d}\exp\left(\tfrac{\|\mathbf x\|^2+\|\mathbf y\|^2}{2A}\right)\right)"
    ),
    sides={"lhs": _TAIL, "rhs": _REPAIRED},
    checks=(
        _NORMAL,
        _by_range(REPAIRED_TOP, sp.Integer(2)),
        Derivation(_hoeffding, whole("every M")),
        drawn.upper_tail_below("iid", _REPAIRED, drawn.MANY),
    ),
    uses=("crt/eq34", "crt/eq35/corrected"),
)

_RATE = formula(RATE, REACHED, _DEVIATION_NAMES)

_OPPOSITES: tuple[dict[str, object], ...] = (
    {"d": 2, "A": -1, "x2": 1, "y2": 1, "xy": -1, "eps": "1/4"},
    {"d": 2, "A": "-1/4", "x2": "1/4", "y2": "1/4", "xy": "-1/4", "eps": "1/10"},
    {"d": 2, "A": -20, "x2": "1/2", "y2": "1/2", "xy": "-1/2", "eps": 3},
)

_UPPER = ProjectionUpperTail(d, A, V2, N2, eps)


def _supremum(proof: Proof) -> None:
    """Above the mean only theta >= 0 matters in the Legendre transform, and the value is positive."""
    theta, size, second = sp.symbols("theta eps q", positive=True)
    mean = sp.Symbol("K", positive=True)
    proof.cite("Jensen: log E exp(theta Z) >= theta K, Z bounded")
    proof.nonnegative(
        -(-theta * (mean + size) - (-theta * mean)),
        "for theta < 0 the function is at most theta eps < 0 = its value at 0",
    )
    log_mean = sp.log(1 + theta * mean + theta**2 * second / 2)
    rise = sp.diff(theta * (mean + size) - log_mean, theta).subs(theta, 0)
    proof.equal(rise, size, "its slope at 0 is K + eps - E Z = eps")
    proof.positive(size, "which is positive, so the supremum is")


def _chernoff(proof: Proof) -> None:
    chernoff_steps(proof)
    theta, level = sp.symbols("theta t", positive=True)
    log_mgf = sp.Symbol("L", real=True)
    proof.cite("Markov: P[sum Z_i >= M t] <= exp(-theta M t) E exp(theta sum Z_i), t = K + eps, theta >= 0")
    proof.equal(
        sp.exp(-theta * m * level) * sp.exp(log_mgf) ** m,
        sp.exp(-m * (theta * level - log_mgf)),
        "the best theta >= 0 gives exp(-M L(t))",
    )
    _supremum(proof)
    proof.cite("from Z_max on the transform is infinite and so is the bound's exponent: P[mean >= Z_max] = 0")


THM4_2_ORT = Statement(
    id="crt/thm4.2/ort",
    kind="tail bound",
    where="Theorem 4.2, second bound",
    title="Upper tail of orthogonal OPRF",
    text="The upper tail of orthogonal OPRF is at most exp(-M L(K + eps)), L the Legendre transform of one projection.",
    latex=r"\mathbb P[\widehat K^{\rm ort}_M-K\ge\epsilon]\le\exp(-M\mathcal L(K(\mathbf x,\mathbf y)+\epsilon))",
    domain_text="any eps > 0",
    domain=REACHED,
    sides={"rhs": formula(sp.exp(-m * RATE), REACHED, "d m A x2 y2 xy eps")},
    claim=TailBound(Estimate("orthogonal", "oprf", m) - KERNEL, eps, "rhs"),
    checks=(
        Restated(
            "at M = 1 the exact upper tail is at most the bound",
            {
                "tail": formula(_UPPER, REACHED, _DEVIATION_NAMES),
                "bound": formula(sp.exp(-RATE), REACHED, _DEVIATION_NAMES),
            },
            REACHED,
            Below("tail", "bound"),
        ),
        Representations(
            "rhs",
            formula(sp.exp(-m * OppositeRate(A, N2, eps)), REACHED, "m A x2 y2 eps"),
            tuple({**point, "m": 3} for point in _OPPOSITES),
        ),
        Derivation(_chernoff, WHOLE),
        drawn.upper_tail(formula(_UPPER, REACHED, _DEVIATION_NAMES)),
        drawn.upper_tail_below("orthogonal", formula(sp.exp(-m * RATE), REACHED, "d m A x2 y2 xy eps")),
    ),
    uses=("crt/thm4.2/legendre", "crt/sec9.8/legendre"),
    mechanism=("orthogonal", "oprf"),
    note="Evaluated where K + eps < sup Z; beyond, the probability is 0 and L infinite.",
)

_OPPOSITE = formula(OppositeRate(A, N2, eps), REACHED, "A x2 y2 eps")

THM4_2_LEGENDRE = Statement(
    id="crt/thm4.2/legendre",
    kind="definition",
    where="Section 4, before Theorem 4.2",
    title="Legendre transform of one projection",
    text="The supremum over theta of theta t less the logarithm of E exp(theta Z).",
    latex=r"\mathcal L(t)=\sup_\theta\left(\theta t-\log\mathbb Ee^{\theta Z}\right)",
    domain_text="OPRF (bounded Z)",
    domain=REACHED,
    sides={"": _RATE},
    checks=(Representations("", _OPPOSITE, _OPPOSITES),),
    uses=("crt/eq4",),
    mechanism=("oprf",),
    note="Evaluated at t = K + eps by the moments of Z and a certified change of sign of the slope in theta.",
)

THM4_2_POSITIVE = Statement(
    id="crt/thm4.2/positive",
    kind="inequality",
    where="Theorem 4.2, last clause",
    title="The exponent is positive",
    text="The Legendre transform is positive above the mean of Z.",
    latex=r"\mathcal L(K(\mathbf x,\mathbf y)+\epsilon)>0",
    domain_text="any eps > 0",
    domain=REACHED,
    claim=Below(sp.S.Zero, _RATE),
    checks=(Derivation(_supremum, WHOLE),),
    uses=("crt/thm4.2/legendre",),
    mechanism=("oprf",),
    note="Evaluated where K + eps < sup Z; beyond, L is infinite.",
)

STATEMENTS = (
    THM4_2_IID,
    THM4_2_ORT,
    THM4_2_LEGENDRE,
    THM4_2_POSITIVE,
)
