"""Previews of moves: what a move changes, before → after, in one line for the turn bar.

The numbers come from the rules, which try the move on a copy. A preview never shows what chance or
another player decides.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from games.boards.move_preview import Numbers, PreviewTable
from games.boards.translations import change_text

from ..rules.match import CatanMatch
from . import preview_remarks, vocabulary
from .preview_remarks import GOLD, MOVE_REMARKS, Amounts, CatanPreview
from .translations import gettext as _
from .translations import gettext_lazy

#: By verb, the change of the viewer's cards by the move itself; other changes may follow it.
KNOWN_CARD_CHANGES: dict[str, Callable[[list[str]], Amounts]] = {
    "take": lambda arguments: {arguments[-1]: 1},
    **dict.fromkeys(("gift", "aid"), lambda arguments: {arguments[-1]: -1}),
    "discard": lambda arguments: {arguments[0]: -int(arguments[1])},
    "return": lambda arguments: {ware: -arguments.count(ware) for ware in arguments},
}
#: Moves that reveal something other than the viewer's cards.
REVEALS_NO_CARD = ("buy", "go ", "end", "play monopoly ")


def _score_changes(look: CatanPreview) -> Iterator[str]:
    """Changes of points, road lengths and special cards."""
    seat, before, after = look.seat, look.before, look.after
    if look.view["phase"] == "founding" or _score_key(before, seat) == _score_key(after, seat):
        return
    hidden = before.secret[seat]
    points = change_text(_("points"), before.points[seat] + hidden, after.points[seat] + hidden)
    is_won = points and after.winner == seat
    yield _("%(change)s: you win") % {"change": points} if is_won else points
    yield from _lengths(look)
    held = holders(before)
    for card, new in holders(after).items():
        if new != held[card]:
            name = vocabulary.owner(after.holder_name(new), look.scene.names)
            form = _("you get %(card)s") if new == seat else _("%(card)s: %(name)s")
            yield form % {"card": vocabulary.REASONS[card], "name": name}


def _score_key(match: CatanMatch, seat: int) -> tuple[object, ...]:
    """Everything that `_score_changes` shows; most moves change none of it."""
    return match.points[seat], match.lengths, holders(match)


def holders(match: CatanMatch) -> dict[str, int]:
    """Who holds each special card."""
    return {
        "longest_road": match.road_holder,
        "largest_army": match.army_holder,
        "harbourmaster": match.harbour_holder,
    }


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


def _cards(look: CatanPreview) -> Iterator[str]:
    """The viewer's cards by kind, if they are certain."""
    if look.verb in KNOWN_CARD_CHANGES:
        more = KNOWN_CARD_CHANGES[look.verb](look.arguments)
        yield preview_remarks.hand_change_text(look.before, look.seat, more)
        return
    wins = look.after.winner == look.seat  # the end of the match reveals cards, but changes none
    if wins or not look.effect.is_revealing or look.moves[-1].startswith(REVEALS_NO_CARD):
        yield preview_remarks.hand_after_text(look.before, look.seat, look.after.hands[look.seat])


preview_text = PreviewTable(
    CatanPreview,
    first=(
        _score_changes,
        Numbers(gettext_lazy("knights"), lambda match, seat: match.knights[seat]),
    ),
    by_verb=MOVE_REMARKS,
    last=(
        _cards,
        GOLD,
        Numbers(vocabulary.NAMES["trade_token"], lambda match, seat: match.tokens[seat]),
        Numbers(
            gettext_lazy("cards in the deck"), lambda match, seat: len(match.deck) - match.bought
        ),
    ),
    chance_verbs=("roll", "event", "drive"),
)
