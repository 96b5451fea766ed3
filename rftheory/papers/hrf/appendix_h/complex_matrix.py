"""Appendix H.2 of hrf, (81)-(87): a complex diagonal matrix that is exact at a pair of cluster centres.

Main results, for centres r_i, r_j and an entry a = alpha + beta i
* (81), (82): A r_i + A^-1 r_j = 0 leaves no variance at the centres. (83)-(85): a r_i,k + r_j,k/a = 0 entry by
  entry, and its two parts times |a|^2.
* (86), (87): a = i sqrt(r_j/r_i) for entries of one sign, sqrt(-r_j/r_i) for opposite signs, 1 + i for two zeros.
* With exactly one zero there is no solution: the infimum 0 is approached, not attained.

Proofs. Substitution, for every sign; |a r_i|^2 and |r_j/a|^2 alone are positive.
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
    Formula,
    Given,
    Limit,
    On,
    Proof,
    Representations,
    Rule,
    Statement,
    Variance,
    formula,
    integer,
    real,
)
from rftheory.papers._shared.complex_pairs import matrix_pairs, symbolic
from rftheory.papers._shared.invariants import m
from rftheory.papers.hrf._lemmas.centres import SCALARS, ri, rj, solutions
from rftheory.papers.hrf._lemmas.complex_exponential import vanishing
from rftheory.papers.hrf._lemmas.diagonal import ERROR, NAMES, solved_pairs

_COUNT = integer("m", 1, meaning="number of projections")
_SOLVED = solved_pairs(_COUNT, m=(1, 3, 10))
_MATRIX, _U, _V = symbolic()
_CONDITION = sp.Eq(_MATRIX * _U + _MATRIX.T.I * _V, sp.ZeroMatrix(_MATRIX.shape[0], 1))

EQ81 = Statement(
    id="hrf/eq81",
    kind="identity",
    where="eqs. (81), (82)",
    title="Matrix of a pair of centres",
    text="If A r_i + A^(-T) r_j = 0, with A^(-1) in place of A^(-T) for diagonal A, the variance at (r_i, r_j) is 0.",
    latex=r"Ar_i+A^{-\top}r_j=0\ \Rightarrow\ \mathrm{Var}=0",
    domain_text="A invertible; x = r_i, y = r_j",
    domain=matrix_pairs(_COUNT),
    claim=All(
        (
            Given(_CONDITION, Equal(Variance(Estimate("iid", "complex-exponential", m)), sp.S.Zero)),
            On(
                _SOLVED,
                Equal(formula(ERROR, _SOLVED, f"{NAMES} m"), sp.S.Zero),
                "diagonal A with Ax + A^(-1)y = 0",
            ),
        )
    ),
    checks=(Derivation(vanishing, WHOLE),),
    uses=("hrf/eq17",),
    mechanism=("complex-exponential",),
)

_alpha, _beta = sp.symbols("alpha beta", real=True)
_SIZE = _alpha**2 + _beta**2
_ENTRY = Domain(
    (
        real("alpha", meaning="real part of an entry of A"),
        real("beta", meaning="its imaginary part"),
        *SCALARS,
    ),
    (Rule(sp.Or(sp.Ne(_alpha, 0), sp.Ne(_beta, 0)), "alpha + beta i is not 0"),),
    extra=(
        {"alpha": 0, "beta": 1, "ri": 1, "rj": 1},
        {"alpha": 2, "beta": 0, "ri": 1, "rj": -4},
        {"alpha": "1/2", "beta": "-1/3", "ri": -3, "rj": 2},
        {"alpha": 1, "beta": 1, "ri": 0, "rj": 0},
        {"alpha": "1/1000", "beta": 7, "ri": 100, "rj": "1/9"},
    ),
)


def _of_entry(expression: sp.Expr) -> Formula:
    return formula(expression, _ENTRY, "alpha beta ri rj", complex_valued=True)


_LEFT = (_alpha + sp.I * _beta) * ri + rj / (_alpha + sp.I * _beta)  # (83)
_BY_CONJUGATE = (_alpha + sp.I * _beta) * ri + (_alpha - sp.I * _beta) / _SIZE * rj  # (84)
_PARTS = _SIZE * _alpha * ri + _alpha * rj + sp.I * (_SIZE * _beta * ri - _beta * rj)  # (85)


def _entrywise(proof: Proof) -> None:
    alpha, beta, u, v = sp.symbols("alpha beta u v", real=True)
    entry = alpha + sp.I * beta
    proof.equal((alpha - sp.I * beta) * entry, alpha**2 + beta**2, "1/(alpha + beta i) by its conjugate")
    proof.equal(
        entry * u + v / entry,
        entry * u + (alpha - sp.I * beta) / (alpha**2 + beta**2) * v,
        "entry k of A r_i + A^(-1) r_j, A diagonal: every entry must be 0",
    )


EQ83 = Statement(
    id="hrf/eq83",
    kind="identity",
    where="eqs. (83), (84)",
    title="The condition entry by entry",
    text="For a diagonal entry alpha + beta i the condition is an equation of its own, its inverse by the conjugate.",
    latex=r"(\alpha_k+\beta_ki)r_{i,k}+\tfrac{\alpha_k-\beta_ki}{\alpha_k^2+\beta_k^2}r_{j,k}=0",
    domain_text="alpha_k + beta_k i nonzero",
    domain=_ENTRY,
    claim=Equal(_of_entry(_LEFT), _of_entry(_BY_CONJUGATE)),
    checks=(Derivation(_entrywise, WHOLE),),
    uses=("hrf/eq81",),
    mechanism=("complex-exponential",),
    setting="CE, diagonal A",
)


def _real_and_imaginary(proof: Proof) -> None:
    _entrywise(proof)
    alpha, beta, u, v = sp.symbols("alpha beta u v", real=True)
    size = alpha**2 + beta**2
    whole = sp.expand(size * (alpha + sp.I * beta) * u + (alpha - sp.I * beta) * v)
    proof.equal(sp.re(whole), size * alpha * u + alpha * v, "real part, times alpha^2 + beta^2")
    proof.equal(sp.im(whole), size * beta * u - beta * v, "imaginary part, times alpha^2 + beta^2")
    proof.cite("alpha^2 + beta^2 > 0 for a nonzero entry, so the factor changes no solution")


EQ85 = Statement(
    id="hrf/eq85",
    kind="identity",
    where="eq. (85)",
    title="Real and imaginary part of the condition",
    text="Multiplied by alpha^2 + beta^2 the equation splits into two real ones.",
    latex=(
        r"(\alpha_k^2+\beta_k^2)\alpha_kr_{i,k}+\alpha_kr_{j,k}=0,\quad"
        r"(\alpha_k^2+\beta_k^2)\beta_kr_{i,k}-\beta_kr_{j,k}=0"
    ),
    domain_text="alpha_k + beta_k i nonzero",
    domain=_ENTRY,
    claim=Equal(_of_entry(_SIZE * _LEFT), _of_entry(_PARTS)),
    checks=(Derivation(_real_and_imaginary, WHOLE),),
    uses=("hrf/eq83",),
    mechanism=("complex-exponential",),
    setting="CE, diagonal A",
)

_SOLVABLE = Domain(
    SCALARS,
    (
        Rule(sp.Or(sp.And(sp.Ne(ri, 0), sp.Ne(rj, 0)), sp.And(sp.Eq(ri, 0), sp.Eq(rj, 0))), "ri and rj are both nonzero, or both 0 (with one zero the equation has no solution)"),
    ),
    extra=({"ri": 2, "rj": 3}, {"ri": 1, "rj": -4}, {"ri": 0, "rj": 0}, {"ri": -1, "rj": "-1/3"}, {"ri": -5, "rj": 1}),
)  # fmt: skip

_RE = sp.Piecewise((0, ri * rj > 0), (sp.sqrt(-rj / ri), ri * rj < 0), (1, True))
_IM = sp.Piecewise((sp.sqrt(rj / ri), ri * rj > 0), (0, ri * rj < 0), (1, True))
_QUOTIENT = rj / ri

EQ86 = Statement(
    id="hrf/eq86",
    kind="algorithm",
    where="eqs. (86), (87)",
    title="Complex diagonal matrix of a pair of centres",
    text="Entries of equal sign take i sqrt(r_j/r_i), entries of opposite sign sqrt(-r_j/r_i), two zeros take 1 + i.",
    latex=r"\alpha_k=0,\beta_k=\sqrt{r_{j,k}/r_{i,k}}\quad\text{or}\quad\alpha_k=\sqrt{-r_{j,k}/r_{i,k}},\beta_k=0",
    domain_text="real r_i, r_j, not exactly one entry 0",
    domain=_SOLVABLE,
    sides={"re": formula(_RE, _SOLVABLE, "ri rj"), "im": formula(_IM, _SOLVABLE, "ri rj")},
    claim=Equal(
        formula((_RE + sp.I * _IM) * ri, _SOLVABLE, "ri rj", complex_valued=True),
        formula(-rj / (_RE + sp.I * _IM), _SOLVABLE, "ri rj", complex_valued=True),
    ),
    checks=(
        Derivation(solutions, WHOLE),
        *(
            Representations(
                name,
                formula(
                    sp.Piecewise(
                        (sp.sqrt((sp.Abs(_QUOTIENT) + sign * _QUOTIENT) / 2), sp.Ne(ri, 0)), (1, True)
                    ),
                    _SOLVABLE,
                    "ri rj",
                ),
            )
            for name, sign in (("re", -1), ("im", 1))
        ),
    ),
    uses=("hrf/eq85",),
    mechanism=("complex-exponential",),
    setting="CE, diagonal complex A",
)

_LOSS = _SIZE * ri**2 + rj**2 / _SIZE + 2 * (_alpha**2 - _beta**2) / _SIZE * ri * rj  # |a r_i + r_j/a|^2
_FIRST_ZERO, _SECOND_ZERO = (
    Domain(
        (*_ENTRY.parameters[:2], other),
        (*_ENTRY.rules, Rule(sp.Ne(symbol, 0), f"{symbol} is not 0")),
        extra=({"alpha": 1, "beta": 0, str(symbol): 1}, {"alpha": "1/9", "beta": -2, str(symbol): -3}),
    )
    for other, symbol in ((SCALARS[1], rj), (SCALARS[0], ri))
)
_LARGE, _SMALL = (
    Domain((real("alpha", above=0), other), (Rule(sp.Ne(symbol, 0), f"{symbol} is not 0"),))
    for other, symbol in ((SCALARS[1], rj), (SCALARS[0], ri))
)


def _one_zero(proof: Proof) -> None:
    p, t = sp.symbols("p t", positive=True)
    proof.positive((p / t) ** 2, "r_i = 0: the term |r_j|^2/|a|^2 is positive for every entry a, |a| = t")
    proof.limit((p / t) ** 2, t, sp.oo, sp.S.Zero, "and small for large a = alpha, beta = 0")
    proof.positive((p * t) ** 2, "r_j = 0: the term |a|^2 |r_i|^2 is positive for every entry a")
    entry = t * (1 + sp.I)
    proof.limit(entry * sp.conjugate(entry) * p**2, t, 0, sp.S.Zero, "and small for small alpha = beta = t")


APPH_2_ONE_ZERO = Statement(
    id="hrf/appH.2/one-zero",
    kind="identity",
    where="Appendix H.2",
    title="One zero entry",
    text=(
        "If exactly one of two entries is 0 no matrix entry solves the equation; a large real one comes close when "
        "it is that of r_i, a small alpha = beta when it is that of r_j."
    ),
    latex=r"\inf_a|a\,r_{i,k}+r_{j,k}/a|=0,\ \text{not attained}",
    domain_text="diagonal A",
    domain=_ENTRY,
    claim=All(
        (
            On(_FIRST_ZERO, Below(sp.S.Zero, _LOSS.subs(ri, 0)), "r_i = 0, r_j not 0"),
            On(
                _LARGE,
                Limit(_LOSS.subs({ri: 0, _beta: 0}), "alpha", sp.oo, sp.S.Zero),
                "r_i = 0, beta = 0",
            ),
            On(_SECOND_ZERO, Below(sp.S.Zero, _LOSS.subs(rj, 0)), "r_j = 0, r_i not 0"),
            On(
                _SMALL,
                Limit(_LOSS.subs({rj: 0, _beta: _alpha}), "alpha", sp.S.Zero, sp.S.Zero),
                "r_j = 0, beta = alpha",
            ),
        )
    ),
    checks=(Derivation(_one_zero, WHOLE),),
    uses=("hrf/eq83",),
    mechanism=("complex-exponential",),
    setting="CE, diagonal complex A",
)


STATEMENTS = (
    EQ81,
    EQ83,
    EQ85,
    EQ86,
    APPH_2_ONE_ZERO,
)
