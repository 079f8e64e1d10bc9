"""Decklists for tests: real ones of the project's data, and the same ones broken."""

from pathlib import Path

import deckcheck

_LISTS = Path(deckcheck.__file__).parent / "data" / "decklists"

LEGAL = (_LISTS / "neuroscape" / "neuroscape-firestarter-hacker.deckscape.txt").read_text().strip()
OTHER_LEGAL = (_LISTS / "neuroscape" / "neuroscape-radiant-mystic.deckplanet.txt").read_text().strip()
WITHOUT_RAM = (_LISTS / "neuroscape" / "neuroscape-example-hacker.decklab.txt").read_text().strip()
MISSPELT = LEGAL.replace("3x Deep Diver", "3x Deep Dvier")
SHORT = LEGAL.replace("4x Admin", "3x Admin").replace("Cyberdeck (50)", "Cyberdeck (49)")
HOPE = (_LISTS / "hope-cardgame" / "pair-humans-bots.txt").read_text().strip()
PLANTED = "Cortex Crab"
"""A card of ``LEGAL`` that is on no page unless the list is."""

assert MISSPELT != LEGAL
assert SHORT != LEGAL
assert PLANTED in LEGAL
