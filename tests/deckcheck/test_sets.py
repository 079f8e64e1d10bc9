"""Card sets are loaded whole or not at all, every version is kept, and one of each set is in use."""

from __future__ import annotations

import pytest

from deckcheck.cards.card import CardSet
from deckcheck.cards.compile import compile_set
from deckcheck.domain.base import Refused, Stale
from deckcheck.domain.library import shipped_sets
from deckcheck.domain.packing import pack, stored_set, unpack
from deckcheck.domain.sets import (
    BadSet,
    activate_version,
    difference,
    keep_upload,
    load_set,
    load_shipped,
    load_upload,
    preview_set,
)
from deckcheck.domain.versions import in_use, pool_of
from deckcheck.models import LibraryLog, SetUpload, SetVersion, StoredSet
from tests.deckcheck.set_files import card, set_file
from tests.organizer.concurrently import at_once
from tests.organizer.factories import make_user

FIRST = set_file(card(1, "Ash Runner"), card(2, "Bit Broker", ram=3))
SECOND = set_file(card(1, "Ash Runner", ram=2), card(3, "Cold Coil"))


@pytest.mark.parametrize("code", sorted(shipped_sets()))
def test_a_set_read_back_from_the_database_is_the_same(code: str) -> None:
    assert unpack(pack(shipped_sets()[code])) == shipped_sets()[code]


@pytest.mark.django_db
def test_a_loaded_set_is_in_use() -> None:
    version = load_set(None, FIRST, "tst.yaml")
    assert (version.number, version.cards_total, version.active) == (1, 2, True)
    assert [card.name for card in stored_set(version.content_hash).cards] == ["Ash Runner", "Bit Broker"]


@pytest.mark.django_db
def test_the_same_content_again_is_the_version_there_is() -> None:
    version = load_set(None, FIRST, "tst.yaml")
    assert load_set(None, "# a comment\n" + FIRST, "again.yaml").pk == version.pk
    assert (SetVersion.objects.count(), LibraryLog.objects.count()) == (1, 1)


@pytest.mark.django_db
def test_a_new_version_keeps_the_old_one() -> None:
    old, new = load_set(None, FIRST, "tst.yaml"), load_set(None, SECOND, "tst.yaml")
    old.refresh_from_db()
    assert (old.active, new.active, new.number) == (False, True, 2)
    assert stored_set(old.content_hash).cards[0].facts["ram"] == 1


@pytest.mark.django_db
def test_every_change_says_who_made_it() -> None:
    ada = make_user("ada")
    old = load_set(ada, FIRST, "tst.yaml")
    load_set(ada, SECOND, "tst.yaml")
    activate_version(ada, old)
    log = list(LibraryLog.objects.order_by("pk").values_list("kind", "actor", "data__version"))
    assert log == [("set.loaded", ada.pk, 1), ("set.loaded", ada.pk, 2), ("set.activated", ada.pk, 1)]


@pytest.mark.django_db
def test_an_older_version_may_be_used_again() -> None:
    old = load_set(None, FIRST, "tst.yaml")
    load_set(None, SECOND, "tst.yaml")
    activate_version(None, old)
    assert list(SetVersion.objects.filter(active=True)) == [old]


@pytest.mark.django_db
def test_putting_the_version_in_use_into_use_changes_nothing() -> None:
    activate_version(None, load_set(None, FIRST, "tst.yaml"))
    assert LibraryLog.objects.count() == 1


@pytest.mark.django_db
def test_a_file_with_a_mistake_loads_nothing_and_says_where() -> None:
    with pytest.raises(BadSet) as refused:
        load_set(None, set_file(card(1, "Ash Runner"), card(2, "Bit Broker", type="Charakter")), "tst.yaml")
    assert [(error.file, error.card, error.path) for error in refused.value.errors] == [
        ("tst.yaml", "TST-2", "type")
    ]
    assert not StoredSet.objects.exists()


@pytest.mark.django_db
def test_a_set_of_an_unknown_game_is_refused() -> None:
    with pytest.raises(BadSet):
        load_set(None, set_file(game="chess"), "tst.yaml")


@pytest.mark.django_db
def test_what_was_not_previewed_is_not_loaded() -> None:
    seen = preview_set(FIRST, "tst.yaml").cards
    with pytest.raises(Stale):
        load_set(None, SECOND, "tst.yaml", seen.content_hash if seen else None)
    assert not SetVersion.objects.exists()


@pytest.mark.django_db
def test_a_preview_says_what_would_change_and_changes_nothing() -> None:
    load_set(None, FIRST, "tst.yaml")
    diff = preview_set(SECOND, "tst.yaml").diff
    assert diff.added == (("TST-3", "Cold Coil"),)
    assert diff.removed == (("TST-2", "Bit Broker"),)
    assert [(one.number, one.keys) for one in diff.changed] == [("TST-1", (("ram", 1, 2),))]
    assert SetVersion.objects.count() == 1


@pytest.mark.django_db
def test_a_preview_of_a_bad_file_has_its_errors_alone() -> None:
    preview = preview_set("set: [", "tst.yaml")
    assert preview.errors
    assert preview.cards is None


@pytest.mark.django_db
def test_a_preview_knows_the_content() -> None:
    version = load_set(None, FIRST, "tst.yaml")
    preview = preview_set(FIRST, "tst.yaml")
    assert (preview.known, bool(preview.diff)) == (version, False)


def test_a_difference_names_key_paths() -> None:
    before = compiled(card(1, "Ash Runner", faction_req={"faction": "Hacker", "amount": 1}))
    after = compiled(card(1, "Ash Runner", faction_req={"faction": "Corpo", "amount": 1}))
    assert difference(before, after).changed[0].keys == (("faction_req.faction", "Hacker", "Corpo"),)


def compiled(*cards: dict[str, object]) -> CardSet:
    return compile_set(set_file(*cards), file="tst.yaml")


@pytest.mark.django_db
def test_an_upload_waits_for_its_confirmation() -> None:
    ada = make_user("ada")
    upload = keep_upload(ada, FIRST.encode(), "tst.yaml")
    seen = preview_set(FIRST, "tst.yaml").cards
    version = load_upload(ada, upload, seen.content_hash if seen else "")
    assert (version.loaded_by, SetUpload.objects.count()) == (ada, 0)


@pytest.mark.django_db
def test_a_refused_upload_may_be_tried_again() -> None:
    ada = make_user("ada")
    upload = keep_upload(ada, FIRST.encode(), "tst.yaml")
    with pytest.raises(Stale):
        load_upload(ada, upload, "of another file")
    assert SetUpload.objects.filter(pk=upload.pk).exists()


@pytest.mark.django_db
def test_shipped_sets_are_loaded_once() -> None:
    assert {version.set.code for version in load_shipped()} == set(shipped_sets())
    assert load_shipped() == []


@pytest.mark.django_db
def test_a_shipped_set_does_not_take_the_place_of_one_that_a_person_loaded() -> None:
    own = load_set(make_user("ada"), set_file(card(1, "Ash") | {"number": "GEN-1"}, set="GEN"), "own.yaml")
    load_shipped()
    assert SetVersion.objects.get(set__code="GEN", active=True) == own


@pytest.mark.django_db
def test_a_set_that_is_not_stored_is_the_shipped_one() -> None:
    assert [(version.code, version.stored) for version in in_use("neuroscape")] == [("GEN", False)]


@pytest.mark.django_db
def test_an_old_version_is_found_by_its_content() -> None:
    old = load_set(None, FIRST, "tst.yaml")
    load_set(None, SECOND, "tst.yaml")
    assert pool_of("neuroscape", [old.content_hash])["TST-1"].facts["ram"] == 1


@pytest.mark.django_db
def test_a_content_that_is_not_kept_is_refused() -> None:
    with pytest.raises(Refused, match="is kept here"):
        pool_of("neuroscape", ["0" * 64])


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_two_uploads_at_once_are_one_version() -> None:
    raised = at_once(*[lambda: load_set(None, FIRST, "tst.yaml")] * 4)
    assert raised == [None] * 4
    assert [(row.number, row.active) for row in SetVersion.objects.all()] == [(1, True)]
    assert LibraryLog.objects.count() == 1


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_two_uploads_at_once_of_a_set_that_is_there_are_one_more_version() -> None:
    load_set(None, FIRST, "tst.yaml")
    raised = at_once(*[lambda: load_set(None, SECOND, "tst.yaml")] * 4)
    assert raised == [None] * 4
    assert [row.number for row in SetVersion.objects.filter(active=True)] == [2]
    assert LibraryLog.objects.count() == 2


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_two_different_uploads_at_once_are_two_versions_with_one_in_use() -> None:
    raised = at_once(lambda: load_set(None, FIRST, "a.yaml"), lambda: load_set(None, SECOND, "b.yaml"))
    assert raised == [None, None]
    rows = SetVersion.objects.order_by("number")
    assert [row.number for row in rows] == [1, 2]
    assert [row.active for row in rows] == [False, True]
