"""The public surface: a game is a header plus a list of answers, and any prefix of it is a position."""

import json
from typing import Any

import pytest

from gameplay.engine.chance import commitment
from gameplay.engine.playthrough import Diverged, IllegalAnswer, IllegalRuling, Playthrough, ruleset_hash

from .toy import Title, book
from .toy_positions import card, choose, names, play_from

DECK = ["Spark", "Torch", "Glass", "Banner", "Mourner", "Gust", "Flare"] * 2
SEED = bytes(range(32))


def new(**more: Any) -> Playthrough:
    return Playthrough.new(Title(), [DECK, DECK], SEED, **more)


def answered(play: Playthrough, *picks: int) -> Playthrough:
    """The game after whoever decides has picked these options."""
    for pick in picks:
        assert play.decision is not None
        play.answer(play.decision.seat, pick)
    return play


@pytest.fixture
def play() -> Playthrough:
    return new()


# -- beginning ------------------------------------------------------------------------------------------------


def test_a_new_game_stands_at_its_first_decision(play: Playthrough) -> None:
    assert play.decision is not None
    assert (play.n, play.result, play.decision.kind) == (0, None, "act")


def test_the_header_says_what_the_game_is_played_with() -> None:
    header = new(salts=("north", "south"), options={"factor": 2}).header
    assert (header.game, header.variant, header.decks) == ("torches", "duel", (tuple(DECK), tuple(DECK)))
    assert (header.seed, header.commitment) == (SEED.hex(), commitment(SEED))
    assert (header.salts, header.options, header.rules, header.cards) == (
        ("north", "south"),
        {"factor": 2},
        "1",
        "1",
    )


def test_a_variant_can_be_named() -> None:
    play = Playthrough.new(Title(), [DECK] * 3, SEED, variant="trio")
    assert play.state.seats == 3


def test_a_game_that_the_title_does_not_have_is_refused() -> None:
    with pytest.raises(ValueError, match="not for 3 players"):
        Playthrough.new(Title(), [DECK] * 3, SEED)


def test_equal_headers_begin_equal_games(play: Playthrough) -> None:
    assert new().digest() == play.digest()


def test_the_salts_of_the_seats_decide_with_the_seed(play: Playthrough) -> None:
    assert new(salts=("north", "south")).digest() != play.digest()


# -- answering ------------------------------------------------------------------------------------------------


def test_an_answer_is_carried_out_and_written_down(play: Playthrough) -> None:
    play.answer(0, 0, stamp=1500)
    assert [entry.as_data() for entry in play.entries] == [["answer", 0, 0, 1500]]
    assert play.decision is not None
    assert play.decision.seat == 1


@pytest.mark.parametrize(
    "seat, answer, message",
    [(1, 0, "seat 1 decides now, not seat 2"), (0, 99, "a number from 0 to"), (0, "end", "a number")],
)
def test_an_illegal_answer_is_refused_and_nothing_has_changed(
    play: Playthrough, seat: int, answer: Any, message: str
) -> None:
    digest = play.digest()
    with pytest.raises(IllegalAnswer, match=message) as found:
        play.answer(seat, answer)
    assert (play.digest(), play.n) == (digest, 0)
    assert found.value.cite == ("T4",)


def test_the_default_is_played_for_a_seat_whose_time_is_up(play: Playthrough) -> None:
    other = answered(new(), 0)
    play.default(stamp=60_000)
    assert (play.digest(), play.entries[0].kind, play.entries[0].seat) == (other.digest(), "default", 0)


def test_a_seat_can_give_up_while_another_decides(play: Playthrough) -> None:
    play.concede(1)
    assert play.result is not None
    assert (play.result.winners, play.result.reason) == ((0,), "concession")


def test_the_organizer_can_call_time() -> None:
    play = play_from(P1={"sources": 3}, P2={"sources": 4})
    play.call_time()
    assert play.result is not None
    assert (play.result.winners, play.result.reason) == ((1,), "time")


def test_when_the_game_is_over_nothing_is_asked(play: Playthrough) -> None:
    play.concede(1)
    assert play.decision is None
    assert play.prompt(0) is None


@pytest.mark.parametrize("what", ["answer", "default", "concede", "call_time"])
def test_when_the_game_is_over_nothing_can_be_done(play: Playthrough, what: str) -> None:
    play.concede(1)
    args = {"answer": (0, 0), "concede": (0,)}.get(what, ())
    with pytest.raises(IllegalAnswer, match="the game is over"):
        getattr(play, what)(*args)
    assert play.n == 1


# -- rulings --------------------------------------------------------------------------------------------------


def ruling(number: int, **more: Any) -> dict[str, Any]:
    return {"changes": [{"set": "sources", "of": 0, "to": number}], "reason": "miscounted", **more}


def test_a_ruling_changes_the_position_and_is_an_entry(play: Playthrough) -> None:
    play.rule(ruling(4))
    assert play.view(0)["sources"] == (4, 10)
    assert [entry.kind for entry in play.entries] == ["ruling"]


def test_a_ruling_is_told_to_everybody(play: Playthrough) -> None:
    play.rule(ruling(4))
    assert play.lines(1)[-1][0] == "a judge rules: miscounted"


def test_after_a_ruling_the_decision_is_asked_again(play: Playthrough) -> None:
    before = play.decision
    play.rule(ruling(4))
    assert play.decision == before


def test_a_ruling_in_the_middle_of_an_effect_leaves_the_effect_where_it_was() -> None:
    play = play_from(P1={"field": ["Mourner", "Spark"], "hand": ["Gust"], "deck": ["Torch"]})
    choose(play, "play Gust at Spark")
    play.rule(ruling(4))
    choose(play, "do it")
    assert names(play.state, 0, "hand") == ["Torch"]


@pytest.mark.parametrize(
    "change, error, message",
    [
        ({"reason": "", "changes": []}, IllegalRuling, "cites clauses or gives a reason"),
        (
            {"changes": [{"set": "sources", "of": 0, "to": 4}, {"set": "hand", "of": 0, "to": 4}]},
            ValueError,
            "only sources",
        ),
    ],
)
def test_a_wrong_ruling_is_refused_and_nothing_has_changed(
    play: Playthrough, change: dict[str, Any], error: type[Exception], message: str
) -> None:
    digest = play.digest()
    with pytest.raises(error, match=message):
        play.rule({"reason": "miscounted", **change})
    assert (play.digest(), play.n) == (digest, 0)


def test_a_ruling_that_leaves_an_impossible_position_is_refused() -> None:
    class Careless(Title):
        def edit(self, g: Any, change: Any) -> None:
            g.insert(g.zones[g.field], change["twice"])

    play = Playthrough.new(Careless(), [DECK, DECK], SEED)
    digest = play.digest()
    with pytest.raises(IllegalRuling, match="card 3 is in 2 zones"):
        play.rule({"changes": [{"twice": 3}], "reason": "oops"})
    assert play.digest() == digest


def test_a_ruling_may_cite_instead_of_giving_a_reason(play: Playthrough) -> None:
    play.rule({"changes": [], "cite": ["T7"]})
    assert play.n == 1


# -- going back -----------------------------------------------------------------------------------------------


def test_going_back_to_an_entry_gives_the_position_before_it(play: Playthrough) -> None:
    answered(play, 0)
    digest, decision = play.digest(), play.decision
    answered(play, 0, 0)
    play.rewind(to=1)
    assert (play.digest(), play.decision) == (digest, decision)


def test_the_way_back_is_an_entry_itself(play: Playthrough) -> None:
    answered(play, 0, 0)
    play.rewind(to=1, stamp=9)
    assert [tuple(entry) for entry in play.entries[2:]] == [("rewind", -1, 1, 9)]


def test_after_going_back_the_game_goes_on(play: Playthrough) -> None:
    answered(play, 0, 0)
    play.rewind(to=0)
    answered(play, 1)
    assert play.n == 4


def test_an_end_can_be_gone_back_from(play: Playthrough) -> None:
    answered(play, 0)
    play.concede(0)
    play.rewind(to=1)
    assert play.result is None
    assert play.decision is not None


@pytest.mark.parametrize("to", [-1, 2, 3])
def test_what_is_not_on_the_way_cannot_be_gone_back_to(play: Playthrough, to: int) -> None:
    answered(play, 0, 0)
    with pytest.raises(IllegalAnswer, match=f"entry {to} is not on the way"):
        play.rewind(to=to)
    assert play.n == 2


def test_entries_that_were_taken_back_cannot_be_gone_back_to(play: Playthrough) -> None:
    answered(play, 0, 0)
    play.rewind(to=0)
    with pytest.raises(IllegalAnswer, match="entry 1 is not on the way"):
        play.rewind(to=1)


def test_one_can_go_back_again_after_going_back(play: Playthrough) -> None:
    start = play.digest()
    answered(play, 0, 0)
    play.rewind(to=1)
    answered(play, 0)
    play.rewind(to=0)
    assert play.digest() == start


# -- what is seen ---------------------------------------------------------------------------------------------


def test_an_option_is_said_and_read_as_one_sentence() -> None:
    play = play_from(P1={"hand": ["Spark"]})
    assert play.decision is not None
    option = play.decision.options[1]
    assert play.says(option) == "play Spark"
    assert play.reads(0, "play Spark") == option


def test_a_thing_that_is_not_there_cannot_be_read() -> None:
    with pytest.raises(ValueError, match="no 'Lamp' in this game"):
        play_from(P1={"hand": ["Spark"]}).reads(0, "play Lamp")


def test_what_is_possible_is_not_refused() -> None:
    play = play_from(P1={"hand": ["Spark"]})
    assert play.why_not(0, play.reads(0, "play Spark")) is None


@pytest.mark.parametrize("seat, sentence", [(0, "play Torch"), (1, "end")])
def test_why_something_is_not_possible_comes_from_the_title(seat: int, sentence: str) -> None:
    play = play_from(P1={"hand": ["Spark"]}, P2={"hand": ["Torch"]})
    refusal = play.why_not(seat, play.reads(seat, sentence))
    assert refusal is not None
    assert refusal.cite == ("T4",)


def test_after_the_end_everything_is_refused(play: Playthrough) -> None:
    play.concede(0)
    refusal = play.why_not(0, ("end",))
    assert refusal is not None
    assert refusal.reason == "the game is over"


# -- the record -----------------------------------------------------------------------------------------------


def record_of(play: Playthrough) -> dict[str, Any]:
    """Its record, through JSON."""
    found: dict[str, Any] = json.loads(json.dumps(play.record()))
    return found


def whole_game() -> Playthrough:
    """A game with every kind of entry."""
    play = answered(new(), 0, 1, 0)
    play.rule(ruling(7))
    answered(play, 0)
    play.rewind(to=2)
    play.default(stamp=5)
    answered(play, 0)
    play.call_time()
    return play


def test_a_record_replays_to_the_same_game() -> None:
    play = whole_game()
    again = Playthrough.load(record_of(play), Title())
    assert (again.digest(), again.result, again.entries) == (play.digest(), play.result, play.entries)


def test_every_prefix_of_a_record_is_a_position() -> None:
    play = new()
    digests = [play.digest(), *(answered(play, 0).digest() for _answer in range(4))]
    record = record_of(play)
    for n, digest in enumerate(digests):
        assert Playthrough.load({**record, "entries": record["entries"][:n]}, Title()).digest() == digest


def test_a_conceded_game_replays(play: Playthrough) -> None:
    play.concede(1)
    assert Playthrough.load(record_of(play), Title()).result == play.result


def test_the_chain_has_a_hash_for_the_opening_and_for_each_entry() -> None:
    play = whole_game()
    assert len(set(play.chain())) == play.n + 1


def test_the_chain_only_grows() -> None:
    play = new()
    before = answered(play, 0).chain()
    assert answered(play, 0).chain()[:2] == before


def test_the_chain_depends_on_what_was_answered() -> None:
    assert answered(new(), 0).chain()[:1] == answered(new(), 1).chain()[:1]
    assert answered(new(), 0).chain()[1] != answered(new(), 1).chain()[1]


def test_a_replayed_game_has_the_same_chain() -> None:
    play = whole_game()
    assert Playthrough.load(record_of(play), Title()).chain() == play.chain()


def diverged(record: dict[str, Any], title: Title | None = None) -> int:
    with pytest.raises(Diverged) as found:
        Playthrough.load(record, title or Title())
    return found.value.n


def test_a_changed_answer_is_found_at_its_entry() -> None:
    record = record_of(answered(new(), 0, 0, 0))
    record["entries"][1][2] = 1
    assert diverged(record) == 1


def test_a_changed_hash_is_found_at_its_entry() -> None:
    record = record_of(answered(new(), 0, 0, 0))
    record["chain"][3] = "0" * 64
    assert diverged(record) == 2


def test_an_answer_that_is_not_legal_is_found_at_its_entry() -> None:
    record = record_of(answered(new(), 0, 0, 0))
    record["entries"][2][2] = 99
    assert diverged(record) == 2


def test_an_answer_of_a_seat_that_is_not_asked_is_found_at_its_entry() -> None:
    record = record_of(answered(new(), 0, 0, 0))
    record["entries"][2][1] = 1
    assert diverged(record) == 2


def test_an_entry_after_the_end_is_found() -> None:
    play = new()
    play.concede(1)
    record = record_of(play)
    record["entries"].append(["answer", 0, 0, None])
    assert diverged(record) == 1


def test_an_entry_of_a_kind_that_there_is_not_is_found() -> None:
    record = record_of(answered(new(), 0))
    record["entries"][0][0] = "bribe"
    assert diverged(record) == 0


def test_a_changed_deck_is_found_before_the_first_entry() -> None:
    record = record_of(answered(new(), 0))
    record["header"]["decks"][0][0] = "Torch"
    assert diverged(record) == 0


def test_rules_that_do_something_else_are_found_where_they_first_do() -> None:
    class Brighter(Title):
        def begin(self, header: Any, chance: Any) -> Any:
            g = super().begin(header, chance)
            g.printed = [{"attack": 3} for _kind in g.printed]
            return g

    play = answered(Playthrough.new(Title(), [["Spark"] * 8] * 2, SEED), 1, 0)
    assert diverged(record_of(play), Brighter()) == 1


def test_a_record_without_hashes_is_replayed_all_the_same(play: Playthrough) -> None:
    record = record_of(answered(play, 0, 0))
    del record["chain"]
    assert Playthrough.load(record, Title()).digest() == play.digest()


def test_a_record_of_another_game_is_refused(play: Playthrough) -> None:
    record = record_of(play)
    record["header"]["game"] = "lanterns"
    with pytest.raises(ValueError, match="a record of lanterns, not of torches"):
        Playthrough.load(record, Title())


def test_a_divergence_says_its_entry() -> None:
    assert str(Diverged(4, "not legal")) == "entry 4: not legal"


# -- the name of a ruleset ------------------------------------------------------------------------------------


def test_another_version_of_the_rules_has_another_name() -> None:
    assert ruleset_hash(book, "1") == ruleset_hash(book, "1")
    assert ruleset_hash(book, "1") != ruleset_hash(book, "2")


def test_a_game_can_go_on_from_a_position_that_somebody_arranged() -> None:
    play = play_from(P1={"field": ["Torch"]}, P2={"sources": 2})
    choose(play, "end")
    assert play.result is not None
    assert (play.result.winners, play.result.cite) == ((0,), ("T8",))
    assert names(play.state, 0, "field") == ["Torch"]
    assert card(play.state, "Torch") == 0
