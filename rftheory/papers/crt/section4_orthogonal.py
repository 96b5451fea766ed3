"""Section 4 of crt, Theorem 4.1 and the note after it: orthogonal projections lower the variance of OPRF.

Main results:
* Theorem 4.1: Var_ort <= Var_iid - (1-1/M) 2/(d+2) C for some C >= 0, for every d. The exact gap is
  (1-1/M) e^(-2 n2) (e^t - 1F1(d; d/2; t/2)) >= 0, t = |x+y|^2, n2 = |x|^2 + |y|^2, whatever A is. Read with a C of its
  own for each pair: a C of |x+y| alone is 0.
* `sec4/note-trig`: for trigonometric features the gap e^(-z^2) - 1F1(d; d/2; -z^2/2), z = |x-y|, is negative at d = 4,
  z = 4, and nonnegative once d >= 3 z^2.

Proofs: weights that depend on the length cancel in pair moments, and the coefficients of the two series are compared;
for the note, an energy that Kummer's equation makes fall. Variances are checked by series and by draws.
"""

from __future__ import annotations

from dataclasses import replace

import sympy as sp

from rftheory.kit import (
    WHOLE,
    Agreement,
    All,
    Below,
    Derivation,
    Domain,
    Equal,
    Estimate,
    Exists,
    On,
    Proof,
    Restated,
    Rule,
    Statement,
    Variance,
    formula,
    integer,
    part,
    real,
)
from rftheory.papers._shared.generalised_exponential import (
    OPTIMAL,
    PAIR_NAMES,
    REAL_A,
    gap,
    gap_steps,
    iid_by_series,
    iid_variance,
    mean_steps,
    orthogonal_by_series,
    orthogonal_variance,
)
from rftheory.papers._shared.invariants import COUNT, DIMENSION, WITHIN_BLOCK, d, m, pairs
from rftheory.papers.crt._lemmas import drawn
from rftheory.papers.crt._lemmas.isotropic import MODEST

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
_MODEST = (*MODEST, {**OPTIMAL, "m": 2})


def _orthogonal(proof: Proof) -> None:
    mean_steps(proof)
    gap_steps(proof)
    proof.cite(
        "for M > d the estimate averages independent orthogonal blocks: pairs within a block have the gap above, others none"
    )
    proof.nonnegative(2 / (d + 2), "so the inequality holds with C = 0; at one pair with any C up to the gap")


_C = sp.Symbol("C", nonnegative=True)
_ROWS = pairs(DIMENSION, COUNT, rules=(WITHIN_BLOCK,), d=(2, 64), m=(2, 8))
_LOSS = Variance(Estimate("iid", "oprf", m)) - Variance(Estimate("orthogonal", "oprf", m))

THM4_1 = Statement(
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
    claim=All(
        (
            On(
                _FREE,
                Exists((real("C", 0),), Below((1 - 1 / m) * 2 / (d + 2) * _C, _LOSS, strict=False)),
                "every M",
            ),
            On(_ROWS, Equal(_LOSS, gap()), "M <= d"),
            Below(sp.S.Zero, gap(), strict=False),
        )
    ),
    checks=(
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
        Derivation(_orthogonal, WHOLE),
        drawn.coupled_variance("orthogonal", formula(orthogonal_variance(), _VARIANCES, PAIR_NAMES)),
        drawn.coupled_variance("iid", formula(iid_variance(), _FREE, PAIR_NAMES)),
    ),
    uses=("crt/sec9.1/orthogonal",),
    mechanism=("orthogonal", "iid", "oprf"),
    note=(
        "Proved without (24), which is false as printed. The gap is exp(-2|x|^2-2|y|^2) (e^t - 1F1(d; d/2; t/2)) times 1-1/M, t = |x+y|^2: it depends on |x|^2 + |y|^2 too "
        "and tends to 0 as that grows with x+y fixed, so a C that depends on |x+y| only is 0."
    ),
)

_z = sp.Symbol("z", nonnegative=True)
_FOUR = Domain((integer("d", 4, 4), real("z", 4, 4)))
_LARGE = Domain(
    (DIMENSION, COUNT, real("z", 0, reach=("1e-3", 100), meaning="|x-y|")),
    (WITHIN_BLOCK, Rule(3 * _z**2 <= d, "d >= 3 z^2")),
    extra=(
        {"d": 3, "m": 2, "z": 1}, {"d": 48, "m": 48, "z": 4}, {"d": 1, "m": 1, "z": 0}, {"d": 10**4, "m": 5, "z": 5},
    ),
)  # fmt: skip
_TRIG_GAP = sp.exp(-(_z**2)) - sp.hyper((d,), (d / 2,), -(_z**2) / 2)


def _trigonometric(proof: Proof) -> None:
    s, n = sp.symbols("s n", positive=True)
    y = sp.Function("y")
    curvature = ((3 * s - n) * y(s).diff(s) - 2 * s * y(s)) / s
    inner = sp.Function("f")
    value = sp.exp(s) * inner(s)
    residue = s * sp.diff(value, s, 2) - (3 * s - n) * sp.diff(value, s) + 2 * s * value
    kummer = s * sp.diff(inner(s), s, 2) + (n - s) * sp.diff(inner(s), s) + n * inner(s)
    proof.equal(
        residue * sp.exp(-s),
        kummer,
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


_TRIG_LOSS = Variance(Estimate("iid", "trigonometric", m)) - Variance(
    Estimate("orthogonal", "trigonometric", m)
)

SEC4_NOTE_TRIG = Statement(
    id="crt/sec4/note-trig",
    kind="inequality",
    where="Note after Theorem 4.1",
    title="Trigonometric features gain for large d only",
    text="For trigonometric features the same inequality holds asymptotically, for d large enough, and not always.",
    latex="-",
    domain_text="TrigRF, d large",
    domain=_LARGE,
    claim=All(
        (
            Equal(_TRIG_LOSS, (1 - 1 / m) * _TRIG_GAP),
            Below(sp.S.Zero, _TRIG_GAP, strict=False),
            On(_FOUR, Below(_TRIG_GAP, sp.S.Zero), "d = 4, |x-y| = 4"),
        )
    ),
    checks=(
        Derivation(_trigonometric, part("the sign of the gap e^(-z^2) - 1F1(d; d/2; -z^2/2), d >= 3 z^2")),
    ),
    uses=("crt/thm4.1",),
    mechanism=("orthogonal", "trigonometric"),
)

STATEMENTS = (
    THM4_1,
    SEC4_NOTE_TRIG,
)
