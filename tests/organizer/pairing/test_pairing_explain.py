"""Sentences that say why."""

from __future__ import annotations

from organizer.pairing import Options, Player, explain, pair_swiss
from tests.organizer.pairing.pairing_fields import SimulatedEvent

APART = Options(keep_apart=True)


def said(field: list[Player], seed: int = 1, options: Options | None = None) -> dict[str, str]:
    """Sentence by table "A-B" (ids in order), and by "bye"."""
    options = options or Options()
    pairing = pair_swiss(field, seed, options)
    texts = explain(pairing, field, keep_apart=options.keep_apart)
    found = {
        "-".join(sorted((table.a, table.b))): text
        for table, text in zip(pairing.tables, texts.tables, strict=True)
    }
    return found | ({"bye": texts.bye} if texts.bye else {})


def test_equals() -> None:
    assert said([Player("A", 6), Player("B", 6)]) == {"A-B": "Both on 6 points."}


def test_equals_of_whom_one_had_met_others() -> None:
    field = [Player("A", 1, frozenset("CD")), Player("B", 1)]
    field += [Player("C", 1, frozenset("A")), Player("D", 1, frozenset("A"))]
    assert said(field)["A-B"] == "Both on 1 point. A had met 2 of the 3 others on 1 point."


def test_an_odd_group_sends_one_down() -> None:
    field = [Player("A", 6), Player("B", 5)]
    assert said(field)["A-B"] == (
        "A (6) is paired down 1 point to B (5) because 1 player on 6 points or more is an odd number: "
        "one of them meets a lower score."
    )


def test_history_sends_an_even_group_down() -> None:
    field = [Player("A", 6, frozenset("B")), Player("B", 6, frozenset("A"))]
    field += [Player("C", 3), Player("D", 3)]
    texts = said(field)
    assert all(
        text.endswith("otherwise players who had met would meet again. "
                      f"{key[0]} had met the only other on 6 points.")
        for key, text in texts.items()
    )  # fmt: skip
    assert len(texts) == 2


def test_a_leap_over_a_score_is_owned_up_to() -> None:
    field = [Player("A", 6, frozenset("BC")), Player("B", 3, frozenset("A"))]
    field += [Player("C", 3, frozenset("A")), Player("D", 0)]
    assert "A nearer opponent would have meant a rematch" in said(field)["A-D"]


def test_a_rematch_that_everybody_would_have_been() -> None:
    field = [Player("A", 3, frozenset("B")), Player("B", 0, frozenset("A"))]
    assert said(field)["A-B"].startswith("Rematch: nobody was left whom A had not met.")


def test_a_rematch_that_the_round_needs() -> None:
    """B, C and D have met one another; A can free only one of them."""
    field = [Player("A", 0)]
    field += [Player(key, 0, frozenset("BCD") - {key}) for key in "BCD"]
    texts = [text for text in said(field).values() if "ematch" in text]
    assert len(texts) == 1
    assert texts[0].startswith("Rematch: no pairing of this round has fewer than 1 rematch.")


def test_first_rounds() -> None:
    field = [Player("A", seed=1), Player("B", seed=2)]
    assert said(field)["A-B"] == "First round: drawn at random."
    by_seed = said(field, options=Options(first_round="seed"))["A-B"]
    assert by_seed in ("First round by seed: 1 against 2.", "First round by seed: 2 against 1.")


def test_mates_who_could_not_be_parted() -> None:
    field = [Player(key, 3, groups=frozenset({"Foxes"})) for key in "AB"]
    assert said(field, options=APART)["A-B"].startswith("Both belong to Foxes: not all could be kept apart.")


def test_byes() -> None:
    field = [Player("A", 6), Player("B", 3), Player("C", 3, byes=1)]
    assert said(field)["bye"] == "B has the bye: 3 points is the lowest score of those without a bye so far."
    again = [Player("A", 6, byes=2), Player("B", 3, byes=1), Player("C", 3, byes=1)]
    assert said(again)["bye"].endswith(
        "3 points is the lowest score of those with no more than 1 bye so far, and they are one of 2 on it."
    )


def test_a_bye_moved_up_by_history() -> None:
    field = [Player("A", 6, frozenset("B")), Player("B", 3, frozenset("A")), Player("C", 0)]
    assert said(field)["bye"] == (
        "B has the bye on 3 points: a bye for anybody before them in line would have forced a rematch."
    )


def test_names_are_used_instead_of_ids() -> None:
    field = [Player(1, 3), Player(2, 0)]
    names = {1: "Ada", 2: "Grace"}
    text = explain(pair_swiss(field, 1), field, name=lambda key: names[int(key)]).tables[0]
    assert text.startswith("Ada (3) is paired down 3 points to Grace (0)")


def test_every_table_of_an_event_has_a_sentence() -> None:
    for players, pairing in SimulatedEvent(101, 6, 0.2).rounds(7):
        texts = explain(pairing, players)
        assert len(texts.tables) == len(pairing.tables)
        assert all(text.endswith(".") and "  " not in text for text in texts.tables)
        assert (texts.bye is None) == (pairing.bye is None)
