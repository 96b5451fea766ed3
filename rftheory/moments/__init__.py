"""What the theory says of a mechanism, vectorised in floating point, with the statements that certify it.

`catalogue` is the one list: (coupling, feature map, kernel) to moments and ids. Below it: `term_moments` and
`row_moments` (one projection or row at one pair), `relative_moments` (many pairs, in logarithms), `block_powers` and
`block_covariance` (rows of one block), `coupled_bound`, `induced_kernels`, `hybrid_moments`; `tuning` has optimal parameters.
"""
