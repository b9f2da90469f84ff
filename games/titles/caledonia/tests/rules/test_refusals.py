"""Refused moves: the reason in words, with what it costs and what is missing; nothing changes.

`Table.refusal` checks for every case that the match is as before.
"""

from __future__ import annotations

import random

import pytest

import games.rules as rules

from ...rules import available_actions
from ...rules.match import PLAYS, Caledonia
from .positions import Table, fresh_table, round_1_table


@pytest.fixture
def table() -> Table:
    return (
        round_1_table(3, contracts=(7, 16, 3, 4, 5, 6, 20), ports=(5, 9, 6, 2))
        .put(0, "sheep", "4,1")
        .put(1, "cow", "3,2")
        .give(0, money=12, wool=1, merchants=2)
    )


@pytest.mark.parametrize(
    ("move", "message"),
    [
        # how it is written
        ("buy", "valid forms: 'buy <good> <number>'"),
        ("buy gold 1", "there is no good 'gold'; goods: wool, milk"),
        ("buy wool x", "'x' is not a whole number"),
        ("buy wool 01", "'01' is not a whole number"),
        ("buy wool -1", "'-1' is not a whole number"),
        ("expand sheep", "valid forms: 'expand <unit> <space>'"),
        ("expand goat 4,0", "there is no unit 'goat'"),
        ("expand sheep 99,99", "there is no space '99,99'"),
        ("take 51", "there is no contract '51': they are numbered 1 to 50"),
        ("tech plough", "no technology 'plough'; there is one for: woodcutter, miner"),
        ("port x", "valid forms: 'port a|b|c|d …'"),
        # money, merchants, goods
        ("expand distillery 4,0", "costs £13 (distillery 10, land 3), you have £12: £1 missing"),
        ("buy whisky 2", "costs £22 (2 at £11), you have £12: £10 missing"),
        ("buy wool 3", "too few merchants for 3 wool: you have 2 in stock"),
        ("sell wool 2", "you have 1 wool to sell, not 2"),
        ("sell milk 1", "you have 0 milk to sell, not 1"),
        ("buy wool 0", "trade at least 1"),
        # spaces
        ("expand sheep 5,0", "out of reach of your units at shipping level 0 (none): level 1"),
        ("expand sheep 3,3", "level 2 (1 loch) is needed"),
        ("expand sheep 12,-2", "is out of reach of your units at shipping"),
        ("expand sheep 3,2", "3,2 is taken by a unit of seat 1"),
        ("expand woodcutter 4,0", "4,0 is grassland, mountain: a woodcutter needs forest"),
        ("expand worker 4,0", "no worker is left on your board"),
        ("expand sheep 4,1", "4,1 is taken by a unit of seat 0"),
        # contracts
        ("take 8", "contract 8 is not on display; there are 7, 16, 3, 4, 5, 6, 20"),
        ("take 3 7", "too few empty export boxes: you have 1 and need 2"),
        ("fulfil 7", "contract 7 is not in your export box; there: nothing"),
        # ports
        ("port a", "0,0 is out of reach of your units at shipping level 0"),
        # not now
        ("done", "“done” is not possible now: a turn begins with its main action"),
        ("slaughter 4,1", "“slaughter” is not possible now"),
        ("choose stewart", "possible in: clans. Now: action"),
        ("place miner 4,0", "is possible in: place"),
        ("produce 0 0 0", "is possible in: production"),
        # other clans
        ("row 5,1 6,0", "only MacDonald has fishermen that row"),
        ("withdraw 0", "only MacKenzie has a cellar"),
    ],
)
def test_a_refusal_says_what_is_wrong(table: Table, move: str, message: str) -> None:
    assert message in table.refusal(0, move)


@pytest.mark.parametrize(
    ("move", "section"),
    [
        ("buy", "5.3.3"),
        ("buy gold 1", "2.1"),
        ("expand sheep 99,99", "2.3"),
        ("take 51", "2.5"),
        ("tech plough", "5.3.6"),
        ("port x", "5.3.9"),
        ("expand distillery 4,0", "5.3.5"),
        ("buy whisky 2", "5.3.3"),
        ("expand sheep 5,0", "2.4"),
        ("expand sheep 3,2", "2.3"),
        ("expand worker 4,0", "2.1"),
        ("take 8", "5.3.4"),
        ("fulfil 7", "5.3.7"),
        ("port a", "2.4"),
        ("done", "5.4"),
        ("slaughter 4,1", "5.3.7"),
        ("choose stewart", "5.1"),
        ("place miner 4,0", "5.2"),
        ("produce 0 0 0", "5.3.10"),
        ("row 5,1 6,0", "2.8"),
    ],
)
def test_a_refusal_cites_the_paragraph_that_answers_it(
    table: Table, move: str, section: str
) -> None:
    assert table.refuse(0, move).section == section


def test_no_refusal_cites_a_chapter_or_the_notation() -> None:
    """Moves of other positions, in positions where they are not legal."""
    rng = random.Random(7)
    seen: dict[str, None] = {}
    for seats, options in ((1, {}), (2, {"clans": "auction"}), (4, {"kickstarter": "on"})):
        match = rules.new_match("caledonia", seats, options, seed=f"cites {seats}")
        while match.actors:
            seat = rng.choice(match.actors)
            listed = match.legal_moves(seat)
            for move in rng.sample(list(seen), min(20, len(seen))):
                if move not in listed:
                    with pytest.raises(rules.IllegalMove) as refused:
                        match.play(seat, move)
                    section = refused.value.section
                    assert "." in section, (move, refused.value.reason)
                    assert not section.startswith("6"), (move, refused.value.reason)
            seen.update(dict.fromkeys(rng.sample(listed, min(3, len(listed)))))
            liked = [m for m in listed if m.split(" ")[0] in ("fulfil", "take", "port", "draw")]
            match.play(seat, rng.choice(liked or listed))


def test_what_is_refused_is_exactly_what_is_not_listed() -> None:
    """The list and the refusal of every action follow from the same rule."""
    rng = random.Random(11)
    seen: dict[str, None] = {}
    for seats, options in ((1, {}), (2, {"clans": "auction"}), (4, {"kickstarter": "on"})):
        for number in range(2):
            match = rules.new_match("caledonia", seats, options, seed=f"exact {seats} {number}")
            assert isinstance(match, Caledonia)
            while match.actors:
                seat = rng.choice(match.actors)
                listed = match.legal_moves(seat)
                tried = [*rng.sample(listed, min(12, len(listed))), *list(seen)[-40:]]
                tried += rng.sample(list(seen), min(12, len(seen)))
                for move in tried:
                    why = available_actions.refusal(match, seat, move.split(" "))
                    assert (why is None) == (move in listed), (move, why)
                seen.update(dict.fromkeys(rng.sample(listed, min(3, len(listed)))))
                liked = [m for m in listed if m.split(" ")[0] in ("fulfil", "take", "port", "draw")]
                match.play(seat, rng.choice(liked or listed))


def test_a_merchant_in_the_sell_area_forbids_buying(table: Table) -> None:
    table.play(0, "sell wool 1")
    table.turn(0)
    message = table.refusal(0, "buy wool 1")
    assert message == (
        "with 1 of your merchants in the sell area of wool you cannot buy it this round"
    )


def test_a_merchant_in_the_buy_area_forbids_selling(table: Table) -> None:
    table.play(0, "buy wool 1")
    table.turn(0)
    message = table.refusal(0, "sell wool 1")
    assert "merchants in the buy area of wool you cannot sell it" in message


def test_upgrades_that_are_not_there(table: Table) -> None:
    table.give(0, shipping=5, techs=1, hirable=0, money=50)
    assert "highest level 5" in table.refusal(0, "ship")
    assert "woodcutter is already flipped" in table.refusal(0, "tech woodcutter")
    assert "no merchant is left" in table.refusal(0, "hire")
    table.give(0, shipping=1, hirable=2, money=3)
    assert "costs £4 (ship), you have £3: £1 missing" in table.refusal(0, "ship")
    assert "costs £10 (tech), you have £3: £7 missing" in table.refusal(0, "tech miner")
    assert "costs £4 (hire), you have £3: £1 missing" in table.refusal(0, "hire")


def test_a_contract_that_cannot_be_paid(table: Table) -> None:
    table.match.round = 5
    message = table.refusal(0, "take 7")
    assert message == "costs £15 (a contract in round 5), you have £12: £3 missing"


def test_a_contract_that_cannot_be_fulfilled(table: Table) -> None:
    table.box(0, 7).give(0, bread=1)
    assert table.refusal(0, "fulfil 7") == "contract 7 needs 2 bread, you have 1"
    table.box(0, 16)
    assert "needs 1 cows and 0 sheep; you have 0 and 1" in table.refusal(0, "fulfil 16")


def test_what_an_open_frame_forbids(table: Table) -> None:
    table.box(0, 6).give(0, wool=3).play(0, "fulfil 6")
    message = table.refusal(0, "pass")
    assert "finish rewards first, with upgrade, done" in message
    assert "this contract gives no more expansions" in table.refusal(0, "expand sheep 4,0")
    assert "you have no merchant at milk" in table.refusal(0, "upgrade recall:milk")
    assert "only MacEwen brews" in table.refusal(0, "brew 1")


def test_what_the_end_of_a_turn_forbids(table: Table) -> None:
    table.put(0, "dairy", "1,0").play(0, "buy wool 1")
    assert "the main action of this turn is done" in table.refusal(0, "hire")


def test_what_port_6_demands() -> None:
    table = round_1_table(3, ports=(6, 2, 4, 8)).put(0, "sheep", "1,0")
    table.play(0, "port a whisky down 3")
    assert "you moved the price of whisky: now buy or sell it" in table.refusal(0, "pass")
    assert "trade that, not wool" in table.refusal(0, "buy wool 1")


def test_barrels_that_are_not_there() -> None:
    table = round_1_table(3, clans=("mackenzie", "campbell", "stewart"), ports=(6, 7, 5, 4))
    table.put(0, "sheep", "1,0", "11,-5").give(0, cellar=0b010)
    table.play(0, "port a whisky down 3")
    message = "there is no barrel on place 0; barrels are on: 1"
    assert table.refusal(0, "withdraw 0") == message
    table.play(0, "buy whisky 1")
    assert table.refusal(0, "withdraw 0") == message
    table.play(0, "port b")
    assert table.refusal(0, "withdraw 0") == message
    assert "finish swap first, with swap, withdraw:" in table.refusal(0, "end")


def test_by_version_1_it_is_no_time_for_barrels() -> None:
    table = round_1_table(
        3, clans=("mackenzie", "campbell", "stewart"), ports=(6, 7, 5, 4), rules_version=1
    )
    table.put(0, "sheep", "1,0", "11,-5").give(0, cellar=0b010)
    table.play(0, "port a whisky down 3")
    assert "you moved the price of whisky: now buy or sell it" in table.refusal(0, "withdraw 1")
    table.play(0, "buy whisky 1")
    assert "the main action of this turn is done" in table.refusal(0, "withdraw 1")
    table.play(0, "port b")
    assert "finish swap first, with swap:" in table.refusal(0, "withdraw 1")


def test_others_have_no_cellar_after_the_main_action_either() -> None:
    table = round_1_table(3, ports=(5, 2, 4, 8)).put(0, "sheep", "1,0")
    table.play(0, "ship")
    assert table.refusal(0, "withdraw 0") == "only MacKenzie has a cellar"


def test_a_port_that_cannot_be_used_so(table: Table) -> None:
    table.put(0, "dairy", "1,0").put(0, "bakery", "11,-5")
    table.play(0, "port a")
    assert "already used the port tile of corner a" in table.refusal(0, "port a")
    assert "port b as a|b|c|d" in table.refusal(0, "port b")
    assert "to use this port, write 'port b as c wool up|down 1|2|3'" in table.refusal(
        0, "port b as c gold up 1"
    )
    assert "to use this port, write 'port b as d wool|milk|grain 0 1 2'" in table.refusal(
        0, "port b as d wool 4"
    )
    table.price("whisky", 8).give(0, milk=0)
    assert "whisky is at 8 of 0 to 9" in table.refusal(0, "port b as c whisky up 2")
    assert "no milk to give" in table.refusal(0, "port b as d milk 1 1 1")
    table.give(0, money=2)
    assert "costs £3 (port b), you have £2: £1 missing" in table.refusal(0, "port b as a")


def test_neighbours_offers() -> None:
    table = round_1_table(3).put(0, "sheep", "2,3").put(1, "distillery", "3,3").give(0, money=60)
    table.give(0, merchants=5).play(0, "expand sheep 3,2")
    assert table.refusal(0, "nbuy milk 1") == "the neighbours offer whisky, not milk"
    assert "3 more whisky from neighbours this turn, not 4" in table.refusal(0, "nbuy whisky 4")


def test_solo_and_mist() -> None:
    table = round_1_table(1, clans=("campbell",)).put(0, "sheep", "2,3")
    assert "closed in the solo game" in table.refusal(0, "expand sheep 3,2")
    assert "mist" in table.refusal(0, "expand sheep 0,4")


def test_fishermen() -> None:
    table = round_1_table(3, clans=("macdonald", "campbell", "stewart")).put(
        0, "worker", "5,1", "7,0"
    )
    assert "6,0 is adjacent to your fisherman on 7,0" in table.refusal(0, "row 5,1 6,0")
    assert "6,0 is adjacent to your fisherman" in table.refusal(0, "expand worker 6,0")
    assert "is not next to" in table.refusal(0, "row 5,1 4,3")
    assert "neither loch nor port" in table.refusal(0, "row 5,1 4,1")
    assert "MacDonald has no technology" in table.refusal(0, "tech miner")


def test_the_opening() -> None:
    table = fresh_table(2, clans=("fergusson", "stewart"))
    assert "not among the sets; choose from: fergusson, stewart" in table.refusal(1, "choose fly")
    assert "not auctioned" in table.refusal(1, "bid 3")
    table.play(1, "choose stewart")
    table.play(0, "choose fergusson")
    assert "is not a border space: Fergusson" in table.refusal(0, "place woodcutter 3,4")
    assert "first units are workers" in table.refusal(0, "place cow 3,3")


def test_bids() -> None:
    table = fresh_table(2, {"clans": "auction"})
    assert "you open this auction" in table.refusal(0, "fold")
    assert "bid 0 to 30, not 31" in table.refusal(0, "bid 31")
    table.play(0, "bid 7")
    assert "bid 8 to 30, not 7" in table.refusal(1, "bid 7")


def test_production() -> None:
    table = round_1_table(2).put(0, "bakery", "2,3").put(0, "distillery", "3,3").give(0, grain=1)
    table.all_pass()
    assert "need 2 grain, you have 1" in table.refusal(0, "produce 0 1 1")
    assert "you can make 0 cheese at most, not 1" in table.refusal(0, "produce 1 0 0")
    assert "now you decide on: produce" in table.refusal(0, "butter 0")


def test_a_seat_that_is_not_to_move() -> None:
    table = round_1_table(2)
    assert "to move: seat 0" in table.refusal(1, "pass")


def test_nonsense_never_raises_anything_else() -> None:
    """Every verb with every kind of argument, in many positions."""
    rng = random.Random(4)
    words = [
        *PLAYS, "wool", "whisky", "sheep", "worker", "4,1", "0,0", "99,1", "0", "3", "51", "007",
        "a", "d", "as", "none", "yes", "ship", "recall:milk", "recall:", "tile:4", "tech_", "²",
        "-1", "1e9", "9" * 40, "\x00", "é",
    ]  # fmt: skip
    for seats, options in ((1, {}), (2, {"kickstarter": "on"}), (3, {"clans": "auction"})):
        match = rules.new_match("caledonia", seats, options, seed=f"nonsense {seats}")
        while match.actors:
            before = match.dump()
            for _ in range(25):
                move = " ".join([rng.choice(list(PLAYS)), *rng.choices(words, k=rng.randrange(5))])
                seat = rng.choice(match.actors)
                if move not in match.legal_moves(seat):
                    with pytest.raises(rules.IllegalMove) as refused:
                        match.play(seat, move)
                    assert refused.value.reason
            assert match.dump() == before
            seat = rng.choice(match.actors)
            listed = match.legal_moves(seat)
            liked = [m for m in listed if m.split(" ")[0] in ("fulfil", "take", "port", "draw")]
            match.play(seat, rng.choice(liked or listed))
