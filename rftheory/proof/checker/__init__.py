"""The checker: reads objects and accepts or refuses them, with the standard library alone and no other part of rftheory."""
