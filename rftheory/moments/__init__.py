"""What the theory says of a mechanism, vectorised in floating point, with the statements that certify it."""
