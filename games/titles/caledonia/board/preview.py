"""The effect of a move, before → after, in one line for the turn bar.

The rules play the move on a copy and give the numbers. The line never shows anything that chance
or another player decides.
"""

from __future__ import annotations

from collections.abc import Iterable

from games.boards import Scene
from games.boards.move_preview import MovePreview, Numbers, PreviewTable, Row
from games.boards.translations import change_text

from ..rules.components import BASIC, GOODS, TRACKS, UNIT_ID, YIELD, Contract, contract
from ..rules.contracts import fulfil_moves
from ..rules.maps import SPACE_ID
from ..rules.match import Caledonia
from ..rules.placement_conditions import free_space_set
from ..rules.player import Player
from ..rules.production import income
from ..rules.scoring import import_values, tile_glory
from ..rules.state import Bonus
from . import vocabulary
from .placement_sites import cached_settlements, neighbour_offer, round_tile
from .scene_access import match_of, view_of
from .translations import gettext as _
from .translations import gettext_lazy, ngettext

Parts = Iterable[str]


class CaledoniaPreview(MovePreview[Caledonia, Player]):
    """A move with the viewer's belongings before and after it.

    Chance decides only the order of the contracts and, in the solo game, prices. Neither changes
    anybody's belongings.
    """

    compares_worlds = False

    def own_part(self, match: Caledonia) -> Player:
        return match.players[self.seat]


# Changes.


def _settlements(match: Caledonia, seat: int) -> int:
    player = match.players[seat]
    return cached_settlements(match.board, player.units, player.shipping)


def _made_goods(match: Caledonia, seat: int) -> list[int]:
    return [YIELD[good] * match.players[seat].by_unit[good].bit_count() for good in BASIC]


def _round_glory(deal: CaledoniaPreview) -> Parts:
    """The change in glory from this round's scoring tile, while the round is the same."""
    match, after = deal.before, deal.after
    if match.tiles and match.round and after.round == match.round and not after.over:
        tile = round_tile(match)
        rows = (tile_glory(m, m.players[deal.seat], tile) for m in (match, after))
        yield change_text(_("glory this round"), *rows)


#: All differences in the viewer's belongings.
BELONGINGS: tuple[Row[CaledoniaPreview], ...] = (
    Numbers("", "money", vocabulary.pounds),
    Numbers(tuple(vocabulary.GOODS[good] for good in GOODS), "goods"),
    Numbers(gettext_lazy("merchants"), "merchants"),
    Numbers(gettext_lazy("shipping"), "shipping"),
    Numbers(
        gettext_lazy("income"),
        lambda match, seat: income(match.players[seat]),
        vocabulary.pounds,
    ),
    Numbers(
        tuple(gettext_lazy("%(good)s a round", good=vocabulary.GOODS[GOODS[one]]) for one in BASIC),
        _made_goods,
    ),
    Numbers(gettext_lazy("settlements"), _settlements),
    Numbers(gettext_lazy("glory"), "glory"),
    _round_glory,
)
PRICES = Numbers(
    (gettext_lazy("price"),) * len(TRACKS),
    lambda match, seat: [track[n] for track, n in zip(TRACKS, match.market, strict=True)],
    vocabulary.pounds,
)


# The opening.


def _bid(deal: CaledoniaPreview) -> Parts:
    yield _("−%(points)s if you win") % {"points": vocabulary.points(int(deal.arguments[0]))}


# Units.


def _place(deal: CaledoniaPreview) -> Parts:
    board = deal.before.board
    sight = board.reach[deal.own_before.shipping][SPACE_ID[deal.arguments[1]]]
    free = (free_space_set(deal.before, deal.own_before) & board.land & sight).bit_count()
    yield ngettext("%(n)s free space in reach", "%(n)s free spaces in reach", free) % {"n": free}
    ports = view_of(deal.scene)["ports"]
    seen = [vocabulary.corner(one["corner"]) for one in ports if sight >> SPACE_ID[one["at"]] & 1]
    if seen:
        yield _("port %(corner)s in reach") % {"corner": vocabulary.join_or_dash(seen)}


def _bonus(deal: CaledoniaPreview) -> Parts:
    """The bonus that the new unit opens; a bonus that nobody can use is already closed."""
    opened = [event for event in deal.effect.trial_events if event.kind == "bonus"]
    frame = deal.after.frames[-1] if opened and deal.after.frames else None
    if isinstance(frame, Bonus):
        offers = (neighbour_offer(deal.after, deal.own_after, good) for good in frame.goods)
        yield from map(str, offers)
        if frame.draws:
            yield _("fourth of its type: building bonus")
    elif opened and opened[0].data["draws"]:
        yield _("fourth of its type, but no contract can be drawn")


def _reach(deal: CaledoniaPreview) -> Parts:
    """The change in the number of spaces in reach."""
    free = free_space_set(deal.before, deal.own_before)
    before, after = ((free & p.reach).bit_count() for p in (deal.own_before, deal.own_after))
    yield change_text(_("spaces in reach"), before, after)


def _price(deal: CaledoniaPreview) -> Parts:
    """The change in prices, unless a new round may have rolled them."""
    return PRICES(deal) if deal.after.round == deal.before.round else ()


# Contracts.


def _take(deal: CaledoniaPreview) -> Parts:
    own, tiles = deal.own_before, [contract(int(one)) for one in deal.arguments if one.isdecimal()]
    for tile in tiles:
        lacks, cost = missing_for(tile, own), purchase_cost(tile, deal.before, own)
        yield vocabulary.missing_and_cost_text(lacks, cost)
    if tiles:
        yield _present_worth_text(tiles, deal.before)


def _present_worth_text(tiles: Iterable[Contract], match: Caledonia) -> str:
    n = sum(contract_worth(tile, match) for tile in tiles)
    return _("worth %(points)s at present") % {"points": vocabulary.points(n)}


def contract_worth(tile: Contract, match: Caledonia) -> int:
    """Return the points of a contract's imports and hops at their present values."""
    values = import_values(match)
    return tile.hops + sum(n * value for n, value in zip(tile.imports, values, strict=True))


def missing_for(tile: Contract, me: Player) -> vocabulary.Lacks:
    """Return what a seat lacks for a contract: goods, beef and mutton."""
    short = [(GOODS[n], count - me.goods[n]) for n, count in enumerate(tile.goods)]
    short.append(("beef", tile.beef - me.on_map(UNIT_ID["cow"])))
    short.append(("mutton", tile.mutton - me.on_map(UNIT_ID["sheep"])))
    return tuple((what, n) for what, n in short if n > 0)


def purchase_cost(tile: Contract, match: Caledonia, me: Player) -> tuple[int, int] | None:
    """Return the pounds and merchants to buy all missing goods at today's prices.

    Returns:
        (pounds, merchants); None if no good is missing or the seat sold one of them this round.
    """
    pounds = merchants = 0
    for good, count in enumerate(tile.goods):
        short = count - me.goods[good]
        if short > 0:
            if me.areas[good] < 0:
                return None
            pounds += short * TRACKS[good][match.market[good]]
            merchants += short
    return (pounds, merchants) if merchants else None


def _fulfil(deal: CaledoniaPreview) -> Parts:
    tile = contract(int(deal.arguments[0]))
    form = _("%(n)s %(what)s")
    for what, n in (("beef", tile.beef), ("mutton", tile.mutton)):
        if n:
            yield form % {"n": n, "what": vocabulary.NAMES[what]}
    imports = dict(zip(vocabulary.IMPORTS, tile.imports, strict=True))
    yield _("brings %(goods)s") % {"goods": vocabulary.imports_text(imports, tile.hops)}
    yield from vocabulary.bonuses(tile.expand, tile.upgrade)
    yield _present_worth_text([tile], deal.before)


def _draw(deal: CaledoniaPreview) -> Parts:
    n = view_of(deal.scene)["contracts"]["pile"]
    yield ngettext("%(n)s contract in the pile", "%(n)s contracts in the pile", n) % {"n": n}


# Passing.


def _pass(deal: CaledoniaPreview) -> Parts:
    view = view_of(deal.scene)
    if view["round"] != view["rounds"] and deal.before.seats > 1:
        yield _("position %(n)s next round") % {"n": len(view["passed"]) + 1}
    yield from unfinished_texts(deal.scene, deal.seat)


def unfinished_texts(scene: Scene, seat: int) -> Parts:
    """Yield obvious things that a seat leaves undone when its turn ends."""
    view, match = view_of(scene), match_of(scene)
    ready = [int(move.split(" ")[1]) for move in fulfil_moves(match, match.players[seat], seat)]
    if ready:
        params = {"numbers": vocabulary.contract_list(ready)}
        yield _("contract %(numbers)s could be fulfilled") % params
    unused = [
        vocabulary.corner(port["corner"]) for port in view["ports"] if seat in port["in_reach"]
    ]
    if unused and view["round"] == view["rounds"]:
        yield _("port %(corner)s is not used") % {"corner": vocabulary.join_or_dash(unused)}


preview_text = PreviewTable(
    CaledoniaPreview,
    first=BELONGINGS,
    by_verb={
        "bid": (_bid,),
        "place": (_place,),
        "expand": (_bonus,),
        "swap": (_bonus,),
        "row": (_reach,),
        "buy": (_price,),
        "nbuy": (_price,),
        "sell": (_price,),
        "take": (_take,),
        "keep": (_take,),
        "fulfil": (_fulfil,),
        "draw": (_draw,),
        "ship": (_reach,),
        "upgrade": (_reach,),
        "port": (_price, _reach),
        "pass": (_pass,),
    },
)
