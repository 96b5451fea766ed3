"""Appendix H of hrf, eqs. (81)-(88): diagonal matrices for a pair of cluster centres."""

from __future__ import annotations

import sympy as sp

from rftheory.kit import (
    Below,
    Derivation,
    Domain,
    Proof,
    Representations,
    Restated,
    Rule,
    Statement,
    formula,
    real,
)
from rftheory.papers._shared.complex_pairs import INPUTS, SAME_LENGTH, x, y
from rftheory.papers.hrf._lemmas.diagonal import PRODUCT, d, k
from rftheory.papers.hrf.section2_estimators import vanishing

_ri, _rj, _a = sp.symbols("ri rj a", real=True)
_SM = sp.exp(PRODUCT)
_SCALARS = (
    real("ri", reach=("1/1000", 100), meaning="entry of the centre r_i"),
    real("rj", reach=("1/1000", 100), meaning="entry of the centre r_j"),
)


def _entrywise(proof: Proof) -> None:
    alpha, beta, u, v = sp.symbols("alpha beta u v", real=True)
    entry = alpha + sp.I * beta
    proof.equal(
        sp.expand((alpha - sp.I * beta) * entry), alpha**2 + beta**2, "1/(alpha + beta i) by its conjugate"
    )
    proof.equal(
        entry * u + v / entry,
        entry * u + (alpha - sp.I * beta) / (alpha**2 + beta**2) * v,
        "entry k of A r_i + A^(-1) r_j, A diagonal: every entry must be 0",
    )


EQ81 = Statement(
    id="hrf/eq81",
    kind="identity",
    where="eqs. (81), (82)",
    title="Matrix of a pair of centres",
    text="If A r_i + A^(-T) r_j = 0, with A^(-1) in place of A^(-T) for diagonal A, the variance at (r_i, r_j) is 0.",
    latex=r"Ar_i+A^{-\top}r_j=0\ \Rightarrow\ \mathrm{Var}=0",
    domain_text="A invertible; x = r_i, y = r_j",
    checks=(Derivation(vanishing),),
    uses=("hrf/eq17",),
    mechanism=("complex-exponential",),
)

EQ83 = Statement(
    id="hrf/eq83",
    kind="identity",
    where="eqs. (83), (84)",
    title="The condition entry by entry",
    text="For a diagonal entry alpha + beta i the condition is an equation of its own, its inverse by the conjugate.",
    latex=r"(\alpha_k+\beta_ki)r_{i,k}+\tfrac{\alpha_k-\beta_ki}{\alpha_k^2+\beta_k^2}r_{j,k}=0",
    domain_text="alpha_k + beta_k i nonzero",
    checks=(Derivation(_entrywise),),
    uses=("hrf/eq81",),
    mechanism=("complex-exponential",),
    setting="CE, diagonal A",
)


def _real_and_imaginary(proof: Proof) -> None:
    _entrywise(proof)
    alpha, beta, u, v = sp.symbols("alpha beta u v", real=True)
    size = alpha**2 + beta**2
    whole = sp.expand(size * (alpha + sp.I * beta) * u + (alpha - sp.I * beta) * v)
    proof.equal(sp.re(whole), sp.expand(size * alpha * u + alpha * v), "real part, times alpha^2 + beta^2")
    proof.equal(sp.im(whole), sp.expand(size * beta * u - beta * v), "imaginary part, times alpha^2 + beta^2")
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
    checks=(Derivation(_real_and_imaginary),),
    uses=("hrf/eq83",),
    mechanism=("complex-exponential",),
    setting="CE, diagonal A",
)

_SOLVABLE = Domain(
    _SCALARS,
    (
        Rule(
            ("ri", "rj"),
            "ri and rj are both nonzero, or both 0 (with one zero the equation has no solution)",
            lambda a, b: (a == 0) == (b == 0),
        ),
    ),
    extra=({"ri": 2, "rj": 3}, {"ri": 1, "rj": -4}, {"ri": 0, "rj": 0}, {"ri": -1, "rj": "-1/3"}, {"ri": -5, "rj": 1}),
)  # fmt: skip

_RE = sp.Piecewise((0, _ri * _rj > 0), (sp.sqrt(-_rj / _ri), _ri * _rj < 0), (1, True))

_IM = sp.Piecewise((sp.sqrt(_rj / _ri), _ri * _rj > 0), (0, _ri * _rj < 0), (1, True))

_QUOTIENT = _rj / _ri


def solutions(proof: Proof) -> None:
    p, q = sp.symbols("p q", positive=True)
    for s in (1, -1):
        u, v = s * p, s * q
        entry = sp.I * sp.sqrt(v / u)
        proof.equal(entry * u + v / entry, sp.S.Zero, f"same signs ({s}): the entry i sqrt(r_j/r_i)")
        u, v = s * p, -s * q
        entry = sp.sqrt(-v / u)
        proof.equal(entry * u + v / entry, sp.S.Zero, f"opposite signs ({s}): the entry sqrt(-r_j/r_i)")
    proof.equal((1 + sp.I) * 0 + 0 / (1 + sp.I), sp.S.Zero, "both 0: any nonzero entry, such as 1 + i")


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
    checks=(
        Derivation(solutions),
        *(
            Representations(
                name,
                formula(
                    sp.Piecewise(
                        (sp.sqrt((sp.Abs(_QUOTIENT) + sign * _QUOTIENT) / 2), sp.Ne(_ri, 0)), (1, True)
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


def _one_zero(proof: Proof) -> None:
    p, t = sp.symbols("p t", positive=True)
    proof.positive((p / t) ** 2, "r_i = 0: the term |r_j|^2/|a|^2 is positive for every entry a, |a| = t")
    proof.equal(sp.limit((p / t) ** 2, t, sp.oo), sp.S.Zero, "and small for large a = alpha, beta = 0")
    proof.positive((p * t) ** 2, "r_j = 0: the term |a|^2 |r_i|^2 is positive for every entry a")
    entry = t * (1 + sp.I)
    proof.equal(
        sp.limit(entry * sp.conjugate(entry) * p**2, t, 0), sp.S.Zero, "and small for small alpha = beta = t"
    )


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
    checks=(Derivation(_one_zero),),
    uses=("hrf/eq83",),
    mechanism=("complex-exponential",),
    setting="CE, diagonal complex A",
)

_FIRST_NONZERO = Rule(("ri",), "ri is nonzero", bool)

_SECOND_NONZERO = Rule(("rj",), "rj is nonzero", bool)

ENTRIES = (
    SAME_LENGTH,
    Rule(("x",), "all entries of x are nonzero", all),
    Rule(("y",), "all entries of y are nonzero", all),
)

CENTRES: tuple[dict[str, object], ...] = (
    {"x": "1,2", "y": "3,-1/2"},
    {"x": "1", "y": "1"},
    {"x": "1,-1/3,2", "y": "-1,4,-5"},
    {"x": "1/1000,-2", "y": "1/7,1000"},
    {"x": "30,-20", "y": "40,10"},
    {"x": "-1/2,2,3/4", "y": "-1,1/2,1/3"},
)


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
        (*_SCALARS, *INPUTS),
        (*rules, *ENTRIES),
        extra=tuple({**scalars, **pair} for scalars, pair in zip(extra, centres, strict=False)),
    )


_PRINTED, _NONZERO = _optimum(_FIRST_NONZERO), _optimum(_FIRST_NONZERO, _SECOND_NONZERO)

LOSS_POINTS: tuple[dict[str, object], ...] = (
    *CENTRES[:2],
    {"x": "1,4", "y": "-4,-1"},
    {"x": "1,-1/3,2", "y": "-1,4,5"},
    *CENTRES[3:],
)

_RIVALS = Domain(
    (*_SCALARS, real("a", reach=("1/1000", 100), meaning="another entry of A")),
    (_FIRST_NONZERO, _SECOND_NONZERO, Rule(("a",), "a is nonzero", bool)),
    extra=({"ri": 1, "rj": 4, "a": 2}, {"ri": 1, "rj": 4, "a": "2001/1000"}, {"ri": -1, "rj": 3, "a": -1}),
)

_ROOT = sp.sqrt(sp.Abs(_rj / _ri))

_COORDINATE_ROOT = sp.sqrt(sp.Abs(y[k] / x[k]))

REAL_LOSS = sp.Sum((_COORDINATE_ROOT * x[k] + y[k] / _COORDINATE_ROOT) ** 2, (k, 0, d - 1))

LEAST_LOSS = 2 * sp.Sum(sp.Abs(x[k] * y[k]) + x[k] * y[k], (k, 0, d - 1))


def _singular(proof: Proof) -> None:
    p, t = sp.symbols("p t", positive=True)
    proof.equal(
        _ROOT.subs({_ri: p, _rj: 0}), sp.S.Zero, "r_i != 0, r_j = 0: the printed entry is 0, A is singular"
    )
    proof.positive((t * p) ** 2, "the loss a^2 r_i^2 of an invertible entry is positive")
    proof.equal(sp.limit((t * p) ** 2, t, 0), sp.S.Zero, "with infimum 0: no real entry attains it")


def least(proof: Proof) -> None:
    a, p, q = sp.symbols("a p q", positive=True)  # |a|, |r_i|, |r_j|
    for s in (1, -1):
        loss, least = (a * p + s * q / a) ** 2, 2 * (p * q + s * p * q)
        proof.equal(
            loss - least,
            (a * p - q / a) ** 2,
            f"sign of r_i r_j {s}: the loss exceeds 2(|r_i r_j| + r_i r_j) by a square",
        )
    best = sp.sqrt(q / p)
    proof.equal(best * p - q / best, sp.S.Zero, "which is 0 at a = sqrt|r_j/r_i|")
    proof.equal((-a * p - q / a) ** 2, (a * p + q / a) ** 2, "the sign of a does not matter")
    proof.cite("the loss of a diagonal A is a sum over entries, minimised one by one")


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
    checks=(
        Representations("loss", points=LOSS_POINTS),
        Restated(
            "the printed entry is positive, as an invertible A needs",
            {"entry": formula(_ROOT, _PRINTED, "ri rj")},
            Domain(_SCALARS, (_FIRST_NONZERO,), extra=({"ri": 1, "rj": 0},)),
            Below(sp.S.Zero, "entry"),
        ),
        Derivation(_singular, "r_i,k != 0, r_j,k = 0", whole=False, refutes=True),
    ),
    uses=("hrf/eq21",),
    mechanism=("complex-exponential-real",),
    setting="CE, real diagonal A",
    note="The radical is lost in the source; read as in (86).",
).corrected(
    title="Best real diagonal matrix of nonzero entries",
    text=(
        "If both entries are nonzero, sqrt|r_j/r_i| minimises the loss; if r_j,k = 0 alone, the infimum 0 is "
        "approached by small entries and not attained."
    ),
    latex=r"a_k=\sqrt{|r_{j,k}/r_{i,k}|},\quad\min l=4\sum_k\max(0,r_{i,k}r_{j,k})",
    domain_text="r_{i,k}, r_{j,k} != 0",
    domain=_NONZERO,
    sides={
        "": formula(_ROOT, _NONZERO, "ri rj"),
        "loss": formula(REAL_LOSS, _NONZERO, "x y", closed=LEAST_LOSS),
    },
    checks=(
        Derivation(least),
        Representations("loss", points=LOSS_POINTS),
        Representations("", formula(sp.sqrt(sp.Abs(_ri * _rj)) / sp.Abs(_ri), _NONZERO, "ri rj")),
        Restated(
            "no other entry has a smaller loss",
            {
                "best": formula(2 * (sp.Abs(_ri * _rj) + _ri * _rj), _RIVALS, "ri rj"),
                "other": formula((_a * _ri + _rj / _a) ** 2, _RIVALS, "ri rj a"),
            },
            _RIVALS,
            Below("best", "other", strict=False),
        ),
    ),
)

STATEMENTS = (
    EQ81,
    EQ83,
    EQ85,
    EQ86,
    APPH_2_ONE_ZERO,
    EQ88,
)
