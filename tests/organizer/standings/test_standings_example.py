"""The worked example, to the fraction, under every ruleset."""

from fractions import Fraction

import pytest

from organizer.standings import compute, decimal
from tests.organizer.standings.standings_field import EXAMPLE_ENTRANTS, EXAMPLE_MATCHES, rules

MAGIC = {
    "A": ("7", "7/9", "4/9", "5/8", "151/324"),
    "F": ("5", "5/9", "14/27", "13/27", "37/72"),
    "E": ("4", "4/9", "5/9", "5/12", "2321/4536"),
    "D": ("3", "1/3", "13/18", "3/7", "17/24"),
    "B": ("3", "1/3", "2/3", "1/2", "239/432"),
    "C": ("3", "1", "1/3", "1", "3/7"),
}
POKEMON = {
    "A": ("7", "17/36", "67/108"),
    "F": ("5", "19/36", "65/108"),
    "E": ("4", "7/12", "13/24"),
    "D": ("3", "5/8", "5/12"),
    "B": ("3", "3/4", "1/2"),
    "C": ("3", "1/4", "5/8"),
}
NETRUNNER = {
    "A": ("7", "4/3", "47/27"),
    "F": ("5", "14/9", "5/3"),
    "E": ("4", "5/3", "91/54"),
    "D": ("3", "13/6", "4/3"),
    "B": ("3", "2", "13/9"),
    "C": ("3", "1", "13/6"),
}
FIDE = {
    "A": ("5/2", "9/2", "7/2", "7/2"),
    "F": ("2", "5", "4", "3"),
    "E": ("3/2", "11/2", "9/2", "2"),
    "D": ("1", "9/2", "7/2", "1"),
    "B": ("1", "11/2", "9/2", "1"),
    "C": ("1", "3", "2", "1"),
}
SOFTWARE = {
    "A": ("133/300",),
    "F": ("1397/2700",),
    "E": ("499/900",),
    "D": ("13/18",),
    "B": ("2/3",),
    "C": ("33/100",),
}
TABLES = [
    ("magic", ("points", "mw", "omw", "gw", "ogw"), MAGIC),
    ("hourglass", ("points", "mw", "omw", "gw", "ogw"), MAGIC),
    ("pokemon", ("points", "owp", "oowp"), POKEMON),
    ("netrunner", ("points", "sos", "xsos"), NETRUNNER),
    ("fide-2024", ("points", "buchholz", "buchholz_cut1", "sb"), FIDE),
    ("fide-2026", ("points", "buchholz", "buchholz_cut1", "sb"), FIDE),
    ("magic-software", ("omw",), SOFTWARE),
]


@pytest.mark.parametrize(
    "name, key, entry, expected",
    [
        (name, key, entry, row[k])
        for name, keys, table in TABLES
        for k, key in enumerate(keys)
        for entry, row in table.items()
    ],
)
def test_it_gives_the_printed_fraction(name, key, entry, expected):
    table = compute(EXAMPLE_ENTRANTS, EXAMPLE_MATCHES, rules(name, key), rounds_completed=3)
    assert table.value(entry, key) == Fraction(expected)


@pytest.mark.parametrize(
    "name, order",
    [
        ("magic", "AFEDBC"),
        ("magic-software", "AFEDBC"),
        ("netrunner", "AFEDBC"),
        ("hourglass", "AFEDBC"),
        ("pokemon", "AFEBDC"),
        ("fide-2024", "AFEBDC"),
        ("fide-2026", "AFEBDC"),
    ],
)
def test_it_gives_the_printed_order(name, order):
    table = compute(EXAMPLE_ENTRANTS, EXAMPLE_MATCHES, rules(name), rounds_completed=3)
    assert "".join(row.id for row in table.rows) == order
    assert [row.place for row in table.rows] == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize(
    "entry, key, shown",
    [
        ("A", "omw", "0.4444"),
        ("F", "omw", "0.5185"),
        ("A", "ogw", "0.4660"),
        ("E", "ogw", "0.5117"),
        ("B", "ogw", "0.5532"),
    ],
)
def test_it_shows_four_digits(entry, key, shown):
    table = compute(EXAMPLE_ENTRANTS, EXAMPLE_MATCHES, rules("magic"), rounds_completed=3)
    assert decimal(table.value(entry, key)) == shown


def test_the_leaver_stays_in_the_list_and_is_marked():
    table = compute(EXAMPLE_ENTRANTS, EXAMPLE_MATCHES, rules("magic"), rounds_completed=3)
    assert [row.id for row in table.rows if row.dropped] == ["C"]
