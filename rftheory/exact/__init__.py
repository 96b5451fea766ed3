"""Left wing: formulas, certified values and symbolic proof. Never draws a random number."""
