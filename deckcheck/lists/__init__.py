"""Decklists: reading and writing every format in use."""
