"""Facts of complex numbers in real terms: modulus and angle, and the Gaussian integral in one dimension."""

from rftheory.proof.facts.fact import Fact
from rftheory.proof.terms import PI

_PQ, _T = (("p", "real"), ("q", "real")), (("t", "real"),)
_HALF = ("q", 1, 2)
_ARG = ("arg", "p", "q")
_SIZE = ("^", ("+", ("^", "p", 2), ("^", "q", 2)), _HALF)
_RIGHT = ("*", _HALF, PI)

_ABCE = (("a", "real"), ("b", "real"), ("c", "real"), ("e", "real"))
_P, _Q = ("+", 1, ("*", -2, "a")), ("*", -2, "b")
_N = ("+", ("^", _P, 2), ("^", _Q, 2))
_SQUARE = (("+", ("^", "c", 2), ("*", -1, ("^", "e", 2))), ("*", 2, "c", "e"))
_GROWTH = ("*", _HALF, ("^", _N, -1), ("+", ("*", _SQUARE[0], _P), ("*", _SQUARE[1], _Q)))
_TURN = ("*", _HALF, ("^", _N, -1), ("+", ("*", _SQUARE[1], _P), ("*", -1, _SQUARE[0], _Q)))
_ANGLE = ("+", _TURN, ("*", ("q", -1, 2), ("arg", _P, _Q)))
_LENGTH = ("*", ("^", ("^", _N, _HALF), ("q", -1, 2)), ("exp", _GROWTH))
_INTEGRAL = "DLMF 7.7.3 at z and -z, a = 1/2 - the factor of g^2"

FACTS = (
    Fact("polar-real", "DLMF 1.9.3 and 1.9.4", _PQ, ("=", ("*", _SIZE, ("cos", _ARG)), "p")),
    Fact("polar-imaginary", "DLMF 1.9.3 and 1.9.4", _PQ, ("=", ("*", _SIZE, ("sin", _ARG)), "q")),
    Fact(
        "arg-acute",
        "DLMF 1.9.5 and 1.9.6",
        _PQ,
        ("and", ("<", ("*", -1, _RIGHT), _ARG), ("<", _ARG, _RIGHT)),
        (("<", 0, "p"),),
    ),
    Fact(
        "arg-at",
        "DLMF 1.9.5 and 1.9.7: of the angles of z with Re z > 0 one is within 3 pi/2 of 0",
        (("r", "real"), *_T),
        ("=", ("arg", *(("*", "r", (wave, "t")) for wave in ("cos", "sin"))), "t"),
        (("<", 0, "r"), ("<", 0, ("cos", "t")), ("<", ("*", -3, _RIGHT), "t"), ("<", "t", ("*", 3, _RIGHT))),
    ),
    Fact(
        "cos-positive",
        "DLMF 4.16, table 4.16.1",
        _T,
        ("<", 0, ("cos", "t")),
        (("<", ("*", -1, _RIGHT), "t"), ("<", "t", _RIGHT)),
    ),
    Fact(
        "normal-real",
        _INTEGRAL,
        _ABCE,
        ("=", ("normal-real", "a", "b", "c", "e"), ("*", _LENGTH, ("cos", _ANGLE))),
        (("<", 0, _P),),
    ),
    Fact(
        "normal-imaginary",
        _INTEGRAL,
        _ABCE,
        ("=", ("normal-imaginary", "a", "b", "c", "e"), ("*", _LENGTH, ("sin", _ANGLE))),
        (("<", 0, _P),),
    ),
)  # fmt: skip
