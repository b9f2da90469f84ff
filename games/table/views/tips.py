"""Tips: a line that explains a kind of decision to a person who meets it for the first time.

The kinds that a person has met are stored on their user row, by game. The form of the page names
the kind of the tip, which counts as met with the first move sent from that page. So reading a page
writes nothing, and a move writes at most once per kind of decision and person. Where the tutorial
of a title explains a decision, its tip should use the same words.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from django.db.models import Exists, OuterRef, Value
from django.db.models.functions import Concat

from accounts.models import User

from ... import rulebook
from ...boards import Presenter, Scene, presenter
from ...models import Seat
from ...rulebook import rules_tips
from ..session.drafts import Pov


class Tip(NamedTuple):
    """The text of a tip for a kind of decision, with the address of its section of the rules."""

    kind: str
    text: str
    note: str


def tip_for(show: Presenter, turn: Pov, scene: Scene) -> Tip | None:
    """Return the tip for the decision that this viewer must make; None if they need none."""
    seat, game = turn.seat, turn.table.game
    if seat is None or seat.user is None or not scene.legal or not has_tips_on(seat):
        return None
    kind = show.decision_kind(scene)
    known = show.tips.get(kind)
    if known is None or _has_seen(seat.user, game, kind):
        return None
    return Tip(kind, str(known.text), rules_tips.rules_url_or_empty(game, known.anchor))


def has_tips_on(seat: Seat) -> bool:
    """Return whether the person at this seat gets tips in this match."""
    if seat.user is None or not presenter(seat.table.game).tips:
        return False
    wish = seat.user.tips
    return seat.has_tips if wish == User.Tips.FIRST else wish == User.Tips.ALWAYS


def _has_seen(user: User, game: str, kind: str) -> bool:
    return f"{game}:{kind}" in user.seen_tips.split()


def mark_seen(turn: Pov, kind: str) -> None:
    """Record that the viewer has moved in a decision for which the page showed a tip."""
    game, user = turn.table.game, None if turn.seat is None else turn.seat.user
    if user is None or kind not in presenter(game).tips or _has_seen(user, game, kind):
        return
    word = f"{game}:{kind} "
    User.objects.filter(pk=user.pk).update(seen_tips=Concat("seen_tips", Value(word)))
    user.seen_tips += word


def beginners(game: str, people: Collection[User]) -> set[int]:
    """Return the ids of the people to whom a game is new: guests, and people who never played it.

    A tutorial does not count as played.
    """
    earlier = Seat.objects.filter(
        user=OuterRef("pk"), table__game=game, table__started_at__isnull=False
    )
    guide = rulebook.tutorial_of(game)
    if guide is not None:
        earlier = earlier.exclude(table__seed=guide.seed)
    asked = [user.pk for user in people if not user.is_guest]
    known = User.objects.filter(Exists(earlier), pk__in=asked)
    return {user.pk for user in people} - set(known.values_list("pk", flat=True))
