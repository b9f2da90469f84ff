"""The value of a position of Clans of Caledonia for a seat, in expected final points.

Goods count by what they score or sell for, and units by what they will make in the productions
left. Contracts count by their rewards less what they still cost.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from games.bots import weights

from ..rules.components import (
    BEER_POUNDS,
    BREAD,
    CELLAR,
    CHEESE,
    COMMON_ON_TIES,
    CONTRACTS,
    COW,
    FIELD,
    FIXED_IMPORT_VALUE,
    GRAIN,
    IMPORT_VALUES,
    MAX_BEER,
    MILK,
    MILK_POUNDS,
    ROUNDS,
    SHEEP,
    SOLO_EXPORTS,
    SOLO_SETTLEMENTS,
    TRACKS,
    UNIT_COST,
    WHISKY,
    WHISKY_POUNDS,
    Contract,
    contract,
)
from ..rules.match import Caledonia
from ..rules.player import Player
from ..rules.production import income
from ..rules.scoring import largest_settlement_count, step_points, tile_glory
from ..rules.state import Bonus, Keep, Meat, Rewards

GOODS_TILES = (1, 2)


@dataclass(frozen=True)
class Weights:
    """The weights of the evaluation.

    At the end a pound is worth a tenth of a point. While one round is left to spend it in, it is
    worth `last`, and `growth` times as much for each further round.
    """

    last: float = 0.2
    growth: float = 1.14
    income: float = 1.0
    made: float = 1.0
    sold: float = 0.85
    processed: float = 2.3
    merchant_now: float = 0.1
    merchant_later: float = 0.3
    shipping: float = 0.8
    expansion: float = 1.6
    upgrade: float = 1.0
    ready: float = 0.97
    held: float = 0.85
    shown: float = 0.6
    shown_ready: float = 0.7
    fading: float = 0.8
    bought: float = 0.93
    buying: float = 0.4
    later_take: float = 1.8
    most_contracts: float = 2.5
    slaughter: float = 0.8
    future_tile: float = 1.0
    unused: float = 0.35
    harbours: float = 1.0
    per_settlement: float = 0.4
    per_export: float = 0.5
    lead_width: float = 0.8
    passed_first: float = 0.3

    def pounds(self) -> tuple[float, ...]:
        """Return the value of a pound, by productions left."""
        return 0.1, *(self.last * self.growth**left for left in range(ROUNDS))


FOLDER = Path(__file__).parent
SOLO_WEIGHTS = Weights(**weights.read_weights(FOLDER, weights.ALONE))
WEIGHTS = Weights(**weights.read_weights(FOLDER, weights.WITH_OTHERS))
PORTS = (0.0, 0.8, 1.8, 2.5, 3.8, 1.4, 0.8, 0.6, 1.4, 1.5)  # points in reach, by port tile
MAX_SHIPPING = 3  # higher levels add no value of their own
SOON = 2  # productions left when a contract in view is assumed to be fulfilled

# Per contract number: its (good, count) pairs to pay.
NEEDS = (
    (),
    *(tuple((g, n) for g, n in enumerate(tile.goods) if n) for tile in CONTRACTS),
)


# Expected solo points at a count in mid-game, when more may follow.
EXPECTED_SETTLEMENT_POINTS = (0, 0.4, 0.9, 1.5, 2.2, 3, 4, 5, 6.5, 7.8, 9.4, 11.5, 13, 15, 18)
EXPECTED_EXPORT_POINTS = (0, 0.8, 1.8, 3, 4.5, 6.5, 9, 12)


def _interpolate(left: int, sure: float, hoped: float) -> float:
    share = left / ROUNDS
    return share * hoped + (1 - share) * sure


def productions_left(match: Caledonia) -> int:
    """Return how many production phases are left."""
    if match.phase == "over":
        return 0
    return ROUNDS - max(1, match.round) + (match.phase != "production")


class PositionValue:
    """Value positions for one seat; cache what the moves of that seat hardly change."""

    def __init__(self, match: Caledonia, seat: int, taste: Weights | None = None) -> None:
        self.seat = seat
        self.weights = taste or (SOLO_WEIGHTS if match.seats == 1 else WEIGHTS)
        self.pound = self.weights.pounds()
        self.rivals = [p for other, p in enumerate(match.players) if other != seat]
        self.rival_links = [
            largest_settlement_count(match.board, p.units, p.shipping) for p in self.rivals
        ]
        self.rival_exports = [len(p.fulfilled) for p in self.rivals]
        self._links: dict[tuple[int, int], int] = {}
        self._exports: dict[tuple[int, int], float] = {}
        self._nets: dict[tuple[int, ...], float] = {}
        self._goods: dict[tuple[int, ...], list[float]] = {}
        self._made: dict[tuple[int, ...], list[float]] = {}

    def __call__(self, match: Caledonia) -> tuple[float, float]:
        """Return the value of a position to the seat: while it plays on, and if it passes now."""
        if match.phase == "over":
            final = self._final(match)
            return final, final
        taste, p = self.weights, match.players[self.seat]
        left = productions_left(match)
        pound = self.pound[left]
        goods = self.goods_worth(match, p, left)
        worth = p.glory - p.bid + p.money * pound
        for count, each in zip(p.goods, goods, strict=True):
            worth += count * each
        made, gain = self._production(match, p, left)
        worth += gain
        worth += self._reserve_worth(match, p, left, pound, goods)
        worth += self._contract_value(match, p, left)
        worth += self._map(match, p, left)
        worth += self._tiles(match, p, left)
        for frame in match.frames:
            worth += self._frame(match, p, frame, left, goods)
        acting = match.phase in ("place", "action") and self.seat not in match.passed
        later = left - (match.phase != "production")
        # Money left after a pass can be spent only in the next round.
        closed = worth - p.money * (pound - self.pound[max(0, later)])
        if later < left:
            for count, each, then in zip(
                p.goods, goods, self.goods_worth(match, p, later), strict=True
            ):
                closed -= count * (each - then)
        if later > 0:
            closed += self._contract_plan_worth(match, p, left, later, made, 0)
        if not acting:
            return closed, closed
        worth += taste.merchant_now * p.merchants + self._harbours(match, p)
        worth += self._contract_plan_worth(match, p, left, later + 1, made, p.merchants)
        return worth, closed + (self._harbours(match, p) if later > 0 else 0.0)

    def _final(self, match: Caledonia) -> float:
        scores = match.scores()
        mine = scores[self.seat]
        best = max((score.total for score in scores if score.seat != self.seat), default=0)
        return mine.total + 0.01 * mine.tiebreak[0] - 0.001 * best

    def goods_worth(self, match: Caledonia, p: Player, left: int) -> list[float]:
        """Return the points per good: its final points or the proceeds of its sale, if higher."""
        key = (left, *match.market)
        found = self._goods.get(key)
        if found is None:
            found = self._goods[key] = self._goods_worth(match, p, left)
        return found

    def _goods_worth(self, match: Caledonia, p: Player, left: int) -> list[float]:
        taste = self.weights
        sale = self.pound[left] * taste.sold
        worth: list[float] = []
        for good, track in enumerate(TRACKS):
            keep_worth = 1.0 if good <= GRAIN else taste.processed if left else 2.0
            worth.append(max(keep_worth, track[match.market[good]] * sale))
        if p.clan == "cunningham" and left:
            worth[MILK] = max(worth[MILK], MILK_POUNDS * self.pound[left] * 0.95)
        return worth

    def _production(
        self, match: Caledonia, p: Player, left: int
    ) -> tuple[tuple[int, int, int, int], float]:
        """The wool, cheese, bread and whisky that units will make until the end; their value."""
        if not left:
            return (0, 0, 0, 0), 0.0
        taste = self.weights
        sheep, cows, fields, dairies, bakeries, stills = (
            mask.bit_count() for mask in p.by_unit[:6]
        )
        goods = self._made_worth(match, p, left)
        pound = sum(self.pound[:left]) / left
        worth = taste.income * left * income(p) * pound
        paid = worth
        worth += left * (sheep * goods[SHEEP] + cows * goods[COW] + 2 * fields * goods[FIELD])
        milk = p.goods[MILK] + left * cows
        grain = p.goods[GRAIN] + left * 2 * fields
        extra = WHISKY_POUNDS * pound if p.clan == "mackenzie" else 0.0
        room = left * dairies
        cheese = min(room, milk)
        worth += max(0.2, goods[CHEESE] - goods[MILK]) * (cheese + taste.unused * (room - cheese))
        room = left * stills
        whisky = min(room, grain)
        gain = max(0.2, goods[WHISKY] - goods[GRAIN]) + extra
        worth += gain * (whisky + taste.unused * (room - whisky))
        room = left * bakeries
        bread = min(room, grain - whisky)
        worth += max(0.2, goods[BREAD] - goods[GRAIN]) * (bread + taste.unused * (room - bread))
        return (left * sheep, cheese, bread, whisky), paid + taste.made * (worth - paid)

    def _made_worth(self, match: Caledonia, p: Player, left: int) -> list[float]:
        """The average points per good that is made in each of the productions left."""
        key = (left, *match.market)
        found = self._made.get(key)
        if found is None:
            each = [self.goods_worth(match, p, later) for later in range(left)]
            found = self._made[key] = [sum(worths) / left for worths in zip(*each, strict=True)]
        return found

    def _reserve_worth(
        self, match: Caledonia, p: Player, left: int, pound: float, goods: Sequence[float]
    ) -> float:
        """The value of merchants in later rounds and of the cellar."""
        rounds = left - (match.phase != "production")
        worth = self.weights.merchant_later * rounds * (7 - p.hirable) if rounds > 0 else 0.0
        place = 0
        cellar = p.cellar
        while cellar:
            if cellar & 1:
                worth += goods[WHISKY] + CELLAR[min(2, place + left)] * pound * 0.95
            cellar >>= 1
            place += 1
        return worth

    def _harbours(self, match: Caledonia, p: Player) -> float:
        """The value of unused port tiles in reach."""
        worth = 0.0
        seen = p.open_ports(match.board.ports)
        if seen:
            for corner, space in enumerate(match.board.port_at):
                if seen >> space & 1:
                    worth += self.weights.harbours * PORTS[match.ports[corner]]
        return worth

    def _contract_value(self, match: Caledonia, p: Player, left: int) -> float:
        values = import_worth(match)
        worth = self.ranking_of_exports(match, left, len(p.fulfilled)) + p.hops
        for kind, count in enumerate(p.imports):
            worth += count * values[kind]
        return worth

    def _contract_plan_worth(
        self,
        match: Caledonia,
        p: Player,
        left: int,
        chances: int,
        made: tuple[int, int, int, int],
        merchants: int,
    ) -> float:
        """The value of contracts, best first, paid from stock, production and purchases.

        The last production comes too late for a contract, so only the earlier ones count here.
        """
        taste = self.weights
        early = max(0, left - 1) / left if left else 0.0
        now = p.goods[:]
        wool, cheese, bread, whisky = (int(count * early) for count in made)
        stock = [now[0] + wool, now[1], now[2], now[3] + cheese, now[4] + bread, now[5] + whisky]
        buys = merchants + (chances - (merchants > 0)) * (7 - p.hirable)
        late = self.pound[min(left, SOON)]
        done = len(p.fulfilled)
        step = self.ranking_of_exports(match, left, done + 1)
        step -= self.ranking_of_exports(match, left, done)
        cows, sheep = p.on_map(COW), p.on_map(SHEEP)
        held = [(self._net_contract_worth(match, p, k, left, late), k) for k in p.boxes]
        shown = [
            (self._net_contract_worth(match, p, k, left, late) - taste.later_take, k)
            for k in match.slots
            if k
        ]
        held.sort(reverse=True)
        shown.sort(reverse=True)
        most = len(held) + int(taste.most_contracts * chances)
        worth = 0.0
        weight = taste.shown
        for number, (net, k) in enumerate((*held, *shown)):
            if most <= 0:
                break
            tile = contract(k)
            missing = 0
            ready = True
            for good, count in NEEDS[k]:
                if count > stock[good]:
                    missing += count - stock[good]
                if count > now[good]:
                    ready = False
            short = max(0, tile.beef - cows) + max(0, tile.mutton - sheep)
            if missing > buys or net + step <= 0.8 * missing:
                continue
            sure = taste.bought**missing * 0.85**short
            if number < len(held):
                sure *= taste.ready if ready and not short else taste.held
            elif ready and not short:
                sure *= taste.shown_ready
            else:
                sure *= weight
                weight *= taste.fading
            worth += sure * (net + step - taste.buying * missing)
            buys -= missing
            for good, count in NEEDS[k]:
                stock[good] = max(0, stock[good] - count)
                now[good] = max(0, now[good] - count)
            most -= 1
        return worth

    def _net_contract_worth(
        self, match: Caledonia, p: Player, number: int, left: int, late: float
    ) -> float:
        """The rewards of a contract less the points of the goods and animals it takes."""
        cows, sheep = p.on_map(COW), p.on_map(SHEEP)
        key = (number, cows, sheep, left, *match.imports, *match.market)
        net = self._nets.get(key)
        if net is not None:
            return net
        taste, tile = self.weights, contract(number)
        net = self._rewards(match, p, tile, late)
        goods = self.goods_worth(match, p, min(left, SOON))
        for good, count in NEEDS[number]:
            net -= count * goods[good]
        for count, have, unit in ((tile.beef, cows, COW), (tile.mutton, sheep, SHEEP)):
            if count:
                have = min(count, have)
                net -= have * min(SOON, left) * taste.slaughter
                net -= (count - have) * (UNIT_COST[unit] + 2.5) * late
        self._nets[key] = net
        return net

    def _rewards(self, match: Caledonia, p: Player, tile: Contract, pound: float) -> float:
        """The rewards of a contract, without its effect on the ranking."""
        taste, values = self.weights, import_worth(match, tile.imports)
        worth = tile.hops + tile.money * pound
        for kind, count in enumerate(tile.imports):
            worth += count * values[kind]
        worth += taste.expansion * tile.expand + taste.upgrade * tile.upgrade
        if p.clan == "macewen":
            worth += min(MAX_BEER, tile.hops) * max(0.0, BEER_POUNDS * pound - 1)
        return worth

    def ranking_of_exports(self, match: Caledonia, left: int, count: int) -> float:
        """Return the expected points from the ranking by contracts."""
        key = (left, count)
        points = self._exports.get(key)
        if points is None:
            points = self._exports[key] = self._ranking_of_exports(match, left, count)
        return points

    def _ranking_of_exports(self, match: Caledonia, left: int, count: int) -> float:
        if match.seats == 1:
            hoped = EXPECTED_EXPORT_POINTS[min(count, len(EXPECTED_EXPORT_POINTS) - 1)]
            return _interpolate(left, step_points(count, SOLO_EXPORTS), hoped)
        gap = {2: 8.0, 3: 6.0, 4: 4.0}[match.seats]
        return self.weights.per_export * count + self._lead(match, count, self.rival_exports, gap)

    def _ranking_of_settlements(self, match: Caledonia, left: int, count: int) -> float:
        if match.seats == 1:
            hoped = EXPECTED_SETTLEMENT_POINTS[min(count, len(EXPECTED_SETTLEMENT_POINTS) - 1)]
            return _interpolate(left, step_points(count, SOLO_SETTLEMENTS), hoped)
        gap = {2: 12.0, 3: 6.0, 4: 6.0}[match.seats]
        return self.weights.per_settlement * count + self._lead(match, count, self.rival_links, gap)

    def _lead(self, match: Caledonia, mine: int, theirs: Sequence[int], gap: float) -> float:
        """The expected points of a ranking, smooth while the others have time to catch up."""
        width = self.weights.lead_width * (1 + 0.6 * productions_left(match))
        return sum(gap / (1 + math.exp((other - mine) / width)) for other in theirs)

    def _map(self, match: Caledonia, p: Player, left: int) -> float:
        """The value of linked settlements, and of shipping for what it will open."""
        key = (p.units, p.shipping)
        linked = self._links.get(key)
        if linked is None:
            linked = self._links[key] = largest_settlement_count(match.board, p.units, p.shipping)
        worth = self._ranking_of_settlements(match, left, linked)
        if left:
            level = min(p.shipping, MAX_SHIPPING)
            worth += self.weights.shipping * left * level
        return worth

    def _tiles(self, match: Caledonia, p: Player, left: int) -> float:
        """The value of the scoring tiles of this and later rounds for the units on the map now."""
        if not match.tiles:
            return 0.0
        this = match.round - 1 if match.round else 0
        worth = 0.0
        for tile in match.tiles[this:]:
            # Stocks change quickly, so tiles for goods count only in their own round.
            if tile not in GOODS_TILES:
                worth += self.weights.future_tile * tile_glory(match, p, tile)
        now = match.tiles[this]
        if now in GOODS_TILES:
            worth += 0.5 * tile_glory(match, p, now)
        else:
            worth += (1 - self.weights.future_tile) * tile_glory(match, p, now)
        return worth

    def _frame(
        self, match: Caledonia, p: Player, frame: object, left: int, goods: Sequence[float]
    ) -> float:
        """The value of what an open frame still offers."""
        taste, pound = self.weights, self.pound[left]
        if isinstance(frame, Meat):
            worth = self._rewards(match, p, contract(frame.contract), pound)
            worth += self.ranking_of_exports(match, left, len(p.fulfilled) + 1)
            worth -= self.ranking_of_exports(match, left, len(p.fulfilled))
            return worth - (frame.beef + frame.mutton) * left * taste.slaughter
        if isinstance(frame, Rewards):
            worth = taste.expansion * frame.expand + taste.upgrade * frame.upgrade
            beer = min(frame.beer, p.goods[GRAIN])
            return worth + beer * max(0.0, BEER_POUNDS * pound - goods[GRAIN])
        if isinstance(frame, Bonus):
            most = min(p.merchants, 3)
            worth = sum(0.35 if good < 3 else 0.6 for good in frame.goods) * most
            return worth + (1.5 if frame.draws and p.free_boxes else 0.0)
        return 1.0 if isinstance(frame, Keep) else 0.0


def import_worth(match: Caledonia, more: tuple[int, ...] = (0, 0, 0)) -> tuple[float, ...]:
    """Return the points per cotton, tobacco and sugar once `more` are imported.

    Before the last rounds the counters are trusted only in part.
    """
    if match.options["imports"] == "fixed":
        return (FIXED_IMPORT_VALUE,) * 3
    one, two, three = match.imports
    trust = 0.9 if match.round >= ROUNDS else 0.5 if match.round < 4 else 0.7
    return _import_worth(one + more[0], two + more[1], three + more[2], trust)


@lru_cache(maxsize=4096)
def _import_worth(cotton: int, tobacco: int, sugar: int, trust: float) -> tuple[float, ...]:
    counters = (cotton, tobacco, sugar)
    order = sorted(COMMON_ON_TIES, key=lambda kind: -counters[kind])
    values = [4.0, 4.0, 4.0]
    for kind, value in zip(order, IMPORT_VALUES, strict=True):
        values[kind] += (value - 4) * trust
    return tuple(values)
