"""Previews of moves: what a move changes, before → after, in one line for the turn bar.

The numbers come from the rules, which try the move on a copy. A preview never shows what chance or
another player decides.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from games.boards import Scene
from games.boards.translations import change_text, join_parts

from ..rules.match import CatanMatch
from . import vocabulary
from .catan_preview import Amounts, CatanPreview, hand_after_text, hand_change_text
from .places import IslandPlaces
from .preview_remarks import MOVE_REMARKS
from .translations import gettext as _
from .translations import gettext_lazy

Parts = list[str]

#: Moves whose whole result depends on dice or a revealed card.
CHANCE_VERBS = frozenset({"roll", "event", "drive"})
#: By verb, the change of the viewer's cards by the move itself; other changes may follow it.
KNOWN_CARD_CHANGES: dict[str, Callable[[Parts], Amounts]] = {
    "take": lambda arguments: {arguments[-1]: 1},
    "gift": lambda arguments: {arguments[-1]: -1},
    "aid": lambda arguments: {arguments[-1]: -1},
    "discard": lambda arguments: {arguments[0]: -int(arguments[1])},
    "return": lambda arguments: {ware: -arguments.count(ware) for ware in arguments},
}
#: Moves that reveal something other than the viewer's cards.
REVEALS_NO_CARD = ("buy", "go ", "end", "play monopoly ")

POINTS, KNIGHTS = gettext_lazy("points"), gettext_lazy("knights")
DECK = gettext_lazy("cards in the deck")
#: The special cards in the order of `holders`.
SPECIAL = ("longest_road", "largest_army", "harbourmaster")


def preview_text(move: str, scene: Scene, land: IslandPlaces | None = None) -> str:
    """Return the preview of a legal move of the viewer; "" if there is nothing to say."""
    if scene.seat is None:
        return ""
    look = CatanPreview(move, scene, land)
    remarks = MOVE_REMARKS[look.verb](look) if look.verb in MOVE_REMARKS else []
    if look.verb not in CHANCE_VERBS:
        remarks = [*_score_changes(look), *remarks, *_belongings(look)]
    return join_parts(remarks)


# changes of numbers


def _score_changes(look: CatanPreview) -> Parts:
    """Changes of points, special cards, road lengths and knights."""
    seat, before, after = look.seat, look.before, look.after
    if look.view["phase"] == "founding" or _score_key(before, seat) == _score_key(after, seat):
        return []
    hidden = before.secret[seat]
    points = change_text(POINTS, before.points[seat] + hidden, after.points[seat] + hidden)
    if points and after.winner == seat:
        points = _("%(change)s: you win") % {"change": points}
    knights = change_text(KNIGHTS, before.knights[seat], after.knights[seat])
    return [points, *_lengths(look), *_special(look), knights]


def _score_key(match: CatanMatch, seat: int) -> tuple[object, ...]:
    """Everything that `_score_changes` shows; most moves change none of it."""
    return match.points[seat], match.knights[seat], match.lengths, holders(match)


def _lengths(look: CatanPreview) -> Iterable[str]:
    """Roads that grow, and roads that the move cuts."""
    rows = zip(look.before.lengths, look.after.lengths, strict=True)
    for owner, (before, after) in enumerate(rows):
        if before == after:
            continue
        form = _("cuts %(name)s's road:") if after < before else _("%(name)s's road length")
        name = vocabulary.owner(look.before.owner_name(owner), look.scene.names)
        what = _("road length") if owner == look.seat else form % {"name": name}
        yield change_text(what, before, after)


def _special(look: CatanPreview) -> Iterable[str]:
    """The special cards that change hands."""
    for card, before, after in zip(SPECIAL, holders(look.before), holders(look.after), strict=True):
        if before != after:
            name = vocabulary.owner(look.after.holder_name(after), look.scene.names)
            form = _("you get %(card)s") if after == look.seat else _("%(card)s: %(name)s")
            yield form % {"card": vocabulary.REASONS[card], "name": name}


def holders(match: CatanMatch) -> tuple[int, int, int]:
    return match.road_holder, match.army_holder, match.harbour_holder


def _belongings(look: CatanPreview) -> Parts:
    """Changes of cards, gold, trade tokens and the deck."""
    seat, before, after = look.seat, look.before, look.after
    return [
        _cards(look),
        change_text(vocabulary.WARES["gold"], before.gold[seat], after.gold[seat]),
        change_text(vocabulary.NAMES["trade_token"], before.tokens[seat], after.tokens[seat]),
        change_text(DECK, len(before.deck) - before.bought, len(after.deck) - after.bought),
    ]


def _cards(look: CatanPreview) -> str:
    """The viewer's cards by kind, if they are certain."""
    if look.verb in KNOWN_CARD_CHANGES:
        return hand_change_text(
            look.before, look.seat, KNOWN_CARD_CHANGES[look.verb](look.arguments)
        )
    wins = look.after.winner == look.seat  # the end of the match reveals cards, but changes none
    if wins or not look.effect.is_revealing or look.move.startswith(REVEALS_NO_CARD):
        return hand_after_text(look.before, look.seat, look.after.hands[look.seat])
    return ""
