"""Discretely-induced features: mean and second moment for any law, those of Poisson and geometric counts, domains of vectors."""

from __future__ import annotations

import sympy as sp

from rftheory.kit import Domain, Parameter, Proof, Rule, every, real, same_length, vector
from rftheory.papers._shared.discrete_features import (
    NORMS,
    POISSON,
    SAME_LENGTH,
    j,
    k,
    lam,
    over,
    product,
    w,
    x,
    y,
)

RATE = real("lam", above=0, reach=("1e-3", 1000), meaning="Poisson rate")
SHARE = real("p", above=0, below=1, meaning="geometric parameter")
X = vector("x", "first input", reach=("1e-3", 100))
Y = vector("y", "second input", reach=("1e-3", 100))
COUNTS = vector("w", "nonnegative integers, one a coordinate")
NATURAL = Rule(every(w, lambda entry: sp.Contains(entry, sp.S.Naturals0)), "nonnegative integers")
MATCHING = Rule(same_length(x, w), "one count w for each coordinate of x")

_VECTORS: tuple[dict[str, object], ...] = (
    {"x": (1,), "y": (1,)},
    {"x": ("1/2", "1/3"), "y": ("1/4", "2/3")},
    {"x": (1, 0), "y": (0, 2)},
    {"x": (0, 0, 0), "y": (0, 0, 0)},
    {"x": ("-3/2", "1/1000", 2), "y": ("1/2", -1, 3)},
    {"x": (10, "-1/100"), "y": (9, 50)},
    {"x": (100,), "y": (-100,)},
)
SMALL_PAIRS: tuple[dict[str, object], ...] = (
    {"x": (1,), "y": ("1/2",)}, {"x": ("1/2", "1/3"), "y": ("1/4", "2/3")}, {"x": ("-3/2", 1), "y": ("1/2", -1)},
)  # fmt: skip
_DRAWS: tuple[dict[str, object], ...] = (
    {"x": ("1/2", "-1/3"), "w": (1, 4)},
    {"x": (0, 2), "w": (0, 3)},
    {"x": (0, 1), "w": (2, 0)},
    {"x": ("1e-6", 300), "w": (200, 1000)},
)


def pair_domain(*others: Parameter, rules: tuple[Rule, ...] = (), **values: tuple[object, ...]) -> Domain:
    """(others.., x, y) with x and y of one length; `values` of the other parameters go with the chosen vectors."""
    names = [other.name for other in others]
    columns = list(zip(*(values[name] for name in names), strict=True)) or [()]
    extra = tuple({**dict(zip(names, c, strict=True)), **pair} for pair in _VECTORS for c in columns)
    return Domain((*others, X, Y), (SAME_LENGTH, *rules), None, extra)


def draw_domain(other: Parameter, *values: object) -> Domain:
    """(other, x, w) for a feature at given counts."""
    extra = tuple({other.name: value, **draw} for draw in _DRAWS for value in values)
    return Domain((other, vector("x", "input"), COUNTS), (MATCHING, NATURAL), None, extra)


INNER = over(x[j] * y[j])
OVERLAP = over((x[j] * y[j]) ** 2)  # sum_l x_l^2 y_l^2
SQUARED_KERNEL = sp.exp(2 * INNER - NORMS)


def feature(law: sp.Expr) -> sp.Expr:
    """(10) at given counts: e^(-|x|^2/2) prod_l x_l^w (w!)^(-1/2) p_w^(-1/2)."""
    at = law.subs(k, w[j])
    return sp.exp(-over(x[j] ** 2) / 2) * product(x[j] ** w[j] / sp.sqrt(sp.factorial(w[j]) * at))


def unbiased_steps(proof: Proof) -> None:
    """(9), (10): E f(w,x) f(w,y) = K for any law with p_k > 0."""
    t = sp.Symbol("t", real=True)
    mass = sp.Function("p", positive=True)(k)
    term = mass * (t**k / (sp.sqrt(sp.factorial(k)) ** 2 * sp.sqrt(mass) ** 2))
    proof.equal(
        term,
        t**k / sp.factorial(k),
        "p_k times the product of the two features of one coordinate, t = x_l y_l",
    )
    proof.equal(sp.summation(t**k / sp.factorial(k), (k, 0, sp.oo)), sp.exp(t), "summed over k: exp(x_l y_l)")
    proof.cite("independence of the coordinates; Fubini, as sum |t|^k/k! converges")
    a, b = sp.symbols("a b", real=True)
    proof.equal(
        sp.exp(-(a**2) / 2) * sp.exp(-(b**2) / 2) * sp.exp(a * b),
        sp.exp(-((a - b) ** 2) / 2),
        "the weights make it the kernel, coordinate by coordinate",
    )


def square_steps(proof: Proof) -> None:
    """E Z^2 = e^(-n2) prod_l sum_k t^(2k)/((k!)^2 p_k)."""
    t = sp.Symbol("t", real=True)
    mass = sp.Symbol("p_k", positive=True)
    proof.equal(
        mass * (t**k / (sp.factorial(k) * mass)) ** 2,
        t ** (2 * k) / (sp.factorial(k) ** 2 * mass),
        "the square of the product of both features times p_k",
    )
    proof.cite("independence of the coordinates; Tonelli, as all terms are nonnegative")


def poisson_steps(proof: Proof) -> None:
    """The series of the Poisson law: e^(lam) exp(t^2/lam)."""
    square_steps(proof)
    t = sp.Symbol("t", real=True)
    term = t ** (2 * k) / (sp.factorial(k) ** 2 * POISSON)
    proof.equal(term, sp.exp(lam) * (t**2 / lam) ** k / sp.factorial(k), "one term of the series")
    proof.equal(
        sp.summation((t**2 / lam) ** k / sp.factorial(k), (k, 0, sp.oo)), sp.exp(t**2 / lam), "its sum"
    )
    a, b, c = sp.symbols("a b c", real=True)
    proof.equal(
        sp.exp(a) * sp.exp(b) * sp.exp(c), sp.exp(a + b + c), "products over coordinates add exponents"
    )


def geometric_steps(proof: Proof) -> None:
    """The series of the geometric law: I_0(2 t (1-p)^(-1/2))/p."""
    square_steps(proof)
    t, q = sp.symbols("t q", positive=True)  # q = 1-p
    term = t ** (2 * k) / (sp.factorial(k) ** 2 * (1 - q) * q**k)
    bessel = (t / sp.sqrt(q)) ** (2 * k) / sp.factorial(k) ** 2
    proof.equal(term, bessel / (1 - q), "one term of the series")
    proof.cite("I_0(z) = sum_k (z/2)^(2k)/(k!)^2, at z = 2 t/sqrt(1-p); I_0 is even")
    proof.equal((2 * t / sp.sqrt(q) / 2) ** (2 * k) / sp.factorial(k) ** 2, bessel, "its terms are those")


def factorised_steps(proof: Proof) -> None:
    """(12), (14): a double sum of products over two sets of points is the product of the sums."""
    first, second = sp.symbols("u1:3", real=True), sp.symbols("v1:3", real=True)
    double = sum((s**2 * t**2 for s in first for t in second), sp.S.Zero)
    proof.equal(
        double,
        sum(s**2 for s in first) * sum(t**2 for t in second),
        "a double sum of products is the product of the sums",
    )
    total = sum((sp.Abs(s * t) for s in first for t in second), sp.S.Zero)
    proof.equal(
        total, sum(sp.Abs(s) for s in first) * sum(sp.Abs(t) for t in second), "also of absolute values"
    )
    proof.cite("distributivity for any number of points and coordinates")
