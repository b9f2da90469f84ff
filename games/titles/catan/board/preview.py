"""What a move changes, before → after, in one line for the turn bar.

The numbers are those of the rules, which have tried the move; what chance or somebody else decides
is never told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from games.boards import Scene
from games.boards.translations import change, line_of

from ..rules.match import CatanMatch
from . import vocabulary
from .catan_preview import Amounts, Look, exchanged, hand
from .places import Land
from .preview_remarks import REMARKS
from .translations import gettext as _
from .translations import gettext_lazy

Parts = list[str]

#: Moves of which the dice or a card that is turned over tell everything.
LEFT_TO_CHANCE = frozenset({"roll", "event", "drive"})
#: By verb, what a move itself says of my cards, where other things may follow it at once.
NAMED: dict[str, Callable[[Parts], Amounts]] = {
    "take": lambda arguments: {arguments[-1]: 1},
    "gift": lambda arguments: {arguments[-1]: -1},
    "aid": lambda arguments: {arguments[-1]: -1},
    "discard": lambda arguments: {arguments[0]: -int(arguments[1])},
    "return": lambda arguments: {ware: -arguments.count(ware) for ware in arguments},
}
#: Moves that reveal something else than cards of mine.
REVEALS_NO_CARD = ("buy", "go ", "end", "play monopoly ")

POINTS, KNIGHTS = gettext_lazy("points"), gettext_lazy("knights")
DECK = gettext_lazy("cards in the deck")
#: As `holders` names them.
SPECIAL = ("longest_road", "largest_army", "harbourmaster")


def line(move: str, scene: Scene, land: Land | None = None) -> str:
    """The line of a legal move of the person who looks; "" where there is nothing to say."""
    if scene.seat is None:
        return ""
    look = Look(move, scene, land)
    told = REMARKS[look.verb](look) if look.verb in REMARKS else []
    if look.verb not in LEFT_TO_CHANCE:
        told = [*_standing(look), *told, *_belongings(look)]
    return line_of(told)


# what changes


def _standing(look: Look) -> Parts:
    """Points, special cards and lengths of roads."""
    seat, before, after = look.seat, look.before, look.after
    if look.view["phase"] == "founding" or _rank(before, seat) == _rank(after, seat):
        return []
    hidden = before.secret[seat]
    points = change(POINTS, before.points[seat] + hidden, after.points[seat] + hidden)
    if points and after.winner == seat:
        points = _("%(change)s: you win") % {"change": points}
    knights = change(KNIGHTS, before.knights[seat], after.knights[seat])
    return [points, *_lengths(look), *_special(look), knights]


def _rank(match: CatanMatch, seat: int) -> tuple[object, ...]:
    """All that a line of standing is made from: most moves change nothing of it."""
    return match.points[seat], match.knights[seat], match.lengths, holders(match)


def _lengths(look: Look) -> Iterable[str]:
    """Roads that grow, and those that are cut."""
    rows = zip(look.before.lengths, look.after.lengths, strict=True)
    for owner, (before, after) in enumerate(rows):
        if before == after:
            continue
        form = _("cuts the road of %(name)s:") if after < before else _("road length of %(name)s")
        name = vocabulary.owner(look.before.owner_name(owner), look.scene.names)
        what = _("road length") if owner == look.seat else form % {"name": name}
        yield change(what, before, after)


def _special(look: Look) -> Iterable[str]:
    """Who holds what special card then."""
    for card, before, after in zip(SPECIAL, holders(look.before), holders(look.after), strict=True):
        if before != after:
            name = vocabulary.owner(look.after.holder_name(after), look.scene.names)
            form = _("%(card)s comes to you") if after == look.seat else _("%(card)s: %(name)s")
            yield form % {"card": vocabulary.REASONS[card], "name": name}


def holders(match: CatanMatch) -> tuple[int, int, int]:
    return match.road_holder, match.army_holder, match.harbour_holder


def _belongings(look: Look) -> Parts:
    """Cards, gold and tokens."""
    seat, before, after = look.seat, look.before, look.after
    return [
        _cards(look),
        change(vocabulary.WARES["gold"], before.gold[seat], after.gold[seat]),
        change(vocabulary.NAMES["trade_token"], before.tokens[seat], after.tokens[seat]),
        change(DECK, len(before.deck) - before.bought, len(after.deck) - after.bought),
    ]


def _cards(look: Look) -> str:
    """My cards by kind, where that is certain."""
    if look.verb in NAMED:
        return exchanged(look.before, look.seat, NAMED[look.verb](look.arguments))
    wins = look.after.winner == look.seat  # what is revealed at the end comes after it
    if wins or not look.effect.reveals or look.move.startswith(REVEALS_NO_CARD):
        return hand(look.before, look.seat, look.after.hands[look.seat])
    return ""
