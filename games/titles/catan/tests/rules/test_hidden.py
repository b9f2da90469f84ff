"""Hidden information: views, events, and worlds dealt anew (rules 9)."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

import games.rules as rules

from ...rules.components import BANK_EACH, FIRST_POINT_CARD, NO_CARDS
from ...rules.match import CatanMatch
from .positions import (
    advance_match,
    deal,
    enter_wagon_phase,
    give,
    load_wagon,
    main_phase_match,
    match_after_founding,
    new_match,
    play,
    set_points,
)


def redealt_match(match: CatanMatch, seat: int | None, seed: int = 1) -> CatanMatch:
    return match.determinize(seat, rules.FastChance(seed))


def test_own_cards_are_seen_others_only_by_number() -> None:
    match = deal(give(main_phase_match(), 1, wool=7), 1, "knight", "vp")
    assert match.view(1)["own"]["hand"]["wool"] == 7
    assert match.view(1)["own"]["cards"] == {"knight": 1, "vp": 1}
    for seat in (0, None):
        view = match.view(seat)
        assert view["players"][1]["cards"] == 7
        assert view["players"][1]["development"] == 2
        others = json.dumps({key: view[key] for key in view if key not in ("own", "bank")})
        assert '"wool": 7' not in others
        assert 'vp": 1' not in others
    assert match.view(None)["own"] is None


def test_hidden_points_are_in_the_own_view_only() -> None:
    match = deal(main_phase_match(), 1, "vp")
    assert match.view(1)["own"]["points"] == 3
    assert match.view(0)["players"][1]["points"] == 2


def test_gold_tokens_level_load_and_knights_are_open() -> None:
    player = match_after_founding(2, scenario="traders").view(None)["players"][0]
    assert player["gold"] == 5
    assert player["tokens"] == 6
    assert player["wagon"]["level"] == 1
    assert player["wagon"]["load"] is None
    assert player["knights"] == 0


def test_decks_and_stacks_are_known_by_number() -> None:
    view = match_after_founding(scenario="traders", events="on").view(0)
    assert view["development_left"] == 25
    assert view["events_left"] == 31
    assert [goal["left"] for goal in view["goals"].values()] == [12, 12, 12]
    text = json.dumps(view)
    assert "robber_attacks" not in text
    assert 'knight": ' not in text


def test_views_are_json_ready() -> None:
    settings: list[dict[str, Any]] = [{}, {"scenario": "traders", "events": "on"}]
    for options in settings:
        match = match_after_founding(2, **options)
        for seat in (0, 1, None):
            view = match.view(seat)
            assert json.loads(json.dumps(view)) == view


# worlds dealt anew


def test_hands_keep_their_numbers_and_the_bank_its_cards() -> None:
    match = give(give(give(main_phase_match(), 0, wool=3), 1, ore=5, brick=2), 2, grain=4)
    other = redealt_match(match, 0)
    assert other.bank == match.bank
    assert other.hands[0] == match.hands[0]
    assert [sum(hand) for hand in other.hands] == [3, 7, 4]
    for kind in range(5):
        assert other.bank[kind] + sum(hand[kind] for hand in other.hands) == BANK_EACH


def test_others_cards_really_move() -> None:
    match = give(give(main_phase_match(), 1, ore=6), 2, grain=6)
    assert any(redealt_match(match, 0, seed).hands != match.hands for seed in range(5))


def test_with_two_seats_the_other_hand_follows_from_the_bank() -> None:
    match = give(give(main_phase_match(2), 0, ore=2), 1, wool=3)
    assert redealt_match(match, 0).hands == match.hands


def test_own_development_cards_stay_and_the_rest_is_shuffled() -> None:
    match = deal(deal(main_phase_match(), 0, "plenty"), 1, "knight", "knight")
    other = redealt_match(match, 0)
    assert other.cards[0] == match.cards[0]
    assert sum(other.cards[1]) == 2
    assert sorted(other.deck) == sorted(match.deck)
    assert len({redealt_match(match, 0, seed).cards[1] for seed in range(20)}) > 1


def test_what_was_bought_this_turn_stays_known() -> None:
    match = deal(give(main_phase_match(), 0, wool=1, grain=1, ore=1), 0, "knight")
    play(match, "buy")
    assert redealt_match(match, 0).fresh == match.fresh
    other = redealt_match(match, 1)
    assert sum(other.fresh) == 1
    assert all(new <= held for new, held in zip(other.fresh, other.cards[0], strict=True))


def test_no_seat_is_dealt_points_with_which_it_would_have_won() -> None:
    match = deal(deal(main_phase_match(), 0, "knight", "knight", "knight"), 1, "knight", "plenty")
    set_points(match, 0, 9)
    set_points(match, 1, 9)
    match.rested = [9, 9, 2]
    for seed in range(40):
        other = redealt_match(match, 2, seed)
        assert not any(other.cards[0][FIRST_POINT_CARD:])
        assert not any(other.cards[1][FIRST_POINT_CARD:])
        assert not advance_match(other).over


def test_the_last_point_cards_find_a_place() -> None:
    match = deal(main_phase_match(), 2, *("knight",) * 3)
    deal(match, 1, *("vp",) * 5)
    while len(match.deck) > match.bought:
        kind = match.deck[match.bought]
        match.bought += 1
        match.cards[0] = tuple(n + (i == kind) for i, n in enumerate(match.cards[0]))
    set_points(match, 0, 9)
    match.rested = [9, 2, 9]
    other = redealt_match(match, None)
    assert [sum(cards[FIRST_POINT_CARD:]) for cards in other.cards] == [0, 5, 0]


def test_stacks_keep_their_shown_tokens() -> None:
    match = match_after_founding(scenario="traders")
    match.taken = [3, 0, 12]
    other = redealt_match(match, 0)
    for mine, theirs, gone in zip(match.stacks, other.stacks, match.taken, strict=True):
        assert mine[:gone] == theirs[:gone]
        assert sorted(mine) == sorted(theirs)


def test_the_next_token_after_a_delivery_is_known_to_nobody() -> None:
    match = enter_wagon_phase(load_wagon(main_phase_match(scenario="traders"), "glass"))
    play(match, "go -8,0")
    taken = set()
    for seat in (0, 1, None):
        for seed in range(10):
            other = redealt_match(match, seat, seed)
            assert other.view(None) == match.view(None)
            other.play(0, "end")
            taken.add(other.load[0])
    assert len(taken) == 2  # tools and sand: the castle's stack has no other goods


def test_events_to_come_are_shuffled_those_shown_stay() -> None:
    match = match_after_founding(events="on")
    match.revealed = 7
    other = redealt_match(match, 0)
    assert other.event_deck[:7] == match.event_deck[:7]
    assert sorted(other.event_deck) == sorted(match.event_deck)
    assert other.event_deck != match.event_deck


def match_with_proposal() -> CatanMatch:
    match = give(
        give(give(main_phase_match(), 0, wool=2, ore=3), 1, brick=1, grain=4), 2, grain=2, brick=1
    )
    play(match, "offer", "give wool", "give wool", "want brick", "propose")
    return match


def test_an_accepted_offer_can_be_paid_in_every_world() -> None:
    match = match_with_proposal()
    play(match, (1, "accept"))
    for seat in (0, 2, None):
        for seed in range(10):
            other = redealt_match(match, seat, seed)
            other.play(0, "trade 1")
            assert all(count >= 0 for hand in other.hands for count in hand)


def test_a_proposal_is_covered_in_every_world() -> None:
    match = match_with_proposal()
    for seed in range(20):
        assert redealt_match(match, 1, seed).hands[0][2] >= 2


def test_a_foreign_draft_is_forgotten() -> None:
    match = give(give(main_phase_match(), 0, wool=2), 1, ore=2)
    play(match, "offer", "give wool")
    assert redealt_match(match, 1).stack[-1] == ("offer", (0,) * 6, (0,) * 6)
    assert redealt_match(match, 0).stack == match.stack


def test_a_chosen_gift_is_dealt_among_its_owners_cards() -> None:
    match = match_after_founding(events="on", script={"events": [["good_neighbours:6"]]})
    for seat, word in enumerate(("ore", "wool", "brick")):
        give(match, seat, **{word: 3})
    play(match, "event", (0, "gift ore"))
    for seed in range(20):
        other = redealt_match(match, 1, seed)
        chosen = other.stack[-1][1][0]
        assert other.hands[0][chosen] > 0
    assert redealt_match(match, 0).stack == match.stack


@pytest.mark.parametrize("options", [{}, {"scenario": "traders", "events": "on"}])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_worlds_keep_all_cards_and_can_be_played_to_the_end(
    seats: int, options: dict[str, Any]
) -> None:
    match = new_match(seats, **options)
    rng = random.Random(seats)
    for number in range(600):
        if match.over:
            break
        seat = rng.choice(match.actors)
        match.play(seat, rng.choice(match.legal_moves(seat)))
        if number % 40 == 0:
            other = redealt_match(match, seat, number)
            check_conservation(other)
            for _ in range(60):
                if other.over:
                    break
                actor = rng.choice(other.actors)
                other.play(actor, rng.choice(other.legal_moves(actor)))
            check_conservation(other)
        check_conservation(match)


def check_conservation(match: CatanMatch) -> None:
    """Components add up: cards, development cards, tokens, gold, pieces, commodities."""
    for kind in range(5):
        assert match.bank[kind] >= 0
        assert match.bank[kind] + sum(hand[kind] for hand in match.hands) == BANK_EACH
    held = [sum(kinds) for kinds in zip(*match.cards, *match.spent, strict=True)]
    for kind in match.deck[match.bought :]:
        held[kind] += 1
    assert sum(held) == 25
    assert held == [match.deck.count(kind) for kind in range(len(NO_CARDS))]
    assert min(min(hand) for hand in match.hands) >= 0
    assert sum(match.tokens) <= 20
    if match.traders:
        assert match.gold_in_bank() >= 0
        assert min(match.gold) >= 0
        loads = sum(load >= 0 for load in match.load)
        assert sum(match.taken) == loads + sum(match.delivered)
        assert len(set(match.barbarians)) == 3
    for owner in range(match.owners):
        assert match.roads[owner].bit_count() <= 15
        assert match.settlements[owner].bit_count() <= 5
        assert match.cities[owner].bit_count() <= 4


def test_the_end_shows_whether_unplayed_cards_were_points() -> None:
    match = set_points(give(deal(main_phase_match(), 1, "knight"), 0, grain=2, ore=3), 0, 9)
    before = match.reveals
    play(match, "city 0,8")
    assert match.over
    assert match.reveals > before


def test_beginning_a_turn_that_hidden_points_might_win_is_a_reveal() -> None:
    match = deal(main_phase_match(), 1, "knight")
    match.score(1, 7, "longest_road")
    before = match.reveals
    play(match, "end")
    assert not match.over
    assert match.reveals > before
