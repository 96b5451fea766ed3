"""Facts of the Gamma function and of hypergeometric series."""

from rftheory.proof.facts.fact import Fact
from rftheory.proof.terms import INFINITY, Term

_T = (("t", "real"),)
_HALF = ("q", 1, 2)
_QUARTER = ("*", ("^", "t", 2), ("q", 1, 4))
_TAYLOR = "DLMF 16.3.1 and 1.10.1: the Taylor series of the entire function 0F1(; b; z)"
_BZH = (("b", "real"), ("z", "real"), ("h", "real"))
_AHEAD = ("hyper", (), ("b",), ("+", "z", "h"))
_TERM = (
    "*",
    ("^", "h", "n"),
    ("gamma", "b"),
    ("^", ("gamma", ("+", "n", 1)), -1),
    ("^", ("gamma", ("+", "n", "b")), -1),
    ("hyper", (), (("+", "b", "n"),), "z"),
)


_CONVOLVED = (
    "*",
    ("gamma", ("+", "a", "j")),
    ("gamma", ("+", "b", "n", ("*", -1, "j"))),
    ("^", ("gamma", ("+", "j", 1)), -1),
    ("^", ("gamma", ("+", "n", ("*", -1, "j"), 1)), -1),
)
_CONVOLUTION = (
    "*",
    ("gamma", "a"),
    ("gamma", "b"),
    ("gamma", ("+", "a", "b", "n")),
    ("^", ("gamma", ("+", "a", "b")), -1),
    ("^", ("gamma", ("+", "n", 1)), -1),
)


def _wave(sign: int) -> Term:
    """cosh t or sinh t."""
    return ("*", _HALF, ("+", ("exp", "t"), ("*", sign, ("exp", ("*", -1, "t")))))


FACTS = (
    Fact("gamma-positive", "DLMF 5.2.1", _T, ("<", 0, ("gamma", "t")), (("<", 0, "t"),)),
    Fact(
        "gamma-next",
        "DLMF 5.5.1",
        _T,
        ("=", ("gamma", ("+", "t", 1)), ("*", "t", ("gamma", "t"))),
        (("<", 0, "t"),),
    ),
    Fact("gamma-one", "DLMF 5.4.1", (), ("=", ("gamma", 1), 1)),
    Fact("gamma-half", "DLMF 5.4.6", (), ("=", ("gamma", _HALF), ("^", ("pi",), _HALF))),
    Fact(
        "gamma-duplication",
        "DLMF 5.5.5",
        _T,
        (
            "=",
            ("*", ("gamma", "t"), ("gamma", ("+", "t", _HALF))),
            ("*", ("^", 2, ("+", 1, ("*", -2, "t"))), ("^", ("pi",), _HALF), ("gamma", ("*", 2, "t"))),
        ),
        (("<", 0, "t"),),
    ),
    Fact(
        "gamma-convolution",
        "DLMF 15.4.24 (Chu-Vandermonde) with 5.2.5",
        (("a", "real"), ("b", "real"), ("n", "integer")),
        ("=", ("sum", "j", 0, "n", _CONVOLVED), _CONVOLUTION),
        (("<", 0, "a"), ("<", 0, "b"), ("<=", 0, "n")),
    ),
    Fact("exp-series", "DLMF 4.2.19", _T, ("=", ("exp", "t"), ("hyper", (), (), "t"))),
    Fact(
        "kummer-transformation",
        "DLMF 13.2.39",
        (("a", "real"), ("b", "real"), ("z", "real")),
        (
            "=",
            ("hyper", ("a",), ("b",), "z"),
            ("*", ("exp", "z"), ("hyper", (("+", "b", ("*", -1, "a")),), ("b",), ("*", -1, "z"))),
        ),
        (("<", 0, "b"),),
    ),
    Fact(
        "kummer-upper",
        "DLMF 13.3.1",
        (("a", "real"), ("b", "real"), ("z", "real")),
        (
            "=",
            ("*", "a", ("hyper", (("+", "a", 1),), ("b",), "z")),
            (
                "+",
                ("*", ("+", "b", ("*", -1, "a")), ("hyper", (("+", "a", -1),), ("b",), "z")),
                ("*", ("+", ("*", 2, "a"), ("*", -1, "b"), "z"), ("hyper", ("a",), ("b",), "z")),
            ),
        ),
        (("<", 0, "b"),),
    ),
    Fact(
        "bessel-zero",
        "DLMF 16.2.1 at z = 0",
        (("b", "real"),),
        ("=", ("hyper", (), ("b",), 0), 1),
        (("<", 0, "b"),),
    ),
    Fact(
        "bessel-next",
        "DLMF 10.29.1 with 10.39.9, by analytic continuation for all z",
        (("b", "real"), ("z", "real")),
        (
            "=",
            ("hyper", (), ("b",), "z"),
            (
                "+",
                ("hyper", (), (("+", "b", 1),), "z"),
                (
                    "*",
                    "z",
                    ("^", ("*", "b", ("+", "b", 1)), -1),
                    ("hyper", (), (("+", "b", 2),), "z"),
                ),
            ),
        ),
        (("<", 0, "b"),),
    ),
    Fact(
        "bessel-square",
        "DLMF 16.12.1 at b = a",
        (("b", "real"), ("z", "real")),
        (
            "=",
            ("^", ("hyper", (), ("b",), "z"), 2),
            ("hyper", (("+", "b", ("q", -1, 2)),), ("b", ("+", ("*", 2, "b"), -1)), ("*", 4, "z")),
        ),
        (("<", 1, ("*", 2, "b")),),
    ),
    Fact("bessel-taylor", _TAYLOR, _BZH, ("=", _AHEAD, ("sum", "n", 0, INFINITY, _TERM)), (("<", 0, "b"),)),
    Fact("bessel-taylor-converges", _TAYLOR, _BZH, ("summable", "n", 0, _TERM), (("<", 0, "b"),)),
    Fact("cosh-series", "DLMF 4.33.2", _T, ("=", _wave(1), ("hyper", (), (_HALF,), _QUARTER))),
    Fact(
        "sinh-series",
        "DLMF 4.33.1",
        _T,
        ("=", _wave(-1), ("*", "t", ("hyper", (), (("q", 3, 2),), _QUARTER))),
    ),
)
