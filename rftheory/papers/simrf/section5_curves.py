"""Section 5.1 of simrf: the MSE curves of Figure 6.

* First paragraph: the MSE is said to be (10), and a ratio of two of them a function of v alone. A wrong
  reference: (10) is the conformity, the MSE is (11), whose prefactor cancels in a ratio.
* Second paragraph: at d = m = 64 and v > 0, MSE_SimRF < MSE_ORF < MSE_IIDRF, by the terms of (21) and (23).
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
    Erratum,
    On,
    Proof,
    Statement,
    formula,
    real,
)
from rftheory.papers.simrf._lemmas.orthogonality_gap import mse_of, product_below_one
from rftheory.papers.simrf._lemmas.random_terms import error
from rftheory.papers.simrf._notation import (
    MSE_DOMAIN,
    MSE_NAMES,
    SCALE,
    SIMPLEX,
    STRICT_DOMAIN,
    V2,
    conformity,
    d,
    iid_mse,
    m,
    orf_mse,
    simrf_mse,
    v,
)


def _ratio_of_mses(proof: Proof) -> None:
    """In a ratio of two MSEs of (11) the prefactor cancels; what is left depends on v alone."""
    one, two, first = sp.symbols("rho_1 rho_2 b", positive=True)
    bare = (first + (m - 1) * (one - sp.exp(V2))) / (first + (m - 1) * (two - sp.exp(V2)))
    proof.equal(mse_of(one, first) / mse_of(two, first), bare, "the prefactor of (11) cancels in a ratio")
    proof.equal(conformity(sp.S.Zero, V2).args[2], V2, "and the conformities depend on v^2 = |x+y|^2")


def _relative(mse: sp.Expr, rho: sp.Expr) -> Equal:
    """An MSE over that of IIDRFs, as a function of v and m."""
    bare = 1 + (m - 1) * (rho * sp.exp(-V2) - 1) / (sp.exp(V2) - 1)
    return Equal(formula(mse / iid_mse(), STRICT_DOMAIN, MSE_NAMES), formula(bare, STRICT_DOMAIN, MSE_NAMES))


_RATIOS = (_relative(orf_mse(), conformity(sp.S.Zero, V2)), _relative(simrf_mse(), conformity(SIMPLEX, V2)))

SEC5_1_CURVES = Statement(
    id="simrf/sec5.1/curves",
    kind="identity",
    where="Section 5.1, first paragraph",
    title="The MSE curves",
    text=(
        "The MSE of the three mechanisms is said to be eq. (10) with their conformities, and a ratio of two of them "
        "to depend on v only. Equation (10) is the conformity itself; the MSE is (11)."
    ),
    latex=(
        r"\mathrm{MSE}_{\rm ORF}/\mathrm{MSE}_{\rm IIDRF},\ \mathrm{MSE}_{\rm SimRF}/\mathrm{MSE}_{\rm IIDRF}"
        r"\ \text{functions of}\ v"
    ),
    domain_text="d = 64 in Figure 6",
    domain=MSE_DOMAIN,
    claim=All(
        (
            *(
                Equal(formula(mse, MSE_DOMAIN, MSE_NAMES), formula(rho, MSE_DOMAIN, "d x2 y2 xy"))
                for mse, rho in (
                    (orf_mse(), conformity(sp.S.Zero, V2)),
                    (iid_mse(), sp.exp(V2)),
                    (simrf_mse(), conformity(SIMPLEX, V2)),
                )
            ),
            *(On(STRICT_DOMAIN, ratio, "|x+y| > 0 and 2 <= m <= d") for ratio in _RATIOS),
        )
    ),
    uses=(
        "simrf/thm3.2/corrected",
        "simrf/lemma4.1/conformity",
        "simrf/thm4.3/orf",
        "simrf/thm4.3/simrf",
    ),
    mechanism=("iid", "orthogonal", "simplex", "positive"),
    erratum=Erratum(
        "misprint",
        "Section 5.1, first paragraph",
        "Equation (10) is the conformity; the MSE is (11).",
        1,
        quote="given by Eq. 10 with the",
        points=({"d": "2", "m": "2", "x2": "1", "y2": "1", "xy": "0"},),
    ),
).corrected(
    where="Section 5.1, with eq. (11)",
    text="The MSE is eq. (11) with the conformities; the ratio of two mechanisms depends on v only.",
    latex=r"\frac{\mathrm{MSE}_1}{\mathrm{MSE}_2}=\frac{e^{2v^2}-e^{v^2}+(m-1)(\rho_1-e^{v^2})}{e^{2v^2}-e^{v^2}+(m-1)(\rho_2-e^{v^2})}",
    domain_text="v > 0",
    domain=STRICT_DOMAIN,
    sides={
        "lhs": formula(simrf_mse() / iid_mse(), STRICT_DOMAIN, MSE_NAMES),
        "rhs": formula(
            1 + (m - 1) * (conformity(SIMPLEX, V2) * sp.exp(-V2) - 1) / (sp.exp(V2) - 1),
            STRICT_DOMAIN,
            MSE_NAMES,
        ),
    },
    claim=All(
        (
            *(
                Equal(error(name, "positive"), mse)
                for name, mse in (("iid", iid_mse()), ("orthogonal", orf_mse()), ("simplex", simrf_mse()))
            ),
            Equal("lhs", "rhs"),
            _RATIOS[0],
        )
    ),
    checks=(Derivation(_ratio_of_mses, WHOLE),),
    uses=(
        "simrf/thm3.2/corrected",
        "simrf/lemma4.1/conformity",
        "simrf/thm4.3/orf",
        "simrf/thm4.3/simrf",
    ),
)

_PLOT = Domain(
    (real("v", above=0, reach=("1e-6", 20), meaning="|x+y|"),), extra=tuple({"v": s} for s in ("1e-3", 1, 8))
)


def _curve(rho: sp.Expr, projections: sp.Expr) -> sp.Expr:
    """m exp(2|x|^2+2|y|^2) times the MSE of (11), a function of v alone."""
    return sp.exp(2 * v**2) - sp.exp(v**2) + (projections - 1) * (rho - sp.exp(v**2))


_AT_64 = {
    name: formula(_curve(rho.subs(d, 64), sp.Integer(64)), _PLOT, "v")
    for name, rho in (
        ("iid", sp.exp(v**2)), ("orthogonal", conformity(sp.S.Zero)), ("simplex", conformity(SIMPLEX)),
    )
}  # fmt: skip


def _ordered(proof: Proof) -> None:
    product_below_one(proof)
    proof.cite(
        "e^t - rho_ORF = sum_k t^k/k! (1 - prod_{j<k} (d+j)/(d+2j)), Theorem 4.3 and (69): rho_ORF < rho_IIDRF"
    )
    pull, sine = sp.symbols("g s", positive=True)
    base = sp.Symbol("base", nonnegative=True)
    count = sp.Symbol("k", positive=True, integer=True)
    proof.equal(
        1 - base ** (count + 1), (1 - base) + base * (1 - base**count), "induction: t^k < 1 for t in [0, 1)"
    )
    proof.positive(
        1 - (1 - pull * sine), "t = 1 + c sin f < 1 for c < 0: every angular integral of (21) falls, k >= 1"
    )
    proof.equal(
        SIMPLEX.subs(d, 64),
        -sp.Rational(1, 63),
        "the simplex cosine at d = 64 is negative: rho_SimRF < rho_ORF",
    )
    t, n = sp.symbols("t n", positive=True)
    slope = sp.diff(SCALE / m * (t + (m - 1) * (n - sp.exp(V2))), n)
    proof.positive(slope.subs(m, 64), "(11) grows with the conformity at m = 64")


SEC5_1_ALWAYS = Statement(
    id="simrf/sec5.1/always",
    kind="inequality",
    where="Section 5.1, second paragraph; Figure 6 caption",
    title="SimRFs always come first",
    text="At d = 64 the MSE of SimRFs lies below that of ORFs, and that below the MSE of IIDRFs, for every v > 0.",
    latex=r"\mathrm{MSE}_{\rm SimRF}<\mathrm{MSE}_{\rm ORF}<\mathrm{MSE}_{\rm IIDRF}",
    domain_text="d = 64 (m = d), v > 0",
    domain=_PLOT,
    claim=All(
        (
            Below(_AT_64["simplex"], _AT_64["orthogonal"]),
            Below(_AT_64["orthogonal"], _AT_64["iid"]),
        )
    ),
    checks=(Derivation(_ordered, WHOLE),),
    uses=("simrf/sec5.1/curves/corrected",),
    mechanism=("simplex", "orthogonal", "iid", "positive"),
)


STATEMENTS = (
    SEC5_1_CURVES,
    SEC5_1_ALWAYS,
)
