"""Tables 1 and 2, Figures 3, 4 and 6 and Appendix I of hrf: experiments on data, and what can be counted of them.

Main result: Figure 4. The map of the angular hybrid with m = n = 8 takes at most a third of the arithmetic of 256
regular projections, for d >= 3, by counts of both; how well policies do with either is an observation.

The others are measured on data or models that are not at hand, or whose scale is not stated, on which errors of this
kind depend exponentially; their claims are stated and not judged.
"""

from __future__ import annotations

from rftheory.exact import operation_counts
from rftheory.exact.operation_counts import OperationTally
from rftheory.kit import All, Below, Count, Domain, OperationCount, Prose, Statement, integer
from rftheory.papers._shared.invariants import d
from rftheory.papers.hrf._lemmas.map_costs import angular_operations

TABLE1 = Statement(
    id="hrf/table1",
    kind="inequality",
    where="Table 1",
    title="Pointwise errors on data sets",
    text="On two data sets the hybrids have the smallest pointwise errors among estimators of one cost.",
    latex=r"\text{HRF-ort}<\text{HRF-iid}<\text{ORF-reg}<\text{ORF-Had}<\text{Halton-R}",
    domain_text="wine, Boston (preprocessing not stated)",
    outside=(
        "measured on two data sets whose preprocessing and scale, on which every one of these errors depends "
        "exponentially, are not stated"
    ),
    mechanism=("angular-hybrid", "iid", "orthogonal"),
    setting="angular hybrid iid and orthogonal; ORF, Hadamard ORF, randomised Halton",
)

FIG3 = Statement(
    id="hrf/fig3",
    kind="asymptotic",
    where="Figures 3 and 8, Tables 4 and 5",
    title="Softmax distributions of language models",
    text="Among maps of one cost the hybrids come closest to the true softmax distributions, by two distances.",
    latex=r"W_1,\ \mathrm{KS}",
    domain_text="PennTree Bank, WikiText2",
    outside="measured on embeddings of trained language models that are not at hand",
    uses=("hrf/def3.3",),
    mechanism=("trigonometric", "orthogonal", "positive", "angular-hybrid", "gaussian-hybrid"),
    note="That FAVOR+ gives no negative estimate is plain: its features (3) are positive.",
)

TABLE2 = Statement(
    id="hrf/table2",
    kind="asymptotic",
    where="Table 2, Section 4.3",
    title="Word error rates",
    text="In speech recognition the clustered hybrids err least, then the angular ones, FAVOR+ and trig.",
    latex=r"\mathrm{WER}",
    domain_text="LibriSpeech",
    outside="word error rates of models trained on a speech corpus",
    mechanism=("angular-hybrid", "clustered-hybrid"),
)

# Figure 4: 256 regular projections against 8 + 8
_DIMENSIONS = Domain((integer("d", 3),), extra=({"d": 3}, {"d": 64}))


def _angular_map(rows: int, signs: int, dimension: int, tally: OperationTally) -> object:
    """Psi of the angular hybrid; exponentials, sines and signs are looked up, weights and products counted."""
    z = tally.hold(range(1, dimension + 1))
    base = operation_counts.product(tally.hold_rows(rows, dimension), z)
    maps = [base * 2, base * 2]  # exp and exp of the negative; sine and cosine
    signs_of = operation_counts.product(tally.hold_rows(signs, dimension), z)
    psi = [0.5 * entry for features in maps for entry in features]
    for features in maps:
        weighted = [0.5 * entry for entry in signs_of]
        psi += [a * b for a in weighted for b in features]
    return psi


def _regular_map(rows: int, dimension: int, tally: OperationTally) -> object:
    z = tally.hold(range(1, dimension + 1))
    return [0.5 * entry for entry in operation_counts.product(tally.hold_rows(rows, dimension), z)]


_ANGULAR_COUNT = OperationCount(
    "angular hybrid at m = n = 8",
    lambda s, tally: _angular_map(8, 8, s, tally),
    {"multiplications": 16 * d + 16 + 16 + 16 + 256, "additions": 16 * (d - 1), "numbers": 17 * d},
    d,
    (3, 8, 32, 64),
    tight=True,
)

_REGULAR_COUNT = OperationCount(
    "FAVOR+ at m = 256",
    lambda s, tally: _regular_map(256, s, tally),
    {"multiplications": 256 * d + 256, "additions": 256 * (d - 1), "numbers": 257 * d},
    d,
    (3, 8, 32, 64),
    tight=True,
)

_FAVOR_OPERATIONS = 256 * (2 * d - 1) + 256

FIG4 = Statement(
    id="hrf/fig4",
    kind="asymptotic",
    where="Figure 4, Section 4.4",
    title="Operations in robotics",
    text="The angular hybrid with m = n = 8 does as well as FAVOR+ with m = 256 at a third of the operations or less.",
    latex=r"3\,\mathrm{FLOPs}(\mathrm{HRF}_{8,8})\le\mathrm{FLOPs}(\mathrm{FAVOR+}_{256})",
    domain_text="two robotics tasks",
    domain=_DIMENSIONS,
    claim=All(
        (
            Count("operations", "the angular hybrid's map at m = n = 8", angular_operations(8, 8), "exactly"),
            Count("operations", "FAVOR+ at m = 256", _FAVOR_OPERATIONS, "exactly"),
            Below(3 * angular_operations(8, 8), _FAVOR_OPERATIONS),
            Prose("policies with either map do equally well on the two tasks"),
        )
    ),
    checks=(_ANGULAR_COUNT, _REGULAR_COUNT),
    uses=("hrf/eq106",),
    mechanism=("angular-hybrid",),
    note="Counted for building the maps of one input; how well the policies do is an observation on two tasks.",
)

FIG6 = Statement(
    id="hrf/fig6",
    kind="inequality",
    where="Figure 6, Table 3, Appendices H.1, H.3",
    title="Errors on clustered data",
    text=(
        "On synthetic clusters the zero-one hybrid with matrices (88) has a smaller error than FAVOR+ and trig at "
        "every number of features; the measured error of FAVOR+ is not monotone in it."
    ),
    latex=r"\mathrm{MSE}(\widehat{SM}^{hyb})<\min(\mathrm{MSE}(\widehat{SM}^{++}),\mathrm{MSE}(\widehat{SM}^{trig}))",
    domain_text="as stated; rescaling factor not stated",
    outside="the factor that rescales the norms, on which every error depends exponentially, is not stated",
    uses=("hrf/defH.2", "hrf/eq88/corrected"),
    mechanism=("clustered-hybrid", "hyperbolic", "trigonometric"),
    note="The exact error of FAVOR+ falls as 1/m; that the measured one does not shows its heavy tails.",
)

EQ105 = Statement(
    id="hrf/eq105",
    kind="definition",
    where="Appendix I, eq. (105)",
    title="Training loss of the language models",
    text="Cross entropy plus twice the mean squared deviations of query and key norms from 1.",
    latex=r"L(\theta)=L_{CE}+\lambda_1\mathbb E(\|q\|_2-1)^2+\lambda_2\mathbb E(\|k\|_2-1)^2",
    domain_text="language models",
    outside="the loss of a training run",
)


STATEMENTS = (
    TABLE1,
    FIG3,
    TABLE2,
    FIG4,
    FIG6,
    EQ105,
)
