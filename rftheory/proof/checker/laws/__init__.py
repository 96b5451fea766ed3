"""Rules on the laws of rows: lengths, signs, sums over rows, weights, integrals."""
