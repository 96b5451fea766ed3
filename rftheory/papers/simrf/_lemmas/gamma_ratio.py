"""The ratio g_k = Gamma(k+d) Gamma(d/2)/(2^k Gamma(k+d/2) Gamma(d)) of Appendix A.9 and its factors."""

from __future__ import annotations

import sympy as sp

from rftheory.kit import Domain, formally, formula, integer
from rftheory.papers.simrf._lemmas.trigonometric import GENTLE, ORT, U
from rftheory.papers.simrf._notation import ANY_DIMENSION, DIMENSION, DISTANCE, d, k

h = sp.Symbol("h", positive=True)  # 1/d
POWER = integer("k", 0, reach=12, meaning="index of the series")
LARGE = integer("d", 3, meaning="input dimension")
INDICES: tuple[dict[str, object], ...] = tuple({"k": value} for value in (0, 1, 2, 3, 5, 12))
LIMIT = Domain((LARGE, POWER), extra=({"d": 3, "k": 0}, {"d": 3, "k": 4}, {"d": 10**6, "k": 12}))

PLANE = Domain(
    (DIMENSION, DISTANCE), extra=({"d": 2, "z": 1}, {"d": 3, "z": 0}, {"d": 64, "z": 5}, {"d": 64, "z": 100})
)
GENTLE_PLANE: tuple[dict[str, object], ...] = tuple({"d": spot["d"], "z": spot["z"]} for spot in GENTLE)
RATIO = sp.gamma(k + d) * sp.gamma(d / 2) / (sp.gamma(k + d / 2) * sp.gamma(d)) / 2**k
QUOTIENT = sp.rf(d, k) / sp.rf(d / 2, k) / 2**k
ROOT = sp.sqrt((k + d - 1) * (d / 2 - 1) / ((k + d / 2 - 1) * (d - 1)))
MIDDLE = ((k + d - 1) / (k + d / 2 - 1)) ** k / 2**k
POWERS = (1 + k / (d - 1)) ** (d - 1) / (1 + k / (d / 2 - 1)) ** (d / 2 - 1)
PRINTED_TERM = (-U) ** k / sp.factorial(k) * (RATIO - 1)
PRINTED_SERIES = formally(  # (78), E_ort a_1 a_2 - e^{-z^2}
    formula(sp.Sum(PRINTED_TERM, (k, 0, sp.oo)), PLANE, "d z", closed=ORT - sp.exp(-U)), ANY_DIMENSION
)
