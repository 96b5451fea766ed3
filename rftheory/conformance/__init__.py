"""Other people's code held against the theory, in three passes.

`recognition/` says what the code is: from what it returns to immutable subjects with tags. `checks.py` and the rooms
hold subjects against statements: a check is a frozen record of a pure function, listed in `contracts.py` and selected
by tags; it measures, names nothing, and changes nothing. `diagnosis/` names: from all findings, and nothing else, to
the cause of every failure. `client/` calls the code, `claim/` reads what it is said to be, `projections/`,
`feature_form/`, `attention/`, `counts/`, `induced_kernel/` and `moments/` hold subjects, measurements and checks.
"""
