"""Special functions of the theory as ball functions: one file a function, each with its oracle."""
