"""The four titles, as organized play needs to know them: names, formats, and how a game of each can end.

The ways a game ends are the rulebooks' own: HCG-17 and HCG-20 (HOPE Cardgame), NS-22 (Neuroscape).
``time``, ``concession`` and ``penalty`` belong to organized play and exist for every title.
"""

from dataclasses import dataclass

COMMON_ENDINGS = (("concession", "Concession"), ("time", "Time"), ("penalty", "Penalty"), ("other", "Other"))


@dataclass(frozen=True, slots=True)
class Title:
    """One game: ``code`` is stored and used in addresses, ``formats`` and ``endings`` are (code, label)."""

    code: str
    name: str
    competitive: bool
    formats: tuple[tuple[str, str], ...]
    endings: tuple[tuple[str, str], ...]
    default_round_minutes: int


TITLES: dict[str, Title] = {
    title.code: title
    for title in (
        Title(
            code="hope-cardgame",
            name="HOPE Cardgame",
            competitive=True,
            formats=(("open", "Open"), ("ready-made", "Ready-made decks"), ("artifacts", "Artifacts")),
            endings=(
                ("sources", "Sources reached"),
                ("sources-lost", "Sources lost"),
                ("artifacts", "Artifacts"),
                *COMMON_ENDINGS,
            ),
            default_round_minutes=60,
        ),
        Title(
            code="neuroscape",
            name="Neuroscape",
            competitive=True,
            formats=(("genesis", "Genesis"),),
            endings=(
                ("bioframe", "Bioframe at zero"),
                ("mainframe", "Mainframe at zero"),
                ("win-effect", "Win-the-game effect"),
                *COMMON_ENDINGS,
            ),
            default_round_minutes=50,
        ),
        Title(
            code="hope",
            name="HOPE",
            competitive=False,
            formats=(("standard", "Standard"),),
            endings=(("mission", "Mission complete"), ("traitor", "Traitor wins"), *COMMON_ENDINGS),
            default_round_minutes=120,
        ),
        Title(
            code="neon-hope",
            name="Neon Hope",
            competitive=False,
            formats=(("campaign", "Campaign"),),
            endings=(("won", "Won"), ("lost", "Lost"), ("resolved", "Resolved"), *COMMON_ENDINGS),
            default_round_minutes=120,
        ),
    )
}


def title(code: str) -> Title:
    """The title with this code; ``KeyError`` names the codes there are."""
    try:
        return TITLES[code]
    except KeyError:
        raise KeyError(f"no game {code!r}; there are {', '.join(TITLES)}") from None
