"""Facts of the angle with a given cosine, and of the binomial law."""

from rftheory.proof.facts.fact import Fact
from rftheory.proof.terms import PI, Term

_T = (("t", "real"),)
_ANGLE: Term = ("acos", "t")
_COSINE: tuple[Term, ...] = (("<=", -1, "t"), ("<=", "t", 1))
_LEFT: Term = ("+", "n", ("*", -1, "k"))
_CHOOSE: Term = (
    "*",
    ("gamma", ("+", "n", 1)),
    *(("^", ("gamma", ("+", t, 1)), -1) for t in ("k", _LEFT)),
)
_CHANCE: Term = ("*", _CHOOSE, ("^", "p", "k"), ("^", ("+", 1, ("*", -1, "p")), _LEFT))
_LAW = "Feller, An Introduction to Probability Theory I, IX.2 and IX.5: the binomial law"
_NP = (("n", "integer"), ("p", "real"))
_NONE: tuple[Term, ...] = (("<=", 0, "n"),)

FACTS = (
    Fact("acos-nonnegative", "DLMF 4.23(ii)", _T, ("<=", 0, _ANGLE), _COSINE),
    Fact("acos-at-most", "DLMF 4.23(ii)", _T, ("<=", _ANGLE, PI), _COSINE),
    Fact("cos-acos", "DLMF 4.23(ii)", _T, ("=", ("cos", _ANGLE), "t"), _COSINE),
    Fact(
        "acos-cos",
        "DLMF 4.23(ii)",
        _T,
        ("=", ("acos", ("cos", "t")), "t"),
        (("<=", 0, "t"), ("<=", "t", PI)),
    ),
    Fact(
        "acos-negative",
        "DLMF 4.23.12",
        _T,
        ("=", ("acos", ("*", -1, "t")), ("+", PI, ("*", -1, _ANGLE))),
        _COSINE,
    ),
    Fact("binomial-total", _LAW, _NP, ("=", ("sum", "k", 0, "n", _CHANCE), 1), _NONE),
    Fact(
        "binomial-mean",
        _LAW,
        _NP,
        ("=", ("sum", "k", 0, "n", ("*", "k", _CHANCE)), ("*", "n", "p")),
        _NONE,
    ),
    Fact(
        "binomial-square",
        _LAW,
        _NP,
        (
            "=",
            ("sum", "k", 0, "n", ("*", ("^", "k", 2), _CHANCE)),
            ("+", ("*", "n", "p", ("+", 1, ("*", -1, "p"))), ("*", ("^", "n", 2), ("^", "p", 2))),
        ),
        _NONE,
    ),
)
