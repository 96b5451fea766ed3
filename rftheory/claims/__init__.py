"""Claims as data: what a statement says, on terms that search, mutants, proofs and readers take apart alike."""

from rftheory.claims.conditional import ConditionalExpectation, ConditionalVariance
from rftheory.claims.moments import (
    Covariance,
    Distribution,
    Draw,
    Estimate,
    Expectation,
    Inner,
    Length,
    MeanSquareError,
    Probability,
    RandomNode,
    Row,
    Variance,
)
from rftheory.claims.notation import Notation, Term
from rftheory.claims.quantities import Quantity, TupleSum
from rftheory.claims.relations import Below, Equal, Monotone, Printed
from rftheory.claims.renderings import latex, plain
from rftheory.claims.structure import (
    All,
    Claim,
    Conjunct,
    Exists,
    Given,
    On,
    Prose,
    Supposing,
    conjuncts,
    formal,
)
from rftheory.claims.theory import Count, Independent, Law, Limit, Optimal, Order, TailBound

__all__ = [
    "All",
    "Below",
    "Claim",
    "ConditionalExpectation",
    "ConditionalVariance",
    "Conjunct",
    "Count",
    "Covariance",
    "Distribution",
    "Draw",
    "Equal",
    "Estimate",
    "Exists",
    "Expectation",
    "Given",
    "Independent",
    "Inner",
    "Law",
    "Length",
    "Limit",
    "MeanSquareError",
    "Monotone",
    "Notation",
    "On",
    "Optimal",
    "Order",
    "Printed",
    "Probability",
    "Prose",
    "Quantity",
    "RandomNode",
    "Row",
    "Supposing",
    "TailBound",
    "Term",
    "TupleSum",
    "Variance",
    "conjuncts",
    "formal",
    "latex",
    "plain",
]
