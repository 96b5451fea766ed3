"""Appendix B of hrf: the expansion of the hybrid estimate behind Lemma 2.3.

Main result: (30), four groups of inner products: of base maps with the weights a_k/m and (1 - sum a_k)/m, of tensor
products with lambda-maps with the weights 1/(mn) and -1/(mn). In the last sum j runs to t_{p+1}, not to t_k.

Proofs. Induction on p, for complex a_k and features; the expansion is also multiplied out on random exact instances.
"""

from __future__ import annotations

from rftheory.kit import WHOLE, Composition, Derivation, Domain, Equal, Statement
from rftheory.papers._shared.angular_hybrid import SIGNS
from rftheory.papers._shared.invariants import COUNT
from rftheory.papers.hrf._lemmas.compositional import MAP_RULES, MAPS, expansion_steps
from rftheory.papers.hrf._lemmas.feature_maps import ESTIMATE, EXPANSION

EQ30 = Statement(
    id="hrf/eq30",
    kind="identity",
    where="eq. (30), Appendix B",
    title="Expansion of the hybrid estimate",
    text=(
        "The hybrid estimate is a sum of four groups of inner products: of base maps weighted by a_k/m and by "
        "(1 - sum a_k)/m, and of tensor products with lambda-maps weighted by 1/(mn) and -1/(mn)."
    ),
    latex=(
        r"\widehat{SM}^{hyb}_{m,n}=\sum_k\tfrac{a_k}m\langle\star_i\phi^{i,k}_1,\star_i\phi^{i,k}_2\rangle"
        r"+\tfrac1{mn}\sum_{k,i,j}\langle\rho^{i,k}_1\otimes\phi^{j,k}_1,\rho^{i,k}_2\otimes\phi^{j,k}_2\rangle"
        r"+\tfrac{1-\sum a_k}m\langle\star_i\phi^{i,p+1}_1,\star_i\phi^{i,p+1}_2\rangle"
        r"-\tfrac1{mn}\sum_{k,i,j}\langle\rho^{i,k}_1\otimes\phi^{j,p+1}_1,\rho^{i,k}_2\otimes\phi^{j,p+1}_2\rangle"
    ),
    domain_text="general",
    domain=Domain((COUNT, SIGNS, *MAPS), MAP_RULES),
    claim=Equal(ESTIMATE, EXPANSION),
    checks=(Composition("expansion"), Derivation(expansion_steps, WHOLE)),
    uses=("hrf/eq8", "hrf/eq10"),
    setting="compositional map",
    note="In the last sum j runs to t_{p+1}; the text at hand shows t_k there, where its own indices ask for t_{p+1}.",
)


STATEMENTS = (EQ30,)
