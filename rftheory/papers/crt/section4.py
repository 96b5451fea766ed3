"""Section 4 of crt, Theorems 4.1 and 4.2: orthogonal projections in OPRF, tails of bounded positive estimates."""

from __future__ import annotations

from dataclasses import replace

import sympy as sp

from rftheory.domain import Domain, integer, real
from rftheory.evidence.deterministic.agreement import Agreement, Representations
from rftheory.evidence.deterministic.derivation import Derivation, Proof
from rftheory.evidence.deterministic.restated import Restated
from rftheory.exact.functions.noncentral.rate import OppositeRate
from rftheory.exact.functions.noncentral.tails import ProjectionUpperTail
from rftheory.papers._shared.generalised_exponential import (
    N2,
    OPTIMAL,
    PAIR_NAMES,
    REAL_A,
    WIDTH,
    A,
    gap,
    gap_steps,
    iid_by_series,
    iid_variance,
    mean_steps,
    orthogonal_by_series,
    orthogonal_variance,
)
from rftheory.papers._shared.invariants import COUNT, DIMENSION, V2, WITHIN_BLOCK, d, m, pairs
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
    centred_steps,
    chernoff_steps,
    eps,
    supremum_steps,
)
from rftheory.statements import Below, Equal, Statement, formally, formula

_VARIANCES = pairs(
    DIMENSION,
    COUNT,
    REAL_A,
    rules=(WITHIN_BLOCK,),
    d=(2, 3, 64, 1, 10**6),
    m=(2, 2, 64, 1, 1000),
    A=(-1, "1/10", "-1/8", 0, -1000),
)
_FREE = replace(_VARIANCES, rules=tuple(rule for rule in _VARIANCES.rules if rule is not WITHIN_BLOCK))
_MODEST: tuple[dict[str, object], ...] = (
    {"d": 2, "m": 2, "A": -1, "x2": 1, "y2": 1, "xy": 0},
    {"d": 5, "m": 3, "A": "1/10", "x2": "1/4", "y2": 1, "xy": "-1/3"},
    {"d": 64, "m": 64, "A": "-1/8", "x2": 1, "y2": 4, "xy": 1},
    {**OPTIMAL, "m": 2},
)
_z = sp.Symbol("z", nonnegative=True)
_FOUR = Domain((integer("d", 4, 4), real("z", 4, 4)))
_TRIG_GAP = sp.exp(-(_z**2)) - sp.hyper((d,), (d / 2,), -(_z**2) / 2)

_DEVIATION_NAMES = "d A x2 y2 xy eps"
_RATE = formula(RATE, REACHED, _DEVIATION_NAMES)


def _orthogonal(proof: Proof) -> None:
    mean_steps(proof)
    gap_steps(proof)
    proof.cite(
        "for M > d the estimate averages independent orthogonal blocks: pairs within a block have the gap above, others none"
    )
    proof.nonnegative(2 / (d + 2), "so the inequality holds with C = 0; at one pair with any C up to the gap")


def _trigonometric(proof: Proof) -> None:
    s, n = sp.symbols("s n", positive=True)
    y = sp.Function("y")
    curvature = ((3 * s - n) * y(s).diff(s) - 2 * s * y(s)) / s
    inner = sp.Function("f")
    value = sp.exp(s) * inner(s)
    residue = s * sp.diff(value, s, 2) - (3 * s - n) * sp.diff(value, s) + 2 * s * value
    kummer = s * sp.diff(inner(s), s, 2) + (n - s) * sp.diff(inner(s), s) + n * inner(s)
    proof.equal(
        sp.expand(residue * sp.exp(-s)),
        sp.expand(kummer),
        "y = e^s 1F1(-n; n; s), n = d/2, s = z^2/2, solves s y'' = (3s-n) y' - 2s y by Kummer's equation for 1F1",
    )
    proof.cite(
        "Kummer's transformation: y = e^(2s) 1F1(2n; n; -s), so the gap has the sign of 1 - y; y(0) = 1, y'(0) = 0"
    )
    energy = y(s) ** 2 + y(s).diff(s) ** 2 / 2
    proof.equal(
        sp.diff(energy, s).subs(y(s).diff(s, 2), curvature),
        (3 - n / s) * y(s).diff(s) ** 2,
        "V = y^2 + y'^2/2 has V' = (3 - n/s) y'^2",
    )
    room = sp.Symbol("u", nonnegative=True)
    proof.nonnegative(
        -(3 - (3 * s + room) / s), "which is not positive for s <= n/3: |y| <= 1 there, as V(0) = 1"
    )
    proof.equal(
        (_z**2 / 2).subs(_z, sp.sqrt(d / 3)),
        d / 6,
        "z^2 <= d/3 is s <= n/3: for fixed z the gap is >= 0 once d >= 3 z^2",
    )


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
_OPPOSITE = formula(OppositeRate(A, N2, eps), REACHED, "A x2 y2 eps")
_OPPOSITES: tuple[dict[str, object], ...] = (
    {"d": 2, "A": -1, "x2": 1, "y2": 1, "xy": -1, "eps": "1/4"},
    {"d": 2, "A": "-1/4", "x2": "1/4", "y2": "1/4", "xy": "-1/4", "eps": "1/10"},
    {"d": 2, "A": -20, "x2": "1/2", "y2": "1/2", "xy": "-1/2", "eps": 3},
)


def _by_range(top: sp.Expr, constant: sp.Expr) -> Representations:
    """A bound of Hoeffding's kind by the sum of squared ranges."""
    exponent = constant * (m * eps) ** 2 / sp.Sum(top**2, (_i, 1, m))
    return Representations("rhs", formula(2 * sp.exp(-exponent), DEVIATION, "d m A x2 y2 eps"))


_i = sp.Symbol("i", integer=True)
_UPPER = ProjectionUpperTail(d, A, V2, N2, eps)


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
    supremum_steps(proof)
    proof.cite("from Z_max on the transform is infinite and so is the bound's exponent: P[mean >= Z_max] = 0")


STATEMENTS = (
    Statement(
        id="crt/thm4.1",
        kind="inequality",
        where="Theorem 4.1, eq. (15)",
        title="Orthogonal projections lower the variance of OPRF",
        text="Orthogonal OPRF projections have a variance below that of independent ones by (1-1/M) 2/(d+2) C, some C >= 0.",
        latex=(
            r"\mathrm{Var}(\widehat K^{\rm ort}_M)\le\mathrm{Var}(\widehat K^{\rm iid}_M)"
            r"-\left(1-\tfrac1M\right)\tfrac2{d+2}C(\|\mathbf x+\mathbf y\|)"
        ),
        domain_text="x, y in R^d, M projections, any d > 0",
        domain=_VARIANCES,
        companions={
            "crt/thm4.1/ort": {"": formula(orthogonal_variance(), _VARIANCES, PAIR_NAMES)},
            "crt/thm4.1/iid": {"": formula(iid_variance(), _FREE, PAIR_NAMES)},
        },
        checks=(
            Restated(
                "the variance of independent less that of orthogonal projections, M <= d",
                {"gap": formula(gap(), _VARIANCES, "d m x2 y2 xy")},
                _VARIANCES,
                Below(sp.S.Zero, "gap", strict=False),
            ),
            Restated(
                "the two variances differ by the gap",
                {
                    "difference": formula(iid_variance() - orthogonal_variance(), _VARIANCES, PAIR_NAMES),
                    "gap": formula(gap(), _VARIANCES, PAIR_NAMES),
                },
                _VARIANCES,
                Equal("difference", "gap"),
                Agreement("difference", "gap", _MODEST),
            ),
            Restated(
                "the orthogonal variance by series of its square and pair moments",
                {
                    "ort": formula(orthogonal_variance(), _VARIANCES, PAIR_NAMES),
                    "series": formula(orthogonal_by_series(), _VARIANCES, PAIR_NAMES),
                },
                _VARIANCES,
                Equal("ort", "series"),
                Agreement("ort", "series", _MODEST),
            ),
            Restated(
                "the independent variance by series",
                {
                    "iid": formula(iid_variance(), _FREE, PAIR_NAMES),
                    "series": formula(iid_by_series(), _FREE, PAIR_NAMES),
                },
                _FREE,
                Equal("iid", "series"),
                Agreement("iid", "series", _MODEST),
            ),
            Derivation(_orthogonal),
            drawn.coupled_variance("orthogonal", formula(orthogonal_variance(), _VARIANCES, PAIR_NAMES)),
            drawn.coupled_variance("iid", formula(iid_variance(), _FREE, PAIR_NAMES)),
        ),
        uses=("crt/eq24", "crt/sec9.1/orthogonal"),
        mechanism="(block-)orthogonal against iid x OPRF x Gaussian",
        note=(
            "The gap is exp(-2|x|^2-2|y|^2) (e^t - 1F1(d; d/2; t/2)) times 1-1/M, t = |x+y|^2: it depends on |x|^2 + |y|^2 too "
            "and tends to 0 as that grows with x+y fixed, so a C that depends on |x+y| only is 0."
        ),
    ),
    Statement(
        id="crt/sec4/note-trig",
        kind="inequality",
        where="Note after Theorem 4.1",
        title="Trigonometric features gain for large d only",
        text="For trigonometric features the same inequality holds asymptotically, for d large enough, and not always.",
        latex="-",
        domain_text="TrigRF, d large",
        domain=_FOUR,
        checks=(
            Restated(
                "at d = 4 and |x-y| = 4 orthogonal projections have the larger variance",
                {"gap": formula(_TRIG_GAP, _FOUR, "d z")},
                _FOUR,
                Below("gap", sp.S.Zero),
            ),
            Derivation(_trigonometric),
        ),
        uses=("crt/thm4.1",),
        mechanism="orthogonal x trigonometric x Gaussian",
    ),
    Statement(
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
            "lhs": formula(TAIL, DEVIATION, _DEVIATION_NAMES),
            "rhs": formally(formula(PRINTED_BOUND, DEVIATION, "m A x2 y2 eps"), COUNT),
        },
        claim=Below(strict=False),
        checks=(_NORMAL, _by_range(PRINTED_TOP, sp.S.Half)),
        uses=("crt/eq34", "crt/eq35", "crt/eq36"),
        mechanism="iid x OPRF x Gaussian, M projections",
        note=(
            "The left side is the exact probability for M = 1. The range of Z lacks the factor D^2 = (1-4A)^(d/2); the first "
            "counterexample is a pair at its own optimal A."
        ),
        correction=Statement(
            id="crt/thm4.2/iid/corrected",
            kind="tail bound",
            where="Theorem 4.2, first bound",
            title="Tail of independent OPRF",
            text="With D^4 = (1-4A)^d in the range, and Hoeffding's own constant.",
            latex=(
                r"\mathbb P[|\widehat K^{\rm iid}_M-K|\ge\epsilon]"
                r"\le2\exp\left(-\tfrac{2M\epsilon^2}{(1-4A)^d}\exp\left(\tfrac{\|\mathbf x\|^2+\|\mathbf y\|^2}{2A}\right)\right)"
            ),
            domain_text="any eps > 0, real A < 0",
            domain=DEVIATION,
            sides={
                "lhs": formula(TAIL, DEVIATION, _DEVIATION_NAMES),
                "rhs": formally(formula(REPAIRED_BOUND, DEVIATION, "d m A x2 y2 eps"), COUNT),
            },
            claim=Below(strict=False),
            checks=(
                _NORMAL,
                _by_range(REPAIRED_TOP, sp.Integer(2)),
                Derivation(centred_steps, "every M"),
                drawn.upper_tail_below(
                    "iid", formally(formula(REPAIRED_BOUND, DEVIATION, "d m A x2 y2 eps"), COUNT), drawn.MANY
                ),
            ),
            mechanism="iid x OPRF x Gaussian, M projections",
        ),
    ),
    Statement(
        id="crt/thm4.2/ort",
        kind="tail bound",
        where="Theorem 4.2, second bound",
        title="Upper tail of orthogonal OPRF",
        text="The upper tail of orthogonal OPRF is at most exp(-M L(K + eps)), L the Legendre transform of one projection.",
        latex=r"\mathbb P[\widehat K^{\rm ort}_M-K\ge\epsilon]\le\exp(-M\mathcal L(K(\mathbf x,\mathbf y)+\epsilon))",
        domain_text="any eps > 0",
        domain=REACHED,
        sides={"rhs": formula(sp.exp(-m * RATE), REACHED, "d m A x2 y2 xy eps")},
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
            Derivation(_chernoff),
            drawn.upper_tail(formula(_UPPER, REACHED, _DEVIATION_NAMES)),
            drawn.upper_tail_below("orthogonal", formula(sp.exp(-m * RATE), REACHED, "d m A x2 y2 xy eps")),
        ),
        uses=("crt/thm4.2/legendre", "crt/sec9.8/legendre"),
        mechanism="orthogonal x OPRF x Gaussian",
        note="Evaluated where K + eps < sup Z; beyond, the probability is 0 and L infinite.",
    ),
    Statement(
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
        mechanism="OPRF",
        note="Evaluated at t = K + eps by the moments of Z and a certified change of sign of the slope in theta.",
    ),
    Statement(
        id="crt/thm4.2/positive",
        kind="inequality",
        where="Theorem 4.2, last clause",
        title="The exponent is positive",
        text="The Legendre transform is positive above the mean of Z.",
        latex=r"\mathcal L(K(\mathbf x,\mathbf y)+\epsilon)>0",
        domain_text="any eps > 0",
        domain=REACHED,
        checks=(
            Restated("L(K + eps) > 0", {"rate": _RATE}, REACHED, Below(sp.S.Zero, "rate")),
            Derivation(supremum_steps),
        ),
        uses=("crt/thm4.2/legendre",),
        mechanism="OPRF",
    ),
)
