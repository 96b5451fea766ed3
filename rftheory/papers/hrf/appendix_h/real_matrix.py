"""Appendix H.2 of hrf, (88): the best real diagonal matrix of a pair of cluster centres.

False as printed: that a_k = sqrt|r_j,k/r_i,k| minimises the loss wherever r_i,k != 0. Where r_j,k = 0 it is 0 and A
singular, and the infimum 0 is not attained. True for nonzero entries: the least loss is
4 sum_k max(0, r_i,k r_j,k). (The radical is lost in the source.)

Proofs. The loss of an entry exceeds 2(|r_i r_j| + r_i r_j) by a square, for either sign; the sum is minimised entry
by entry.
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
    Optimal,
    Proof,
    Representations,
    Rule,
    Statement,
    formula,
    part,
    real,
)
from rftheory.papers._shared.complex_pairs import INPUTS
from rftheory.papers.hrf._lemmas.centres import (
    CENTRES,
    ENTRIES,
    LEAST_LOSS,
    LOSS_POINTS,
    REAL_LOSS,
    SCALARS,
    least,
    ri,
    rj,
)

_a = sp.Symbol("a", real=True)
_FIRST_NONZERO = Rule(sp.Ne(ri, 0), "ri is nonzero")
_SECOND_NONZERO = Rule(sp.Ne(rj, 0), "rj is nonzero")


def _optimum(*rules: Rule) -> Domain:
    extra: tuple[dict[str, object], ...] = (
        {"ri": 1, "rj": 0},
        {"ri": 1, "rj": 2},
        {"ri": -3, "rj": "1/2"},
        {"ri": 4, "rj": -9},
        {"ri": -1, "rj": -1},
    )
    centres = (*CENTRES, *CENTRES)
    return Domain(
        (*SCALARS, *INPUTS),
        (*rules, *ENTRIES),
        extra=tuple({**scalars, **pair} for scalars, pair in zip(extra, centres, strict=False)),
    )


_PRINTED, _NONZERO = _optimum(_FIRST_NONZERO), _optimum(_FIRST_NONZERO, _SECOND_NONZERO)


def _rivals(*rules: Rule) -> Domain:
    return Domain(
        (*SCALARS, real("a", reach=("1/1000", 100), meaning="another entry of A")),
        (*rules, Rule(sp.Ne(_a, 0), "a is nonzero")),
        extra=(
            {"ri": 1, "rj": 4, "a": 2},
            {"ri": 1, "rj": 4, "a": "2001/1000"},
            {"ri": -1, "rj": 3, "a": -1},
        ),
    )


_RIVALS = _rivals(_FIRST_NONZERO, _SECOND_NONZERO)
_LOSS = (_a * ri + rj / _a) ** 2
_ROOT = sp.sqrt(sp.Abs(rj / ri))


def _singular(proof: Proof) -> None:
    p, t = sp.symbols("p t", positive=True)
    proof.equal(
        _ROOT.subs({ri: p, rj: 0}), sp.S.Zero, "r_i != 0, r_j = 0: the printed entry is 0, A is singular"
    )
    proof.positive((t * p) ** 2, "the loss a^2 r_i^2 of an invertible entry is positive")
    proof.limit((t * p) ** 2, t, 0, sp.S.Zero, "with infimum 0: no real entry attains it")


EQ88 = Statement(
    id="hrf/eq88",
    kind="optimality",
    where="eq. (88)",
    title="Best real diagonal matrix",
    text="Over real diagonal A the loss at (r_i, r_j) is least at a_k = sqrt|r_j,k/r_i,k| when r_i,k is not 0.",
    latex=r"a_k=\sqrt{|r_{j,k}/r_{i,k}|}",
    domain_text="r_{i,k} != 0",
    domain=_PRINTED,
    sides={
        "": formula(_ROOT, _PRINTED, "ri rj"),
        "loss": formula(REAL_LOSS, _PRINTED, "x y", closed=LEAST_LOSS),
    },
    claim=All(
        (
            Below(sp.S.Zero, ""),
            Optimal(_LOSS, {"a": _ROOT}, among=_rivals(_FIRST_NONZERO), among_words="a nonzero, r_i nonzero"),
        )
    ),
    checks=(
        Representations("loss", points=LOSS_POINTS),
        Derivation(_singular, part("r_i,k != 0, r_j,k = 0"), refutes=True),
    ),
    uses=("hrf/eq21",),
    mechanism=("complex-exponential-real",),
    setting="CE, real diagonal A",
    note="The radical is lost in the source and read as in (86); with or without it the entry is 0 at r_j,k = 0.",
    erratum=Erratum(
        kind="edge case",
        at="eq. (88)",
        formula=r"a_k=\sqrt{|r_{j,k}/r_{i,k}|}\ \text{if}\ r_{i,k}\ne0",
        false="If r_j,k = 0 and r_i,k is not, the entry is 0 and A has no inverse; the infimum 0 is not attained.",
        weight=1,
        points=({"ri": "1", "rj": "0"}, {"ri": "2", "rj": "0"}),
        objection="For nonzero entries the formula is right; the text treats r_i,k = 0, but not r_j,k = 0.",
    ),
).corrected(
    title="Best real diagonal matrix of nonzero entries",
    text="If all entries are nonzero, sqrt|r_j/r_i| minimises the loss: 4 times the sum of the positive products.",
    note="If r_j,k = 0 alone, the infimum 0 is approached by small entries and not attained.",
    latex=r"a_k=\sqrt{|r_{j,k}/r_{i,k}|},\quad\min l=4\sum_k\max(0,r_{i,k}r_{j,k})",
    domain_text="r_{i,k}, r_{j,k} != 0",
    domain=_NONZERO,
    sides={
        "": formula(_ROOT, _NONZERO, "ri rj"),
        "loss": formula(REAL_LOSS, _NONZERO, "x y", closed=LEAST_LOSS),
    },
    claim=All(
        (
            Below(sp.S.Zero, ""),
            Optimal(_LOSS, {"a": _ROOT}, among=_RIVALS, among_words="a, r_i and r_j nonzero"),
            Equal("loss", formula(LEAST_LOSS, _NONZERO, "x y")),
        )
    ),
    checks=(
        Derivation(least, WHOLE),
        Representations("loss", points=LOSS_POINTS),
        Representations("", formula(sp.sqrt(sp.Abs(ri * rj)) / sp.Abs(ri), _NONZERO, "ri rj")),
    ),
)


STATEMENTS = (EQ88,)
