"""The Artifact game: taking artifacts from the battleground (HCG-19)."""

from . import happenings as happen
from .state import Hope


def take_artifacts(g: Hope, card: int) -> None:
    """A unit that enters a space takes every artifact there (HCG-19.3, HCG-19.4, HCG-R69, HCG-R70); what happens
    when they are taken follows in the order its player chooses (the triggers of the event)."""
    if g.facts(card).unit:
        for token in g.tokens_at(g.space[card]):
            g.do(happen.artifact_taken, card, token)
