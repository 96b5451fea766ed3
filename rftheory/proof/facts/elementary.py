"""Facts of the exponential, the logarithm, cosine, roots and powers."""

from rftheory.proof.facts.fact import Fact
from rftheory.proof.terms import INFINITY

_T, _AB = (("t", "real"),), (("a", "real"), ("b", "real"))

_REST = ("+", "n", ("*", -1, "p"))
_LOG_TERM = ("*", ("^", "i", -1), ("^", "t", "i"))
_CHOOSE = ("*", ("gamma", ("+", "n", 1)), *(("^", ("gamma", ("+", t, 1)), -1) for t in ("p", _REST)))
_ORDER = "Rudin, Principles of Mathematical Analysis, 1.5 and 1.17: the order of the reals"

FACTS = (
    Fact("antisymmetric", _ORDER, _AB, ("=", "a", "b"), (("<=", "a", "b"), ("<=", "b", "a"))),
    Fact("trichotomy", _ORDER, _AB, ("or", ("<", "a", "b"), ("<", "b", "a")), (("!=", "a", "b"),)),
    Fact("exp-positive", "DLMF 4.2.19 with 4.2.1", _T, ("<", 0, ("exp", "t"))),
    Fact("exp-tangent", "DLMF 4.5.13", _T, ("<=", ("+", 1, "t"), ("exp", "t"))),
    Fact("exp-tangent-strict", "DLMF 4.5.13", _T, ("<", ("+", 1, "t"), ("exp", "t")), (("!=", "t", 0),)),
    Fact("exp-increasing", "DLMF 4.2.19", _AB, ("<", ("exp", "a"), ("exp", "b")), (("<", "a", "b"),)),
    Fact("exp-at-most", "DLMF 4.2.19", _AB, ("<=", ("exp", "a"), ("exp", "b")), (("<=", "a", "b"),)),
    Fact("exp-zero", "DLMF 4.2.19", (), ("=", ("exp", 0), 1)),
    Fact("exp-log", "DLMF 4.4.1", _T, ("=", ("exp", ("log", "t")), "t"), (("<", 0, "t"),)),
    Fact(
        "log-increasing",
        "DLMF 4.2.2",
        _AB,
        ("<", ("log", "a"), ("log", "b")),
        (("<", 0, "a"), ("<", "a", "b")),
    ),
    Fact("log-tangent", "DLMF 4.5.2", _T, ("<=", ("log", "t"), ("+", "t", -1)), (("<", 0, "t"),)),
    Fact(
        "log-product",
        "DLMF 4.8.2",
        _AB,
        ("=", ("log", ("*", "a", "b")), ("+", ("log", "a"), ("log", "b"))),
        (("<", 0, "a"), ("<", 0, "b")),
    ),
    Fact(
        "log-inverse",
        "DLMF 4.8.4",
        _T,
        ("=", ("log", ("^", "t", -1)), ("*", -1, ("log", "t"))),
        (("<", 0, "t"),),
    ),
    Fact(
        "cos-pi",
        "DLMF 4.17, table at the multiples of pi/2: 4.16 and 4.21.2",
        (),
        ("=", ("cos", ("pi",)), -1),
    ),
    Fact(
        "sin-half-pi",
        "DLMF 4.17, table at the multiples of pi/2: 4.16 and 4.21.2",
        (),
        ("=", ("sin", ("*", ("pi",), ("q", 1, 2))), 1),
    ),
    Fact(
        "sin-positive",
        "DLMF 4.16, table 4.16.1",
        _T,
        ("<", 0, ("sin", "t")),
        (("<", 0, "t"), ("<", "t", ("pi",))),
    ),
    Fact(
        "log-series",
        "DLMF 4.6.1",
        _T,
        ("=", ("log", ("+", 1, ("*", -1, "t"))), ("*", -1, ("sum", "i", 1, INFINITY, _LOG_TERM))),
        (("<=", 0, "t"), ("<", "t", 1)),
    ),
    Fact(
        "log-series-converges",
        "DLMF 4.6.1 and 1.9.4: a power series converges absolutely inside its disc",
        _T,
        ("summable", "i", 1, _LOG_TERM),
        (("<=", 0, "t"), ("<", "t", 1)),
    ),
    Fact("cos-at-most", "DLMF 4.14.2", _T, ("<=", ("cos", "t"), 1)),
    Fact("cos-at-least", "DLMF 4.14.2", _T, ("<=", -1, ("cos", "t"))),
    Fact(
        "power-next",
        "DLMF 4.2.28 and the definition of integer powers",
        (("b", "real"), ("n", "integer")),
        ("=", ("^", "b", ("+", "n", 1)), ("*", ("^", "b", "n"), "b")),
        (("<=", 0, "n"),),
    ),
    Fact(
        "power-sum",
        "DLMF 4.2.28 and the definition of integer powers",
        (("b", "real"), ("m", "integer"), ("n", "integer")),
        ("=", ("*", ("^", "b", "m"), ("^", "b", "n")), ("^", "b", ("+", "m", "n"))),
        (("<=", 0, "m"), ("<=", 0, "n")),
    ),
    Fact(
        "root-nonnegative",
        "DLMF 4.2.28",
        (("b", "real"),),
        ("<=", 0, ("^", "b", ("q", 1, 2))),
        (("<=", 0, "b"),),
    ),
    Fact(
        "root-positive", "DLMF 4.2.28", (("b", "real"),), ("<", 0, ("^", "b", ("q", 1, 2))), (("<", 0, "b"),)
    ),
    Fact(
        "power-positive",
        "DLMF 4.2.26",
        (("b", "real"), ("p", "real")),
        ("<", 0, ("^", "b", "p")),
        (("<", 0, "b"),),
    ),
    Fact(
        "binomial-theorem",
        "DLMF 1.2.2",
        (("a", "real"), ("b", "real"), ("n", "integer")),
        (
            "=",
            ("^", ("+", "a", "b"), "n"),
            ("sum", "p", 0, "n", ("*", _CHOOSE, ("^", "a", _REST), ("^", "b", "p"))),
        ),
        (("<=", 0, "n"),),
    ),
    Fact("abs-nonnegative", "definition of the absolute value", _T, ("<=", 0, ("abs", "t"))),
    Fact("abs-positive", "definition of the absolute value", _T, ("=", ("abs", "t"), "t"), (("<=", 0, "t"),)),
    Fact(
        "abs-negative",
        "definition of the absolute value",
        _T,
        ("=", ("abs", "t"), ("*", -1, "t")),
        (("<=", "t", 0),),
    ),
)
