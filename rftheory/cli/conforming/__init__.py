"""The command `conform`: its options, its run and its outputs, on the standard library, NumPy and SciPy alone."""
