"""YAML without its traps."""

import time

import pytest

from deckcheck.cards.compile import SetErrors, compile_set
from deckcheck.cards.loader import MOST_BYTES, read_document


def refusal(text: str | bytes) -> list[str]:
    with pytest.raises(SetErrors) as refused:
        read_document(text, "f.yaml")
    return [str(one) for one in refused.value.errors]


def test_values_are_read_as_they_are_written() -> None:
    text = "a: 1\nb: -2\nc: 1.5\nd: true\ne: ~\nf: '1'\ng: 010\nh: 2024-01-01\ni: [x, {k: z}]\nj: 1:30\n"
    assert read_document(text, "f.yaml").content == {
        "a": 1,
        "b": -2,
        "c": 1.5,
        "d": True,
        "e": None,
        "f": "1",
        "g": "010",
        "h": "2024-01-01",
        "i": ["x", {"k": "z"}],
        "j": "1:30",
    }


def test_a_byte_order_mark_and_windows_line_ends_are_no_hindrance() -> None:
    assert read_document("\ufeffa: b\r\nc: d\r\n".encode(), "f.yaml").content == {"a": "b", "c": "d"}


def test_repeated_keys_are_refused_where_they_stand() -> None:
    assert refusal("cards:\n- number: A-1\n  name: x\n  name: y\n") == [
        "f.yaml:4: A-1: cards[1].name: the key name stands here twice; keep one of them"
    ]


@pytest.mark.parametrize("key", ["on", "yes", "No", "OFF", "y", "true"])
def test_keys_that_yaml_1_1_takes_for_booleans_are_refused(key: str) -> None:
    assert refusal(f"a: 1\n{key}: 2\n") == [
        f"f.yaml:2: {key}: the key {key} is a boolean in YAML 1.1; quote it or choose another name"
    ]


def test_quoted_keys_are_text() -> None:
    assert read_document('"on": 2\n', "f.yaml").content == {"on": 2}


def test_values_that_yaml_1_1_takes_for_booleans_are_refused_each_time() -> None:
    assert refusal("a: yes\nb: yes\n") == [
        'f.yaml:1: a: yes is a boolean in YAML 1.1; write true or false, or quote it: "yes"',
        'f.yaml:2: b: yes is a boolean in YAML 1.1; write true or false, or quote it: "yes"',
    ]


def test_null_in_capitals_is_refused_since_readers_differ() -> None:
    assert refusal("factions: [Null]\n") == [
        'f.yaml:1: factions[1]: Null is null in other readers; write null, or quote it: "Null"'
    ]


def test_tags_build_nothing() -> None:
    (message,) = refusal("a: !!python/object/apply:os.system ['true']\n")
    assert message.startswith(
        "f.yaml:1: a: tags such as tag:yaml.org,2002:python/object/apply:os.system are not read"
    )


def test_merge_keys_are_refused() -> None:
    assert "merge keys are not read here" in refusal("a: &x {b: 1}\nc:\n  <<: *x\n")[0]


def test_an_alias_repeats_what_its_anchor_named() -> None:
    assert read_document("a: &x [1, 2]\nb: *x\n", "f.yaml").content["b"] == [1, 2]


def test_aliases_that_swell_are_refused_at_once() -> None:
    levels = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    levels += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 12)]
    before = time.perf_counter()
    assert "aliases repeat more than 20000 values" in refusal("\n".join(levels))[-1]
    assert time.perf_counter() - before < 1


def test_an_alias_inside_its_own_anchor_is_refused() -> None:
    assert "has no anchor &x that ends before it" in refusal("a: &x [*x]\n")[0]


def test_deep_nesting_is_refused() -> None:
    assert refusal("[" * 41 + "]" * 41) == [f"f.yaml:1: {'[1]' * 40}: values lie more than 40 deep here"]


def test_a_flood_of_brackets_is_refused() -> None:
    assert refusal("[" * 1_000_000)


def test_a_second_document_is_refused() -> None:
    assert refusal("a: 1\n---\nb: 2\n") == ["f.yaml:2: a second document begins here; a set is one document"]


def test_broken_yaml_says_the_line() -> None:
    (message,) = refusal("a: 1\nb: [1, 2\nc: 3\n")
    assert message.startswith("f.yaml:3: this is no valid YAML: ")


def test_other_encodings_are_refused() -> None:
    assert refusal("a: é".encode("latin-1")) == ["f.yaml: byte 4 is not UTF-8; save the file as UTF-8"]


def test_a_huge_file_is_refused_unread() -> None:
    before = time.perf_counter()
    assert refusal(b"[" * (MOST_BYTES + 1)) == ["f.yaml: the file is larger than 32 MB"]
    assert time.perf_counter() - before < 0.5


@pytest.mark.parametrize("text", ["", "just words", "- a\n- b\n", "? [a]\n: b\n", "\0"])
def test_a_file_that_is_no_set_is_refused_politely(text: str) -> None:
    with pytest.raises(SetErrors):
        compile_set(text, file="f.yaml")
