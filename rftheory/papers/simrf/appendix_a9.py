"""Appendix A.9 of simrf: the trigonometric MSE ratio at large d, from (77) to (85)."""

from __future__ import annotations

from dataclasses import replace

import sympy as sp

from rftheory.kit import (
    Agreement,
    Derivation,
    Domain,
    Equal,
    Order,
    OrderCheck,
    Proof,
    Representations,
    Rule,
    Search,
    Statement,
    formally,
    formula,
    integer,
    real,
)
from rftheory.papers.simrf._lemmas import trigonometric as rff
from rftheory.papers.simrf._lemmas.trigonometric import GENTLE, OPEN_BLOCK, ORT, ORT_COORDINATES, U
from rftheory.papers.simrf._notation import ANY_DIMENSION, COUNT, DIMENSION, DISTANCE, d, k, m, z

h = sp.Symbol("h", positive=True)  # 1/d
POWER = integer("k", 0, reach=12, meaning="index of the series")
LARGE = integer("d", 3, meaning="input dimension")
_TERMS: tuple[dict[str, object], ...] = tuple({"k": value} for value in (0, 1, 2, 3, 5, 12))
_LIMIT = Domain((LARGE, POWER), extra=({"d": 3, "k": 0}, {"d": 3, "k": 4}, {"d": 10**6, "k": 12}))
_SERIES = Domain((DIMENSION, POWER), extra=({"d": 2, "k": 0}, {"d": 2, "k": 5}, {"d": 10**6, "k": 12}))
_POLE = Rule(("d", "k"), "k > 0 at d = 2 (a quotient by 0 there)", lambda dd, kk: dd != 2 or kk != 0)
_APART = replace(_LIMIT, rules=(_POLE,))
_PLANE = Domain(
    (DIMENSION, DISTANCE), extra=({"d": 2, "z": 1}, {"d": 3, "z": 0}, {"d": 64, "z": 5}, {"d": 64, "z": 100})
)
_GENTLE: tuple[dict[str, object], ...] = tuple({"d": spot["d"], "z": spot["z"]} for spot in GENTLE)
RATIO = sp.gamma(k + d) * sp.gamma(d / 2) / (sp.gamma(k + d / 2) * sp.gamma(d)) / 2**k
QUOTIENT = sp.rf(d, k) / sp.rf(d / 2, k) / 2**k
ROOT = sp.sqrt((k + d - 1) * (d / 2 - 1) / ((k + d / 2 - 1) * (d - 1)))
MIDDLE = ((k + d - 1) / (k + d / 2 - 1)) ** k / 2**k
POWERS = (1 + k / (d - 1)) ** (d - 1) / (1 + k / (d / 2 - 1)) ** (d / 2 - 1)
PRINTED_TERM = (-U) ** k / sp.factorial(k) * (RATIO - 1)


def _lines(proof: Proof) -> None:
    """The corrected first line of (80) is the second, and the Gamma ratio up to 1 + O(1/d^2)."""
    positive = sp.Symbol("d", positive=True)
    big, small = k + positive - 1, positive / 2 - 1
    proof.equal(big - (positive - 1), k, "k + d - 1 = (d-1) (1 + k/(d-1))")
    proof.equal((k + small) - small, k, "k + d/2 - 1 = (d/2-1) (1 + k/(d/2-1))")
    logs = sp.symbols("A B C D", real=True)  # logarithms of k+d-1, k+d/2-1, d-1, d/2-1
    first = (k + d - 1) * logs[0] + (d / 2 - 1) * logs[3] - (k + d / 2 - 1) * logs[1] - (d - 1) * logs[2]
    second = k * (logs[0] - logs[1]) + (d - 1) * (logs[0] - logs[2]) - (d / 2 - 1) * (logs[1] - logs[3])
    proof.equal(first, second, "both lines are the same product of powers")
    proof.cite(
        "Stirling's series: log Gamma(t+1) = (t+1/2) log t - t + log(2 pi)/2 + mu(t), 1/(12t) - 1/(360t^3) <= mu(t) <= 1/(12t)"
    )
    exponent = -(k + d - 1) - (d / 2 - 1) + (k + d / 2 - 1) + (d - 1)
    proof.equal(exponent, sp.S.Zero, "the factors e^{-t} cancel")
    points = (k + 1 / h - 1, 1 / (2 * h) - 1, k + 1 / (2 * h) - 1, 1 / h - 1)
    leading = sum(sign / (12 * point) for sign, point in zip((1, 1, -1, -1), points, strict=True))
    proof.equal(
        sp.limit(sp.together(leading) / h**2, h, 0),
        k / 4,
        "the four terms 1/(12t) add up to k/(4d^2) + O(1/d^3)",
    )


def _first_order(expression: sp.Expr, slope: sp.Expr) -> Derivation:
    """expression = 1 + slope/d + O(1/d^2): value and derivative in h = 1/d of its logarithm at 0."""

    def prove(proof: Proof) -> None:
        logarithm = _logarithm(expression)
        proof.cite(
            "Taylor in h = 1/d: the logarithm is analytic near h = 0, its singularity there being removable"
        )
        proof.equal(sp.limit(logarithm, h, 0), sp.S.Zero, "the value at h = 0 is 1")
        proof.equal(sp.limit(sp.simplify(sp.diff(logarithm, h)), h, 0), slope, "the derivative at h = 0")

    return Derivation(prove, scope="every fixed k, with an error O(1/d^2)")


def _logarithm(expression: sp.Expr) -> sp.Expr:
    expanded = sp.expand_log(sp.log(expression), force=True)
    return expanded.subs(d, 1 / h)


def _expansion(
    number: int,
    title: str,
    left: sp.Expr,
    right: sp.Expr,
    latex: str,
    *checks: Derivation,
    uses: tuple[str, ...],
) -> Statement:
    """One of (81) to (84): left = right + O(1/d^2) at fixed k."""
    domain = _SERIES if left is RATIO else _LIMIT
    closed = QUOTIENT if left is RATIO else None
    least = {ROOT: DIMENSION, POWERS: LARGE}.get(
        left, ANY_DIMENSION
    )  # (81) and (83) divide by d - 1 and d - 2
    return Statement(
        id=f"simrf/eq{number}",
        kind="asymptotic",
        where=f"eq. ({number})",
        title=title,
        text=f"To first order in 1/d: {title[0].lower()}{title[1:]}.",
        latex=latex,
        domain_text="d large, fixed k",
        domain=domain,
        sides={
            "lhs": formally(
                formula(left, _APART if left in (ROOT, MIDDLE) else domain, "d k", closed=closed), least
            ),
            "rhs": formally(formula(right, domain, "d k"), ANY_DIMENSION),
        },
        claim=Order(d**2),
        checks=(OrderCheck(_TERMS), *checks),
        uses=uses,
        mechanism=("orthogonal", "trigonometric"),
    )


def _divided(proof: Proof) -> None:
    rff.mean_of_cosines(proof)
    pair = sp.Symbol("S", real=True)
    proof.equal(
        rff.mse(pair) / rff.IID_MSE, rff.ratio(pair), "dividing (74) by its value for independent rows"
    )
    a = sp.Symbol("a", real=True)
    proof.equal(
        sp.re(sp.exp(-sp.I * a)), sp.cos(a), "exponentials and cosines: equal means, as w and -w have one law"
    )


EQ77 = Statement(
    id="simrf/eq77",
    kind="identity",
    where="eq. (77) and the text after it",
    title="MSE ratio through the orthogonal pair mean",
    text="The ratio of the MSEs of orthogonal and independent rows is 1 plus a multiple of E_ort(a_1 a_2) - e^{-z^2}.",
    latex=r"\frac{\mathrm{MSE}_{\rm ORF}}{\mathrm{MSE}_{\rm IIDRF}}=1+\frac{2(m-1)}{(1+e^{-z^2})^2}\left(\mathbb E_{\rm ort}(a_1a_2)-e^{-z^2}\right)",
    domain_text="m <= d",
    domain=OPEN_BLOCK,
    sides={
        "lhs": formally(
            rff.exact(rff.literal_mse(ORT_COORDINATES) / rff.IID_MSE, rff.ratio(ORT), OPEN_BLOCK),
            ANY_DIMENSION,
        ),
        "rhs": formally(
            formula(rff.ratio(ORT, (1 + sp.exp(-U)) ** 2), OPEN_BLOCK, "d m z"), ANY_DIMENSION, DISTANCE
        ),
    },
    claim=Equal(),
    checks=(Agreement(points=GENTLE), Search(), Representations("lhs", points=GENTLE)),
    uses=("simrf/eq74",),
    mechanism=("orthogonal", "iid", "trigonometric"),
    note="The sign in the denominator: (74) gives (1 - e^{-z^2})^2, and (27) has it so.",
    slip=True,
).corrected(
    where="eq. (77)",
    title="MSE ratio through the orthogonal pair mean, with 1 - e^{-z^2} below",
    text="The same with (1 - e^{-z^2})^2 in the denominator.",
    latex=r"\frac{\mathrm{MSE}_{\rm ORF}}{\mathrm{MSE}_{\rm IIDRF}}=1+\frac{2(m-1)}{(1-e^{-z^2})^2}\left(\mathbb E_{\rm ort}(a_1a_2)-e^{-z^2}\right)",
    domain_text="m <= d, z > 0",
    sides={
        "lhs": rff.exact(rff.literal_mse(ORT_COORDINATES) / rff.IID_MSE, rff.ratio(ORT), OPEN_BLOCK),
        "rhs": formula(rff.ratio(ORT), OPEN_BLOCK, "d m z"),
    },
    checks=(Agreement(points=GENTLE), Search(), Representations("lhs", points=GENTLE), Derivation(_divided)),
    uses=(),
)


def _difference(proof: Proof) -> None:
    rff.pair_mean(proof)
    series = (
        (-U / 2) ** k
        / sp.factorial(k)
        * sp.gamma(d / 2)
        / sp.gamma(d)
        * sp.gamma(k + d)
        / sp.gamma(k + d / 2)
    )
    exponential = (-U) ** k / sp.factorial(k)
    proof.equal(series - exponential, PRINTED_TERM, "both series term by term")


EQ78 = Statement(
    id="simrf/eq78",
    kind="identity",
    where="eq. (78)",
    title="Orthogonal pair mean minus the independent one",
    text="The pair mean exceeds e^{-z^2} by one series whose coefficients measure how far the Gamma ratio is from 1.",
    latex=r"\sum_{k=0}^\infty\frac{(-z^2)^k}{k!}\left(\frac1{2^k}\frac{\Gamma(k+d)\Gamma(\frac d2)}{\Gamma(k+\frac d2)\Gamma(d)}-1\right)",
    domain_text="orthogonal pair",
    domain=_PLANE,
    sides={
        "lhs": formally(
            rff.exact(ORT_COORDINATES - sp.exp(-U), ORT - sp.exp(-U), _PLANE, "d z"), ANY_DIMENSION
        ),
        "rhs": formally(
            formula(sp.Sum(PRINTED_TERM, (k, 0, sp.oo)), _PLANE, "d z", closed=ORT - sp.exp(-U)),
            ANY_DIMENSION,
        ),
    },
    claim=Equal(),
    checks=(
        Agreement(points=_GENTLE),
        Search(),
        Representations("lhs", points=_GENTLE),
        Representations("rhs", points=_GENTLE),
        Derivation(_difference),
    ),
    uses=("simrf/thm4.5",),
    mechanism=("orthogonal", "trigonometric"),
)

t = sp.Symbol("t", positive=True)

_HALF_LINE = Domain(
    (real("t", above=0, reach=("1e-6", 10**6), meaning="argument of the factorial"),),
    extra=({"t": 1}, {"t": "1/2"}, {"t": 10**6}, {"t": "1e-6"}, {"t": 100}),
)


def _binet(proof: Proof) -> None:
    u = sp.Symbol("u", positive=True)
    proof.cite(
        "Binet: log Gamma(t+1) = (t+1/2) log t - t + log(2 pi)/2 + mu(t), mu(t) = int_0^oo f(u) e^{-tu} du, "
        "u f(u) = 1/(e^u-1) - 1/u + 1/2"
    )
    f = (1 / (sp.exp(u) - 1) - 1 / u + sp.S.Half) / u
    scaled = sp.simplify(f * u**2 * (sp.exp(u) - 1))
    proof.equal(scaled, u - (sp.exp(u) - 1) + u / 2 * (sp.exp(u) - 1), "f times u^2 (e^u-1) > 0")
    lower = k / 2 + 1 - 1
    proof.nonnegative(lower, "its coefficient of u^(k+2)/(k+2)! is (k+2)/2 - 1 >= 0: f >= 0")
    upper = (k + 3) * (k + 2) / 12 - ((k + 3) / sp.Integer(2) - 1)
    proof.equal(upper, k * (k - 1) / 12, "that of u^2 (e^u-1) (1/12 - f) is k(k-1)/12 at k+3: f <= 1/12")
    proof.equal(sp.integrate(sp.exp(-t * u) / 12, (u, 0, sp.oo)), 1 / (12 * t), "0 <= mu(t) <= 1/(12 t)")
    proof.true(sp.limit(sp.exp(1 / (12 * t)), t, sp.oo) == 1, "so the ratio of the sides tends to 1")


EQ79 = Statement(
    id="simrf/eq79",
    kind="asymptotic",
    where="eq. (79)",
    title="Stirling's formula",
    text="The Gamma function at t+1 is asymptotically (2 pi t)^(1/2) (t/e)^t.",
    latex=r"\lim_{x\to\infty}\Gamma(x+1)=\sqrt{2\pi x}\,e^{-x}x^x",
    domain_text="x -> infinity",
    domain=_HALF_LINE,
    sides={
        "lhs": formula(sp.gamma(t + 1), _HALF_LINE, "t"),
        "rhs": formula(sp.sqrt(2 * sp.pi * t) * sp.exp(-t) * t**t, _HALF_LINE, "t"),
    },
    claim=Order(1 / (sp.sqrt(2 * sp.pi * t) * sp.exp(-t) * t**t), "t", vanishing=True),
    checks=(OrderCheck(({},)), Derivation(_binet, scope="the ratio of the two sides, which tends to 1")),
    note="The ratio of the sides tends to 1; neither side has a limit of its own.",
)

_PRINTED_LIMIT = Domain((LARGE, POWER, COUNT), extra=({"d": 3, "k": 0, "m": 1}, {"d": 100, "k": 2, "m": 2}))


def _first_line(exponent: sp.Expr) -> sp.Expr:
    """The first line of (80) with that exponent of k + d - 1."""
    above = (k + d - 1) ** exponent * (d / 2 - 1) ** (d / 2 - 1)
    return ROOT / 2**k * above / ((k + d / 2 - 1) ** (k + d / 2 - 1) * (d - 1) ** (d - 1))


def _misprint(proof: Proof) -> None:
    proof.equal(
        _first_line(m + d - 1) / _first_line(k + d - 1),
        (k + d - 1) ** (m - k),
        "the printed side has a factor too many",
    )
    _lines(proof)
    proof.true(
        sp.limit((d + 1), d, sp.oo) == sp.oo,
        "for m = k + 1 that factor k + d - 1 diverges, while the left side tends to 1",
    )


EQ80_LINE1 = Statement(
    id="simrf/eq80/line1",
    kind="asymptotic",
    where="eq. (80), first line",
    title="Gamma ratio by Stirling",
    text="Stirling's formula inserted into the four Gamma functions of the coefficient.",
    latex=r"\lim_{d\to\infty}\frac1{2^k}\frac{\Gamma(k+d)\Gamma(\frac d2)}{\Gamma(k+\frac d2)\Gamma(d)}=\frac1{2^k}\sqrt{\frac{(k+d-1)(\frac d2-1)}{(k+\frac d2-1)(d-1)}}\frac{(k+d-1)^{m+d-1}(\frac d2-1)^{\frac d2-1}}{(k+\frac d2-1)^{k+\frac d2-1}(d-1)^{d-1}}",
    domain_text="d large, fixed k; m the number of features",
    domain=_PRINTED_LIMIT,
    sides={
        "lhs": formally(formula(RATIO, _PRINTED_LIMIT, "d k", closed=QUOTIENT), ANY_DIMENSION),
        "rhs": formula(_first_line(m + d - 1), _PRINTED_LIMIT, "d k m"),
    },
    claim=Order(sp.S.One, vanishing=True),
    checks=(
        OrderCheck(({"k": 2, "m": 2}, {"k": 0, "m": 1}, {"k": 3, "m": 2})),
        Derivation(_misprint, refutes=True, whole=False, scope="m = k + 1"),
    ),
    uses=("simrf/eq79",),
    mechanism=("orthogonal", "trigonometric"),
    note="The exponent m + d - 1 is k + d - 1: Stirling's formula at k + d - 1 gives it, and the second line has it.",
    slip=True,
).corrected(
    title="Gamma ratio by Stirling, with the exponent k + d - 1",
    text="The same with the exponent k + d - 1.",
    latex=r"\frac1{2^k}\sqrt{\frac{(k+d-1)(\frac d2-1)}{(k+\frac d2-1)(d-1)}}\frac{(k+d-1)^{k+d-1}(\frac d2-1)^{\frac d2-1}}{(k+\frac d2-1)^{k+\frac d2-1}(d-1)^{d-1}}",
    domain_text="d large, fixed k",
    domain=_LIMIT,
    sides={
        "lhs": formula(RATIO, _LIMIT, "d k", closed=QUOTIENT),
        "rhs": formula(_first_line(k + d - 1), _LIMIT, "d k"),
    },
    claim=Order(d, vanishing=True),
    checks=(OrderCheck(_TERMS[1:]), Derivation(_lines, scope="every fixed k, with an error O(1/d^2)")),
    uses=(),
)

EQ80_LINE2 = Statement(
    id="simrf/eq80/line2",
    kind="asymptotic",
    where="eq. (80), second line",
    title="Gamma ratio in three factors",
    text="The Stirling form of the coefficient regrouped into a root, a k-th power and a quotient of exponentials.",
    latex=r"=\sqrt{\frac{(k+d-1)(\frac d2-1)}{(k+\frac d2-1)(d-1)}}\cdot\frac1{2^k}\left(\frac{k+d-1}{k+\frac d2-1}\right)^k\cdot\frac{\left(1+\frac k{d-1}\right)^{d-1}}{\left(1+\frac k{\frac d2-1}\right)^{\frac d2-1}}",
    domain_text="d large, fixed k",
    domain=_LIMIT,
    sides={
        "lhs": formally(formula(RATIO, _LIMIT, "d k", closed=QUOTIENT), ANY_DIMENSION),
        "rhs": formula(ROOT * MIDDLE * POWERS, _LIMIT, "d k"),
    },
    claim=Order(d, vanishing=True),
    checks=(OrderCheck(_TERMS[1:]), Derivation(_lines, scope="every fixed k, with an error O(1/d^2)")),
    uses=("simrf/eq80/line1",),
    mechanism=("orthogonal", "trigonometric"),
    note="Held to the error o(1/d) that the expansion (84) needs; it is in fact O(1/d^2).",
)


def _expanded(proof: Proof) -> None:
    rff.coefficients(proof)


def _summed(proof: Proof) -> None:
    rff.second_order(proof)
    middle = -((-U) ** k) / sp.factorial(k) * k * (k - 1) / (2 * d)
    last = -(U**2) / (2 * d) * (-U) ** k / sp.factorial(k)
    proof.equal(
        sp.gammasimp(middle.subs(k, k + 2)), last, "the middle sum is -z^4 e^{-z^2}/(2d), term by term"
    )


EQ85 = Statement(
    id="simrf/eq85",
    kind="asymptotic",
    where="eq. (85)",
    title="The series at large d",
    text="Inserting the first-order coefficients, the series sums to -z^4 e^{-z^2}/(2d).",
    latex=r"\sum_k\frac{(-z^2)^k}{k!}\left(\frac1{2^k}\frac{\Gamma(k+d)\Gamma(\frac d2)}{\Gamma(k+\frac d2)\Gamma(d)}-1\right)=-\sum_k\frac{(-z^2)^k}{k!}\frac{k(k-1)}{2d}=-\frac{z^4}{2d}e^{-z^2}",
    domain_text="d -> infinity",
    domain=_PLANE,
    sides={
        "lhs": formally(
            formula(sp.Sum(PRINTED_TERM, (k, 0, sp.oo)), _PLANE, "d z", closed=ORT - sp.exp(-U)),
            ANY_DIMENSION,
        ),
        "rhs": formally(formula(-(z**4) * sp.exp(-U) / (2 * d), _PLANE, "d z"), ANY_DIMENSION),
    },
    claim=Order(d**2),
    checks=(
        OrderCheck(({"z": 1}, {"z": "1/100"}, {"z": 2}, {"z": 3})),
        Representations("lhs", points=_GENTLE),
        Derivation(_summed, scope="every fixed z, with an error O(1/d^2)"),
    ),
    uses=("simrf/eq78", "simrf/eq84"),
    mechanism=("orthogonal", "trigonometric"),
)

STATEMENTS = (
    EQ77,
    EQ78,
    EQ79,
    EQ80_LINE1,
    EQ80_LINE2,
    _expansion(
        81,
        "The root is 1 - k/(2d)",
        ROOT,
        1 - k / (2 * d),
        r"\sqrt{\frac{(k+d-1)(\frac d2-1)}{(k+\frac d2-1)(d-1)}}\simeq1-\frac k{2d}",
        _first_order(ROOT, -k / 2),
        uses=("simrf/eq80/line2",),
    ),
    _expansion(
        82,
        "The k-th power is 1 - k(k-1)/d",
        MIDDLE,
        1 - k * (k - 1) / d,
        r"\frac1{2^k}\left(\frac{k+d-1}{k+\frac d2-1}\right)^k\simeq1-\frac{k(k-1)}d",
        _first_order(MIDDLE, -k * (k - 1)),
        uses=("simrf/eq80/line2",),
    ),
    _expansion(
        83,
        "The quotient of exponentials is 1 + k^2/(2d)",
        POWERS,
        1 + k**2 / (2 * d),
        r"\frac{\left(1+\frac k{d-1}\right)^{d-1}}{\left(1+\frac k{\frac d2-1}\right)^{\frac d2-1}}\simeq1+\frac{k^2}{2d}",
        _first_order(POWERS, k**2 / 2),
        uses=("simrf/eq80/line2",),
    ),
    _expansion(
        84,
        "The Gamma ratio is 1 - k(k-1)/(2d)",
        RATIO,
        1 - k * (k - 1) / (2 * d),
        r"\frac1{2^k}\frac{\Gamma(k+d)\Gamma(\frac d2)}{\Gamma(k+\frac d2)\Gamma(d)}\simeq1-\frac{k(k-1)}{2d}",
        Derivation(_expanded, scope="every k and d, with the explicit bound B(k)/d^2"),
        uses=("simrf/eq81", "simrf/eq82", "simrf/eq83"),
    ),
    EQ85,
)
