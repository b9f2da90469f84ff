"""The log tells each payment once."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import override

from games.boards import presenter
from games.boards.fallback import fallback_log_lines
from games.rules.match import Event

from ..rules.positions import play, position

NAMES = ["Anna", "Ben", "Cleo"]


def coin_lines(events: Iterable[Event], name: str = "Anna") -> list[str]:
    """The lines that name somebody and coins."""
    lines = (line.text for line in fallback_log_lines(presenter("orleans"), list(events), NAMES))
    return [line for line in lines if name in line and "coin" in line]


def test_missing_food_is_paid_for_once() -> None:
    poor = {"goods": {"grain": 1}, "coins": 7}
    match = position(poor, {"coins": 6}, phase="event", event="harvest")
    assert coin_lines(match.opening, "Ben") == ["Ben pays 5 coins for missing food."]
    assert coin_lines(play(match, "0 pay")) == ["Anna pays 5 coins for missing food."]


def test_harvest_line_names_missing_coins() -> None:
    match = position({"coins": 3, "development": 1}, {}, phase="event", event="harvest")
    assert coin_lines(match.opening) == [
        "Anna pays 3 coins (Harvest).",
        "Anna is 2 coins short (Harvest) and must give up something for each.",
    ]


def test_taxes_are_paid_once() -> None:
    match = position({"goods": {"grain": 2}}, {}, phase="event", event="taxes")
    assert coin_lines(match.opening) == ["Anna pays 2 coins (Taxes)."]


def test_census_has_one_line_even_if_the_last_seat_has_no_coin() -> None:
    ahead, middle = {"tracks": {"farmer": 2}}, {"tracks": {"farmer": 1}}
    match = position({"coins": 0}, middle, ahead, phase="census")
    assert coin_lines(match.opening, "Cleo") == [
        ("Census: Cleo leads the farmer track and gets 1 coin, Anna is last and must pay as much.")
    ]
    assert coin_lines(match.opening)[1:] == [
        "Anna is 1 coin short (Census) and must give something up.",
    ]


def test_totals_are_listed_as_the_language_lists_them() -> None:
    with override("ja"):
        line = presenter("orleans").log_line(Event("end", None, {"totals": [12, 30]}), NAMES[:2])
    assert line.count("、") == 1
    assert ", " not in line
