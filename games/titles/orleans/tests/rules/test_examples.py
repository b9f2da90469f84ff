"""The worked examples of the sheet (section 15)."""

from __future__ import annotations

from .positions import bag, fresh_match, legal, own_view_data, play, position

PLANNING_MOVES = 19


def test_1_first_planning() -> None:
    match = fresh_match()
    assert match.actors == (0, 1)
    for seat in (0, 1):
        assert len(match.legal_moves(seat)) == PLANNING_MOVES
        slots = {
            tile: {tuple(move.split()[2:]) for move in legal(match, seat, f"place {tile}")}
            for tile in ("own_farmer", "own_boatman", "own_craftsman", "own_trader")
        }
        places = {tile: {place for place, _ in found} for tile, found in slots.items()}
        assert places == {
            "own_farmer": {"village", "university", "castle", "ship", "wagon", "guildhall"},
            "own_boatman": {"farm_house", "village", "castle", "ship"},
            "own_craftsman": {"farm_house", "village", "university", "guildhall"},
            "own_trader": {"university", "castle", "monastery", "wagon"},
        }
        assert "done" in match.legal_moves(seat)


def test_2_farm_house() -> None:
    match = fresh_match()
    play(
        match,
        "0 place own_boatman farm_house boatman",
        "0 place own_craftsman farm_house craftsman",
        "0 done",
        "1 done",
    )
    assert match.actors == (0,)
    assert match.legal_moves(0) == ["act farm_house", "pass"]
    events = play(match, "0 act farm_house")
    gained = [e.data for e in events if e.kind == "score"]
    assert [data["amount"] for data in gained] == [1, 1]
    assert [data["key"] for data in gained] == ["goods", "coins"]
    assert match.round == 2
    assert own_view_data(match, 0)["goods"]["grain"] == 1
    assert own_view_data(match, 0)["tracks"]["farmer"] == 1
    assert own_view_data(match, 0)["coins"] == 6
    assert match.scores()[0].total == 7
    assert own_view_data(match, 1)["coins"] == 5


def test_3_draws() -> None:
    match = fresh_match()
    play(
        match,
        "0 place own_boatman farm_house boatman",
        "0 place own_craftsman farm_house craftsman",
        "0 done",
        "1 done",
        "0 act farm_house",
    )
    assert match.phase == "followers"
    assert own_view_data(match, 0)["market"] == ["own_farmer", "own_trader"]
    assert bag(match, 0) == {"own_boatman": 1, "own_craftsman": 1, "farmer": 1}
    assert (match.view(0)["rights"], match.view(0)["room"]) == (4, 6)
    assert match.actors == (0,)
    assert match.legal_moves(0) == ["draw 1", "draw 2", "draw 3", "done"]


def test_4_village() -> None:
    filled = {"village": "own_farmer own_boatman own_craftsman"}
    match = position({"places": filled}, {}, options={})
    assert "act village trader library" in match.legal_moves(0)
    assert "act village trader school" not in match.legal_moves(0)
    play(match, "0 act village boatman")
    assert own_view_data(match, 0)["coins"] == 7


def test_5_technology() -> None:
    match = fresh_match()
    play(
        match,
        "0 place own_farmer village farmer",
        "0 place own_boatman village boatman",
        "0 place own_craftsman village craftsman",
        "0 done",
        "1 done",
        "0 act village craftsman",
    )
    farmers = ("village", "university", "castle", "ship", "wagon", "guildhall")
    assert match.actors == (0,)
    assert match.legal_moves(0) == [*(f"tech {place} farmer" for place in farmers), "keep"]
    kept = match.copy()

    play(match, "0 tech castle farmer", "0 draw 4")
    assert own_view_data(match, 0)["places"]["castle"] == ["technology", None, None]
    assert not legal(match, 0, "tech")
    assert not [move for move in match.legal_moves(0) if move.endswith("castle farmer")]
    assert [move for move in match.legal_moves(0) if move.endswith("castle boatman")]

    play(kept, "0 keep", "0 draw 4")
    assert kept.phase == "planning"
    assert not legal(kept, 0, "tech")
    play(kept, "0 done", "1 done")
    assert kept.legal_moves(0) == [*(f"tech {place} farmer" for place in farmers), "keep"]


def test_6_university_twice() -> None:
    filled = {"university": "farmer craftsman trader"}
    match = position({"places": filled}, {})
    play(match, "0 act university")
    assert own_view_data(match, 0)["development"] == 2
    again = position({"places": filled, "development": 2, "tracks": {"scholar": 1}}, {})
    play(again, "0 act university")
    assert own_view_data(again, 0)["development"] == 5
    assert own_view_data(again, 0)["level"] == 2
    assert own_view_data(again, 0)["citizens"] == 1
    assert again.scores()[0].breakdown["citizens"] == 2


def test_7_score() -> None:
    match = position(
        {
            "coins": 12,
            "goods": {"grain": 2, "cheese": 1, "wool": 1},
            "stations": "orleans blois tours chinon loches",
            "citizens": 2,
            "development": 16,
            "places": {"scriptorium": "knight scholar"},
        },
        {},
    )
    score = match.scores()[0]
    assert score.total == 48
    assert score.breakdown == {
        "coins": 12,
        "goods": 8,
        "bread": 0,
        "stations": 20,
        "citizens": 8,
        "harbor": 0,
    }
    assert score.tiebreak == (16,)


def test_8_harvest_c_with_a_choice() -> None:
    seat = {"goods": {"grain": 1, "wine": 1}, "coins": 7}
    match = position(seat, {"coins": 50}, phase="event", event="harvest", letter="c")
    assert match.actors == (0,)
    assert match.legal_moves(0) == ["feed grain", "feed wine", "pay"]
    play(match, "0 pay")
    assert own_view_data(match, 0)["coins"] == 2
    assert match.legal_moves(0) == ["feed grain", "feed wine"]
    events = play(match, "0 feed wine")
    fed = [(e.data["good"], e.data["auto"]) for e in events if e.kind == "feed"]
    assert fed == [("wine", False), ("grain", True)]
    assert not any(own_view_data(match, 0)["goods"].values())


def test_8_harvest_c_without_food() -> None:
    seat = {"coins": 7, "development": 3}
    match = position(seat, {"coins": 50}, phase="event", event="harvest", letter="c")
    assert match.actors == (0,)
    assert own_view_data(match, 0)["coins"] == 0
    assert match.view(0)["debt"] == 8
    assert legal(match, 0, "torture")
    for left in range(7, 0, -1):
        play(match, "0 torture station supply")
        assert match.view(0)["debt"] == left
    play(match, "0 torture development")
    assert match.phase != "event"


def test_9_quarry() -> None:
    filled = {"quarry": "craftsman knight"}
    rich = position({"tiles": ["quarry"], "places": filled, "coins": 6}, {})
    assert "act quarry tours" in rich.legal_moves(0)
    play(rich, "0 act quarry tours")
    assert own_view_data(rich, 0)["stations"] == ["tours"]
    assert own_view_data(rich, 0)["merchant"] == "orleans"
    poor = position({"tiles": ["quarry"], "places": filled, "coins": 5}, {})
    assert "act quarry tours" not in poor.legal_moves(0)
    assert "act quarry blois" in poor.legal_moves(0)


def test_10_taxes() -> None:
    for letter, due in (("a", 5), ("b", 2), ("c", 1)):
        seat = {"coins": 9, "goods": {"grain": 2, "wool": 3}}
        match = position(seat, {}, phase="event", event="taxes", letter=letter)
        paid = [e for e in match.opening if e.kind == "score" and e.data["reason"] == "taxes"]
        assert [event.data["amount"] for event in paid] == [-due]


def test_11_deed() -> None:
    match = position({"places": {"town_hall": "scholar farmer"}}, {})
    events = play(match, "0 act town_hall scholar astronomy")
    assert [e.data["amount"] for e in events if e.kind == "score"] == [1]
    assert sorted(match.legal_moves(0)) == sorted(
        [
            "deed farmer canalisation development",
            "deed farmer canalisation coin",
            "deed farmer city_wall",
            "deed farmer defeating_plague",
            "finish",
        ]
    )


def test_11_a_monk_goes_to_three_deeds_only() -> None:
    match = position({"places": {"town_hall": "monk -"}}, {})
    assert legal(match, 0, "act town_hall") == [
        "act town_hall monk papal_conclave",
        "act town_hall monk cathedral",
        "act town_hall monk peace_treaty",
    ]


def test_12_harbor() -> None:
    for towns, points in (
        ("orleans blois tours montrichard", 10),
        ("orleans blois tours montrichard chinon", 15),
        ("orleans blois tours montrichard chartres", 10),
    ):
        match = position(
            {"stations": towns, "tiles": ["harbor"], "places": {"farm_house": "boatman craftsman"}},
            {},
        )
        assert match.scores()[0].breakdown["harbor"] == points
