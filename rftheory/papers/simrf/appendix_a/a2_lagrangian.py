"""Appendix A.2 of simrf, from (44) on: Lagrange conditions of Theorem 3.4, and all permutations of the norms.

* (44), (45): stationarity in a direction, up to constant factors.
* (46): the bracket of norms and directions. A square is missing: it is w_{PiPj}^2, not w_{PiPj}.
* (47), (48): every direction opposes a sum of the others with equal weights; with equal angles, only the
  simplex does: (c - 1)((m-1)c + 1) = 0 and c = 1 points the wrong way.
* Last paragraph: directions that beat the simplex for some norms lose to it for a relabelling, as a sum over
  all permutations is least for the simplex.
"""

from __future__ import annotations

import itertools

import sympy as sp

from rftheory.kit import (
    WHOLE,
    All,
    Below,
    Derivation,
    Domain,
    Equal,
    Erratum,
    Estimate,
    Exists,
    Given,
    Inner,
    MeanSquareError,
    Proof,
    Statement,
    formula,
    part,
    real,
    whole,
)
from rftheory.papers.simrf._lemmas.arrangements import bessel_form
from rftheory.papers.simrf._lemmas.permuted_terms import (
    DIRECTION,
    DRAWS,
    NORM,
    NORMS_PERMUTED,
    ONE,
    OPPOSING_WEIGHT,
    TWO,
    as_series,
    bracket,
    conformity_of,
    free_bracket,
    over_others,
    over_pairs_of_rows,
    permuted,
)
from rftheory.papers.simrf._lemmas.positive_mse import (
    increasing_in_conformity,
    mean_of_terms,
    sphere_average,
)
from rftheory.papers.simrf._lemmas.relabelling import (
    PERMUTED,
    on_triples,
    over_permutations,
    relabelling,
    squared_sum,
    symmetrised,
)
from rftheory.papers.simrf._lemmas.simplex_bound import simplex_bound
from rftheory.papers.simrf._notation import SIMPLEX, d, i, j, k, many, v


def _differentiated(proof: Proof) -> None:
    u1, u2, x1, x2, a, b, lam = sp.symbols("u1 u2 x1 x2 a b lambda", real=True)
    bracket = a**2 * (u1**2 + u2**2) + b**2 * (x1**2 + x2**2) + 2 * a * b * (u1 * x1 + u2 * x2)
    base = sp.Symbol("T", positive=True)
    for own, others in ((u1, x1), (u2, x2)):
        slope = sp.diff(base ** (k + 1), base) * sp.diff(bracket, own)
        printed = 2 * (k + 1) * base**k * (a**2 * own + a * b * others)
        proof.equal(slope, printed, "derivative of a power of the bracket in a component of what_i")
        proof.equal(sp.diff(lam * (u1**2 + u2**2 - 1), own), 2 * lam * own, "and of the constraint")
    swapped = bracket.subs({a: b, b: a, u1: x1, x1: u1, u2: x2, x2: u2}, simultaneous=True)
    proof.equal(swapped, bracket, "each pair enters twice, as (i, j) and (j, i): a constant factor")
    proof.cite(
        "a power series may be differentiated term by term; the k = 0 term drops out, its factor k being 0"
    )


_MULTIPLIER = sp.IndexedBase("lambda")

_LAGRANGIAN = permuted(over_pairs_of_rows(as_series(free_bracket()))) - sp.Sum(
    _MULTIPLIER[j] * (Inner(DIRECTION[j], DIRECTION[j]) - 1), (j, 1, d)
)

_SLOPE = sp.Sum(
    v ** (2 * k)
    * k
    * free_bracket() ** (k - 1)
    / (4**k * sp.factorial(k) * sp.gamma(k + d / 2))
    * (NORM[ONE] ** 2 * DIRECTION[i] + NORM[ONE] * NORM[TWO] * DIRECTION[j]),
    (k, 1, sp.oo),
)

EQ45 = Statement(
    id="simrf/eq45",
    kind="identity",
    where="eq. (44), (45)",
    title="Stationarity of the Lagrangian",
    text="Differentiating the Lagrangian in a direction gives the printed condition, up to constant factors.",
    latex=(
        r"\sum_{P\in S_d}\sum_{j\ne i}\sum_k\frac{v^{2k}k\,w_{P_iP_j}^{2k-2}}{2^{2k}k!\,\Gamma(k+\frac d2)}"
        r"\left(w_{P_i}^2\hat w_i+w_{P_i}w_{P_j}\hat w_j\right)-\lambda_iw_i=0"
    ),
    domain_text="stationarity",
    domain=DRAWS,
    claim=Equal(
        sp.Derivative(_LAGRANGIAN, DIRECTION[i]),
        4 * sp.gamma(d / 2) * permuted(over_others(_SLOPE)) - 2 * _MULTIPLIER[i] * DIRECTION[i],
    ),
    checks=(Derivation(_differentiated, WHOLE),),
    uses=("simrf/eq42",),
    setting="weight-independent couplings",
    note="Constants and |w_i| are absorbed into lambda_i; w_{PiPj}^2 stands for the bracket, see simrf/eq46.",
)

_TWO_NORMS = Domain(
    (real("a", above=0), real("b", above=0), real("c", -1, 1)),
    extra=({"a": 1, "b": 2, "c": 0}, {"a": 3, "b": 3, "c": "-1/2"}),
)

_A, _B = sp.Symbol("a", positive=True), sp.Symbol("b", positive=True)

_C = sp.Symbol("c", real=True)

_SQUARED = _A**2 + _B**2 + 2 * _A * _B * _C

EQ46 = Statement(
    id="simrf/eq46",
    kind="identity",
    where="eq. (46)",
    title="The bracket as a resultant",
    text="For directions of equal angles the bracket of norms and directions is printed as the length w_{PiPj}.",
    latex=(
        r"w_{P_i}^2\hat w_i^\top\hat w_i+w_{P_j}^2\hat w_j^\top\hat w_j+2w_{P_i}w_{P_j}\hat w_i^\top\hat w_j"
        r"=w_{P_iP_j}=w_{P_i}^2\hat w_{P_i}^\top\hat w_{P_i}+\dots"
    ),
    domain_text="all P in S_d",
    domain=_TWO_NORMS,
    claim=Equal(_SQUARED, sp.sqrt(_SQUARED)),
    uses=("simrf/eq45",),
    erratum=Erratum(
        kind="misprint",
        at="eq. (46)",
        formula="=w_{P_iP_j}=",
        false="The bracket is the square of the length w_{PiPj} of the resultant, not the length.",
        weight=1,
        points=({"a": "1", "b": "1", "c": "0"}, {"a": "1", "b": "2", "c": "-1/2"}),
    ),
    note="A square is missing: the bracket is w_{PiPj}^2, as its use in (45) shows.",
).corrected(
    where="eq. (46), corrected",
    title="The bracket as a squared resultant",
    text="The bracket is the squared length of the resultant.",
    latex=r"w_{P_i}^2+w_{P_j}^2+2w_{P_i}w_{P_j}\hat w_i^\top\hat w_j=w_{P_iP_j}^2",
    domain_text="all P in S_d, equal angles",
    sides={
        "lhs": formula(_SQUARED, _TWO_NORMS, "a b c"),
        "rhs": formula((_A + _B * _C) ** 2 + _B**2 * (1 - _C**2), _TWO_NORMS, "a b c"),
    },
    claim=Equal(),
    checks=(Derivation(symmetrised, whole("the bracket is |w_{Pi} what_i + w_{Pj} what_j|^2 for all P")),),
    uses=(),
)


def _solved_for_direction(proof: Proof) -> None:
    own, total, scale, lam = sp.symbols("what_i sum_j A lambda", nonzero=True)
    solution = sp.solve(scale * own + total - lam * own, own)[0]
    proof.equal(
        solution,
        -total / (scale - lam),
        "the terms along what_i collected: what_i is a multiple of -sum_j (..) what_j",
    )
    g = sp.Function("g")
    for rows in (3, 4):
        r = sp.symbols(f"r1:{rows + 1}", positive=True)
        orders = list(itertools.permutations(r))
        brackets = {
            sp.Add(*(g(*sorted((p[a], p[b]), key=str)) for p in orders))
            for a, b in itertools.permutations(range(rows), 2)
        }
        proof.equal(
            len(brackets),
            1,
            f"the sum over all P of a symmetric term is one and the same for every pair, d = {rows}",
        )
    proof.cite("in general each ordered pair of labels is hit by (d-2)! permutations")


_STATIONARY = sp.Eq(permuted(over_others(_SLOPE)), _MULTIPLIER[i] * DIRECTION[i])  # (45)

_EQUAL_ANGLES = sp.Eq(Inner(DIRECTION[i], DIRECTION[j]), Inner(DIRECTION[1], DIRECTION[2]))

_FIRST, _SECOND = ONE.subs(i, 1), ONE.subs(i, 2)  # P_1, P_2

EQ47 = Statement(
    id="simrf/eq47",
    kind="identity",
    where="eq. (47) and the sentence after it",
    title="Direction against a weighted sum of the others",
    text="Stationarity turns every direction against a weighted sum of the others, with one weight for all pairs.",
    latex=(
        r"\hat w_i\propto-\sum_{j\ne i}\sum_k\frac{v^{2k}k}{2^{2k}k!\,\Gamma(k+\frac d2)}"
        r"\left(\sum_{P\in S_d}w_{P_iP_j}^{2k-2}w_{P_i}w_{P_j}\right)\hat w_j"
    ),
    domain_text="i = 1..d",
    domain=DRAWS,
    claim=All(
        (
            Given(
                _STATIONARY,
                Exists(
                    (real("A"),),
                    Equal(DIRECTION[i], -sp.Symbol("A") * over_others(OPPOSING_WEIGHT * DIRECTION[j])),
                ),
            ),
            Given(
                _EQUAL_ANGLES,
                Equal(
                    permuted(bracket(ONE, TWO) ** (k - 1) * NORM[ONE] * NORM[TWO]),
                    permuted(bracket(_FIRST, _SECOND, at=(1, 2)) ** (k - 1) * NORM[_FIRST] * NORM[_SECOND]),
                ),
            ),
        )
    ),
    checks=(Derivation(_solved_for_direction, WHOLE),),
    uses=("simrf/eq45", "simrf/eq46/corrected"),
    setting="weight-independent couplings",
)


def _unique_simplex(proof: Proof) -> None:
    _solved_for_direction(proof)
    c, mu = sp.Symbol("c", real=True), sp.Symbol("mu", positive=True)
    away, other = 1 + mu * (many - 1) * c, c + mu * (1 + (many - 2) * c)
    solution = sp.solve(away, mu)[0]
    proof.equal(
        sp.numer(sp.together(other.subs(mu, solution))),
        (many - 1) * c**2 - (many - 2) * c - 1,
        "equal angles: what_i = -mu sum_(j != i) what_j multiplied by what_i and by another what_j",
    )
    proof.equal(
        (c - 1) * ((many - 1) * c + 1), (many - 1) * c**2 - (many - 2) * c - 1, "so c = 1 or c = -1/(m-1)"
    )
    proof.equal(
        solution.subs(c, 1), -1 / (many - 1), "c = 1 needs mu < 0: towards the others, not away from them"
    )
    proof.equal(
        solution.subs(c, -1 / (many - 1)), sp.S.One, "c = -1/(m-1) has mu = 1: the simplex of (9) at m = d"
    )
    simplex_bound(proof)


def _least_mse(proof: Proof) -> None:
    _unique_simplex(proof)
    sphere_average(proof)
    mean_of_terms(proof)
    increasing_in_conformity(proof)


def _least_error(coupling: str) -> All:
    """(48), the angles that follow from it where all are equal, and the least MSE among a class of couplings."""
    against = -_SHARE * over_others(DIRECTION[j])
    simplex, other = (MeanSquareError(Estimate(name, "positive", d)) for name in ("simplex", coupling))
    return All(
        (
            Given(sp.And(_STATIONARY, _EQUAL_ANGLES), Exists((real("A"),), Equal(DIRECTION[i], against))),
            Given(
                sp.And(sp.Eq(DIRECTION[i], against), _SHARE > 0, _EQUAL_ANGLES),
                Equal(Inner(DIRECTION[i], DIRECTION[j]), SIMPLEX),
            ),
            Below(simplex, other, strict=False),
        )
    )


_SHARE = sp.Symbol("A")

EQ48 = Statement(
    id="simrf/eq48",
    kind="optimality",
    where="eq. (48) and the sentence after it",
    title="Equal angles and balance mean the simplex",
    text="Each direction opposes the sum of the others; with equal angles only the simplex does, so SimRFs are best.",
    latex=r"\hat w_i\propto-\sum_{j\ne i}\hat w_j,\quad i=1,..,d",
    domain_text="iid norms, weight-independent, m = d",
    domain=DRAWS,
    claim=_least_error("weight-independent"),
    checks=(
        Derivation(
            _unique_simplex, part("the uniqueness and the least conformity; of the MSE nothing is shown")
        ),
    ),
    uses=("simrf/eq43", "simrf/eq47"),
    setting="weight-independent couplings",
    note="For the step from conformity to MSE see the note of simrf/thm3.4.",
).corrected(
    where="eq. (48) and the sentence after it, for rotation-invariant ensembles",
    text="The same, the ensembles being jointly rotation-invariant: SimRFs have the least conformity and so the least MSE.",
    domain_text="iid norms, weight-independent, m = d, jointly rotation-invariant ensembles",
    claim=_least_error("weight-independent, rotation-invariant"),
    checks=(
        Derivation(
            _least_mse,
            whole("jointly rotation-invariant ensembles"),
            covered="at v = 0 every coupling has the error 0",
        ),
    ),
    uses=("simrf/eq30", "simrf/eq33/corrected", "simrf/eq43", "simrf/eq47"),
)

_AT_SIMPLEX = over_permutations(
    lambda a, b, pa, pb: bessel_form(v**2 * squared_sum(pa, pb, sp.Rational(-1, 2)))  # noqa: ARG005
)


def _over_all_permutations(proof: Proof) -> None:
    relabelling(proof)
    simplex_bound(proof)
    proof.cite(
        "G(c) = sum_P f(w_Pi^2 + w_Pj^2 + 2 w_Pi w_Pj c) is the same function for every pair, increasing and convex; "
        "a sum of differences that is not negative has a positive term wherever it has a negative one"
    )


SECA_2_PERMUTATIONS = Statement(
    id="simrf/seca.2/permutations",
    kind="inequality",
    where="A.2, last paragraph",
    title="Better for one draw, worse for a permutation of it",
    text="Fixed directions that beat the simplex for some norms lose to it for some relabelling of these norms.",
    latex=r"\sum_{P\in S_d}\rho(w_{P_1},..,w_{P_d};\hat w)\ge\sum_{P\in S_d}\rho(w_{P_1},..,w_{P_d};\hat w_{\rm simplex})",
    domain_text="iid norms, weight-independent",
    domain=DRAWS,
    claim=Below(
        permuted(over_pairs_of_rows(conformity_of(bracket(ONE, TWO, SIMPLEX)))), NORMS_PERMUTED, strict=False
    ),
    checks=(
        Derivation(_over_all_permutations, WHOLE, covered="at v = 0 both sums are d! d (d-1)"),
        on_triples(
            _AT_SIMPLEX,
            PERMUTED,
            "the simplex against listed directions, summed over permutations, d = 3",
        ),
    ),
    uses=("simrf/eq43",),
    setting="weight-independent couplings, fixed directions",
)


STATEMENTS = (
    EQ45,
    EQ46,
    EQ47,
    EQ48,
    SECA_2_PERMUTATIONS,
)
