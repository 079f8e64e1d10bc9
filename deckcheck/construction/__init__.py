"""Whether a deck may be played, and if not, every reason with its clause."""
