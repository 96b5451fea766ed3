"""The order of the variances of generalised exponential features: simplex below orthogonal below independent.

Main result, s = 1, Re(1-8A) > 0, 2 <= m <= d, x + y nonzero: Var_simplex < Var_ort < Var_iid, with differences free of A.
At d = m = 64 and |x+y|^2 = 1 and 4 the quotients to independent OPRF are .7182, .8164 (orthogonal) and .1306, .7237
(simplex); from 16 on both are above .999.

rho rises strictly with the cosine, as |w_1+w_2|^2 does and 0F1 has positive coefficients; rho at 0 is below e^(v2).
"""

from __future__ import annotations

import sympy as sp

from rftheory.exact.functions.conformity import Conformity
from rftheory.kit import (
    WHOLE,
    All,
    Below,
    Derivation,
    Domain,
    Equal,
    On,
    Printed,
    Proof,
    Restated,
    Rule,
    Statement,
    formula,
    integer,
    real,
)
from rftheory.papers._shared.generalised_exponential import (
    COMPLEX_A,
    N2,
    SECOND_MOMENTS,
    coupled_variance,
    gap_steps,
    projection_variance,
    s,
)
from rftheory.papers._shared.invariants import (
    CAUCHY_SCHWARZ,
    ON_A_LINE,
    SQUARES,
    V2,
    WITHIN_BLOCK,
    d,
    fit,
    m,
)
from rftheory.papers.beyond._lemmas.pair_means import complex_steps
from rftheory.papers.beyond._lemmas.random_terms import variance

_t = sp.Symbol("v2", positive=True)
_BEST = 2 * d / (sp.sqrt((2 * _t + d) ** 2 + 8 * d * _t) + 2 * _t + d)
_LOG_GAIN = d * sp.log((1 + _BEST) / (2 * sp.sqrt(_BEST))) + (1 + _BEST) * _t
_SQUARED = real("v2", above=0, reach=("1e-3", 1000), meaning="|x+y|^2")
_FAR = Domain((real("v2", 16, reach=(16, 1000)),), extra=({"v2": 16},))

_STRICT = Domain(
    (integer("d", 2, reach=300), _SQUARED),
    extra=({"d": 2, "v2": 1}, {"d": 64, "v2": 16}, {"d": 3, "v2": 100}),
)

_COS = -1 / (d - 1)
_SIMPLEX, _ORTHOGONAL = (coupled_variance(cosine).subs(s, 1) for cosine in (_COS, sp.S.Zero))
_INDEPENDENT = projection_variance().subs(s, 1) / m

_ORDERED = Domain(
    (
        integer("d", 2, reach=300, meaning="input dimension"),
        integer("m", 2, reach=300, meaning="number of projections"),
        COMPLEX_A,
        *SQUARES,
    ),
    (CAUCHY_SCHWARZ, ON_A_LINE, WITHIN_BLOCK, SECOND_MOMENTS, Rule(V2 > 0, "|x+y|^2 > 0")),
    fit,
    tuple(
        dict(zip(("d", "m", "A", "x2", "y2", "xy"), row, strict=True))
        for row in (
            (2, 2, 0, 1, 1, 0),
            (3, 2, "-0.3+0.4j", 1, "1/4", "1/3"),
            (64, 64, "-1/10", "1/2", "1/2", "1/3"),
            (8, 5, "1/20+1/10j", 4, 0, 0),
            (5, 5, "-1", "1/100", "1/100", "-1/200"),
            (100, 3, "-9/4", 3, 3, 1),
        )
    ),
)


def _ordered(proof: Proof) -> None:
    one, two = sp.symbols("r1 r2", positive=True)
    c = sp.Symbol("c", real=True)
    sine = sp.Symbol("sigma", real=True)
    squared = one**2 + two**2 + 2 * c * one * two
    proof.equal(
        squared.subs(one, one), (one + c * two) ** 2 + (1 - c**2) * two**2, "|w_1+w_2|^2 >= 0 for |c| <= 1"
    )
    proof.nonnegative(
        (one + sp.cos(sine) * two) ** 2 + sp.sin(sine) ** 2 * two**2, "a sum of squares at c = cos"
    )
    proof.positive(
        sp.diff(squared, c),
        "it rises with c, and 0F1(; d/2; .) has positive coefficients: rho rises strictly for v > 0",
    )
    gap_steps(proof)
    number = sp.Symbol("n", positive=True, integer=True)
    proof.positive(1 / number, "the cosine -1/(d-1), d = n + 1, is below 0: rho at it < rho at 0 < e^(v2)")
    complex_steps(proof)
    rate = _LOG_GAIN.subs({d: 64, _t: 16})
    proof.below(
        sp.Rational(111, 10), rate - 16, "d = 64, v2 = 16: log(e^(2 n2) E Z^2) - v2 > 11.1 at the best rho"
    )
    proof.below(
        63 / (sp.exp(sp.Rational(111, 10)) - 1), sp.Rational(1, 1000), "so 63 e^(v2)/(E - e^(v2)) < .001"
    )
    free = sp.Symbol("rho", positive=True)
    proof.positive(
        sp.diff(d * sp.log((1 + free) / (2 * sp.sqrt(free))) + free * _t, _t),
        "and its least value over rho rises with v2",
    )


def _relative(rho: sp.Expr) -> sp.Expr:
    """The variance of m = d rows over that of independent ones, OPRF at its minimiser."""
    return 1 - (d - 1) * (sp.exp(_t) - rho) / (sp.exp(_LOG_GAIN) - sp.exp(_t))


_AT_64 = tuple(
    Printed(_relative(Conformity(d, cosine, _t)).subs({d: 64, _t: size}), printed)
    for size, cosine, printed in (
        (1, sp.S.Zero, "0.7182"),
        (1, _COS, "0.1306"),
        (4, sp.S.Zero, "0.8164"),
        (4, _COS, "0.7237"),
    )
)

_FAR_OUT = tuple(
    On(
        _FAR,
        Below(sp.Rational(999, 1000), _relative(Conformity(d, cosine, _t)).subs(d, 64)),
        "d = m = 64, v2 >= 16",
    )
    for cosine in (sp.S.Zero, _COS)
)

GERF_ORDERING = Statement(
    id="beyond/gerf/ordering",
    kind="inequality",
    where="GERF, couplings",
    title="Simplex below orthogonal below independent",
    text="For s = 1 and every A the variances are strictly ordered, with differences free of A; numbers for OPRF at d = m = 64.",
    latex=r"\mathrm{Var}_{\rm simplex}<\mathrm{Var}_{\rm ort}<\mathrm{Var}_{\rm iid}",
    domain_text="s = 1, Re(1-8A) > 0, d >= 2, 2 <= m <= d, v > 0",
    domain=_ORDERED,
    claim=All(
        (
            Below(variance("simplex", m, "gerf-complex"), variance("orthogonal", m, "gerf-complex")),
            Below(variance("orthogonal", m, "gerf-complex"), variance("iid", m, "gerf-complex")),
            Equal(
                variance("iid", m, "gerf-complex") - variance("orthogonal", m, "gerf-complex"),
                (1 - 1 / m) * sp.exp(-2 * N2) * (sp.exp(V2) - Conformity(d, 0, V2)),
            ),
            Equal(
                variance("orthogonal", m, "gerf-complex") - variance("simplex", m, "gerf-complex"),
                (1 - 1 / m) * sp.exp(-2 * N2) * (Conformity(d, 0, V2) - Conformity(d, _COS, V2)),
            ),
            Below(_SIMPLEX, _ORTHOGONAL),
            Below(_ORTHOGONAL, _INDEPENDENT),
            *_AT_64,
            *_FAR_OUT,
        )
    ),
    checks=(
        Restated(
            "rho at the simplex cosine is below rho at 0",
            {
                "simplex": formula(Conformity(d, _COS, _t), _STRICT, "d v2"),
                "orthogonal": formula(sp.hyper((d,), (d / 2,), _t / 2), _STRICT, "d v2"),
            },
            _STRICT,
            Below("simplex", "orthogonal"),
        ),
        Restated(
            "rho at 0 is below e^(v2)",
            {
                "orthogonal": formula(sp.hyper((d,), (d / 2,), _t / 2), _STRICT, "d v2"),
                "independent": formula(sp.exp(_t), _STRICT, "d v2"),
            },
            _STRICT,
            Below("orthogonal", "independent"),
        ),
        Derivation(_ordered, WHOLE),
    ),
    uses=("beyond/gerf/ort-variance", "beyond/gerf/simplex-variance"),
    mechanism=("simplex", "orthogonal", "iid", "gerf"),
)

STATEMENTS = (GERF_ORDERING,)
