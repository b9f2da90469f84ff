"""Trade with the bank, with gold and between seats (rules 5.7)."""

from __future__ import annotations

import pytest

from ...rules.match import CatanMatch
from .positions import (
    advance_match,
    empty_bank,
    enter_wagon_phase,
    event_kinds,
    event_of_kind,
    give,
    hand,
    main_phase_match,
    match_after_founding,
    moves_with_verb,
    play,
)

# the bank


def test_four_for_one() -> None:
    match = give(main_phase_match(), 0, wool=4)
    assert moves_with_verb(match, 0, "bank") == [
        f"bank wool {word}" for word in ("brick", "lumber", "grain", "ore")
    ]
    play(match, "bank wool ore")
    assert hand(match, 0) == {"ore": 1}


def test_only_what_the_bank_has() -> None:
    match = give(main_phase_match(), 0, wool=4)
    empty_bank(match, to=1, grain=1)
    assert moves_with_verb(match, 0, "bank") == ["bank wool grain"]


def test_gold_from_the_bank_at_the_same_rate() -> None:
    match = give(main_phase_match(scenario="traders"), 0, wool=4)
    assert "bank wool gold" in moves_with_verb(match)
    play(match, "bank wool gold")
    assert match.gold[0] == 6
    assert hand(match, 0) == {}


def test_no_gold_from_the_bank_in_the_base_game() -> None:
    assert "bank wool gold" not in moves_with_verb(give(main_phase_match(), 0, wool=4))


def test_a_bank_without_gold_sells_none() -> None:
    """Ruling 29."""
    match = give(main_phase_match(scenario="traders"), 0, wool=4)
    match.gold = [0, 50, 50]
    match._lists.clear()
    assert "bank wool gold" not in moves_with_verb(match)
    assert "bank wool ore" in moves_with_verb(match)


def test_gold_buys_two_resources_a_turn() -> None:
    match = main_phase_match(scenario="traders")
    assert len(moves_with_verb(match, 0, "purchase")) == 5
    play(match, "purchase ore", "purchase ore")
    assert hand(match, 0) == {"ore": 2}
    assert match.gold[0] == 1
    match.gold[0] = 9
    match._lists.clear()
    assert moves_with_verb(match, 0, "purchase") == []


def test_a_purchase_costs_two_gold_and_a_card_of_the_bank() -> None:
    match = main_phase_match(scenario="traders")
    match.gold[0] = 1
    match._lists.clear()
    assert moves_with_verb(match, 0, "purchase") == []
    match.gold[0] = 2
    empty_bank(match, to=1, grain=1)
    assert moves_with_verb(match, 0, "purchase") == ["purchase grain"]


def test_purchases_are_for_the_main_phase_only() -> None:
    """Ruling 31."""
    match = match_after_founding(scenario="traders")
    assert moves_with_verb(match, 0, "purchase") == []
    assert (
        moves_with_verb(enter_wagon_phase(main_phase_match(scenario="traders")), 0, "purchase")
        == []
    )


# drafting


def match_with_draft(*words: str) -> CatanMatch:
    """Seat 0 has 2 wool 1 ore, seat 1 a brick, seat 2 2 grain; these moves of a draft are made."""
    match = give(give(give(main_phase_match(), 0, wool=2, ore=1), 1, brick=1), 2, grain=2)
    play(match, "offer", *words)
    return match


def test_an_offer_needs_cards_on_both_sides() -> None:
    match = main_phase_match()
    assert "offer" not in moves_with_verb(match)
    assert "offer" not in moves_with_verb(give(match, 0, wool=1))
    assert "offer" in moves_with_verb(give(match, 1, ore=1))


def test_gold_is_enough_for_an_offer() -> None:
    assert "offer" in moves_with_verb(main_phase_match(scenario="traders"))


def test_four_offers_a_turn_cancelled_ones_included() -> None:
    """Rulings 46 and 56."""
    match = give(give(main_phase_match(), 0, wool=1), 1, ore=1)
    for _ in range(4):
        assert match.view(0)["limits"]["offers_left"] > 0
        play(match, "offer", "cancel")
    assert "offer" not in moves_with_verb(match)
    play(match, "end")
    match.stack = [("main",)]
    assert "offer" in moves_with_verb(advance_match(match))


def test_give_what_one_has_and_want_what_others_may_have() -> None:
    assert moves_with_verb(match_with_draft()) == [
        *("give wool", "give ore", "want brick", "want grain", "cancel"),
    ]


def test_units_are_added_one_by_one_up_to_what_there_is() -> None:
    match = match_with_draft("give wool", "give wool")
    assert "give wool" not in moves_with_verb(match)
    play(match, "want grain", "want grain")
    assert "want grain" not in moves_with_verb(match)
    assert match.view(0)["offer"]["give"] == {"wool": 2}
    assert match.view(0)["offer"]["want"] == {"grain": 2}


def test_no_like_for_like() -> None:
    match = give(match_with_draft("give ore"), 1, ore=1)
    assert "want ore" not in moves_with_verb(match)
    match = give(match_with_draft(), 1, wool=1)
    play(match, "want wool")
    assert "give wool" not in moves_with_verb(match)


def test_no_gifts() -> None:
    assert "propose" not in moves_with_verb(match_with_draft("give wool"))
    assert "propose" not in moves_with_verb(match_with_draft("want brick"))
    assert "propose" in moves_with_verb(match_with_draft("give wool", "want brick"))


def test_wanted_gold_must_be_in_one_other_hand() -> None:
    match = main_phase_match(scenario="traders")
    give(match, 0, wool=1)
    match.gold = [5, 2, 1]
    match._lists.clear()
    play(match, "offer", "give wool", "want gold", "want gold")
    assert "want gold" not in moves_with_verb(match)


def test_gold_may_be_given() -> None:
    match = give(main_phase_match(scenario="traders"), 1, ore=1)
    play(match, "offer", "give gold", "want ore", "propose", (1, "accept"), "trade 1")
    assert match.gold == [4, 6, 5]
    assert hand(match, 0) == {"ore": 1}


def test_a_cancelled_draft_goes_back_to_the_main_phase() -> None:
    match = match_with_draft("give wool")
    play(match, "cancel")
    assert match.stack == [("main",)]
    assert hand(match, 0) == {"wool": 2, "ore": 1}


def test_a_draft_is_seen_by_its_author_alone() -> None:
    match = match_with_draft("give wool")
    assert match.view(0)["phase"] == "offer"
    for seat in (1, 2, None):
        view = match.view(seat)
        assert view["phase"] == "main"
        assert view["offer"] is None
        assert "offers_left" not in view["limits"]
    assert all(event.audience == 0 for event in play(match, "want brick"))


# answers


def test_all_others_who_can_pay_by_public_counts_are_asked_at_once() -> None:
    match = match_with_draft("give wool", "want grain", "want grain")
    event = event_of_kind(play(match, "propose"), "propose")
    # seat 1 has a single card and counts as having declined
    assert event.data == {"give": {"wool": 1}, "want": {"grain": 2}, "asked": [2]}
    assert match.actors == (2,)


def test_nobody_who_could_pay_means_no_proposal() -> None:
    match = match_with_draft("give wool", "want grain", "want grain", "want brick")
    assert "propose" not in moves_with_verb(match)


def test_seats_with_too_little_gold_are_not_asked() -> None:
    match = give(main_phase_match(scenario="traders"), 0, wool=1)
    match.gold = [5, 0, 1]
    match._lists.clear()
    play(match, "offer", "give wool", "want gold", "propose")
    assert match.actors == (2,)


def test_a_seat_without_the_cards_can_only_decline() -> None:
    match = match_with_draft("give wool", "want brick")
    play(match, "propose")
    assert moves_with_verb(match, 1) == ["accept", "decline"]
    assert moves_with_verb(match, 2) == ["decline"]


def test_the_offerer_is_no_actor_while_others_owe_an_answer() -> None:
    match = match_with_draft("give wool", "want brick")
    play(match, "propose")
    assert match.actors == (1, 2)
    assert moves_with_verb(match, 0) == ["cancel"]
    assert match.view(0)["waiting"]
    play(match, (1, "accept"))
    assert list(match.actors) == [2]
    assert moves_with_verb(match, 0) == ["trade 1", "cancel"]
    assert moves_with_verb(match, 1) == []
    play(match, (2, "decline"))
    assert list(match.actors) == [0]
    assert not match.view(0)["waiting"]


def test_the_offerer_may_trade_before_all_have_answered() -> None:
    match = match_with_draft("give wool", "want brick")
    play(match, "propose", (1, "accept"), (0, "trade 1"))
    assert hand(match, 0) == {"brick": 1, "wool": 1, "ore": 1}
    assert hand(match, 1) == {"wool": 1}
    assert match.actors == (0,)
    assert match.stack == [("main",)]


def test_the_offerer_may_withdraw_at_any_time() -> None:
    match = match_with_draft("give wool", "want brick")
    play(match, "propose")
    assert event_kinds(play(match, (0, "cancel"))) == ["withdraw"]
    assert match.stack == [("main",)]
    assert match.actors == (0,)


def test_an_acceptance_binds_until_the_offer_ends() -> None:
    """Ruling 47."""
    match = match_with_draft("give wool", "want brick")
    play(match, "propose", (1, "accept"))
    assert moves_with_verb(match, 1) == []


def test_several_may_accept_and_one_is_picked() -> None:
    """Ruling 48."""
    match = give(match_with_draft("give wool", "want brick"), 2, brick=1)
    play(match, "propose", (1, "accept"), (2, "accept"))
    assert moves_with_verb(match, 0) == ["trade 1", "trade 2", "cancel"]
    play(match, "trade 2")
    assert hand(match, 1) == {"brick": 1}
    assert hand(match, 2) == {"wool": 1, "grain": 2}


def test_when_all_decline_the_offer_is_gone_by_itself() -> None:
    match = match_with_draft("give wool", "want brick")
    play(match, "propose", (1, "decline"))
    events = play(match, (2, "decline"))
    assert event_kinds(events) == ["decline", "no_deal"]
    assert match.stack == [("main",)]
    assert match.actors == (0,)


def test_answers_are_open_at_once() -> None:
    match = match_with_draft("give wool", "want brick")
    play(match, "propose", (1, "accept"))
    assert match.view(2)["offer"] == {
        "by": 0,
        "give": {"wool": 1},
        "want": {"brick": 1},
        "answers": {"1": "accepted", "2": "asked"},
    }


@pytest.mark.parametrize("seat", [1, 2])
def test_other_seats_cannot_make_offers(seat: int) -> None:
    match = give(give(main_phase_match(), 0, wool=1), seat, ore=1)
    assert moves_with_verb(match, seat) == []


def test_two_seats_may_trade_with_each_other() -> None:
    match = give(give(main_phase_match(2), 0, wool=1), 1, ore=1)
    play(match, "offer", "give wool", "want ore", "propose", (1, "accept"), "trade 1")
    assert hand(match, 0) == {"ore": 1}


def test_the_offer_limit_holds_for_both_productions_of_two_seats() -> None:
    """Ruling 56: the turn as a whole has four offers."""
    match = match_after_founding(2, script={"dice": [1, 2, 1, 3]})
    give(give(match, 0, wool=2), 1, ore=2)
    play(match, "roll")
    for _ in range(4):
        play(match, "offer", "cancel")
    assert "offer" not in moves_with_verb(match)
