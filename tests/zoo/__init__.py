"""A zoo of random-feature code as strangers write it, right and wrong, with what `conform` should say of each."""
