"""What the findings of a run mean: which failures count, the answers to three questions, what undeclared code is."""
