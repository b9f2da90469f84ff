"""A line in the bar when a person is asked a kind of decision for the first time.

The kinds that they have met stand on their row, which every request has read anyway, by game. One
that is shown is named in the page's form, and counts as met with the first move that is made from
it: so looking writes nothing, and a move writes once for each kind in a person's life. Where the
guide of a first match speaks of a decision, its words are the hint.
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
    """What is new about a kind of decision, and the address of its paragraph of the rules."""

    kind: str
    text: str
    note: str


def tip_for(show: Presenter, turn: Pov, scene: Scene) -> Tip | None:
    """What is new to whoever looks about what they are asked; None for nothing."""
    seat, game = turn.seat, turn.table.game
    if seat is None or seat.user is None or not scene.legal or not has_tips_on(seat):
        return None
    kind = show.decision(scene)
    known = show.hints.get(kind)
    if known is None or _has_seen(seat.user, game, kind):
        return None
    return Tip(kind, str(known.text), rules_tips.rules_url_or_empty(game, known.anchor))


def has_tips_on(seat: Seat) -> bool:
    """Whether the person at this seat is told what is new in this match."""
    if seat.user is None or not presenter(seat.table.game).hints:
        return False
    wish = seat.user.hints
    return seat.hints if wish == User.Hints.FIRST else wish == User.Hints.ALWAYS


def _has_seen(user: User, game: str, kind: str) -> bool:
    return f"{game}:{kind}" in user.hinted.split()


def mark_seen(turn: Pov, kind: str) -> None:
    """The person of a turn has moved in a decision of which a hint was shown."""
    game, user = turn.table.game, None if turn.seat is None else turn.seat.user
    if user is None or kind not in presenter(game).hints or _has_seen(user, game, kind):
        return
    word = f"{game}:{kind} "
    User.objects.filter(pk=user.pk).update(hinted=Concat("hinted", Value(word)))
    user.hinted += word


def beginners(game: str, people: Collection[User]) -> set[int]:
    """Those to whom a game is new: all guests, and whoever has not played it.

    A guided match is none that they have played.
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
