"""Appendices C and E of performer: counts of the protein data, baselines, one-hot values, and the longest input.

Main results
* Table 1: the four splits add up to 106,029,056, which is 1,024 less than the unique sequences.
* A uniform guess among n tokens is right 1/n of the time, whatever their frequencies: 5 % and 4 %.
* With the identity in place of V attention, exact or linear, returns its renormalised matrix D^-1 A.

Proofs. Arithmetic on the printed counts, which are data themselves; symbolic matrices. The longest input that fits on
a GPU of the time is not judged.
"""

from __future__ import annotations

import sympy as sp

from rftheory.exact.functions import attention
from rftheory.exact.operation_counts import Matrix
from rftheory.kit import (
    All,
    Below,
    Derivation,
    Distribution,
    Domain,
    Draw,
    Equal,
    On,
    Probability,
    Proof,
    Rule,
    Statement,
    formula,
    integer,
    part,
    whole,
)

_ALL, _UNIQUE = sp.Integer(139394261), sp.Integer(106030080)
_SPLITS = tuple(sp.Integer(count) for count in (104863744, 102400, 1033216, 29696))
_SUM = formula(sp.Add(*_SPLITS, evaluate=False), Domain(), "")
_BATCH = sp.Integer(1024)


def _splits(proof: Proof) -> None:
    total = sum(_SPLITS, sp.S.Zero)
    proof.equal(total, sp.Integer(106029056), "train + valid + test + OOD")
    proof.equal(_UNIQUE - total, _BATCH, "1,024 fewer than the unique sequences")
    proof.below(total, _UNIQUE, "splits fit into the unique sequences,", strict=False)
    proof.below(_UNIQUE, _ALL, "these into all", strict=False)
    for count in (*_SPLITS, _UNIQUE):
        proof.equal(count % _BATCH, 0, f"{count} is a multiple of 1,024")


TABLE1_TREMBL = Statement(
    id="performer/table1/trembl",
    kind="identity",
    where="Section C.1, Table 1",
    title="Counts of TrEMBL",
    text=(
        "139,394,261 sequences, 106,030,080 of them unique; 104,863,744 for training, 102,400 for validation, "
        "1,033,216 for testing and 29,696 out of distribution."
    ),
    latex=r"104863744+102400+1033216+29696=106029056",
    domain_text="none",
    companions={"performer/table1/trembl": {"lhs": _SUM}},
    claim=All(
        (
            Equal(_SUM, sp.Integer(106029056)),
            Below(_SUM, _UNIQUE, strict=False),
            Below(_UNIQUE, _ALL, strict=False),
        )
    ),
    checks=(
        Derivation(_splits, whole("sums and order of the printed counts; the counts themselves are data")),
    ),
    setting="arithmetic",
    note="The four splits leave out 1,024 of the unique sequences; the paper does not say that they exhaust them.",
)

_n = sp.Symbol("n", positive=True, integer=True)
_TOKENS = Domain(
    (integer("n", 1, reach=1000, meaning="number of equally likely tokens"),), extra=({"n": 20}, {"n": 25})
)
_ACCURACY = formula(1 / _n, _TOKENS, "n")
_k = sp.Symbol("k", integer=True)
_BY_TOKEN = formula(sp.Sum(1 / _n**2, (_k, 1, _n)), _TOKENS, "n")


_GUESS, _TOKEN = (Draw(name, Distribution("uniform", _n)) for name in ("guess", "token"))
_SHARES = ((20, 5), (25, 4))  # amino acids with their accuracy in per cent


def _baselines(proof: Proof) -> None:
    for count, percent in ((20, 5), (25, 4)):
        chance = sum((sp.Rational(1, count) ** 2 for _ in range(count)), sp.S.Zero)
        proof.equal(chance, sp.Rational(1, count), f"a uniform guess among {count} equally likely tokens")
        proof.equal(100 * sp.Rational(1, count), sp.Integer(percent), f"1/{count} in per cent")
    shares = sp.symbols("f1:6", nonnegative=True)
    guess = sum((share * sp.Rational(1, 5) for share in shares), sp.S.Zero)
    proof.equal(
        guess,
        sum(shares, sp.S.Zero) / 5,
        "whatever the tokens' frequencies, a uniform guess is right 1/n of the time",
    )


SECC_2_UNIFORM = Statement(
    id="performer/secC.2/uniform",
    kind="identity",
    where="Section C.2",
    title="Uniform baseline",
    text="Guessing uniformly is right in 5% of cases among 20 amino acids, in 4% with the five anomalous ones.",
    latex=r"1/20,\ 1/25",
    domain_text="n equally likely tokens",
    domain=_TOKENS,
    sides={"": _ACCURACY},
    claim=All(
        (
            Equal(Probability(sp.Eq(_GUESS, _TOKEN)), ""),
            Equal("", _BY_TOKEN),
            *(On(Domain((integer("n", n, n),)), Equal(100 / _n, sp.Integer(share))) for n, share in _SHARES),
        )
    ),
    checks=(Derivation(_baselines, whole("any number of tokens, and both percentages")),),
    setting="arithmetic",
)


_L, _i, _j = sp.symbols("L i j", positive=True, integer=True)
_A = sp.IndexedBase("A")
_PLACES = Domain(
    tuple(integer(name, 1) for name in ("L", "i", "j")), (Rule(sp.Max(_i, _j) <= _L, "i, j <= L"),)
)


def _output(value: sp.Expr) -> sp.Expr:
    """Entry (i, j) of D^-1 A V, value the entry (k, j) of V."""
    return sp.Sum(_A[_i, _k] * value, (_k, 1, _L)) / sp.Sum(_A[_i, _k], (_k, 1, _L))


def _one_hot(proof: Proof) -> None:
    size = 3
    identity: Matrix = [[sp.Integer(int(a == b)) for b in range(size)] for a in range(size)]
    weights = [[sp.Symbol(f"a{row}{column}", positive=True) for column in range(size)] for row in range(size)]
    for name, matrix in (("all tokens", weights), ("masked", attention.lower(weights))):
        found = attention.renormalised(matrix, identity)
        for row, entries in enumerate(matrix):
            for column in range(size):
                entry = entries[column] if column < len(entries) else sp.S.Zero
                proof.equal(
                    found[row][column],
                    entry / sum(entries),
                    f"{name}: entry ({row + 1}, {column + 1}) is that of D^-1 A",
                )
    proof.cite("A I = A for every L; linear attention has A = Q' K'^T by performer/eq4")


SECC_4_ONE_HOT = Statement(
    id="performer/secC.4/one-hot",
    kind="identity",
    where="Section C.4",
    title="One-hot values return the attention matrix",
    text="With the identity in place of V an attention mechanism returns its renormalised matrix.",
    latex=r"\mathrm{Att}(Q,K,I_L)=D^{-1}A",
    domain_text="any Q, K",
    domain=_PLACES,
    claim=Equal(_output(sp.KroneckerDelta(_k, _j)), _A[_i, _j] / sp.Sum(_A[_i, _k], (_k, 1, _L))),
    checks=(Derivation(_one_hot, part("written out for three tokens, with and without a mask")),),
    uses=("performer/eq1", "performer/eq4"),
    setting="exact or linear attention",
)

SECE_MAX_LENGTH = Statement(
    id="performer/secE/max-length",
    kind="identity",
    where="Section E",
    title="Longest input",
    text="The longest input of a power of two that fits on a GPU with 16 GB has 32768 tokens.",
    latex=r"2^{15}=32768",
    domain_text="8 heads, 6 layers, d_ff = 2048, d = 512",
    outside="which length fits depends on hardware and software of the time; 2^15 is 32768",
    setting="arithmetic",
)


STATEMENTS = (
    TABLE1_TREMBL,
    SECC_2_UNIFORM,
    SECC_4_ONE_HOT,
    SECE_MAX_LENGTH,
)
