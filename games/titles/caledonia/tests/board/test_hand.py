"""The market, contracts, mats and cards: their moves can all be composed, their numbers hold."""

from __future__ import annotations

from itertools import combinations, product

import pytest

from games.boards import Scene
from tests.boards.walks import scene

from ...board import contract_tiles, decision_cards, market, player_mats, rounds
from ...board.board_context import BoardContext
from ...rules.components import GOOD_ID, PORT_GAIN, TRACKS, UNIT_ID, contract
from ...rules.market import price
from ...rules.match import Caledonia
from ...rules.production import income
from ...rules.scoring import import_values
from ..rules.positions import round_1_table
from .test_board import TABLES, walk


def legal(seen: Scene, *verbs: str) -> set[str]:
    return {move for move in seen.legal if move.split(" ")[0] in verbs}


def market_moves(seen: Scene) -> set[str]:
    """What the steppers of the market can send."""
    found = set()
    for row in market.market(BoardContext(seen)):
        if row.trade:
            found |= {f"buy {row.good} {n}" for n in range(1, row.trade.buy + 1)}
            found |= {f"sell {row.good} {n}" for n in range(1, row.trade.sell + 1)}
    return found


def contract_moves(tiles: list[contract_tiles.ContractTile], verb: str) -> set[str]:
    """What one or two taps on contracts can send, or one."""
    numbers = sorted(tile.number for tile in tiles if tile.pick == verb)
    found = {f"{verb} {number}" for number in numbers}
    found |= {f"{verb} {one} {other}" for one, other in combinations(numbers, 2)}
    return found | {tile.spot.move for tile in tiles if tile.spot}


def port_moves(seen: Scene) -> set[str]:
    """What the sheets of the ports can send."""
    found = set()
    for harbour in market.port_sheets(BoardContext(seen)):
        for use in harbour.uses:
            found |= {spot.move for spot in use.spots}
            found |= {spot.move for _good, spots in use.arrows for spot in spots}
            if use.exchange:
                assert use.exchange.gain == PORT_GAIN
                found |= exchange_moves(use.prefix, use.exchange)
    return found


def exchange_moves(prefix: str, exchange: market.Exchange) -> set[str]:
    amounts = [n for n in product(range(exchange.gain + 1), repeat=3) if sum(n) == exchange.gain]
    return {f"{prefix} {good} {a} {b} {c}" for good, _n in exchange.given for a, b, c in amounts}


def production_moves(card: decision_cards.Production) -> set[str]:
    """What the production card can send first."""
    if card.step == "cellar":
        return {"cellar yes", "cellar no"}
    if card.step == "butter":
        return {f"butter {n}" for n in range(card.milk + 1)}
    most = {good: n for good, _source, n in card.makes}
    numbers = product(*(range(most.get(good, 0) + 1) for good in ("cheese", "bread", "whisky")))
    return {f"produce {c} {b} {w}" for c, b, w in numbers if b + w <= card.grain}


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_all_trades_contracts_ports_and_productions_can_be_composed(
    seats: int, options: dict[str, str]
) -> None:
    for match, _events in walk(seats, options, "composed"):
        for seat in match.actors:
            seen = scene(match, seat)
            assert market_moves(seen) == legal(seen, "buy", "sell")
            slots = [
                one
                for one in contract_tiles.contracts(BoardContext(seen)).slots
                if isinstance(one, contract_tiles.ContractTile)
            ]
            assert contract_moves(slots, "take") == legal(seen, "take")
            deed = decision_cards.decision_card(BoardContext(seen))
            if deed:
                assert contract_moves(list(deed.tiles), "keep") == legal(seen, "keep") - {
                    "keep none"
                }
            assert port_moves(seen) == legal(seen, "port")
            card = decision_cards.production(BoardContext(seen))
            assert (production_moves(card) if card else set()) == legal(
                seen, "produce", "cellar", "butter"
            )


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_the_numbers_of_the_hand_are_those_of_the_rules(
    seats: int, options: dict[str, str]
) -> None:
    for number, (match, _events) in enumerate(walk(seats, options, "numbers")):
        assert isinstance(match, Caledonia)
        if number % 5:
            continue
        for seat, player in enumerate(match.players):
            seen = scene(match, seat)
            assert [row.prices[row.position] for row in market.market(BoardContext(seen))] == [
                TRACKS[good][match.market[good]] for good in range(len(TRACKS))
            ]
            mat = player_mats.own_mat(BoardContext(seen))
            assert mat
            pounds = sum(one.out * one.each for one in mat.columns if one.brings == "pound")
            assert pounds == income(player)
            for column in mat.columns:
                assert column.left == player.supply[UNIT_ID[column.unit]]
                assert column.out == player.on_map(UNIT_ID[column.unit])
            values = import_values(match)
            for tile in contract_tiles.contracts(BoardContext(seen)).slots:
                if isinstance(tile, contract_tiles.ContractTile):
                    data = contract(tile.number)
                    worth = sum(n * v for n, v in zip(data.imports, values, strict=True))
                    assert tile.worth == worth + data.hops


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_what_cannot_be_traded_or_improved_says_why(seats: int, options: dict[str, str]) -> None:
    reasons = set()
    for match, _events in walk(seats, options, "numbers"):
        for seat in match.actors:
            look = BoardContext(scene(match, seat))
            mat = player_mats.own_mat(look)
            for row in market.market(look) if look.acts else ():
                assert row.trade
                assert bool(row.trade.buy) != bool(row.trade.no_buy)
                assert bool(row.trade.sell) != bool(row.trade.no_sell)
                reasons |= {row.trade.no_buy, row.trade.no_sell}
            for step in mat.steps if mat and look.acts else ():
                assert bool(step.spot) != bool(step.why)
                reasons.add(step.why)
    assert len(reasons) > 4


@pytest.mark.parametrize(("clan", "missing"), [("cunningham", "£2 short"), ("stewart", "£1 short")])
def test_what_is_short_of_a_price_counts_the_pound_that_a_clan_gets_first(
    clan: str, missing: str
) -> None:
    table = round_1_table(2, clans=(clan, "robertson")).give(0, money=1).price("milk", 0).turn(0)
    assert price(table.match, GOOD_ID["milk"]) == 3
    rows = {row.good: row.trade for row in market.market(BoardContext(scene(table.match, 0)))}
    milk = rows["milk"]
    assert milk
    assert milk.no_buy == missing


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_the_leagues_at_the_end_say_what_was_scored(seats: int, options: dict[str, str]) -> None:
    last = None
    for match, _events in walk(seats, options, "leagues"):
        last = match
    assert last
    assert last.over
    end = rounds.final_scoring(scene(last, None))
    assert end
    scores = {score.seat: score.breakdown for score in last.scores()}
    assert [key for key, _rows in end.leagues] == ["exports", "settlements"]
    for key, rows in end.leagues:
        assert {row.seat: row.points for row in rows} == {
            seat: points[key] for seat, points in scores.items()
        }
    for kind, _n, value in end.imports:
        for seat, player in enumerate(last.view(None)["players"]):
            assert scores[seat][kind] == player["imports"][kind] * value
