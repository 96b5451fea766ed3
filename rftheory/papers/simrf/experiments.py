"""Sections 5.3 and 5.4 of simrf: experiments on data sets, out of reach of a proof or of a simulation here.

Figure 8 and Tables 2, 3 are classifications by kernel regression, Figure 9 are vision transformers.
"""

from __future__ import annotations

from rftheory.kit import Statement

_OUTSIDE_DATA = "needs data sets and classifiers that are not at hand"

FIG8 = Statement(
    id="simrf/fig8",
    kind="inequality",
    where="Figure 8, Section 5.3",
    title="Kernel regression on eight data sets",
    text="Classification by kernel regression is most accurate with simplex rows and tends to the exact kernel's accuracy.",
    latex=r"y'_{\rm pred}=\sum_iK(\sigma x',\sigma x^{(i)})y^{(i)}\big/\sum_iK(\sigma x',\sigma x^{(i)})",
    domain_text="eight data sets",
    outside=_OUTSIDE_DATA,
    uses=("simrf/thm3.2",),
    mechanism=("positive",),
    setting="three couplings x positive",
)

TABLE2 = Statement(
    id="simrf/table2",
    kind="inequality",
    where="Table 2, Section 5.3.1",
    title="Accuracies of SimRFs and SimRFs+",
    text="On the same data SimRFs+ gain at most marginally over SimRFs, and both beat ORFs.",
    latex="-",
    domain_text="m = d",
    outside=_OUTSIDE_DATA,
    uses=("simrf/fig8", "simrf/eq17"),
    mechanism=("simplex", "simplex-plus", "positive"),
)

TABLE3 = Statement(
    id="simrf/table3",
    kind="inequality",
    where="Table 3, Appendix B.2.2",
    title="Accuracies of regular and fast features",
    text="Replacing the rotation by a Hadamard product leaves the accuracies nearly unchanged.",
    latex="-",
    domain_text="eight data sets; standard errors .0001 to .0027",
    outside=_OUTSIDE_DATA,
    uses=("simrf/fig8", "simrf/eq89"),
    mechanism=("positive",),
    setting="regular and fast couplings x positive",
)

FIG9 = Statement(
    id="simrf/fig9",
    kind="inequality",
    where="Figure 9, Section 5.4",
    title="Performers on image data",
    text="A vision transformer with simplex rows in its attention is never worse than with orthogonal rows.",
    latex="-",
    domain_text="ImageNet2012, Fashion-MNIST, I_naturalist2021, Places365",
    outside="needs transformers trained on image data sets that are not at hand",
    uses=("simrf/cor3.3/corrected",),
    mechanism=("simplex", "orthogonal", "positive"),
)


STATEMENTS = (
    FIG8,
    TABLE2,
    TABLE3,
    FIG9,
)
