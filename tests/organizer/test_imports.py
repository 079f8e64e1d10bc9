"""Entries from a CSV file: what is understood, what is refused where, and all rows or none."""

from datetime import timedelta

import pytest

from organizer.domain import events, registration
from organizer.domain.base import Actor, Refused
from organizer.domain.imports import (
    MOST_BYTES,
    MOST_ROWS,
    ImportRefused,
    import_entries,
    parse_entries_csv,
)
from organizer.domain.names import claim_hash
from organizer.models import Entry, Event
from tests.organizer.factories import make_entries, make_event, make_user, owner_of

pytestmark = pytest.mark.django_db


def _names(event: Event, data: str | bytes) -> list[str]:
    return [row.name for row in parse_entries_csv(event, data).rows]


def _errors(event: Event, data: str | bytes) -> dict[int, dict[str, str]]:
    return {row.line: row.errors for row in parse_entries_csv(event, data).faulty}


def test_all_columns_are_read(event: Event) -> None:
    (row,) = parse_entries_csv(event, "name,email,club,seed,byes\nAda,ada@example.org,North,3,1\n").rows
    assert (row.name, row.email, row.club, row.seed, row.byes) == ("Ada", "ada@example.org", "North", 3, 1)
    assert (row.line, row.status, row.errors) == (2, "new", {})


@pytest.mark.parametrize(
    "data",
    [
        pytest.param("name,club\nAda,North\nBo,South\n", id="commas"),
        pytest.param("name;club\nAda;North\nBo;South\n", id="semicolons"),
        pytest.param("name\tclub\nAda\tNorth\nBo\tSouth\n", id="tabs"),
        pytest.param("Club , NAME\nNorth,Ada\nSouth,Bo", id="other order, case and no last line end"),
        pytest.param("name,club\r\nAda,North\r\nBo,South\r\n", id="CRLF"),
        pytest.param("name,club\rAda,North\rBo,South\r", id="CR"),
        pytest.param("\ufeffname,club\nAda,North\nBo,South\n", id="mark in text"),
        pytest.param(b"\xef\xbb\xbfname,club\nAda,North\nBo,South\n", id="UTF-8 with a mark"),
        pytest.param("name\tclub\nAda\tNorth\nBo\tSouth\n".encode("utf-16"), id="UTF-16"),
        pytest.param('"name","club"\n"Ada","North"\n"Bo","South"\n', id="quotes"),
        pytest.param("\n\nname,club\n\nAda,North\n,\nBo,South\n\n", id="blank lines"),
        pytest.param("name\nAda\nBo\n", id="one column"),
    ],
)
def test_a_spreadsheet_s_way_of_writing_is_understood(event: Event, data: str | bytes) -> None:
    assert _names(event, data) == ["Ada", "Bo"]


@pytest.mark.parametrize("encoding", ["utf-8", "latin-1", "cp1252"])
def test_accents_survive_in_either_encoding(event: Event, encoding: str) -> None:
    assert _names(event, "name\nZoë Šimůnek\n".encode()) == ["Zoë Šimůnek"]
    assert _names(event, "name\nZoë Müller\n".encode(encoding)) == ["Zoë Müller"]


def test_a_comma_in_quotes_belongs_to_the_name(event: Event) -> None:
    assert _names(event, 'name,club\n"Lovelace, Ada",North\n') == ["Lovelace, Ada"]


def test_a_line_break_in_quotes_does_not_shift_line_numbers(event: Event) -> None:
    rows = parse_entries_csv(event, 'name,club\nAda,"North\nSea"\nBo,South\n').rows
    assert [(row.line, row.name, row.club) for row in rows] == [(2, "Ada", "North Sea"), (4, "Bo", "South")]


def test_unknown_columns_are_named_and_skipped(event: Event) -> None:
    preview = parse_entries_csv(event, "elo,name,phone\n1500,Ada,555\n")
    assert preview.ignored == ["elo", "phone"]
    assert preview.ready


@pytest.mark.parametrize(
    "data, words",
    [
        pytest.param("", "needs a column", id="empty"),
        pytest.param("player,club\nAda,North\n", "found: player, club", id="no name column"),
        pytest.param("name,name\nAda,Bo\n", "there twice", id="column twice"),
        pytest.param("name\n", "no rows", id="header alone"),
        pytest.param('name\n"Ada\nBo\n', "Line 2", id="open quote"),
        pytest.param(b"name\n\x81\x8d\x8f\n", "neither UTF-8 nor Latin-1", id="unknown encoding"),
        pytest.param(b"PK\x03\x04\x00\x00name", "not a text file", id="a spreadsheet file"),
        pytest.param("name\n" + "x" * MOST_BYTES, "1 MB", id="too large"),
        pytest.param("name\n" + "A\n" * (MOST_ROWS + 1), "5,000 rows", id="too many rows"),
    ],
)
def test_a_file_that_cannot_be_read_says_why(event: Event, data: str | bytes, words: str) -> None:
    preview = parse_entries_csv(event, data)
    assert [words in error for error in preview.errors] == [True]
    assert not preview.ready


@pytest.mark.parametrize(
    "line, column, words",
    [
        (",,,,", None, None),
        ("  ,a@example.org,,,", "name", "Give a name"),
        ("x" * 81 + ",,,,", "name", "81 characters"),
        ("Ada,not an address,,,", "email", "no e-mail address"),
        ("Ada,,,first,", "seed", "whole number"),
        ("Ada,,,0,", "seed", "from 1"),
        ("Ada,,,1.5,", "seed", "whole number"),
        ("Ada,,,99999999999999999999,", "seed", "whole number"),
        ("Ada,,,,-1", "byes", "from 0 to 9"),
        ("Ada,,,,10", "byes", "from 0 to 9"),
        ("Ada,,,,,more", "row", "6 cells"),
    ],
)
def test_an_error_names_its_line_and_column(
    event: Event, line: str, column: str | None, words: str | None
) -> None:
    errors = _errors(event, f"name,email,club,seed,byes\nFine,,,,\n{line}\n")
    if column is None:
        assert errors == {}
    else:
        assert words is not None
        assert list(errors) == [3]
        assert list(errors[3]) == [column]
        assert words in errors[3][column]


def test_every_error_of_a_line_is_shown_at_once(event: Event) -> None:
    errors = _errors(event, "name,email,seed\n ,nothing,none\n")
    assert set(errors[2]) == {"name", "email", "seed"}


@pytest.mark.parametrize(
    "second, column",
    [("ADA,,", "name"), ("Bo,ADA@example.org,", "email"), ("Bo,,7", "seed")],
)
def test_a_line_that_repeats_another_is_an_error_naming_the_first(
    event: Event, second: str, column: str
) -> None:
    errors = _errors(event, f"name,email,seed\nAda,ada@example.org,7\n{second}\n")
    assert list(errors) == [3]
    assert "line 2" in errors[3][column]


def test_who_is_in_the_event_already_is_skipped(event: Event, owner: Actor) -> None:
    registration.register_guest(event, owner, "Ada")
    preview = parse_entries_csv(event, "name\nada\nBo\n")
    assert [(row.name, row.status) for row in preview.rows] == [("ada", "same"), ("Bo", "new")]
    assert [entry.name for entry in import_entries(event, owner, "name\nada\nBo\n")] == ["Bo"]


def test_who_withdrew_can_be_imported_again(event: Event, owner: Actor) -> None:
    entry, _ = registration.register_guest(event, owner, "Ada", seed=1)
    registration.withdraw(entry, owner)
    import_entries(event, owner, "name,seed\nAda,1\n")
    assert [e.status for e in event.entries.order_by("pk")] == ["withdrawn", "registered"]


def test_a_seed_or_an_address_of_the_event_is_an_error(event: Event, owner: Actor) -> None:
    registration.register_guest(event, owner, "Ada", email="ada@example.org", seed=1)
    errors = _errors(event, "name,email,seed\nBo,ada@example.org,2\nCy,,1\n")
    assert "Ada" in errors[2]["email"]
    assert "Ada" in errors[3]["seed"]


def test_teams_need_a_partner_in_every_line() -> None:
    event = make_event(team_size=2)
    errors = _errors(event, "name,partner\nAda,Bo\nCy,\nDi,Bo\nEd,Ed\n")
    assert set(errors) == {3, 4, 5}
    assert "name the partner" in errors[3]["partner"]
    assert "line 2" in errors[4]["partner"]
    assert "Ed" in errors[5]["partner"]


def test_a_partner_in_an_event_for_single_players_is_an_error(event: Event) -> None:
    assert "single players" in _errors(event, "name,partner\nAda,Bo\n")[2]["partner"]


def test_teams_are_imported_with_a_code_for_each_person() -> None:
    event = make_event(team_size=2)
    (entry,) = import_entries(event, owner_of(event), "name,partner\nAda,Bo\n")
    assert entry.name == "Ada & Bo"
    assert len(entry.fresh_codes) == 2
    hashes = list(entry.members.values_list("claim_hash", flat=True))
    assert hashes == [claim_hash(code) for code in entry.fresh_codes]


def test_one_faulty_line_imports_nobody(event: Event, owner: Actor) -> None:
    log = event.log.count()
    with pytest.raises(ImportRefused) as refused:
        import_entries(event, owner, "name,seed\nAda,1\nBo,none\nCy,\nDi,x\n")
    assert "Line 3, seed" in refused.value.message
    assert [row.line for row in refused.value.preview.faulty] == [3, 5]
    assert (event.entries.count(), event.log.count()) == (0, log)


def test_a_file_with_nobody_new_is_refused(event: Event, owner: Actor) -> None:
    registration.register_guest(event, owner, "Ada")
    with pytest.raises(ImportRefused, match="already"):
        import_entries(event, owner, "name\nAda\n")


def test_a_preview_writes_nothing(event: Event) -> None:
    parse_entries_csv(event, "name\nAda\n")
    assert event.entries.count() == 0


def test_an_import_is_one_log_entry_without_names_or_addresses(event: Event, owner: Actor) -> None:
    log = event.log.count()
    entries = import_entries(event, owner, "name,email\nAda,ada@example.org\nBo,\n")
    row = event.log.last()
    assert row is not None
    assert event.log.count() == log + 1
    assert (row.kind, row.summary) == ("entries.imported", "2 entries were imported.")
    assert row.data["entries"] == [entry.pk for entry in entries]
    assert "example.org" not in str(row.data)


def test_an_account_s_address_links_nothing(event: Event, owner: Actor) -> None:
    make_user("ada", email="ada@example.org")
    (entry,) = import_entries(event, owner, "name,email\nAda,ada@example.org\n")
    member = entry.members.get()
    assert member.user is None
    assert member.claim_hash == claim_hash(entry.fresh_codes[0])


def test_the_last_lines_go_to_the_waitlist_when_places_run_out(event: Event, owner: Actor) -> None:
    events.edit_event(event, owner, {"capacity": 3})
    make_entries(event, 1)
    entries = import_entries(event, owner, "name\nAda\nBo\nCy\n")
    assert [entry.status for entry in entries] == ["registered", "registered", "waitlisted"]
    assert "1 of them to the waitlist" in event.log.get(kind="entries.imported").summary


def test_without_a_waitlist_too_many_lines_are_refused() -> None:
    event = make_event(capacity=2, waitlist=False)
    with pytest.raises(Refused, match="2 of 2 places are free"):
        import_entries(event, owner_of(event), "name\nAda\nBo\nCy\n")
    assert event.entries.count() == 0


def test_the_largest_file_is_imported_in_a_few_queries(
    event: Event, owner: Actor, django_assert_max_num_queries: object
) -> None:
    data = "name\n" + "".join(f"Player {k}\n" for k in range(MOST_ROWS))
    with django_assert_max_num_queries(150):  # type: ignore[operator]
        import_entries(event, owner, data)
    assert event.entries.filter(status=Entry.Status.REGISTERED).count() == MOST_ROWS


def test_a_finished_event_imports_nobody(event: Event, owner: Actor) -> None:
    Event.objects.filter(pk=event.pk).update(
        status=Event.Status.FINISHED, starts_at=event.starts_at - timedelta(9)
    )
    with pytest.raises(Refused, match="finished"):
        import_entries(event, owner, "name\nAda\n")
