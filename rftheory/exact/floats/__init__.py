"""Formulas in doubles over arrays, each value with a bound on its rounding; what is not held to 1e-13 goes to balls."""
