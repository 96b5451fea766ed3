"""Left wing: formulas, certified values and symbolic proof."""
