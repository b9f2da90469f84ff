"""Scores at any time (section 8)."""

from __future__ import annotations

from typing import Any

import pytest

from .positions import finish_round, fresh_match, play, position

KEYS = ["coins", "goods", "bread", "stations", "citizens", "harbor"]


def breakdown(**words: Any) -> dict[str, int]:
    return (
        position({"places": {"castle": "farmer boatman trader"}, **words}, {}).scores()[0].breakdown
    )


def test_all_keys_are_always_there() -> None:
    assert list(breakdown()) == KEYS


def test_goods_by_kind() -> None:
    goods = {"grain": 1, "cheese": 1, "wine": 1, "wool": 1, "brocade": 1}
    assert breakdown(goods=goods)["goods"] == 15


def test_bread_is_worth_the_level_each() -> None:
    shown = breakdown(tiles=["bakery"], bread=3, development=9)
    assert shown["bread"] == 9
    assert shown["goods"] == 0


def test_stations_and_citizens_are_multiplied_by_the_level() -> None:
    shown = breakdown(
        stations="tours blois", tiles=["country_road"], road_stations=2, citizens=3, development=30
    )
    assert (shown["stations"], shown["citizens"]) == (24, 18)


@pytest.mark.parametrize(
    ("towns", "points"),
    [
        ("orleans blois tours", 0),
        ("orleans blois tours chinon", 10),
        ("orleans briare sancerre nevers", 10),
        ("orleans blois tours chinon briare sancerre", 15),
        ("tours montrichard loches chinon blois", 15),
        ("orleans blois chinon le_blanc argenton", 0),
        ("vierzon bourges saint_amand montrichard chartres etampes", 10),
        ("chartres orleans montargis etampes", 0),
    ],
)
def test_harbor_counts_the_largest_group_joined_by_waterways(towns: str, points: int) -> None:
    assert breakdown(stations=towns, tiles=["harbor"])["harbor"] == points
    assert breakdown(stations=towns)["harbor"] == 0


def test_two_groups_count_once() -> None:
    towns = "orleans briare sancerre nevers tours montrichard loches chinon"
    assert breakdown(stations=towns, tiles=["harbor"])["harbor"] == 10


def test_gaining_the_harbor_is_a_score_event() -> None:
    match = position(
        {
            "stations": "orleans blois tours chinon",
            "places": {"village": "farmer boatman craftsman", "castle": "farmer boatman trader"},
        },
        {},
    )
    events = play(match, "0 act village trader harbor")
    gained = [event.data for event in events if event.kind == "score"]
    assert [(data["key"], data["amount"]) for data in gained] == [("harbor", 10)]


def test_scores_before_the_end_leave_the_station_citizen_out() -> None:
    assert breakdown(stations="tours")["citizens"] == 0


def test_tiebreak_is_the_development_space() -> None:
    match = fresh_match()
    assert [score.tiebreak for score in match.scores()] == [(0,), (0,)]


def test_score_events_sum_to_the_scores_over_a_match_of_the_policy() -> None:
    match = fresh_match(3, set_1="on", set_2="on", set_3="on", set_4="on", set_5="on", places="all")
    totals = [0, 0, 0]
    events = list(match.opening)
    while not match.over:
        seat = match.actors[0]
        events += match.play(seat, match.auto_move(seat))
    keys: list[dict[str, int]] = [dict.fromkeys(KEYS, 0) for _ in totals]
    for event in events:
        if event.kind == "score":
            totals[event.seat] += event.data["amount"]
            keys[event.seat][event.data["key"]] += event.data["amount"]
    assert totals == [score.total for score in match.scores()]
    assert keys == [score.breakdown for score in match.scores()]


def test_finish_round_helper_plays_a_whole_match() -> None:
    match = fresh_match()
    while not match.over:
        finish_round(match)
    assert match.round == 18
