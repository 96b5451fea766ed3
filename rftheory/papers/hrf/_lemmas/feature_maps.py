"""The maps of Lemma 2.3 in claims: blocks of features, joined one above the other (Stack) and multiplied (OuterProduct).

phi_j[i, k] is the block of m values of map i of base estimator k at x (j = 1) or y (j = 2), rho_j[i, k] the block of
n values of map i of lambda^k; t[k] and l[k] say how many blocks there are, p how many lambdas.
"""

from __future__ import annotations

import sympy as sp

from rftheory.kit import Inner
from rftheory.papers._shared.angular_hybrid import n
from rftheory.papers._shared.invariants import m


class Stack(sp.Function):  # type: ignore[misc]  # SymPy is untyped
    """Blocks one above the other: `Stack(block, (i, 1, count), ..)`, or several blocks."""

    @classmethod
    def eval(cls, *args: sp.Basic) -> None:
        """Never simplify."""


class OuterProduct(sp.Function):  # type: ignore[misc]
    """The vectorised outer product of two blocks."""

    nargs = 2

    @classmethod
    def eval(cls, *args: sp.Basic) -> None:
        """Never simplify."""


_t, _l, _a = sp.IndexedBase("t"), sp.IndexedBase("l"), sp.IndexedBase("a")
_p, _k, _i, _j = sp.symbols("p k i j", integer=True, positive=True)
_LAST = _p + 1
_EVERY = (_k, 1, _p)
_REST = 1 - sp.Sum(_a[_k], _EVERY)


def _psi(side: int) -> sp.Expr:
    """Psi_1 or Psi_2."""
    phi, rho = sp.IndexedBase(f"phi_{side}"), sp.IndexedBase(f"rho_{side}")
    own, last = (_j, 1, _t[_k]), (_j, 1, _t[_LAST])
    weights, every = (_i, 1, _l[_k]), sp.Tuple(*_EVERY)
    return Stack(
        Stack(sp.sqrt(_a[_k] / m) * phi[_j, _k], sp.Tuple(*own), every),
        Stack(
            OuterProduct(rho[_i, _k], phi[_j, _k]) / sp.sqrt(m * n), sp.Tuple(*weights), sp.Tuple(*own), every
        ),
        Stack(sp.sqrt(_REST / m) * phi[_j, _LAST], sp.Tuple(*last)),
        Stack(
            sp.I * OuterProduct(rho[_i, _k], phi[_j, _LAST]) / sp.sqrt(m * n),
            sp.Tuple(*weights),
            sp.Tuple(*last),
            every,
        ),
    )


def _base(which: sp.Expr) -> sp.Expr:
    """Base estimate k: the inner products of its blocks, over m."""
    pairs = Inner(sp.IndexedBase("phi_1")[_j, which], sp.IndexedBase("phi_2")[_j, which])
    return sp.Sum(pairs, (_j, 1, _t[which])) / m


_RHO = Inner(sp.IndexedBase("rho_1")[_i, _k], sp.IndexedBase("rho_2")[_i, _k])
_LAMBDA = _a[_k] + sp.Sum(_RHO, (_i, 1, _l[_k])) / n  # (10)

PSI_1, PSI_2 = _psi(1), _psi(2)
ESTIMATE = sp.Sum(_LAMBDA * _base(_k), _EVERY) + (1 - sp.Sum(_LAMBDA, _EVERY)) * _base(_LAST)  # (8)


def _tensors(which: sp.Expr) -> sp.Expr:
    """The sum over pairs of blocks of the inner products of their tensors."""
    one = OuterProduct(sp.IndexedBase("rho_1")[_i, _k], sp.IndexedBase("phi_1")[_j, which])
    two = OuterProduct(sp.IndexedBase("rho_2")[_i, _k], sp.IndexedBase("phi_2")[_j, which])
    return sp.Sum(Inner(one, two), (_j, 1, _t[which]), (_i, 1, _l[_k]), _EVERY)


EXPANSION = (  # (30)
    sp.Sum(_a[_k] * _base(_k), _EVERY)
    + _tensors(_k) / (m * n)
    + _REST * _base(_LAST)
    - _tensors(_LAST) / (m * n)
)
