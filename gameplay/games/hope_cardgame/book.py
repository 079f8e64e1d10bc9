"""The rulebook object that the chapters of this package fill, and the words for its actions."""

from gameplay.engine.book import Rulebook
from gameplay.engine.effects import teach_effects

MAIN, MOVE, EXPLORE, BATTLE, DOMINANCE, DRAW = range(6)
PHASES = ("main", "move", "explore", "battle", "dominance", "draw")
"""HCG-7.1, HCG-R3"""

book = Rulebook(
    "hope-cardgame",
    {
        "card": "card",
        "unit": "card",
        "target": "card",
        "other": "card",
        "defender": "card",
        "token": "card",
        "cards": "cards",
        "attackers": "cards",
        "seat": "seat",
        "by": "seat",
        "winner": "seat",
        "loser": "seat",
        "who": "seat",
        "space": "space",
        "start": "space",
        "phase": "phase",
        "changes": "changes",
        "entry": "entry",
        "thing": "thing",
        "item": "item",
    },
)
teach_effects(book)

book.action("pass", "pass", "HCG-6.3", "HCG-11.16")
book.action("end", "end", "HCG-7.4")
book.action("exchange", "exchange {card}", "HCG-3.8")
book.action("play", "play {card} on {space}", "HCG-8.2", "HCG-8.3", "HCG-10.2")
book.action("event", "play {card}", "HCG-6.1")
book.action("use", "use {card} ability {number}", "HCG-6.1")
book.action("duplicate", "discard duplicate {card}", "HCG-8.7")
book.action("heal", "discard duplicate {card} to heal", "HCG-8.8")
book.action("move", "move {card} to {space}", "HCG-9.1")
book.action("step", "step to {space}", "HCG-9.5")
book.action("stop", "stop", "HCG-R25")
book.action("attack", "attack {card}", "HCG-11.6")
book.action("attacker", "attacker {card}", "HCG-11.8")
book.action("discards", "go on to the discards", "HCG-15.1")
book.action("discard", "discard {card}", "HCG-15.1")
book.action("choose", "choose {thing}", "HCG-6.1")
book.action("option", "option {number}", "HCG-6.1")
book.action("take", "take {card}", "HCG-16.8")
book.action("nothing", "take nothing", "HCG-16.8")
book.action("split", "keep {number}", "HCG-20.21")
book.action("accept", "accept", "HCG-20.21")
book.action("refuse", "refuse", "HCG-20.21")
book.action("back", "put back {card}", "HCG-21.1")
book.action("deck", "take deck {number}", "HCG-3.5")
