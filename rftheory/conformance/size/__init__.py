"""How far estimates are off where users meet them."""
