"""The best split of a budget between the projections of the angular hybrid and of its lambda, beyond hrf."""

from __future__ import annotations

import sympy as sp

from rftheory.domain import Domain, Parameter, Rule, integer, real
from rftheory.evidence.derivation import Derivation, Proof
from rftheory.evidence.restated import Restated
from rftheory.evidence.sign_change import SignChange
from rftheory.exact.formula import Formula
from rftheory.exact.hybrid_choice import (
    BudgetThreshold,
    FeatureChoice,
    OperationChoice,
    OperationRows,
    ProjectionChoice,
)
from rftheory.papers._angular import RADIUS, SIGNS, UP_TO_PI, n, r, second_moment, theta
from rftheory.papers._hybrids import W, g, share_steps
from rftheory.papers._invariants import m
from rftheory.statements import Below, Statement, formally, formula

_K, _d, _k = (sp.Symbol(name, positive=True, integer=True) for name in ("K", "d", "k"))
_TOP = 25
_ONE = Domain((RADIUS,), extra=tuple({"r": radius} for radius in ("1/2", 1, 5, "1/1000", 100, 2)))
_OTHER = integer("k", 1, meaning="another number of projections for lambda")
_TABLE = (("1/2", 1), ("1", 2), ("3/2", 2), ("2", 3), ("3", 3), ("5", 4), ("10", 6))


def _domain(*parameters: Parameter, rules: tuple[Rule, ...] = (), values: tuple[tuple[object, ...], ...]) -> Domain:
    extra = tuple(dict(zip([p.name for p in parameters], row, strict=True)) for row in values)
    return Domain(parameters, rules, extra=extra)


def _no_other(best: Formula, other: Formula, domain: Domain) -> Restated:
    return Restated(
        "no other number does better", {"best": best, "other": other}, domain, Below("best", "other", strict=False)
    )


_COUNTED = _domain(
    SIGNS, RADIUS, values=((1, 1), (2, "1/2"), (5, 10), (1, 1000), (10**6, 1000), (100, "1/1000"), (3, "21/20"))
)
_FEATURE_RIVALS = _domain(
    RADIUS,
    integer("k", 1, _TOP, meaning="another number of projections for lambda"),
    values=((1, 1), (1, 3), (5, 3), (5, 5), (10, 7), ("1/2", 2), (100, 24)),
)
_BEST = FeatureChoice(_TOP, r)
_FEATURES = sp.sqrt(2 * (n + 1) * g())
_ALWAYS = formula(sp.sqrt(4 * g(sp.S.One)), _ONE, "r")

_NAMED = Domain(
    (integer("n", 2, meaning="number of projections of the lambda-estimator"),),
    (Rule(("n",), "n is 2, 4 or 8", lambda count: count in (2, 4, 8)),),
    extra=({"n": 2}, {"n": 4}, {"n": 8}),
)
_NAMED_RADII = Domain((*_NAMED.parameters, RADIUS))

_OPEN_TURN = real("theta", above=0, reach=("1e-6", 3), meaning="angle between x and y in radians, below pi")
_OPEN = Domain(
    (_OPEN_TURN,),
    (UP_TO_PI,),
    extra=tuple({"theta": angle} for angle in (1, "1e-6", "3.1415926535", "3/2", 3)),
)
_OPEN_RIVALS = _domain(
    _OPEN_TURN,
    real("nu", above=0, reach=("1e-3", 1000), meaning="another n, not rounded"),
    rules=(UP_TO_PI,),
    values=((1, 1), (1, "3/2"), (3, "1/10"), ("1e-6", 1000), ("3/2", 1)),
)
_POINT = sp.sqrt((1 - theta / sp.pi) / (theta / sp.pi))
_POINT_CLOSED = sp.sqrt((sp.pi - theta) / theta)

_PRODUCTS = sp.sqrt(n * g())
_MORE = Domain(
    (integer("n", 2), RADIUS),
    extra=tuple({"n": a, "r": b} for a, b in ((2, 1), (2, 1000), (100, 3), (3, "1/1000"), (10**6, 10))),
)

_TOTAL = integer("K", 2, meaning="projections of the base estimator")
_PROJECTED = _domain(_TOTAL, RADIUS, values=((2, 1), (64, 3), (10**6, 100), (16, "1/1000"), (1000, 1000), (3, "21/20")))
_PROJECTED_RIVALS = _domain(
    _TOTAL,
    RADIUS,
    _OTHER,
    rules=(Rule(("K", "k"), "k < K", lambda total, count: count < total),),
    values=((64, 3, 16), (64, 3, 18), (10, 1, 1), (1000, 100, 900), (2, 1, 1), (5, "1/10", 2), (16, 2, 6)),
)
_PROJECTED_BEST = ProjectionChoice(_K, r)

_OPERATIONS = integer("K", 3, meaning="projections of the base estimator")
_INPUT = integer("d", 1, meaning="input dimension")
_OPERATED = _domain(
    _OPERATIONS,
    _INPUT,
    RADIUS,
    values=((64, 64, 3), (3, 1, 1), (1000, 8, 10), (10**6, 64, 100), (16, 10**6, "1/1000"), (1000, 1, 1000), (4, 2, 5)),
)
_OPERATED_RIVALS = _domain(
    _OPERATIONS,
    _INPUT,
    RADIUS,
    _OTHER,
    rules=(
        Rule(
            ("K", "d", "k"),
            "a base projection is left: (K - k) d >= d + k",
            lambda total, dimension, count: (total - count) * dimension >= dimension + count,
        ),
    ),
    values=((64, 64, 3, 13), (64, 64, 3, 15), (64, 64, 3, 1), (1000, 8, 10, 30), (100, 1, 2, 5), (5, 2, 1, 2), (64, 8, 5, 20)),
)
_OPERATED_BEST = OperationChoice(_K, _d, r)
_OPERATED_ROWS = OperationRows(_K, _d, _OPERATED_BEST)


def _affine(proof: Proof) -> tuple[sp.Symbol, sp.Symbol, sp.Symbol]:
    """G is the largest of a + b/n over the angle: a, b >= 0, b > 0 wherever the maximum can be."""
    share_steps(proof)
    a = sp.Symbol("a", nonnegative=True)
    b, real_n = sp.symbols("b n", positive=True)
    p, rest = sp.symbols("p q", positive=True)
    proof.positive(
        p * rest, "inside, b carries p(1-p) > 0; at both ends the error is 0: b > 0 at the worst angle"
    )
    return a, b, real_n


def _features(proof: Proof) -> None:
    a, b, real_n = _affine(proof)
    entries = 2 * m + 2 * m + n * 2 * m + n * 2 * m
    proof.equal(
        entries, 4 * m * (n + 1), "entries of (11): 2m of each base map, and n times 2m of each for its products"
    )
    share = sp.Symbol("G", positive=True)
    hybrid, base = W * sp.sqrt(share / (2 * m)), W / sp.sqrt(2 * (entries / 2))
    proof.equal(
        (hybrid / base) ** 2, 2 * (n + 1) * share, "against W/sqrt(2m') of a base estimator with m' = D/2 projections"
    )
    proof.equal(
        (hybrid**2).subs(m, sp.Symbol("D", positive=True) / (4 * (n + 1))) / ((n + 1) * share),
        2 * W**2 / sp.Symbol("D", positive=True),
        "at a fixed D = 4m(n+1) the largest error is proportional to sqrt((n+1) G)",
    )
    proof.equal(sp.diff((real_n + 1) * (a + b / real_n), real_n, 2), 2 * b / real_n**3, "(n+1)(a + b/n) bends by 2b/n^3")
    proof.positive(2 * b / real_n**3, "so (n+1) G, the largest of them, is convex in n: one descent, then one ascent")
    _one_sign(proof)
    for radius, count in _TABLE:
        for top in (_TOP, 0):
            found = formula(FeatureChoice(top, r), _ONE, "r").evaluate(digits=3, r=radius)
            proof.true(sp.Rational(found.value) == count, f"r = {radius}: n = {count} by certified comparison, up to {top or 'any n'}")


def _one_sign(proof: Proof) -> None:
    """4 G(1, r) < 1."""
    t, u = sp.symbols("t u", positive=True)
    proof.positive(sp.diff(sp.sinh(t * u), t, 2), "sinh is strictly convex on (0, oo) and 0 at 0: sinh(tu) < t sinh(u), 0 < t < 1")
    phi = sp.Symbol("phi", positive=True)
    p = sp.Rational(1, 2) - phi / sp.pi
    cosine = sp.sin(phi)
    total = p * ((1 + cosine) / 2) ** 2 + (1 - p) * ((1 - cosine) / 2) ** 2
    proof.equal(
        sp.expand(sp.Rational(1, 4) - total),
        sp.expand(cosine * (4 * phi / sp.pi - cosine) / 4),
        "p c^2 + (1-p) s^2, the bound of G(1, r) by t = c = cos^2(theta/2) and t = s, at theta = pi/2 - phi",
    )
    proof.cite("sin(phi) <= phi for phi >= 0")
    proof.positive(4 * phi / sp.pi - phi, "so the difference is at least 0: G(1, r) < 1/4")


def _threshold(proof: Proof) -> None:
    share_steps(proof)
    t, u = sp.symbols("t u", positive=True)
    slope = sp.diff(sp.log(sp.sinh(t * u) / sp.sinh(u)), u)
    proof.equal(slope, (t * u * sp.coth(t * u) - u * sp.coth(u)) / u, "(log sinh(tu)/sinh(u))' in u = 2r^2")
    rise = sp.diff(u * sp.coth(u), u)
    proof.equal(
        sp.simplify((rise * sp.sinh(u) ** 2 - (sp.sinh(2 * u) - 2 * u) / 2).rewrite(sp.exp)), sp.S.Zero, "(u coth u)' sinh^2(u) = (sinh(2u) - 2u)/2"
    )
    gap = sp.sinh(2 * u) - 2 * u
    proof.equal(gap.subs(u, 0), sp.S.Zero, "which starts at 0")
    proof.equal(sp.diff(gap, u), 4 * sp.sinh(u) ** 2, "and rises: so for 0 < t < 1 every angle's share, hence G, falls in r")
    proof.equal(sp.limit(sp.sinh(t * u) / sp.sinh(u), u, 0), t, "as r -> 0 the share at cos^2(theta/2) = t tends to t")
    half = sp.Rational(1, 2)
    start = 2 * (n + 1) * 2 * second_moment(half) * half**2
    proof.equal(start, (n + 1) ** 2 / (4 * n), "at theta = pi/2 it gives 2(n+1)G >= (n+1)^2/(4n) in the limit")
    j = sp.Symbol("j", nonnegative=True, integer=True)
    proof.equal((start - 1).subs(n, 2 + j), (1 + j) ** 2 / (4 * (2 + j)), "minus 1 it is (n-1)^2/(4n)")
    proof.positive((1 + j) ** 2 / (4 * (2 + j)), "more than 1 for n >= 2")
    proof.cite("Theorem 3.5 corrected: (W(r)^2 G/(2m) <= (W^2/2m)((1/pi - 1/(n pi))/r^2 + 1/(n sqrt(pi) r)))")
    radius = sp.Symbol("r", positive=True)
    bound = (1 / sp.pi - 1 / (n * sp.pi)) / radius**2 + 1 / (n * sp.sqrt(sp.pi) * radius)
    proof.equal(sp.limit(bound, radius, sp.oo), sp.S.Zero, "so G -> 0: 2(n+1)G = 1 has exactly one root")


def _pointwise(proof: Proof) -> None:
    p, real_n = sp.symbols("p n", positive=True)
    value = (real_n + 1) * second_moment(p).subs(n, real_n)
    proof.equal(value, p**2 * real_n + p * (1 - p) / real_n + p, "(n+1) E[lam^2]")
    odds = sp.Symbol("o", positive=True)  # (1-p)/p
    share = 1 / (1 + odds)
    proof.equal((1 - share) / share, odds, "o = (1-p)/p runs over (0, oo)")
    spread = (value - value.subs(real_n, sp.sqrt(odds))).subs(p, share)
    proof.equal(
        spread, share**2 * (real_n - sp.sqrt(odds)) ** 2 / real_n, "it exceeds its value at sqrt(o) by this square"
    )
    proof.nonnegative(share**2 * (real_n - sp.sqrt(odds)) ** 2 / real_n, "at least 0, and 0 only at n = sqrt((1-p)/p)")
    proof.equal(_POINT, _POINT_CLOSED, "with p = theta/pi")


def _products(proof: Proof) -> None:
    _affine(proof)
    p = sp.Symbol("p", positive=True)
    proof.equal(n * second_moment(p), (n - 1) * p**2 + p, "n E[lam^2] = (n-1)p^2 + p, and so for 1 - lam")
    proof.positive(sp.diff((n - 1) * p**2 + p, n), "rises in n at every angle inside, hence so does n G: least at n = 1")
    share, product = sp.symbols("G N", positive=True)
    proof.equal(
        (W**2 * share / (2 * product / n)) / (W**2 / (2 * product)), n * share, "squared ratio at m = N/n, to W/sqrt(2N)"
    )


def _projections(proof: Proof) -> None:
    a, b, real_n = _affine(proof)
    proof.equal(
        sp.diff(sp.log(a + b / real_n), real_n, 2),
        (2 * a * b * real_n + b**2) / (real_n**2 * (a * real_n + b) ** 2),
        "(log(a + b/n))''",
    )
    proof.positive((2 * a * b * real_n + b**2) / (real_n**2 * (a * real_n + b) ** 2), "is positive")
    total, left = sp.symbols("K l", positive=True)
    proof.equal(
        sp.diff(-sp.log(total - real_n), real_n, 2).subs(real_n, total - left), 1 / left**2, "(-log(K-n))'' > 0, l = K - n"
    )
    proof.positive(1 / left**2, "so G/(K-n), the largest of log-convex functions, is log-convex: one descent, one ascent")
    share = sp.Symbol("G", positive=True)
    proof.equal(
        (W**2 * share / (2 * left)) / (W**2 / (2 * total)), total * share / left, "squared ratio at m = K - n, to m = K"
    )


def _operations(proof: Proof) -> None:
    a, b, real_n = _affine(proof)
    total, dimension, rows = sp.symbols("K d m", positive=True)
    cost = (rows + real_n) * dimension + rows * real_n
    proof.equal(
        total * dimension - cost,
        (dimension + real_n) * ((total - real_n) * dimension / (dimension + real_n) - rows),
        "the cost stays within K d exactly for m <= (K-n) d/(d+n): the floor is the largest m",
    )
    proof.equal(
        (total - real_n) * dimension - (dimension + real_n),
        (total - 1) * dimension - real_n * (dimension + 1),
        "m >= 1 exactly for n <= (K-1) d/(d+1) < K: the range up to 4K-1 leaves nobody out",
    )
    y = sp.Symbol("y", positive=True)  # 1/(K-n)
    c = a * dimension + b
    e = b * dimension
    relaxed = (a + b / real_n) * (dimension + real_n) / (total - real_n)
    proof.equal(sp.expand((a + b / real_n) * (dimension + real_n)), sp.expand(a * real_n + c + e / real_n), "G (d+n), term by term")
    bend = 2 * y * (e / real_n * (1 / real_n**2 - y / real_n + y**2) + a * y + (a * real_n + c) * y**2)
    proof.equal(
        sp.simplify(sp.diff(relaxed, real_n, 2).subs(total, real_n + 1 / y) - bend), sp.S.Zero, "its second derivative over K - n = 1/y"
    )
    x = sp.Symbol("x", positive=True)
    proof.equal(x**2 - x * y + y**2, (x - y / 2) ** 2 + 3 * y**2 / 4, "x^2 - xy + y^2 > 0, x = 1/n: convex in n")
    proof.positive(3 * y**2 / 4 + a * y, "with the other terms >= 0 too")
    proof.cite(
        "G/m >= G (d+n)/((K-n) d), convex: once it exceeds a value that is taken, so it does for every n further out"
    )
    share = sp.Symbol("G", positive=True)
    proof.equal(
        (W**2 * share / (2 * rows)) / (W**2 / (2 * total)), total * share / rows, "squared ratio to a base estimator with m = K"
    )


STATEMENTS = (
    Statement(
        id="beyond/budget/features",
        kind="optimality",
        where="feature budget",
        title="Best n for a given number of features",
        text=(
            "The map of the angular hybrid has 4m(n+1) entries. With their number fixed and m real the largest relative "
            "error is proportional to sqrt((n+1) G(n,r)) and sqrt(2(n+1)G(n,r)) times that of a base estimator of as many "
            "entries, which n = 1 beats for every r. The best n is 1 at r = 1/2, 2 at 1 and 3/2, 3 at 2 and 3, 4 at 5, 6 at 10."
        ),
        latex=r"\arg\min_n(n+1)G(n,r)",
        domain_text="n >= 1; base estimator with D/2 projections",
        domain=_COUNTED,
        sides={"n": formula(_BEST, _ONE, "r"), "ratio": formula(_FEATURES, _COUNTED, "n r")},
        checks=(
            Derivation(_features),
            Restated("n = 1 beats the base estimator", {"one": _ALWAYS}, _ONE, Below("one", sp.S.One)),
            _no_other(
                formula((_BEST + 1) * g(_BEST), _FEATURE_RIVALS, "r"),
                formula((_k + 1) * g(_k), _FEATURE_RIVALS, "r k"),
                _FEATURE_RIVALS,
            ),
        ),
        uses=("beyond/angular/g", "hrf/lemma2.3"),
        mechanism="angular hybrid",
        note=f"The value n is the best among 1..{_TOP}; at the radii named it is the best of all, and from r = 145 on larger n are better still.",
    ),
    Statement(
        id="beyond/budget/threshold",
        kind="optimality",
        where="feature budget",
        title="Where more projections for lambda pay",
        text="With n = 2, 4 or 8 the hybrid beats a base estimator of as many entries exactly for r beyond the root of 2(n+1)G(n,r) = 1.",
        latex="2(n+1)G(n,r)=1",
        domain_text="n in {2, 4, 8}",
        domain=_NAMED,
        sides={"": formally(formula(BudgetThreshold(n), _NAMED, "n"), without=("n",))},
        checks=(
            Derivation(_threshold),
            SignChange(
                "", formula(2 * (n + 1) * g() - 1, _NAMED_RADII, "n r"), "r", ({"n": 2}, {"n": 4}, {"n": 8}, {"n": 100}), 8
            ),
        ),
        uses=("beyond/budget/features",),
        mechanism="angular hybrid",
        note="The same holds for every n >= 2, and the value is given for every such n.",
    ),
    Statement(
        id="beyond/budget/pointwise",
        kind="optimality",
        where="feature budget",
        title="Best n at one angle",
        text="At one angle (n+1) E[lam^2] = p^2 n + p(1-p)/n + p, which over real n is least at sqrt((1-p)/p), p = theta/pi.",
        latex=r"n=\sqrt{(1-p)/p}",
        domain_text="0 < theta < pi",
        domain=_OPEN,
        sides={"": formula(_POINT, _OPEN, "theta", closed=_POINT_CLOSED)},
        checks=(
            Derivation(_pointwise),
            _no_other(
                formula((_POINT + 1) * second_moment(theta / sp.pi).subs(n, _POINT), _OPEN_RIVALS, "theta"),
                formula(
                    ((n + 1) * second_moment(theta / sp.pi)).subs(n, sp.Symbol("nu", positive=True)), _OPEN_RIVALS, "theta nu"
                ),
                _OPEN_RIVALS,
            ),
        ),
        uses=("hrf/lemma3.2/second",),
        mechanism="sign features",
    ),
    Statement(
        id="beyond/budget/products",
        kind="optimality",
        where="product budget",
        title="Best n for a given product m n",
        text="With m n fixed, n = 1 is the best for every r; against a base estimator with m n projections the ratio is sqrt(n G(n,r)).",
        latex=r"\arg\min_nnG(n,r)=1",
        domain_text="n >= 1",
        domain=_COUNTED,
        sides={"ratio": formula(_PRODUCTS, _COUNTED, "n r")},
        checks=(
            Derivation(_products),
            Restated(
                "every other n does worse",
                {"one": formula(sp.sqrt(g(sp.S.One)), _MORE, "r"), "more": formula(_PRODUCTS, _MORE, "n r")},
                _MORE,
                Below("one", "more"),
            ),
        ),
        uses=("beyond/angular/g",),
        mechanism="angular hybrid",
    ),
    Statement(
        id="beyond/budget/projections",
        kind="optimality",
        where="projection budget",
        title="Best n for a given number of projections",
        text="With m + n = K projections in all the best n minimises G(n,r)/(K-n); the ratio to a base estimator with K of them is sqrt(K G/(K-n)).",
        latex=r"\arg\min_nG(n,r)/(K-n)",
        domain_text="1 <= n < K",
        domain=_PROJECTED,
        sides={
            "n": formula(_PROJECTED_BEST, _PROJECTED, "K r"),
            "ratio": formula(sp.sqrt(_K * g(_PROJECTED_BEST) / (_K - _PROJECTED_BEST)), _PROJECTED, "K r"),
        },
        checks=(
            Derivation(_projections),
            _no_other(
                formula(g(_PROJECTED_BEST) / (_K - _PROJECTED_BEST), _PROJECTED_RIVALS, "K r"),
                formula(g(_k) / (_K - _k), _PROJECTED_RIVALS, "K r k"),
                _PROJECTED_RIVALS,
            ),
        ),
        uses=("beyond/angular/g",),
        mechanism="angular hybrid",
    ),
    Statement(
        id="beyond/budget/flops",
        kind="optimality",
        where="operation budget",
        title="Best (m, n) for a given number of operations",
        text=(
            "With (m+n) d + m n <= K d the best m for an n is floor((K d - n d)/(d+n)) and the best n minimises G(n,r)/m; the "
            "ratio to a base estimator with m = K is sqrt(K G/m)."
        ),
        latex="(m+n)d+mn\\le Kd",
        domain_text="K >= 3 (else no n leaves a base projection), d >= 1",
        domain=_OPERATED,
        sides={
            "m": formula(_OPERATED_ROWS, _OPERATED, "K d r"),
            "n": formula(_OPERATED_BEST, _OPERATED, "K d r"),
            "ratio": formula(sp.sqrt(_K * g(_OPERATED_BEST) / _OPERATED_ROWS), _OPERATED, "K d r"),
        },
        checks=(
            Derivation(_operations),
            _no_other(
                formula(g(_OPERATED_BEST) / _OPERATED_ROWS, _OPERATED_RIVALS, "K d r"),
                formula(g(_k) / OperationRows(_K, _d, _k), _OPERATED_RIVALS, "K d r k"),
                _OPERATED_RIVALS,
            ),
        ),
        uses=("beyond/angular/g", "hrf/eq106"),
        mechanism="angular hybrid",
    ),
)
