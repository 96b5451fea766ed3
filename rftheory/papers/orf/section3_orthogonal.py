"""Section 3 of orf at (2): orthogonal rows with the norms of Gaussian ones.

* (2): W = S Q/sigma with a uniform rotation Q and independent chi_d norms S.
* After it: rows of S Q are as long, in law, as rows of G, and the rows of Q are a basis.
* Footnote 1: Q of G = QR is uniform, for the decomposition with a positive diagonal of R; Householder
  routines choose other signs.
"""

from __future__ import annotations

import sympy as sp

from rftheory.kit import (
    WHOLE,
    All,
    Derivation,
    Distribution,
    Draw,
    Equal,
    Inner,
    Law,
    Length,
    Proof,
    Row,
    Statement,
    part,
)
from rftheory.papers.orf._lemmas.remainders import chi_law
from rftheory.papers.orf._notation import d

EQ2 = Statement(
    id="orf/eq2",
    kind="definition",
    where="eq. (2)",
    title="Orthogonal projections with Gaussian row norms",
    text="ORF projects with S Q over sigma: Q a uniform rotation, S diagonal with independent chi_d entries.",
    latex=r"W_{\rm ORF}=\tfrac1\sigma SQ",
    domain_text="d x d",
    mechanism=("orthogonal",),
)


def _norms(proof: Proof) -> None:
    chi_law(proof)
    rate = sp.Symbol("a", positive=True)
    transform = 2 ** (1 - d / 2) / sp.gamma(d / 2) * sp.gamma(d / 2) / (2 * rate ** (d / 2))
    gaussian = (2 * rate) ** (-d / 2)
    proof.cite(
        "int_0^oo r^(d-1) exp(-a r^2) dr = Gamma(d/2)/(2 a^(d/2)), and E exp(t g^2) = (1-2t)^(-1/2), a = 1/2 - t"
    )
    proof.equal(transform, gaussian, "E exp(t s^2) for s chi_d is (1-2t)^(-d/2), that of g_1^2 + .. + g_d^2")
    a = sp.Symbol("a", real=True)
    turn = sp.Matrix([[sp.cos(a), -sp.sin(a)], [sp.sin(a), sp.cos(a)]])
    proof.equal(
        turn * turn.T, sp.eye(2), "the rows of an orthogonal matrix are orthonormal (shown for a rotation)"
    )
    proof.cite("d orthonormal vectors form a basis of R^d; so row i of S Q has norm s_i")


SEC3_NORMS = Statement(
    id="orf/sec3/norms",
    kind="identity",
    where="Section 3, after (2)",
    title="Row norms of S Q",
    text="The rows of Q are a basis, and a row of S Q is as long, in law, as a row of G: chi_d.",
    latex=r"\|(SQ)_i\|\sim\|G_i\|\sim\chi_d",
    domain_text="any d",
    claim=All(
        (
            Law(Length(Row("orthogonal", 1)), Distribution("chi", d)),
            Law(Length(Row("iid", 1)), Distribution("chi", d)),
            Equal(Inner(Row("orthogonal", 1), Row("orthogonal", 2)), 0),
        )
    ),
    checks=(Derivation(_norms, WHOLE),),
    uses=("orf/eq2",),
    mechanism=("orthogonal",),
)


def _haar(proof: Proof) -> None:
    proof.cite(
        "G = QR with positive diagonal of R is unique for invertible G (Bartlett; Muirhead, Theorem A9.8)"
    )
    a, b = sp.symbols("a b", real=True, nonzero=True)
    angle = sp.Symbol("phi", real=True)
    turn = sp.Matrix([[sp.cos(angle), -sp.sin(angle)], [sp.sin(angle), sp.cos(angle)]])
    turned = turn * sp.Matrix([a, b])
    proof.equal(turned.dot(turned), a**2 + b**2, "a rotation U keeps the law of G, so that of (UQ) R")
    proof.cite(
        "uniqueness: the orthogonal factor of U G is U Q, hence U Q has the law of Q for every U: Haar"
    )
    reflected = -sp.sign(a) * sp.sqrt(a**2 + b**2)
    proof.equal(
        sp.sign(a) * (a / reflected),
        -sp.Abs(a) / sp.sqrt(a**2 + b**2) * sp.sign(a),
        "without it (R_11 = -sign(G_11) |G_1|, Householder) Q_11 = -|G_11|/|G_1| is never positive",
    )


SEC3_FOOTNOTE1 = Statement(
    id="orf/sec3/footnote1",
    kind="algorithm",
    where="Section 3, footnote 1",
    title="Uniform rotations by QR",
    text="The orthogonal factor of the QR decomposition of a Gaussian matrix is uniform on the orthogonal group.",
    latex=r"G=QR\ \Rightarrow\ Q\sim\mathrm{Unif}(O(d))",
    domain_text="any d",
    claim=Law(sp.Function("Q")(Draw("G", Distribution("Gaussian matrix", d, d))), Distribution("haar", d)),
    checks=(
        Derivation(_haar, part("the decomposition with positive diagonal of R, as in the theorem cited")),
    ),
    uses=("orf/eq2",),
    mechanism=("orthogonal",),
    note=(
        "True for the unique decomposition with a positive diagonal. Householder routines such as LAPACK's choose "
        "other signs: their Q must be multiplied by the signs of the diagonal of R first."
    ),
)


STATEMENTS = (
    EQ2,
    SEC3_NORMS,
    SEC3_FOOTNOTE1,
)
