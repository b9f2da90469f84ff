"""Tables of components: rows by component, columns by declaration."""

from __future__ import annotations

from dataclasses import dataclass
from types import ModuleType

import pytest
from django.utils.functional import lazystr
from django.utils.translation import gettext_lazy, override

from games.rulebook import Column, comparison_table, component_table, name_column
from games.rulebook.component_tables import or_dash
from games.rulebook.rules_data import RulesData


@dataclass(frozen=True)
class Ship:
    key: str
    size: int


SHIPS = (Ship("brig", 4), Ship("sloop", 0))
NAMES = {"brig": lazystr("brig"), "sloop": lazystr("sloop")}


def rows(text: str) -> list[list[str]]:
    head, _line, *rest = text.splitlines()
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in (head, *rest)]


def test_a_column_reads_an_attribute_a_mapping_a_sequence_or_a_function() -> None:
    made = component_table(
        SHIPS,
        Column("Size", "size", or_dash),
        Column("Price", {"brig": 7, "sloop": 8}, "£{}".format),
        Column("Number", (1, 2)),
        Column("Twice", lambda ship: 2 * ship.size),
    )
    assert rows(made()) == [
        ["Size", "Price", "Number", "Twice"],
        ["4", "£7", "1", "8"],
        ["–", "£8", "2", "0"],
    ]


def test_names_have_their_anchors_symbols_and_pictures() -> None:
    column = name_column("Ship", NAMES, icon="ship-{}", picture="at-sea:{}", anchor="ship:{}")
    first, second = rows(component_table(SHIPS, column)())[1:]
    assert first == ["![](picture:icon:ship-brig) ![](picture:at-sea:brig) [Brig]{#ship:brig}"]
    assert "[Sloop]{#ship:sloop}" in second[0]


def test_a_component_without_a_symbol_has_none() -> None:
    column = name_column("Ship", NAMES, icon={"brig": ("sail", "hull"), "sloop": ""})
    first, second = rows(component_table(NAMES, column)())[1:]
    assert first == ["![](picture:icon:sail)![](picture:icon:hull) [Brig]{#brig}"]
    assert second == ["[Sloop]{#sloop}"]


def test_the_text_chooses_components_and_rows_may_follow() -> None:
    made = component_table(
        lambda least: (ship for ship in SHIPS if ship.size >= least),
        Column("Ship", "key"),
        Column("Size", "size"),
        more=lambda: [["all", 4]],
    )
    assert rows(made(1))[1:] == [["brig", "4"], ["all", "4"]]
    assert len(rows(made(0))) == 4


def test_a_comparison_has_a_column_for_each_component() -> None:
    made = comparison_table(
        "Players", {2: SHIPS[0], 3: SHIPS[1]}, Column("Size", "size"), Column("Rank", {2: 1, 3: 5})
    )
    assert rows(made()) == [["Players", "2", "3"], ["Size", "4", "0"], ["Rank", "1", "5"]]


def test_headings_are_in_the_language_of_the_reader() -> None:
    made = component_table(SHIPS, Column(gettext_lazy("Points for"), "size"))
    with override("ja"):
        japanese = rows(made())[0]
    with override("en"):
        assert rows(made())[0] == ["Points for"] != japanese


def test_constants_of_modules_are_values_by_name() -> None:
    one, other = ModuleType("one"), ModuleType("other")
    one.SIZE, one.lower, other.SIZE, other.COST = 4, 1, 4, 2  # type: ignore[attr-defined]
    assert RulesData(modules=(one, other)).constants == {"SIZE": 4, "COST": 2}


def test_a_name_with_two_values_is_an_error() -> None:
    one, other = ModuleType("one"), ModuleType("other")
    one.SIZE, other.SIZE = 4, 5  # type: ignore[attr-defined]
    with pytest.raises(ValueError, match="SIZE of other"):
        _constants = RulesData(modules=(one, other)).constants
