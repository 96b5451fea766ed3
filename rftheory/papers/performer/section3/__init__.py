"""Section 3 of performer: Lemma 2 and Theorems 1 to 4."""
