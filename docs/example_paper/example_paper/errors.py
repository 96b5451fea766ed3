"""Section 1: the relative error of independent positive features, and two bounds of it, one of them false."""

import sympy as sp

from rftheory.authoring import (
    WHOLE,
    Below,
    Derivation,
    Equal,
    Erratum,
    Proof,
    Statement,
    formula,
)

from ._notation import ERROR, RELATIVE, m, s

x2, y2, xy = sp.symbols("x2 y2 xy", real=True)


def _moments(proof: Proof) -> None:
    p = sp.Symbol("p", real=True)
    density = sp.exp(-(p**2) / 2) / sp.sqrt(2 * sp.pi)
    proof.cite("w.(x+y) is normal with variance |x+y|^2")
    first = sp.integrate(sp.exp(sp.sqrt(s) * p) * density, (p, -sp.oo, sp.oo))
    second = sp.integrate(sp.exp(2 * sp.sqrt(s) * p) * density, (p, -sp.oo, sp.oo))
    proof.equal(first, sp.exp(s / 2), "the mean of one term")
    proof.equal((second / first**2 - 1) / m, ERROR, "its variance over the square of its mean, of m terms")


ERROR_OF_POSITIVE = Statement(
    id="example/error",
    kind="identity",
    where="eq. (1)",
    title="Relative error of positive features",
    text="With m independent rows the variance over the squared kernel is (exp(|x+y|^2) - 1)/m.",
    latex=r"\operatorname{Var}\widehat K/K^2=\tfrac1m\left(e^{\|x+y\|^2}-1\right)",
    domain_text="all x, y; m >= 1",
    domain=RELATIVE,
    sides={
        "lhs": formula(2 * sp.exp(s / 2) * sp.sinh(s / 2) / m, RELATIVE, "s m"),
        "rhs": formula(ERROR, RELATIVE, "s m"),
    },
    claim=Equal(),
    checks=(Derivation(_moments, WHOLE),),
    mechanism=("iid", "positive"),
)

LINEAR = Statement(
    id="example/linear",
    kind="inequality",
    where="Lemma 2",
    title="A linear bound (false)",
    text="The relative error is at most |x+y|^2/m.",
    latex=r"\tfrac1m\left(e^{\|x+y\|^2}-1\right)\le\tfrac1m\|x+y\|^2",
    domain_text="all x, y; m >= 1",
    domain=RELATIVE,
    sides={"lhs": formula(ERROR, RELATIVE, "s m"), "rhs": formula(s / m, RELATIVE, "s m")},
    claim=Below(strict=False),
    uses=("example/error",),
    erratum=Erratum(
        "error",
        weight=3,
        quote="at most |x+y|^2/m",
        formula=r"\le\tfrac1m\|x+y\|^2",
        at="Lemma 2",
        false="The exponential lies above its tangent, so the inequality is the other way round.",
    ),
).corrected(
    text="The relative error is at least |x+y|^2/m.",
    latex=r"\tfrac1m\|x+y\|^2\le\tfrac1m\left(e^{\|x+y\|^2}-1\right)",
    title="A linear bound",
    sides={"lhs": formula(s / m, RELATIVE, "s m"), "rhs": formula(ERROR, RELATIVE, "s m")},
)

EXPONENTIAL = Statement(
    id="example/exponential",
    kind="inequality",
    where="Lemma 3",
    title="A bound for large points",
    text="The relative error is at most |x+y|^2 exp(|x+y|^2)/m.",
    latex=r"\tfrac1m\left(e^{\|x+y\|^2}-1\right)\le\tfrac1m\|x+y\|^2e^{\|x+y\|^2}",
    domain_text="all x, y; m >= 1",
    domain=RELATIVE,
    sides={"lhs": formula(ERROR, RELATIVE, "s m"), "rhs": formula(s * sp.exp(s) / m, RELATIVE, "s m")},
    claim=Below(strict=False),
    uses=("example/error",),
)

STATEMENTS = (ERROR_OF_POSITIVE, LINEAR, EXPONENTIAL)
