"""The right wing: couplings, feature maps and their sampling. No closed form is ever seen in here."""
