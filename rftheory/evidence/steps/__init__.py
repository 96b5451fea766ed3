"""Steps of a derivation: exact input, what was written, what SymPy carries, and a second look at it in balls."""
