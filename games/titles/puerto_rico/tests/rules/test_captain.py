"""The captain phase: which ships, harbor, wharf, passing, and when the loading ends."""

from __future__ import annotations

import pytest

import games.rules as rules

from ...rules.match import PuertoRico
from .positions import events_of_kind, goods_of, load_ships, pick, set_board, start


def ships(match: PuertoRico) -> dict[str, tuple[str | None, int]]:
    view = match.view(None)["ships"]
    return {capacity: (ship["good"], ship["n"]) for capacity, ship in view.items()}


def chips(match: PuertoRico) -> list[int]:
    return [board.chips for board in match.boards]


def seed_position() -> PuertoRico:
    match = start(4)
    set_board(match, 0, goods={"corn": 2, "sugar": 6})
    set_board(match, 1, goods={"sugar": 2, "tobacco": 2})
    set_board(match, 2, goods={"corn": 2, "tobacco": 2})
    set_board(match, 3, goods={"corn": 2, "indigo": 5}, chips=4)
    load_ships(match, ship6=("corn", 3))
    pick(match, 0, "captain")
    return match


def test_the_captain_example_move_by_move() -> None:
    match = seed_position()
    assert match.legal_moves(0) == ["load corn 6", "load sugar 7"]
    match.play(0, "load sugar 7")
    assert match.legal_moves(1) == ["load sugar 7", "load tobacco 5"]
    match.play(1, "load sugar 7")
    assert match.legal_moves(2) == ["load corn 6", "load tobacco 5"]
    events = match.play(2, "load tobacco 5")
    auto = [(e.seat, e.data["good"], e.data["n"]) for e in events_of_kind(events, "load")[1:]]
    assert auto == [(3, "corn", 2), (0, "corn", 1), (1, "tobacco", 2)]
    assert chips(match) == [8, 3, 2, 4 + 2]
    assert [goods_of(match, seat) for seat in range(4)] == [
        {"corn": 1},
        {"sugar": 1},
        {"corn": 1},
        {"indigo": 1},
    ]
    assert ships(match) == {"5": ("tobacco", 4), "6": (None, 0), "7": (None, 0)}
    assert match.actors == (1,)


def test_loads_made_by_the_single_choice_rule_are_marked() -> None:
    match = seed_position()
    match.play(0, "load sugar 7")
    match.play(1, "load sugar 7")
    events = events_of_kind(match.play(2, "load tobacco 5"), "load")
    assert [event.data.get("auto", False) for event in events] == [False, True, True, True]


def test_a_good_that_is_on_a_ship_goes_only_there() -> None:
    match = start(4)
    load_ships(match, ship5=("corn", 2))
    set_board(match, 0, goods={"corn": 6, "sugar": 1})
    pick(match, 0, "captain")
    assert [move for move in match.legal_moves(0) if "corn" in move] == ["load corn 5"]


def test_a_good_whose_ship_is_full_cannot_be_loaded() -> None:
    match = start(4)
    load_ships(match, ship5=("corn", 5))
    set_board(match, 0, goods={"corn": 6, "sugar": 1})
    pick(match, 0, "captain")
    assert [move for move in match.legal_moves(0) if "corn" in move] == []


def test_of_the_empty_ships_those_that_take_most() -> None:
    match = start(4)
    set_board(match, 0, goods={"corn": 6, "sugar": 9, "coffee": 1})
    pick(match, 0, "captain")
    assert match.legal_moves(0) == [
        "load corn 6",
        "load corn 7",
        "load sugar 7",
        "load coffee 5",
        "load coffee 6",
        "load coffee 7",
    ]


def test_another_seats_barrels_may_be_on_the_ship() -> None:
    match = start(4)
    load_ships(match, ship5=("corn", 1), ship6=("sugar", 1), ship7=("indigo", 1))
    set_board(match, 0, goods={"corn": 1, "coffee": 1, "sugar": 1})
    pick(match, 0, "captain")
    assert match.legal_moves(0) == ["load corn 5", "load sugar 6"]


def test_as_many_as_fit_are_loaded_and_the_rest_stays() -> None:
    match = start(4)
    load_ships(match, ship5=("corn", 3), ship6=("sugar", 1), ship7=("indigo", 1))
    set_board(match, 0, goods={"corn": 4, "sugar": 1})
    pick(match, 0, "captain")
    match.play(0, "load corn 5")
    assert chips(match)[0] == 2 + 1 + 1  # two corn, captain, and the sugar that had to follow
    assert goods_of(match, 0) == {"corn": 1}  # one of two corn kept


def test_a_seat_chooses_its_good_freely() -> None:
    match = start(4)
    set_board(match, 0, goods={"corn": 7, "coffee": 1})
    pick(match, 0, "captain")
    assert {"load corn 7", "load coffee 5"} <= set(match.legal_moves(0))


def test_who_can_load_must_load() -> None:
    match = start(4)
    set_board(match, 0, goods={"corn": 1, "sugar": 1})
    pick(match, 0, "captain")
    assert "pass" not in match.legal_moves(0)
    with pytest.raises(rules.IllegalMove, match="must load"):
        match.play(0, "pass")


def test_warehouses_do_not_free_from_loading() -> None:
    match = start(4)
    set_board(
        match,
        0,
        goods={"corn": 1, "sugar": 1},
        city={"small_warehouse": 1, "large_warehouse": 1},
    )
    pick(match, 0, "captain")
    assert "pass" not in match.legal_moves(0)


def test_the_captain_bonus_comes_once_with_the_first_own_load() -> None:
    match = start(4)
    set_board(match, 0, goods={"corn": 2, "sugar": 1})
    pick(match, 0, "captain")
    events = match.play(0, "load corn 6") + match.play(0, "load sugar 7")
    amounts = [(e.data["barrels"], e.data["captain"]) for e in events_of_kind(events, "score")]
    assert amounts == [(2, 1), (1, 0)]
    assert chips(match)[0] == 4


def test_the_captain_bonus_may_come_late() -> None:
    match = start(3)
    load_ships(match, ship4=("corn", 1), ship5=("sugar", 4), ship6=("indigo", 5))
    set_board(match, 0, goods={"coffee": 2}, city={"wharf": 1})
    set_board(match, 1, goods={"corn": 1})
    pick(match, 0, "captain")
    assert match.legal_moves(0) == ["load coffee wharf", "pass"]
    match.play(0, "pass")
    match.play(0, "load coffee wharf")
    assert chips(match) == [3, 1, 0]


def test_without_a_load_there_is_no_captain_bonus() -> None:
    match = start(3)
    set_board(match, 1, goods={"corn": 1, "indigo": 1})
    pick(match, 0, "captain")
    while match.step == "load":
        match.play(1, match.legal_moves(1)[0])
    assert chips(match) == [0, 2, 0]


def test_loading_goes_round_and_round() -> None:
    match = start(3)
    for seat in range(3):
        set_board(match, seat, goods={"corn": 1, "indigo": 1})
    pick(match, 1, "captain")
    order = []
    while match.step == "load":
        order.append(match.actors[0])
        match.play(match.actors[0], match.legal_moves(match.actors[0])[0])
    assert order[:3] == [1, 2, 0]
    assert chips(match) == [2, 3, 2]


def test_harbor_gives_a_chip_for_every_load() -> None:
    match = start(4)
    set_board(match, 1, goods={"corn": 2, "indigo": 1}, city={"harbor": 1})
    pick(match, 0, "captain")
    events = match.play(1, "load corn 7") + match.play(1, "load indigo 5")
    assert chips(match)[1] == (2 + 1) + (1 + 1)
    assert [e.data["harbor"] for e in events_of_kind(events, "score")] == [1, 1]


def test_an_empty_harbor_gives_nothing() -> None:
    match = start(4)
    set_board(match, 1, goods={"corn": 2, "indigo": 1}, city={"harbor": 0})
    pick(match, 0, "captain")
    match.play(1, "load corn 7")
    assert chips(match)[1] == 2


def test_harbor_and_wharf_together() -> None:
    match = start(4)
    load_ships(match, ship5=("tobacco", 2), ship6=("sugar", 1), ship7=("corn", 1))
    set_board(match, 1, goods={"tobacco": 5, "sugar": 2}, city={"harbor": 1, "wharf": 1})
    pick(match, 0, "captain")
    match.play(1, "load tobacco 5")
    assert chips(match)[1] == 4
    match.play(1, "load sugar 6")
    assert chips(match)[1] == 4 + 3
    match.play(1, "load tobacco wharf")
    assert chips(match)[1] == 4 + 3 + 3
    assert goods_of(match, 1) == {}


def test_wharf_ships_everything_of_one_good_to_the_supply() -> None:
    match = start(4)
    set_board(match, 0, goods={"corn": 9, "sugar": 1}, city={"wharf": 1})
    pick(match, 0, "captain")
    before = match.supply[0]
    match.play(0, "load corn wharf")
    assert match.supply[0] == before + 9
    assert "corn" not in [good for good, _ in ships(match).values()]
    assert chips(match)[0] >= 9 + 1


def test_wharf_sails_once_per_phase_and_again_in_the_next() -> None:
    match = start(4)
    load_ships(match, ship5=("coffee", 1), ship6=("tobacco", 1), ship7=("sugar", 1))
    set_board(match, 0, goods={"corn": 2, "indigo": 2}, city={"wharf": 1})
    pick(match, 0, "captain")
    events = match.play(0, "load corn wharf")
    assert [e.seat for e in events_of_kind(events, "skip")].count(0) == 1  # its next turn
    set_board(match, 0, goods={"corn": 2})
    pick(match, 0, "captain")
    assert "load corn wharf" in match.legal_moves(0)


def test_wharf_may_be_used_although_a_cargo_ship_would_take_the_good() -> None:
    match = start(4)
    set_board(match, 0, goods={"corn": 1}, city={"wharf": 1})
    pick(match, 0, "captain")
    assert match.legal_moves(0) == ["load corn 5", "load corn 6", "load corn 7", "load corn wharf"]


def test_a_wharf_ignores_what_the_ships_carry() -> None:
    match = start(4)
    load_ships(match, ship5=("corn", 5))
    set_board(match, 0, goods={"corn": 3}, city={"wharf": 1})
    pick(match, 0, "captain")
    assert match.legal_moves(0) == ["load corn wharf", "pass"]


def test_an_empty_wharf_does_not_sail() -> None:
    match = start(4)
    set_board(match, 0, goods={"corn": 1}, city={"wharf": 0})
    pick(match, 0, "captain")
    assert "load corn wharf" not in match.legal_moves(0)


def test_every_wharf_sails_for_its_own_seat() -> None:
    match = start(4)
    load_ships(match, ship5=("coffee", 1), ship6=("tobacco", 1), ship7=("sugar", 1))
    for seat in (0, 1):
        set_board(match, seat, goods={"corn": 2}, city={"wharf": 1})
    pick(match, 0, "captain")
    match.play(0, "load corn wharf")
    assert match.legal_moves(1) == ["load corn wharf", "pass"]


def test_a_pass_is_for_this_turn_only() -> None:
    match = start(3)
    load_ships(match, ship4=("corn", 1), ship5=("sugar", 1), ship6=("indigo", 1))
    set_board(match, 0, goods={"coffee": 2}, city={"wharf": 1})
    set_board(match, 1, goods={"corn": 1, "sugar": 1})
    pick(match, 0, "captain")
    match.play(0, "pass")
    match.play(1, "load corn 4")
    assert match.legal_moves(0) == ["load coffee wharf", "pass"]


def test_captain_phase_ends_when_all_pass_in_a_row() -> None:
    match = start(3)
    load_ships(match, ship4=("corn", 4), ship5=("sugar", 1), ship6=("indigo", 1))
    set_board(match, 0, goods={"coffee": 2}, city={"wharf": 1})
    set_board(match, 1, goods={"corn": 2}, city={"wharf": 1})
    pick(match, 0, "captain")
    match.play(0, "pass")
    match.play(1, "pass")
    assert match.step == "pick"
    assert chips(match) == [0, 0, 0]


def test_skipped_turns_count_as_passes_in_a_row() -> None:
    match = start(4)
    events = pick(match, 2, "captain")
    assert [e.seat for e in events_of_kind(events, "skip")] == [2, 3, 0, 1]
    assert match.step == "pick"


def test_full_ships_are_emptied_at_the_end_whoever_filled_them() -> None:
    match = start(4)
    load_ships(match, ship5=("corn", 5), ship7=("sugar", 6))
    before = match.supply[0]
    events = pick(match, 0, "captain")
    assert ships(match) == {"5": (None, 0), "6": (None, 0), "7": ("sugar", 6)}
    assert match.supply[0] == before + 5
    assert events_of_kind(events, "unload")[0].data == {"ship": "5", "good": "corn", "n": 5}


def test_a_ship_stays_full_until_the_phase_ends() -> None:
    match = start(4)
    load_ships(match, ship5=("corn", 4))
    set_board(match, 0, goods={"corn": 3, "sugar": 1})
    set_board(match, 1, goods={"indigo": 1, "coffee": 1})
    pick(match, 0, "captain")
    match.play(0, "load corn 5")
    assert ships(match)["5"] == ("corn", 5)


def test_loads_are_public_and_their_chips_are_not() -> None:
    match = start(4)
    set_board(match, 0, goods={"corn": 2})
    pick(match, 0, "captain")
    events = match.play(0, "load corn 5")
    load = events_of_kind(events, "load")[0]
    assert (load.audience, load.data) == (None, {"good": "corn", "n": 2, "ship": "5"})
    score = events_of_kind(events, "score")[0]
    assert (score.audience, score.data["amount"], score.data["reason"]) == (0, 3, "chips")
